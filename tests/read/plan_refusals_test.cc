// make_plan: every wrong shape and value, its kind of error and its text.
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using namespace test;

class PlanRefusals : public testing::Test {
 protected:
  // One store for all tests, which write nothing.
  static void SetUpTestSuite() {
    table_ = new BareTable({.hash = "pk:S",
                            .sort = "sk:S",
                            .indexes = {{"numbers", "np:N", "ns:N"},
                                        {"bytes", "bp:B", "bs:B"},
                                        {"plain", "gp:S", ""},
                                        {"many", "a:S b:N", "c:S d:N"}}});
  }
  static void TearDownTestSuite() {
    delete table_;
    table_ = nullptr;
  }

  static void expect_refused(const Query& query, Error error, std::string_view message) {
    const RequestOf request(query);
    const auto plan = make_plan(table_->table(), request.request());
    ASSERT_FALSE(plan.ok()) << message;
    EXPECT_EQ(plan.status().error(), error) << plan.status().message();
    EXPECT_EQ(plan.status().message(), message);
  }

  static BareTable* table_;
};
BareTable* PlanRefusals::table_ = nullptr;

TEST_F(PlanRefusals, AnUnknownIndex) {
  expect_refused({.index = "nope"}, Error::kNoIndex, "table 'tab' has no index 'nope'");
  expect_refused({.index = "Numbers"}, Error::kNoIndex, "table 'tab' has no index 'Numbers'");
}

TEST_F(PlanRefusals, ConditionsWithoutOperandsAndOperandsWithoutConditions) {
  expect_refused({.partition_op = RangeOp::kEqual}, Error::kRangeInvalid,
                 "the partition condition has an operator but no operand");
  expect_refused({.partition_op = RangeOp::kBeginsWith}, Error::kRangeInvalid,
                 "the partition condition has an operator but no operand");
  expect_refused({.sort = {s("s")}, .sort_op = RangeOp::kEqual}, Error::kRangeInvalid,
                 "a sort condition needs a partition key");
  expect_refused({.sort = {s("s")}}, Error::kRangeInvalid, "a sort condition needs a partition key");
  expect_refused({.sort_op = RangeOp::kEqual}, Error::kRangeInvalid, "a sort condition needs a partition key");
  expect_refused({.partition = {s("p")}, .sort_op = RangeOp::kLess}, Error::kRangeInvalid,
                 "the sort condition has an operator but no operand");
  expect_refused({.partition = {s("p")}, .sort = {s("s")}}, Error::kRangeInvalid,
                 "the sort condition has operands but no operator");
}

TEST_F(PlanRefusals, OperatorsThatAPartitionDoesNotTake) {
  for (const RangeOp op :
       {RangeOp::kLess, RangeOp::kLessEqual, RangeOp::kGreater, RangeOp::kGreaterEqual, RangeOp::kBetween}) {
    expect_refused({.partition = {s("p")}, .partition_op = op}, Error::kRangeInvalid,
                   "the partition key takes = or begins_with only");
  }
}

TEST_F(PlanRefusals, PartitionPrefixes) {
  constexpr std::string_view kOnePart =
      "begins_with on the partition key needs a key with one partition part and one operand";
  expect_refused({.partition = {s("p"), s("q")}, .partition_op = RangeOp::kBeginsWith}, Error::kRangeInvalid, kOnePart);
  expect_refused({.index = "many", .partition = {s("p")}, .partition_op = RangeOp::kBeginsWith}, Error::kRangeInvalid,
                 kOnePart);
  constexpr std::string_view kNoSort = "begins_with on the partition key takes no sort condition";
  expect_refused(
      {.partition = {s("p")}, .sort = {s("s")}, .sort_op = RangeOp::kEqual, .partition_op = RangeOp::kBeginsWith},
      Error::kRangeInvalid, kNoSort);
  expect_refused({.partition = {s("p")}, .sort_op = RangeOp::kEqual, .partition_op = RangeOp::kBeginsWith},
                 Error::kRangeInvalid, kNoSort);
  expect_refused({.index = "numbers", .partition = {n("1")}, .partition_op = RangeOp::kBeginsWith},
                 Error::kRangeInvalid, "begins_with needs a string or binary key; 'np' is a number");
  expect_refused({.partition = {b("p")}, .partition_op = RangeOp::kBeginsWith}, Error::kKeyType,
                 "key attribute 'pk' has type B; the key needs S");
  expect_refused({.partition = {b("")}, .partition_op = RangeOp::kBeginsWith}, Error::kKeyType,
                 "key attribute 'pk' has type B; the key needs S");
  expect_refused({.partition = {s(std::string(2049, 'x'))}, .partition_op = RangeOp::kBeginsWith},
                 Error::kPartitionKeyTooLong,
                 "the value of partition key 'pk' has 2049 bytes; at most 2048 are allowed");
}

TEST_F(PlanRefusals, CountsOfPartitionParts) {
  expect_refused({.partition = {s("p"), s("q")}}, Error::kRangeInvalid,
                 "the number of partition key parts is 2; it must be 1");
  expect_refused({.index = "many", .partition = {s("p")}}, Error::kRangeMissesPart,
                 "the condition gives 1 of 2 partition key parts; 'b' is missing");
  expect_refused({.index = "many", .partition = {s("p"), n("1"), n("2")}}, Error::kRangeInvalid,
                 "the number of partition key parts is 3; it must be 2");
}

