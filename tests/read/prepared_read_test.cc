// PreparedRead: what a query or scan may ask of a table or index, and what is read for it (dynamodb-semantics.md 4.8, 5.8, 6.4).
#include "engine/read/prepared_read.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using namespace test;

constexpr auto kQuery = ReadOperation::kQuery;
constexpr auto kScan = ReadOperation::kScan;

// g: KEYS_ONLY; some: INCLUDE a; all: ALL; l: local, INCLUDE a.
BareTable make_table() {
  return BareTable({.hash = "pk:S",
                    .sort = "sk:S",
                    .indexes = {{"g", "gp:S", "gs:S", "KEYS_ONLY"},
                                {"some", "gp:S", "", "INCLUDE a"},
                                {"all", "gp:S", "gs:S", "ALL"},
                                {"l", "pk:S", "ls:S", "INCLUDE a", IndexKind::kLocal}}});
}

struct Text {
  ReadOperation operation = kQuery;
  const char* index = nullptr;
  const char* key = nullptr;
  const char* filter = nullptr;
  const char* projection = nullptr;
  RowContent content = RowContent::kStored;
  Direction direction = Direction::kForward;
};

class PreparedReads : public testing::Test {
 protected:
  Result<PreparedRead> prepare(const Text& text) {
    ReadText read;
    read.operation = text.operation;
    if (text.index != nullptr) read.index = text.index;
    if (text.key != nullptr) read.key = text.key;
    if (text.filter != nullptr) read.filter = text.filter;
    if (text.projection != nullptr) read.projection = text.projection;
    read.content = text.content;
    read.direction = text.direction;
    vocabulary_ = Vocabulary();
    return PreparedRead::prepare(table_.table(), read, &vocabulary_);
  }

  void expect_error(const Text& text, Error error, const char* aws) {
    const auto read = prepare(text);
    ASSERT_FALSE(read.ok()) << aws;
    EXPECT_EQ(read.status().error(), error) << read.status().message();
    EXPECT_EQ(read.status().aws_message(), aws);
  }

  struct Reads {
    RowContent content = RowContent::kStored;
    std::string paths = "all";  // of what is taken of each row
  };
  void expect_reads(const Text& text, const Reads& expected) {
    const auto read = prepare(text);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read->content(), expected.content) << (text.filter != nullptr ? text.filter : "no filter");
    std::string paths;
    if (const PathTree* const tree = read->row_paths(); tree == nullptr) {
      paths = "all";
    } else {
      for (const PathNode& node : tree->root().children) paths += (paths.empty() ? "" : " ") + node.element.name;
    }
    EXPECT_EQ(paths, expected.paths) << (text.filter != nullptr ? text.filter : "no filter");
  }

  BareTable table_ = make_table();
  Vocabulary vocabulary_;
};

