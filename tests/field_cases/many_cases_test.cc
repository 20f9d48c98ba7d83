// Cases from the field: transactions, batches and their tokens. Their answers through the C ABI are conformance cases.
#include <gtest/gtest.h>

#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

constexpr const char* kOk = "ok";
constexpr const char* kWrong = "ValidationException";
constexpr const char* kFailed = "ConditionalCheckFailedException";

const Query kByG{.index = "by_g"};

// Table T(pk S) with index (gp S, gs N).
class Indexed {
 public:
  Indexed() : table_(database_.create({.hash = "pk:S", .indexes = {{"by_g", "gp:S", "gs:N"}}})) {}
  TestTable& operator*() { return table_; }
  TestTable* operator->() { return &table_; }
  void put(std::string_view item) { EXPECT_TRUE(table_.put(item).ok()) << item; }

 private:
  TestDatabase database_;
  TestTable table_;
};

// The same by a single update: update_cases_test.cc.
TEST(FieldCases, B037_AConditionThatFailsInATransactionLeavesNoGhost) {
  Indexed table;
  const Terms terms{.update = "SET a = :v, gp = :g, gs = :v",
                    .condition = "attribute_exists(pk)",
                    .values = R"({":v":{"N":"1"},":g":{"S":"g"}})"};
  const ManyAnswer alone = write_all({update_of(*table, {s("p")}, terms)});
  EXPECT_TRUE(alone.status.is(Error::kTransactionCanceled));
  EXPECT_EQ(codes(alone), Texts{kFailed});
  const ManyAnswer beside = write_all({put_of(*table, R"({"pk":{"S":"q"}})"), update_of(*table, {s("p")}, terms)});
  EXPECT_EQ(codes(beside), (Texts{kOk, kFailed}));
  const ManyAnswer batch = write_each({update_of(*table, {s("p")}, terms)});
  EXPECT_EQ(codes(batch), Texts{kFailed});
  EXPECT_EQ(table->get({s("p")}), std::nullopt);
  EXPECT_EQ(table->rows(), Texts{});
  EXPECT_EQ(table->rows(kByG), Texts{});
}

// By single writes: index_cases_test.cc and update_cases_test.cc.
TEST(FieldCases, B050_WrongTypedIndexKeysAreRefusedInBatchesAndTransactions) {
  Indexed table;
  table.put(R"({"gp":{"S":"g"},"gs":{"N":"1"},"pk":{"S":"old"}})");
  const std::string good = R"({"gp":{"S":"g"},"gs":{"N":"2"},"pk":{"S":"good"}})";
  const Texts before = table->rows();
  for (const std::string value :
       {R"({"S":"x"})", R"({"S":""})", R"({"L":[{"N":"1"}]})", R"({"NULL":true})", R"({"NS":["1"]})"}) {
    const Act bad = put_of(*table, R"({"gp":{"S":"g"},"pk":{"S":"bad"},"gs":)" + value + "}");
    const Act changed = update_of(*table, {s("old")}, {.update = "SET gs = :v", .values = R"({":v":)" + value + "}"});
    const ManyAnswer batch = write_each({put_of(*table, good), bad});
    EXPECT_TRUE(batch.status.is(Error::kIndexKeyType)) << value;
    EXPECT_EQ(codes(batch), (Texts{kOk, kWrong})) << value;
    for (const Act& wrong : {bad, changed}) {
      const ManyAnswer transaction = write_all({put_of(*table, good), wrong});
      EXPECT_TRUE(transaction.status.is(Error::kTransactionCanceled)) << value;
      EXPECT_EQ(codes(transaction), (Texts{kOk, kWrong})) << value;
    }
    EXPECT_EQ(table->rows(), before) << value;
  }
  EXPECT_EQ(table->rows(kByG), before);
  const Terms elsewhere{.update = "SET v = :v", .values = R"({":v":{"N":"1"}})"};
  EXPECT_TRUE(write_all({update_of(*table, {s("old")}, elsewhere)}).status.ok());
  EXPECT_EQ(table->rows(kByG), Texts{R"({"gp":{"S":"g"},"gs":{"N":"1"},"pk":{"S":"old"},"v":{"N":"1"}})"});
  EXPECT_TRUE(table->verify().is_clean());
}

TEST(FieldCases, B058_ATokenIsHeeded) {
  Indexed table;
  table.put(R"({"c":{"N":"0"},"pk":{"S":"p"}})");
  const auto add = [&table](const std::string& number, std::string_view token) {
    const Terms terms{.update = "ADD c :n", .values = R"({":n":{"N":")" + number + R"("}})"};
    return write_all({update_of(*table, {s("p")}, terms)}, token).status;
  };
  EXPECT_TRUE(add("1", "T").ok());
  EXPECT_TRUE(add("1", "T").ok());
  EXPECT_TRUE(add("2", "T").is(Error::kTokenMismatch));
  EXPECT_EQ(table->get({s("p")}), R"({"c":{"N":"1"},"pk":{"S":"p"}})");
  EXPECT_TRUE(add("1", "U").ok());
  EXPECT_TRUE(add("1", "").ok());
  EXPECT_EQ(table->get({s("p")}), R"({"c":{"N":"3"},"pk":{"S":"p"}})");
}