TEST_F(PlanRefusals, CountsOfSortOperands) {
  constexpr std::string_view kTooMany = "the sort condition has more operands than the key has sort parts";
  expect_refused({.partition = {s("p")}, .sort = {s("s"), s("t")}, .sort_op = RangeOp::kEqual}, Error::kRangeInvalid,
                 kTooMany);
  expect_refused({.partition = {s("p")}, .sort = {s("r"), s("s"), s("t")}, .sort_op = RangeOp::kBetween},
                 Error::kRangeInvalid, kTooMany);
  expect_refused(
      {.index = "many", .partition = {s("p"), n("1")}, .sort = {s("c"), n("1"), n("2")}, .sort_op = RangeOp::kLess},
      Error::kRangeInvalid, kTooMany);
  expect_refused({.partition = {s("p")}, .sort = {s("s")}, .sort_op = RangeOp::kBetween}, Error::kRangeInvalid,
                 "between needs two operands");
  expect_refused({.index = "plain", .partition = {s("p")}, .sort = {s("s")}, .sort_op = RangeOp::kEqual},
                 Error::kRangeInvalid, "the key has no sort part");
  expect_refused({.index = "plain", .partition = {s("p")}, .sort = {s("s"), s("t")}, .sort_op = RangeOp::kBetween},
                 Error::kRangeInvalid, "the key has no sort part");
}

TEST_F(PlanRefusals, BetweenTheWrongWayRound) {
  constexpr std::string_view kOrder = "between needs its lower operand first";
  expect_refused({.partition = {s("p")}, .sort = {s("b"), s("a")}, .sort_op = RangeOp::kBetween}, Error::kRangeInvalid,
                 kOrder);
  expect_refused({.partition = {s("p")}, .sort = {s("\u0080"), s("\x7F")}, .sort_op = RangeOp::kBetween},
                 Error::kRangeInvalid, kOrder);
  expect_refused({.index = "numbers", .partition = {n("1")}, .sort = {n("10"), n("9")}, .sort_op = RangeOp::kBetween},
                 Error::kRangeInvalid, kOrder);
  expect_refused({.index = "numbers", .partition = {n("1")}, .sort = {n("-9"), n("-10")}, .sort_op = RangeOp::kBetween},
                 Error::kRangeInvalid, kOrder);
}

TEST_F(PlanRefusals, ValuesOfAnotherType) {
  expect_refused({.partition = {n("1")}}, Error::kKeyType, "key attribute 'pk' has type N; the key needs S");
  expect_refused({.partition = {make_null()}}, Error::kKeyType, "key attribute 'pk' has type NULL; the key needs S");
  for (const RangeOp op : {RangeOp::kEqual, RangeOp::kLess, RangeOp::kLessEqual, RangeOp::kGreater,
                           RangeOp::kGreaterEqual, RangeOp::kBeginsWith}) {
    expect_refused({.partition = {s("p")}, .sort = {b("s")}, .sort_op = op}, Error::kKeyType,
                   "key attribute 'sk' has type B; the key needs S");
  }
  const std::vector<Value> wrong_low{b("s"), s("t")};
  const std::vector<Value> wrong_high{s("s"), n("1")};
  expect_refused({.partition = {s("p")}, .sort = wrong_low, .sort_op = RangeOp::kBetween}, Error::kKeyType,
                 "key attribute 'sk' has type B; the key needs S");
  expect_refused({.partition = {s("p")}, .sort = wrong_high, .sort_op = RangeOp::kBetween}, Error::kKeyType,
                 "key attribute 'sk' has type N; the key needs S");
  expect_refused({.index = "many", .partition = {s("p"), n("1")}, .sort = {n("1"), n("1")}, .sort_op = RangeOp::kEqual},
                 Error::kKeyType, "key attribute 'c' has type N; the key needs S");
}

TEST_F(PlanRefusals, PrefixesOfNumbers) {
  expect_refused({.index = "numbers", .partition = {n("1")}, .sort = {n("1")}, .sort_op = RangeOp::kBeginsWith},
                 Error::kRangeInvalid, "begins_with needs a string or binary key; 'ns' is a number");
}

TEST_F(PlanRefusals, EmptyValues) {
  expect_refused({.partition = {s("")}}, Error::kKeyEmptyString, "key attribute 'pk' is an empty string");
  expect_refused({.partition = {s("p")}, .sort = {s("")}, .sort_op = RangeOp::kGreater}, Error::kKeyEmptyString,
                 "key attribute 'sk' is an empty string");
  expect_refused({.index = "bytes", .partition = {b("")}}, Error::kKeyEmptyBinary,
                 "key attribute 'bp' is an empty binary");
  expect_refused({.index = "bytes", .partition = {b("p")}, .sort = {b(""), b("x")}, .sort_op = RangeOp::kBetween},
                 Error::kKeyEmptyBinary, "key attribute 'bs' is an empty binary");
}

TEST_F(PlanRefusals, ValuesThatAreTooLong) {
  expect_refused({.partition = {s(std::string(2049, 'x'))}}, Error::kPartitionKeyTooLong,
                 "the value of partition key 'pk' has 2049 bytes; at most 2048 are allowed");
  for (const RangeOp op : {RangeOp::kEqual, RangeOp::kLess, RangeOp::kBeginsWith}) {
    expect_refused({.partition = {s("p")}, .sort = {s(std::string(1025, 'x'))}, .sort_op = op}, Error::kSortKeyTooLong,
                   "the value of sort key 'sk' has 1025 bytes; at most 1024 are allowed");
  }
}

TEST_F(PlanRefusals, TheLongestValuesAreTaken) {
  const Query longest{
      .partition = {s(std::string(2048, 'x'))}, .sort = {s(std::string(1024, 'y'))}, .sort_op = RangeOp::kEqual};
  const RequestOf request(longest);
  EXPECT_TRUE(make_plan(table_->table(), request.request()).ok());
}

}  // namespace
}  // namespace sheaf
