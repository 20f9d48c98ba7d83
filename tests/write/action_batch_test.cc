// Batches: independent actions, each of which is done or says why not.
#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "tests/support/bare_table.h"
#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;

using Texts = std::vector<std::string>;

class ActionBatchTest : public testing::Test {
 protected:
  ActionBatchTest() : table_(database_.create({.hash = "pk:S", .indexes = {{"by_g", "g:S"}}})) {}

  static std::string item(const std::string& pk, const std::string& rest = "") {
    return R"({)" + rest + R"("pk":{"S":")" + pk + R"("}})";
  }

  TestDatabase database_;
  TestTable table_;
};

TEST_F(ActionBatchTest, DoesEachKindOfAction) {
  ASSERT_TRUE(table_.put(item("gone", R"("g":{"S":"x"},)")).ok());
  const ManyAnswer answer = write_each(
      {put_of(table_, item("a", R"("g":{"S":"y"},)")), erase_of(table_, {s("gone")}), erase_of(table_, {s("never")}),
       update_of(table_, {s("u")}, {.update = "SET g = :g", .values = R"({":g":{"S":"z"}})"})});
  ASSERT_TRUE(answer.status.ok()) << answer.status.message();
  EXPECT_EQ(codes(answer), (Texts{"ok", "ok", "ok", "ok"}));
  EXPECT_EQ(table_.rows({.index = "by_g"}), (Texts{item("a", R"("g":{"S":"y"},)"), item("u", R"("g":{"S":"z"},)")}));
  EXPECT_TRUE(table_.verify().is_clean());
}

TEST_F(ActionBatchTest, OneThatFailsHindersNoOther) {
  ASSERT_TRUE(table_.put(item("b")).ok());
  Act refused = put_of(table_, item("b", R"("n":{"N":"1"},)"), {.condition = "attribute_not_exists(pk)"});
  refused.wants_old = true;
  const ManyAnswer answer =
      write_each({put_of(table_, item("a")), refused, update_of(table_, {s("c")}, {.update = "SET x = y"}),
                  put_of(table_, item("d"))});
  ASSERT_TRUE(answer.status.ok()) << answer.status.message();
  EXPECT_EQ(codes(answer), (Texts{"ok", "ConditionalCheckFailedException", "ValidationException", "ok"}));
  EXPECT_EQ(answer.old_items[1], item("b"));
  EXPECT_EQ(table_.rows(), (Texts{item("a"), item("b"), item("d")}));
}

// B073, C111, C112.
TEST_F(ActionBatchTest, OneThatIsWrongInItselfRefusesAll) {
  const ManyAnswer wrong_index =
      write_each({put_of(table_, item("a")), put_of(table_, item("b", R"("g":{"N":"1"},)"))});
  EXPECT_EQ(wrong_index.status.code(), StatusCode::kTYPE);
  EXPECT_EQ(codes(wrong_index), (Texts{"ok", "ValidationException"}));
  const ManyAnswer twice =
      write_each({put_of(table_, item("a")), put_of(table_, item("b")), erase_of(table_, {s("a")})});
  EXPECT_TRUE(twice.status.is(Error::kKeysTwice));
  EXPECT_EQ(twice.status.message(), "actions 0 and 2 of a batch are on one item");
  EXPECT_EQ(twice.status.aws_message(), "Provided list of item keys contains duplicates");
  EXPECT_TRUE(table_.rows().empty());
}

// In a moment, not in the hours that comparing each with each takes.
TEST_F(ActionBatchTest, OneKeyManyTimesIsFoundAtOnce) {
  const TestItem same(item("a"));
  const std::vector<ActionRequest> requests(200000, {.table = &table_.handle(), .item = same.view()});
  ActionOutcomes outcomes;
  const Status status = database_->write_each({.actions = requests, .token = {}, .outcomes = &outcomes});
  EXPECT_EQ(status.message(), "actions 0 and 1 of a batch are on one item");
}

