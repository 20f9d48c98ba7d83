// What writes say they cost: the sizes of items and index rows, from which DynamoDB's write capacity is reckoned
// (dynamodb-semantics.md 5.16).
#include <gtest/gtest.h>

#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

// "index old>new" and "moved" for each index; nothing for those whose rows stay.
Texts changes(const WriteCost& cost) {
  Texts texts;
  for (const WriteCost::IndexRows& rows : cost.indexes) {
    texts.push_back(rows.index + " " + std::to_string(rows.old_bytes) + ">" + std::to_string(rows.new_bytes) +
                    (rows.is_moved ? " moved" : ""));
  }
  return texts;
}

class WriteCostTest : public testing::Test {
 protected:
  WriteCost put(const std::string& item_json) const {
    const TestItem item(item_json);
    WriteCost cost;
    Database::WriteRequest request;
    request.table = &table_.handle();
    request.cost = &cost;
    EXPECT_TRUE(table_.database().put(request, item.view()).ok());
    return cost;
  }

  // `terms` of an update, or a condition alone.
  WriteCost write_by_key(ActionKind kind, const Terms& terms, Error expected = Error::kInternal) const {
    WriteCost cost;
    cost.old_bytes = 999;  // must not stay
    Ask ask{.kind = kind == ActionKind::kUpdate ? StatementKind::kUpdate : StatementKind::kCondition};
    ask.update = terms.update;
    ask.condition = terms.condition;
    Database::WriteRequest request;
    std::unique_ptr<Statement> statement;
    if (!ask.update.empty() || !ask.condition.empty()) {
      auto prepared = prepare(table_, ask);
      EXPECT_TRUE(prepared.ok());
      statement = *std::move(prepared);
      EXPECT_TRUE(bind_json(statement.get(), terms.values).ok());
      request.terms = *statement->write_terms();
    }
    request.table = &table_.handle();
    request.cost = &cost;
    const std::vector<Value> key{s("k")};
    const auto result = kind == ActionKind::kUpdate ? table_.database().update(request, views_of(key))
                                                    : table_.database().erase(request, views_of(key));
    EXPECT_EQ(result.ok(), expected == Error::kInternal);
    EXPECT_TRUE(result.ok() || result.status().is(expected));
    return cost;
  }

  TestDatabase database_;
  TestTable table_ = database_.create(
      {.hash = "pk:S", .indexes = {{"by_g", "g:S", "", "KEYS_ONLY"}, {"by_h", "h:S", "", "INCLUDE v"}}});
};

constexpr uint64_t kKeyBytes = 2 + 1;  // pk, k

TEST_F(WriteCostTest, OfPutsIsTheOldItemsAndTheNewItemsSize) {
  const WriteCost first = put(R"({"pk":{"S":"k"},"v":{"S":"abc"}})");
  EXPECT_EQ(first.old_bytes, 0u);
  EXPECT_EQ(first.new_bytes, kKeyBytes + 4);
  EXPECT_EQ(changes(first), Texts{});
  const WriteCost second = put(R"({"pk":{"S":"k"},"v":{"S":"a"}})");
  EXPECT_EQ(second.old_bytes, kKeyBytes + 4);
  EXPECT_EQ(second.new_bytes, kKeyBytes + 2);
}

TEST_F(WriteCostTest, OfIndexesIsThatOfRowsThatChange) {
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"g":{"S":"x"}})")), Texts{"by_g 0>5"});
  // The same item again, and one that differs in what the index does not hold.
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"g":{"S":"x"}})")), Texts{});
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"g":{"S":"x"},"z":{"S":"z"}})")), Texts{});
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"g":{"S":"xy"}})")), Texts{"by_g 5>6 moved"});
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"h":{"S":"h"},"v":{"S":"1"}})")), (Texts{"by_g 6>0", "by_h 0>7"}));
  EXPECT_EQ(changes(put(R"({"pk":{"S":"k"},"h":{"S":"h"},"v":{"S":"12"}})")), Texts{"by_h 7>8"});
}