TEST(FieldCases, B059_TheOrderInTheJsonMakesNoOtherTransaction) {
  Indexed table;
  const Terms terms{.update = "SET m = :m ADD c :n",
                    .values = R"({":m":{"M":{"x":{"N":"1"},"y":{"S":"2"}}},":n":{"N":"1"}})"};
  const Terms turned{.update = "SET m = :m ADD c :n",
                     .values = R"({":n":{"N":"1.0"},":m":{"M":{"y":{"S":"2"},"x":{"N":"1e0"}}}})"};
  const std::string item =
      R"({"pk":{"S":"p"},"a":{"M":{"k":{"SS":["x","y"]},"l":{"NS":["1","2"]}}},"b":{"BS":["AA==","AQ=="]}})";
  const std::string same =
      R"({"b":{"BS":["AQ==","AA=="]},"pk":{"S":"p"},"a":{"M":{"l":{"NS":["2.0","1"]},"k":{"SS":["y","x"]}}}})";
  EXPECT_TRUE(write_all({put_of(*table, item), update_of(*table, {s("q")}, terms)}, "T").status.ok());
  EXPECT_TRUE(write_all({put_of(*table, same), update_of(*table, {s("q")}, turned)}, "T").status.ok());
  EXPECT_EQ(table->get({s("q")}), R"({"c":{"N":"1"},"m":{"M":{"x":{"N":"1"},"y":{"S":"2"}}},"pk":{"S":"q"}})");
  // A list has an order, and what is another value is another transaction.
  const std::string list = R"({"pk":{"S":"l"},"a":{"L":[{"N":"1"},{"N":"2"}]}})";
  EXPECT_TRUE(write_all({put_of(*table, list)}, "L").status.ok());
  for (const std::string other :
       {R"({"pk":{"S":"l"},"a":{"L":[{"N":"2"},{"N":"1"}]}})", R"({"pk":{"S":"l"},"a":{"L":[{"N":"1"},{"S":"2"}]}})",
        R"({"pk":{"S":"l"},"a":{"L":[{"N":"1"}]}})", R"({"pk":{"S":"l"},"b":{"L":[{"N":"1"},{"N":"2"}]}})"}) {
    EXPECT_TRUE(write_all({put_of(*table, other)}, "L").status.is(Error::kTokenMismatch)) << other;
  }
}

// Waits for streams: no record of it. Whatever the kind of the failure and its place, nothing stays.
TEST(FieldCases, B061_AFailureWhileApplyingLeavesNothing) {
  Indexed table;
  table.put(R"({"gp":{"S":"g"},"gs":{"N":"1"},"pk":{"S":"b"},"t":{"S":"x"}})");
  table.put(R"({"gp":{"S":"g"},"gs":{"N":"2"},"pk":{"S":"c"}})");
  const Texts before = table->rows();
  const std::string values = R"({":v":{"N":"9e125"}})";
  for (const std::string update : {"SET x = y.z", "SET x = t + :v", "SET t.u = :v", "ADD t :v", "SET x = :v + :v"}) {
    const Terms terms{.update = update, .values = update == "SET x = y.z" ? "{}" : values};
    const std::vector<Act> acts{put_of(*table, R"({"gp":{"S":"g"},"gs":{"N":"3"},"pk":{"S":"a"}})"),
                                update_of(*table, {s("b")}, terms), erase_of(*table, {s("c")})};
    const ManyAnswer middle = write_all(acts);
    EXPECT_TRUE(middle.status.is(Error::kTransactionCanceled)) << update;
    EXPECT_EQ(codes(middle), (Texts{kOk, kWrong, kOk})) << update;
    const ManyAnswer last = write_all({acts[0], acts[2], acts[1]});
    EXPECT_EQ(codes(last), (Texts{kOk, kOk, kWrong})) << update;
    EXPECT_EQ(table->rows(), before) << update;
  }
  EXPECT_EQ(table->rows(kByG), before);
  EXPECT_TRUE(table->verify().is_clean());
}

TEST(FieldCases, B062_AFailedCheckGivesTheItemBack) {
  Indexed table;
  const std::string item = R"({"f":{"S":"bar"},"pk":{"S":"k"}})";
  table.put(item);
  Act check = check_of(*table, {s("k")}, {.condition = "f = :x", .values = R"({":x":{"S":"x"}})"});
  check.wants_old = true;
  const ManyAnswer answer = write_all({put_of(*table, R"({"pk":{"S":"other"}})"), check});
  EXPECT_EQ(codes(answer), (Texts{kOk, kFailed}));
  ASSERT_EQ(answer.old_items.size(), 2u);
  EXPECT_EQ(answer.old_items[0], std::nullopt);
  EXPECT_EQ(answer.old_items[1], item);
  EXPECT_EQ(table->rows(), Texts{item});
}