TEST_F(PreparedReads, AQueryNeedsAKeyCondition) {
  expect_error({.filter = "a = :a"}, Error::kKeyConditionMissing,
               "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
}

// C103.
TEST_F(PreparedReads, AnUnknownIndexIsRefused) {
  expect_error({.operation = kScan, .index = "none"}, Error::kNoIndex,
               "The table does not have the specified index: none");
}

TEST_F(PreparedReads, TheKeyConditionIsThatOfTheIndex) {
  EXPECT_TRUE(prepare({.index = "g", .key = "gp = :g AND gs > :s"}).ok());
  EXPECT_TRUE(prepare({.index = "l", .key = "pk = :p AND begins_with(ls, :s)"}).ok());
  expect_error({.index = "g", .key = "pk = :p"}, Error::kKeyConditionMissesPart,
               "Query condition missed key schema element: gp");
  expect_error({.index = "l", .key = "pk = :p AND sk = :s"}, Error::kKeyConditionMissesPart,
               "Query condition missed key schema element: ls");
}

// C056.
TEST_F(PreparedReads, TheFilterOfAQueryMayNotUseTheKeysOfWhatIsQueried) {
  expect_error({.key = "pk = :p", .filter = "pk = :q"}, Error::kFilterOnKey,
               "Filter Expression can only contain non-primary key attributes: Primary key attribute: pk");
  expect_error({.key = "pk = :p", .filter = "a = :a OR attribute_exists(sk)"}, Error::kFilterOnKey,
               "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");
  expect_error({.index = "g", .key = "gp = :g", .filter = "gs = :s"}, Error::kFilterOnKey,
               "Filter Expression can only contain non-primary key attributes: Primary key attribute: gs");
  expect_error({.index = "l", .key = "pk = :p", .filter = "ls = :s"}, Error::kFilterOnKey,
               "Filter Expression can only contain non-primary key attributes: Primary key attribute: ls");
}

TEST_F(PreparedReads, TheFilterOfAScanMayUseKeys) {
  EXPECT_TRUE(prepare({.operation = kScan, .filter = "pk = :p AND sk = :s"}).ok());
  EXPECT_TRUE(prepare({.operation = kScan, .index = "g", .filter = "gp = :g AND gs = :s"}).ok());
}

// C057.
TEST_F(PreparedReads, TheFilterOfAnIndexQueryMayUseTheTablesKey) {
  EXPECT_TRUE(prepare({.index = "g", .key = "gp = :g", .filter = "pk = :p AND sk = :s"}).ok());
  EXPECT_TRUE(prepare({.index = "l", .key = "pk = :p", .filter = "sk = :s"}).ok());
  EXPECT_TRUE(prepare({.key = "pk = :p", .filter = "gp = :g"}).ok());
}

TEST_F(PreparedReads, PathsDoNotGoIntoKeyAttributes) {
  constexpr const char* kKey =
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk";
  constexpr const char* kIndexKey =
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: gs";
  expect_error({.operation = kScan, .filter = "pk.x = :v"}, Error::kKeyNotScalar, kKey);
  expect_error({.operation = kScan, .projection = "a, pk[0]"}, Error::kKeyNotScalar, kKey);
  expect_error({.operation = kScan, .filter = "a = :v OR gs[1] = :v"}, Error::kKeyNotScalar, kIndexKey);
  expect_error({.index = "g", .key = "gp = :g", .projection = "gs.x"}, Error::kKeyNotScalar, kIndexKey);
}

// C106.
TEST_F(PreparedReads, AProjectionOfAGlobalIndexNamesOnlyWhatItHolds) {
  expect_error({.index = "some", .key = "gp = :g", .projection = "a, x, y.z"}, Error::kNotProjected,
               "One or more parameter values were invalid: Global secondary index some does not project [x, y]");
  expect_error({.operation = kScan, .index = "g", .projection = "a"}, Error::kNotProjected,
               "One or more parameter values were invalid: Global secondary index g does not project [a]");
  expect_reads({.index = "some", .key = "gp = :g", .projection = "a, pk, sk, gp"}, {.paths = "a gp pk sk"});
  expect_reads({.index = "all", .key = "gp = :g", .projection = "x"}, {.paths = "x"});
  expect_reads({.index = "some", .key = "gp = :g", .projection = "x", .content = RowContent::kFullItem},
               {.content = RowContent::kFullItem, .paths = "x"});
}

TEST_F(PreparedReads, AFilterOfAGlobalIndexSeesWhatItHolds) {
  expect_reads({.index = "some", .key = "gp = :g", .filter = "x = :v"}, {});
  expect_reads({.index = "some", .key = "gp = :g", .filter = "x = :v", .content = RowContent::kFullItem},
               {.content = RowContent::kFullItem});
}

TEST_F(PreparedReads, ALocalIndexFetchesWhatItDoesNotHold) {
  expect_reads({.index = "l", .key = "pk = :p", .filter = "a = :v", .projection = "a, sk"}, {.paths = "a sk"});
  expect_reads({.index = "l", .key = "pk = :p", .projection = "x"}, {.content = RowContent::kFullItem, .paths = "x"});
  expect_reads({.index = "l", .key = "pk = :p", .filter = "x = :v", .projection = "a"},
               {.content = RowContent::kFullItem, .paths = "a"});
  // The rows hold what they hold without the filter.
  expect_reads({.index = "l", .key = "pk = :p", .filter = "x = :v"},
               {.content = RowContent::kFullItem, .paths = "a ls pk sk"});
}

TEST_F(PreparedReads, WhereTheRowIsTheWholeItemNothingIsFetched) {
  expect_reads({.key = "pk = :p", .content = RowContent::kFullItem}, {});
  expect_reads({.index = "all", .key = "gp = :g", .content = RowContent::kFullItem}, {});
  expect_reads({.index = "g", .key = "gp = :g", .content = RowContent::kFullItem}, {.content = RowContent::kFullItem});
}

TEST_F(PreparedReads, KeysOnlyReadsItemsWhereTheFilterNeedsThem) {
  constexpr auto kKeys = RowContent::kKeysOnly;
  expect_reads({.operation = kScan, .content = kKeys}, {.content = kKeys});
  expect_reads({.operation = kScan, .filter = "begins_with(pk, :p)", .content = kKeys}, {.content = kKeys});
  expect_reads({.operation = kScan, .filter = "a = :a", .content = kKeys}, {.paths = "pk sk"});
  expect_reads({.index = "some", .key = "gp = :g", .filter = "pk = :p", .content = kKeys}, {.content = kKeys});
  expect_reads({.index = "some", .key = "gp = :g", .filter = "a = :a", .content = kKeys}, {.paths = "gp pk sk"});
  expect_reads({.index = "l", .key = "pk = :p", .filter = "x = :x", .content = kKeys},
               {.content = RowContent::kFullItem, .paths = "ls pk sk"});
}

TEST_F(PreparedReads, ThePlanIsTheRangeOfTheKeyCondition) {
  const auto read = prepare({.key = "pk = :p AND sk >= :s", .direction = Direction::kBackward});
  ASSERT_TRUE(read.ok());
  const Value p = s("a");
  const Value sk = s("m");
  const std::vector<ValueView> values = {p.view(), sk.view()};
  ASSERT_TRUE(read->check(values).ok());
  const auto plan = read->plan(values);
  ASSERT_TRUE(plan.ok());
  RangeRequest request;
  const ValueView partition[] = {p.view()};
  const ValueView sort[] = {sk.view()};
  request.partition = partition;
  request.partition_op = RangeOp::kEqual;
  request.sort = sort;
  request.sort_op = RangeOp::kGreaterEqual;
  const auto expected = make_plan(table_.table(), request);
  ASSERT_TRUE(expected.ok());
  EXPECT_EQ(plan->range.lower, expected->range.lower);
  EXPECT_EQ(plan->range.upper, expected->range.upper);
  EXPECT_EQ(plan->direction, Direction::kBackward);
  EXPECT_EQ(plan->kind, ReadKind::kQuery);
  EXPECT_EQ(&plan->family(), &table_.table().base());
}

TEST_F(PreparedReads, AScansPlanIsEverything) {
  const auto read = prepare({.operation = kScan, .index = "g", .filter = "pk = :p"});
  ASSERT_TRUE(read.ok());
  const Value p = s("a");
  const std::vector<ValueView> values = {p.view()};
  const auto plan = read->plan(values);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->range.lower, "");
  EXPECT_EQ(plan->range.upper, "");
  EXPECT_EQ(plan->kind, ReadKind::kWholeTable);
  EXPECT_EQ(&plan->family(), table_.index("g").family.get());
}

TEST_F(PreparedReads, ValuesAreCheckedForKeyConditionAndFilter) {
  const auto read = prepare({.key = "pk = :p", .filter = "a < :v"});
  ASSERT_TRUE(read.ok());
  const Value text = s("a");
  const Value truth = make_bool(1);
  EXPECT_TRUE(read->check(std::vector<ValueView>{text.view(), text.view()}).ok());
  EXPECT_EQ(read->check(std::vector<ValueView>{truth.view(), text.view()}).error(), Error::kKeyConditionType);
  EXPECT_EQ(read->check(std::vector<ValueView>{text.view(), truth.view()}).error(), Error::kOperatorOperandType);
  EXPECT_EQ(read->check(std::vector<ValueView>{text.view(), ValueView()}).error(), Error::kValueUndefined);
}

}  // namespace
}  // namespace sheaf
