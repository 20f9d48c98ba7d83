// Cases from the field: filters and key conditions in the expression language.
#include <gtest/gtest.h>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

constexpr auto kScan = StatementKind::kScan;

class FilterCases : public testing::Test {
 protected:
  // Whether the filter takes the one item {"pk":"p", ...}.
  bool takes(std::string_view more, const std::string& filter, const std::string& values) {
    EXPECT_TRUE(table_.put(R"({"pk":{"S":"p"})" + std::string(more) + "}").ok());
    const Answer given = answer(table_, scan_of(filter, values));
    EXPECT_TRUE(given.status.ok()) << given.status.message();
    EXPECT_EQ(given.scanned, 1u);
    return !given.rows.empty();
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "pk:S"});
};

TEST(FieldCases, B010_AFilterComparesBinaryAsUnsignedBytes) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:B"});
  // 7F, 80, 00, FF in base64.
  for (const char* const base64 : {"fw==", "gA==", "AA==", "/w=="}) {
    const std::string value = std::string(R"({"B":")") + base64 + R"("})";
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"sk":)" + value + R"(,"b":)" + value + "}").ok());
  }
  EXPECT_EQ(
      answer_rows(
          table,
          {.key = "pk = :p", .filter = "b < :b", .projection = "b", .values = R"({":p":{"S":"p"},":b":{"B":"gA=="}})"}),
      (Texts{R"({"b":{"B":"AA=="}})", R"({"b":{"B":"fw=="}})"}));
}

TEST(FieldCases, B023_TheLimitAppliesBeforeTheFilter) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
  const Texts states = {"ACTIVE", "INACTIVE", "INACTIVE"};
  Texts rows;
  for (int i = 0; i < 3; ++i) {
    rows.push_back(R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i + 1) + R"("},"st":{"S":")" + states[i] +
                   R"("}})");
    ASSERT_TRUE(table.put(rows.back()).ok());
  }
  Ask ask{.key = "pk = :p", .filter = "st = :s", .values = R"({":p":{"S":"p"},":s":{"S":"INACTIVE"}})", .row_limit = 1};
  const Texts expected[] = {{}, {rows[1]}, {rows[2]}};
  for (const Texts& expected_rows : expected) {
    const Answer page = answer(table, ask);
    EXPECT_EQ(page.rows, expected_rows);
    EXPECT_EQ(page.scanned, 1u);
    EXPECT_EQ(page.returned, expected_rows.size());
    EXPECT_EQ(page.end, Step::kPage);
    ASSERT_NE(page.token, ask.token);
    ask.token = page.token;
  }
  const Answer last = answer(table, ask);
  EXPECT_EQ(last.rows, Texts{});
  EXPECT_EQ(last.end, Step::kDone);
}

TEST_F(FilterCases, B025_AMissingAttributeIsUnequalToAValue) {
  const std::string values = R"({":w":{"S":"working"}})";
  EXPECT_TRUE(takes("", "st <> :w", values));
  EXPECT_FALSE(takes("", "st = :w", values));
  EXPECT_FALSE(takes("", "st < :w", values));
  EXPECT_TRUE(takes("", "NOT st = :w", values));
}

TEST_F(FilterCases, B026_TwoMissingAttributesAreNotEqual) {
  EXPECT_FALSE(takes("", "q = z", "{}"));
  EXPECT_TRUE(takes("", "q <> z", "{}"));
}

TEST_F(FilterCases, B028_MapsAndListsAreComparedByValue) {
  const char* const item =
      R"(,"m":{"M":{"x":{"N":"1"},"y":{"L":[{"N":"1"},{"S":"b"}]}}},"l":{"L":[{"N":"1"},{"S":"b"}]})";
  EXPECT_TRUE(takes(item, "m = :m", R"({":m":{"M":{"y":{"L":[{"N":"1.0"},{"S":"b"}]},"x":{"N":"1.00"}}}})"));
  EXPECT_TRUE(takes(item, "l = :l", R"({":l":{"L":[{"N":"1.0"},{"S":"b"}]}})"));
  EXPECT_FALSE(takes(item, "l = :l", R"({":l":{"L":[{"S":"b"},{"N":"1"}]}})"));
}

TEST_F(FilterCases, B029_NumbersHaveNoSize) {
  const char* const item = R"(,"cnt":{"N":"10"})";
  EXPECT_FALSE(takes(item, "size(cnt) = :v", R"({":v":{"N":"2"}})"));
  EXPECT_FALSE(takes(item, "size(cnt) = :v", R"({":v":{"N":"10"}})"));
  const Answer refused = answer(table_, scan_of("size(:n) = :v", R"({":n":{"N":"10"},":v":{"N":"2"}})"));
  ASSERT_FALSE(refused.status.ok());
  EXPECT_EQ(refused.status.error(), Error::kFunctionOperandType);
  EXPECT_STREQ(refused.status.aws_name(), "ValidationException");
}

TEST(FieldCases, B031_NotBindsTighterThanAndAndAndTighterThanOr) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  for (const char* const st : {"active", "inactive", "pending"})
    ASSERT_TRUE(table.put(std::string(R"({"pk":{"S":")") + st + R"("},"st":{"S":")" + st + R"("}})").ok());
  const std::string values = R"({":a":{"S":"active"},":p":{"S":"pending"}})";
  const Answer both = answer(table, scan_of("st = :a OR st = :p", values));
  EXPECT_EQ(both.returned, 2u);
  EXPECT_EQ(both.scanned, 3u);
  const std::string inactive = R"({"pk":{"S":"inactive"},"st":{"S":"inactive"}})";
  EXPECT_EQ(answer_rows(table, scan_of("NOT st = :a AND NOT (st = :p)", values)), Texts{inactive});
  // As (st = :p) OR ((st = :a) AND (st = :p)), and as (NOT st = :a) OR (st = :a).
  EXPECT_EQ(answer(table, scan_of("st = :p OR st = :a AND st = :p", values)).returned, 1u);
  EXPECT_EQ(answer(table, scan_of("NOT st = :a OR st = :a", R"({":a":{"S":"active"}})")).returned, 3u);
}