TEST_F(WriteCostTest, OfUpdates) {
  const WriteCost made = write_by_key(ActionKind::kUpdate, {.update = "SET g = :g", .values = R"({":g":{"S":"x"}})"});
  EXPECT_EQ(made.old_bytes, 0u);
  EXPECT_EQ(made.new_bytes, kKeyBytes + 2);
  EXPECT_EQ(changes(made), Texts{"by_g 0>5"});
  const WriteCost other = write_by_key(ActionKind::kUpdate, {.update = "SET z = :z", .values = R"({":z":{"S":"zz"}})"});
  EXPECT_EQ(other.new_bytes, kKeyBytes + 2 + 3);
  EXPECT_EQ(changes(other), Texts{}) << "no index reads z";
  const WriteCost nothing = write_by_key(ActionKind::kUpdate, {.update = "REMOVE q"});
  EXPECT_EQ(nothing.old_bytes, kKeyBytes + 2 + 3);
  EXPECT_EQ(nothing.new_bytes, kKeyBytes + 2 + 3);
}

TEST_F(WriteCostTest, OfDeletes) {
  const WriteCost missing = write_by_key(ActionKind::kDelete, {});
  EXPECT_EQ(missing.old_bytes, 0u);
  EXPECT_EQ(missing.new_bytes, 0u);
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"k"},"g":{"S":"x"}})").ok());
  const WriteCost erased = write_by_key(ActionKind::kDelete, {});
  EXPECT_EQ(erased.old_bytes, kKeyBytes + 2);
  EXPECT_EQ(erased.new_bytes, 0u);
  EXPECT_EQ(changes(erased), Texts{"by_g 5>0"});
}

// Two puts and a delete in one call.
class ManyCosts : public WriteCostTest {
 protected:
  ManyCosts() {
    EXPECT_TRUE(table_.put(R"({"pk":{"S":"k"},"g":{"S":"x"}})").ok());
    requests_[0].item = first_.view();
    requests_[1].item = second_.view();
    requests_[2].kind = ActionKind::kDelete;
    requests_[2].key = key_views_;
    for (size_t i = 0; i < 3; ++i) {
      requests_[i].table = &table_.handle();
      requests_[i].cost = &costs_[i];
    }
    writes_.actions = requests_;
    writes_.outcomes = &outcomes_;
  }

  void expect_costs() const {
    EXPECT_EQ(costs_[0].new_bytes, kKeyBytes);
    EXPECT_EQ(costs_[1].old_bytes, 0u);
    EXPECT_EQ(changes(costs_[1]), Texts{"by_g 0>5"});
    EXPECT_EQ(costs_[2].old_bytes, kKeyBytes + 2);
    EXPECT_EQ(changes(costs_[2]), Texts{"by_g 5>0"});
  }

  TestItem first_{R"({"pk":{"S":"a"}})"};
  TestItem second_{R"({"pk":{"S":"b"},"g":{"S":"x"}})"};
  std::vector<Value> key_{s("k")};
  std::vector<ValueView> key_views_ = views_of(key_);
  ActionRequest requests_[3];
  WriteCost costs_[3];
  ActionOutcomes outcomes_;
  ManyWrites writes_;
};

TEST_F(ManyCosts, OfTransactions) {
  ASSERT_TRUE(table_.database().write_all(writes_).ok());
  expect_costs();
}

TEST_F(ManyCosts, OfBatches) {
  ASSERT_TRUE(table_.database().write_each(writes_).ok());
  expect_costs();
}

// DynamoDB then says what reading the items costs.
TEST_F(ManyCosts, OfATransactionThatWasCommittedBefore) {
  bool was_committed_before = true;
  writes_.token = "token";
  writes_.was_committed_before = &was_committed_before;
  ASSERT_TRUE(table_.database().write_all(writes_).ok());
  EXPECT_FALSE(was_committed_before);
  expect_costs();
  ASSERT_TRUE(table_.database().write_all(writes_).ok());
  EXPECT_TRUE(was_committed_before);
  EXPECT_EQ(costs_[0].old_bytes, kKeyBytes);
  EXPECT_EQ(costs_[1].old_bytes, kKeyBytes + 2);
  EXPECT_EQ(costs_[1].new_bytes, kKeyBytes + 2);
  EXPECT_EQ(changes(costs_[1]), Texts{});
  EXPECT_EQ(costs_[2].old_bytes, 0u);
  writes_.token = {};
  ASSERT_TRUE(table_.database().write_all(writes_).ok());
  EXPECT_FALSE(was_committed_before);
}

}  // namespace
}  // namespace sheaf