TEST(FieldCases, B073_AKeyThatStandsTwiceInABatchIsRefused) {
  TestDatabase database;
  const TestTable strings = database.create({.name = "strings", .hash = "pk:S"});
  const TestTable numbers = database.create({.name = "numbers", .hash = "pk:N"});
  const auto put = [&strings](std::string_view key) {
    return put_of(strings, R"({"pk":{"S":")" + std::string(key) + R"("}})");
  };
  const auto put_number = [&numbers](std::string_view key) {
    return put_of(numbers, R"({"pk":{"N":")" + std::string(key) + R"("}})");
  };
  EXPECT_TRUE(write_each({put("1"), put("1")}).status.is(Error::kKeysTwice));
  EXPECT_TRUE(write_each({put("2"), erase_of(strings, {s("2")})}).status.is(Error::kKeysTwice));
  EXPECT_TRUE(write_each({put_number("1"), put_number("1.0")}).status.is(Error::kKeysTwice));
  EXPECT_TRUE(write_each({put_number("100"), put("1"), erase_of(numbers, {n("1e2")})}).status.is(Error::kKeysTwice));
  std::vector<Act> many;
  for (int i = 0; i < 1000; ++i) many.push_back(put(std::to_string(i)));
  many.push_back(put("0"));  // in another chunk than the first
  EXPECT_TRUE(write_each(many).status.is(Error::kKeysTwice));
  EXPECT_EQ(strings.rows(), Texts{});
  EXPECT_EQ(numbers.rows(), Texts{});
  EXPECT_TRUE(write_each({put("1"), put_number("1"), put_number("-1")}).status.ok());
}

// 101 keys are refused in DynamoDB mode only; the conformance case of this id is about that.
TEST(FieldCases, B074_AKeyThatStandsTwiceInABatchOfReadsIsRefused) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  TestTable numbers = database.create({.name = "numbers", .hash = "pk:N"});
  ASSERT_TRUE(table.put(R"({"pk":{"S":"id1"}})").ok());
  const auto read = [&database](const TestTable& from, const std::vector<Value>& keys) {
    const std::vector<ValueView> views = views_of(keys);
    std::vector<AlignedBuffer> items(keys.size());
    std::vector<LookupRequest> lookups;
    for (size_t i = 0; i < keys.size(); ++i) lookups.push_back({&from.handle(), {&views[i], 1}, &items[i]});
    ActionOutcomes outcomes;
    return database->get_all({lookups, 0, {}, &outcomes});
  };
  EXPECT_TRUE(read(table, {s("id1"), s("id1"), s("id2")}).is(Error::kKeysTwice));
  EXPECT_TRUE(read(table, {s("id2"), s("id1"), s("id2")}).is(Error::kKeysTwice));
  EXPECT_TRUE(read(numbers, {n("1"), n("1.0")}).is(Error::kKeysTwice));
  EXPECT_TRUE(read(table, {}).is(Error::kBatchEmpty));
  EXPECT_TRUE(read(table, {s("id1"), s("id2")}).ok());
}

// By a single put, and its stored size: item_cases_test.cc.
TEST(FieldCases, B104_SizeIsThatOfTheNumbersInBatchesAndTransactions) {
  TestDatabase database;
  const TestTable table = database.create({.hash = "pk:S"});
  // 10 names of 2 bytes, 90 of 3, 900 of 4 and 7,000 of 5, 2 for each number, 3 for the key: 54,893. "z" and its text fill up.
  const auto item = [](std::string_view number, size_t pad) {
    std::string json = R"({"pk":{"S":"p"},"z":{"S":")" + std::string(pad, 'x') + "\"}";
    for (int i = 0; i < 8000; ++i) json += ",\"a" + std::to_string(i) + R"(":{"N":")" + std::string(number) + R"("})";
    return json + "}";
  };
  constexpr size_t kFits = 409600 - 54893 - 1;
  for (const std::string& number : {std::string("1E125"), "1" + std::string(125, '0')}) {
    EXPECT_TRUE(write_each({put_of(table, item(number, kFits))}).status.ok()) << number;
    EXPECT_TRUE(write_all({put_of(table, item(number, kFits))}).status.ok()) << number;
    EXPECT_TRUE(write_each({put_of(table, item(number, kFits + 1))}).status.is(Error::kItemTooLarge)) << number;
    EXPECT_TRUE(write_all({put_of(table, item(number, kFits + 1))}).status.is(Error::kItemTooLarge)) << number;
    EXPECT_EQ(TestItem(table.get({s("p")}).value_or("{}")).view().size_bytes(), 409600u);
  }
}

}  // namespace
}  // namespace sheaf