// Many chunks, each action done once, in whatever chunk it is.
TEST_F(ActionBatchTest, TakesAnyNumberInEngineMode) {
  constexpr int kCount = 1500;
  std::vector<Act> acts;
  for (int i = 0; i < kCount; ++i) acts.push_back(put_of(table_, item("p" + std::to_string(i), R"("g":{"S":"x"},)")));
  ASSERT_TRUE(write_each(acts).status.ok());
  EXPECT_EQ(table_.rows().size(), static_cast<size_t>(kCount));
  acts.clear();
  for (int i = 0; i < kCount; ++i) {
    acts.push_back(update_of(table_, {s("p" + std::to_string(i))},
                             {.update = "ADD n :one",
                              .condition = "n < :one OR attribute_not_exists(n)",
                              .values = R"({":one":{"N":"1"}})"}));
  }
  EXPECT_TRUE(write_each(acts).status.ok());
  const ManyAnswer again = write_each(acts);
  ASSERT_TRUE(again.status.ok());
  EXPECT_EQ(codes(again), Texts(kCount, "ConditionalCheckFailedException"));
  EXPECT_EQ(table_.column("n"), Texts(kCount, R"({"N":"1"})"));
  EXPECT_TRUE(table_.verify().is_clean());
}

TEST_F(ActionBatchTest, ChunksOfLargeItemsAreAllWritten) {
  std::vector<Act> acts;
  for (int i = 0; i < 20; ++i) {
    acts.push_back(
        put_of(table_, item("p" + std::to_string(i), R"("v":{"S":")" + std::string(300000, 'x') + R"("},)")));
  }
  ASSERT_TRUE(write_each(acts).status.ok());
  EXPECT_EQ(table_.rows().size(), 20u);
}

TEST_F(ActionBatchTest, ADamagedItemIsTheOutcomeOfItsActionAlone) {
  ASSERT_TRUE(table_.put(item("k")).ok());
  write_raw(database_->store(), table_.open_table().base(), std::string("k\0\1", 3), "damaged");
  const ManyAnswer answer = write_each({put_of(table_, item("a")), put_of(table_, item("k"))});
  ASSERT_TRUE(answer.status.ok());
  EXPECT_TRUE(answer.outcomes[0].ok());
  EXPECT_TRUE(answer.outcomes[1].is(Error::kItemCorrupt));
  EXPECT_EQ(table_.get({s("a")}), item("a"));
}

TEST_F(ActionBatchTest, AnEmptyBatchIsRefused) {
  ActionOutcomes outcomes;
  EXPECT_TRUE(database_->write_each({.actions = {}, .token = {}, .outcomes = &outcomes}).is(Error::kBatchEmpty));
}

TEST(DynamoDbModeBatches, TakeWhatBatchWriteItemTakes) {
  DatabaseOptions options;
  options.api = ApiMode::kDynamoDb;
  const auto database = Database::open(options);
  ASSERT_TRUE(database.ok());
  ASSERT_TRUE((*database)->create_table(definition_json({.hash = "pk:S"})).ok());
  const TestTable table(*database, *(*database)->open_table("tab"));
  std::vector<Act> acts;
  for (int i = 0; i < 25; ++i) acts.push_back(put_of(table, R"({"pk":{"S":"p)" + std::to_string(i) + R"("}})"));
  EXPECT_TRUE(write_each(acts).status.ok());
  acts.push_back(erase_of(table, {s("q")}));
  EXPECT_TRUE(write_each(acts).status.is(Error::kBatchTooMany));
  EXPECT_TRUE(write_each({update_of(table, {s("q")})}).status.is(Error::kDynamoDbRefuses));
  EXPECT_TRUE(write_each({put_of(table, R"({"pk":{"S":"q"}})", {.condition = "attribute_not_exists(pk)"})})
                  .status.is(Error::kDynamoDbRefuses));
}

}  // namespace
}  // namespace sheaf
