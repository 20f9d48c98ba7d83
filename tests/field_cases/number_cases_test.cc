// Cases from the field: numbers, through whole tables and indexes. The codec's own part is in tests/item.
#include <gtest/gtest.h>

#include "engine/item/item_builder.h"
#include "engine/item/json.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

std::string row(std::string_view pk, std::string_view sk_number) {
  return R"({"pk":{"S":")" + std::string(pk) + R"("},"sk":{"N":")" + std::string(sk_number) + R"("}})";
}

TEST(FieldCases, B001_NumericSortKeysComeInNumericOrder) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
  for (const std::string_view sk : {"2", "1", "10", "3"}) ASSERT_TRUE(table.put(row("m", sk)).ok());
  EXPECT_EQ(table.rows({.partition = {s("m")}}), (Texts{row("m", "1"), row("m", "2"), row("m", "3"), row("m", "10")}));
  EXPECT_EQ(table.rows({.partition = {s("m")}, .direction = Direction::kBackward}),
            (Texts{row("m", "10"), row("m", "3"), row("m", "2"), row("m", "1")}));
}

TEST(FieldCases, B002_NegativeFractionsInAnIndexAreInNumericOrder) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_g", "gp:S", "gs:N"}}});
  const std::pair<std::string, std::string> items[] = {{"a", "-0.6"}, {"b", "-0.7"}, {"c", "0.05"}, {"d", "-10"}};
  for (const auto& [pk, gs] : items) {
    ASSERT_TRUE(table.put(R"({"pk":{"S":")" + pk + R"("},"gp":{"S":"x"},"gs":{"N":")" + gs + R"("}})").ok());
  }
  // column() reads the mirror too.
  EXPECT_EQ(table.column("pk", {.index = "by_g", .partition = {s("x")}}),
            (Texts{R"({"S":"d"})", R"({"S":"b"})", R"({"S":"a"})", R"({"S":"c"})"}));
  EXPECT_EQ(table.column("gs", {.index = "by_g", .partition = {s("x")}}),
            (Texts{R"({"N":"-10"})", R"({"N":"-0.7"})", R"({"N":"-0.6"})", R"({"N":"0.05"})"}));
}

TEST(FieldCases, B004_RangesOfNumbersGoByValueNotByText) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N", .indexes = {{"by_g", "pk:S", "sk:N"}}});
  for (const std::string_view sk : {"16.4", "24.5", "5.2"}) ASSERT_TRUE(table.put(row("p", sk)).ok());
  for (const std::string index : {"", "by_g"}) {
    Query query{.index = index, .partition = {s("p")}, .sort = {n("10")}, .sort_op = RangeOp::kGreater};
    EXPECT_EQ(table.column("sk", query), (Texts{R"({"N":"16.4"})", R"({"N":"24.5"})"}));
    query.sort = {n("5.20"), n("16.40")};
    query.sort_op = RangeOp::kBetween;
    EXPECT_EQ(table.column("sk", query), (Texts{R"({"N":"5.2"})", R"({"N":"16.4"})"}));
  }
}

// contains in a filter and DELETE of a member: update_cases_test.cc.
TEST(FieldCases, B005_NumberSetsKeepEveryDigit) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"ns":{"NS":["123456789012345678901234567890","1.00"]}})").ok());
  EXPECT_EQ(table.get({s("p")}), R"({"ns":{"NS":["1","123456789012345678901234567890"]},"pk":{"S":"p"}})");
}

// Sums: update_cases_test.cc.
TEST(FieldCases, B007_NumbersOutOfRangeAreRefusedAndTheItemStays) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_n", "n:N", ""}}});
  const std::string item = R"({"n":{"N":"1"},"pk":{"S":"p"}})";
  ASSERT_TRUE(table.put(item).ok());
  const std::pair<std::string_view, Error> numbers[] = {
      {"1e-1000000", Error::kNumberUnderflow},
      {"1e1000000", Error::kNumberOverflow},
      {"1e99999999999999999999", Error::kNumberOverflow},
      {"123456789012345678901234567890123456789", Error::kNumberPrecision}};
  ItemBuilder builder;
  for (const auto& [number, error] : numbers) {
    const std::string json = R"({"pk":{"S":"p"},"n":{"N":")" + std::string(number) + R"("}})";
    const Status status = parse_item_json(JsonDialect::kDynamoDb, json, &builder);
    ASSERT_FALSE(status.ok()) << number;
    EXPECT_EQ(status.error(), error) << number;
    EXPECT_EQ(status.code(), StatusCode::kLIMIT) << number;
    EXPECT_FALSE(table.put(TestItem::of_bytes(builder.finish().bytes())).ok()) << "nothing is left to put";
  }
  EXPECT_EQ(table.rows(), Texts{item});
  EXPECT_EQ(table.rows({.index = "by_n"}), Texts{item});
}

TEST(FieldCases, B008_SpellingsOfOneNumberAreOneKey) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:N"});
  ASSERT_TRUE(table.put(R"({"pk":{"N":"1000"},"v":{"S":"a"}})").ok());
  EXPECT_EQ(table.get({n("1e3")}), R"({"pk":{"N":"1000"},"v":{"S":"a"}})");
  EXPECT_EQ(table.put_over(R"({"pk":{"N":"1000.0"},"v":{"S":"b"}})"), R"({"pk":{"N":"1000"},"v":{"S":"a"}})");
  for (const std::string_view spelling : {"+1000", "001000", "1E+3"}) {
    EXPECT_EQ(table.get({n(spelling)}), R"({"pk":{"N":"1000"},"v":{"S":"b"}})") << spelling;
  }
  EXPECT_EQ(table.rows(), Texts{R"({"pk":{"N":"1000"},"v":{"S":"b"}})"});
}

// Waits for named queries: the same through a declared access path.
TEST(FieldCases, B119_ZeroIsAValueOfANumericSortKey) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "seq:N"});
  for (int seq = 1; seq <= 9; ++seq) {
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"seq":{"N":")" + std::to_string(seq) + R"("}})").ok());
  }
  EXPECT_EQ(table.column("seq", {.partition = {s("p")}, .sort = {n("5")}, .sort_op = RangeOp::kGreaterEqual}),
            (Texts{R"({"N":"5"})", R"({"N":"6"})", R"({"N":"7"})", R"({"N":"8"})", R"({"N":"9"})"}));
  EXPECT_EQ(table.column("seq", {.partition = {s("p")}, .sort = {n("0")}, .sort_op = RangeOp::kEqual}), Texts{});
}

}  // namespace
}  // namespace sheaf