TEST_F(FilterCases, B032_InAndContainsCompareValuesAndFollowPaths) {
  const char* const item = R"(,"n":{"N":"1"},"a":{"M":{"b":{"N":"2"}}},"l":{"L":[{"N":"1"}]})";
  const std::string values = R"({":x":{"N":"1.0"}})";
  EXPECT_TRUE(takes(item, "n IN (:x)", values));
  EXPECT_TRUE(takes(item, "a.b IN (:y)", R"({":y":{"N":"2.00"}})"));
  EXPECT_TRUE(takes(item, "contains(l, :x)", values));
  EXPECT_FALSE(takes(item, "contains(gone, :x)", values));
}

TEST_F(FilterCases, B005_ContainsTellsNumbersOfManyDigitsApart) {
  const char* const item = R"(,"s":{"NS":["12345678901234567890","12345678901234567891"]})";
  EXPECT_TRUE(takes(item, "contains(s, :n)", R"({":n":{"N":"12345678901234567891"}})"));
  EXPECT_FALSE(takes(item, "contains(s, :n)", R"({":n":{"N":"12345678901234567892"}})"));
}

TEST_F(FilterCases, B076_BeginsWithAndContainsOfBinaryAreAboutBytes) {
  const char* const item = R"(,"b":{"B":"YWJj"})";
  EXPECT_TRUE(takes(item, "begins_with(b, :b)", R"({":b":{"B":"YWI="}})"));
  EXPECT_TRUE(takes(item, "contains(b, :b)", R"({":b":{"B":"Yg=="}})"));
  EXPECT_FALSE(takes(item, "begins_with(b, :b)", R"({":b":{"B":"Yg=="}})"));
}

TEST(FieldCases, B052_AllPartitionAttributesOfAnIndexAreNeeded) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"multi", "tenant:S region:S", "d:S"}}});
  const std::string eu = R"({"d":{"S":"1"},"pk":{"S":"a"},"region":{"S":"eu"},"tenant":{"S":"t1"}})";
  ASSERT_TRUE(table.put(eu).ok());
  ASSERT_TRUE(table.put(R"({"d":{"S":"1"},"pk":{"S":"b"},"region":{"S":"us"},"tenant":{"S":"t1"}})").ok());
  const Status refused = prepare_error(table, {.index = "multi", .key = "tenant = :t", .names = {}});
  EXPECT_STREQ(refused.aws_name(), "ValidationException");
  EXPECT_EQ(refused.aws_message(), "Query condition missed key schema element: region");
  const std::string by_region = "#r = :r AND tenant = :t";
  EXPECT_EQ(answer_rows(table, {.index = "multi",
                                .key = by_region,
                                .names = {{"#r", "region"}},
                                .values = R"({":t":{"S":"t1"},":r":{"S":"eu"}})"}),
            Texts{eu});
}

TEST(FieldCases, B053_AllSortAttributesOfAnIndexOrderItsRows) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"multi", "g:S", "state:S created:N"}}});
  const auto put = [&table](const char* state, int created) {
    const std::string number = std::to_string(created);
    ASSERT_TRUE(table
                    .put(R"({"pk":{"S":")" + (state + number) + R"("},"g":{"S":"g"},"state":{"S":")" + state +
                         R"("},"created":{"N":")" + number + R"("}})")
                    .ok());
  };
  put("open", 3);
  put("open", 1);
  put("closed", 2);
  const auto pk = [](const char* text) { return R"({"pk":{"S":")" + std::string(text) + R"("}})"; };
  Ask ask{.index = "multi", .key = "g = :g", .projection = "pk", .values = R"({":g":{"S":"g"}})"};
  EXPECT_EQ(answer_rows(table, ask), (Texts{pk("closed2"), pk("open1"), pk("open3")}));
  ask.direction = Direction::kBackward;
  EXPECT_EQ(answer_rows(table, ask), (Texts{pk("open3"), pk("open1"), pk("closed2")}));
  ask.key = "g = :g AND #s = :s AND created BETWEEN :a AND :b";
  ask.names = {{"#s", "state"}};
  ask.values = R"({":g":{"S":"g"},":s":{"S":"open"},":a":{"N":"1"},":b":{"N":"3"}})";
  EXPECT_EQ(answer_rows(table, ask), (Texts{pk("open3"), pk("open1")}));
}

TEST(FieldCases, B056_TheTablesKeyIsNoPartOfAnIndexKey) {
  TestDatabase database;
  TestTable table = database.create({.hash = "p:S", .indexes = {{"by_x", "x:S", ""}}});
  for (const char* const key : {"x = :x AND p = :p", "x = :x AND z = :p"}) {
    const Status refused = prepare_error(table, {.index = "by_x", .key = key});
    EXPECT_STREQ(refused.aws_name(), "ValidationException");
    EXPECT_EQ(refused.aws_message(), "Query key condition not supported");
  }
}

}  // namespace
}  // namespace sheaf
