// Cursors over local and multi-part indexes, without catalog and facade; through them: tests/shapes.
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

TEST(CursorShapes, LocalIndex) {
  BareTable table({.hash = "pk:S", .sort = "sk:S", .indexes = {{"l", "pk:S", "ls:N", "KEYS_ONLY", IndexKind::kLocal}}});
  const std::string one = R"({"ls":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"b"}})";
  const std::string also_one = R"({"ls":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"c"}})";
  const std::string minus = R"({"ls":{"N":"-5"},"pk":{"S":"p"},"sk":{"S":"z"}})";
  for (const std::string& json : {also_one, one, minus}) ASSERT_TRUE(table.put(json).ok());
  ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"sk":{"S":"not in the index"}})").ok());
  ASSERT_TRUE(table.put(R"({"pk":{"S":"q"},"sk":{"S":"b"},"ls":{"N":"1"}})").ok());
  EXPECT_EQ(table.rows({.index = "l", .partition = {s("p")}}), (Rows{minus, one, also_one}));
  EXPECT_EQ(table.rows({.index = "l", .partition = {s("p")}, .direction = Direction::kBackward}),
            (Rows{also_one, one, minus}));
  const Query positive{.index = "l", .partition = {s("p")}, .sort = {n("0")}, .sort_op = RangeOp::kGreater};
  EXPECT_EQ(table.rows(positive), (Rows{one, also_one}));
  EXPECT_TRUE(table.verify().is_clean());
  EXPECT_EQ(table.verify().rows, 4u);
}

TEST(CursorShapes, LocalIndexGivesFullItemsAndKeys) {
  BareTable table({.hash = "pk:N", .sort = "sk:B", .indexes = {{"l", "pk:N", "ls:S", "KEYS_ONLY", IndexKind::kLocal}}});
  const std::string item = R"({"ls":{"S":"x"},"pk":{"N":"-7"},"sk":{"B":"AAE="},"v":{"BOOL":false}})";
  const std::string keys = R"({"ls":{"S":"x"},"pk":{"N":"-7"},"sk":{"B":"AAE="}})";
  ASSERT_TRUE(table.put(item).ok());
  EXPECT_EQ(table.rows({.index = "l", .content = RowContent::kFullItem}), Rows{item});
  EXPECT_EQ(table.rows({.index = "l", .content = RowContent::kKeysOnly}), Rows{keys});
}

TEST(CursorShapes, MultiPartIndexIsOrderedPartByPart) {
  BareTable table({.hash = "pk:S", .indexes = {{"g", "a:S b:N", "c:S d:N", "KEYS_ONLY"}}});
  const auto put = [&table](std::string_view pk, std::string_view a, int b, std::string_view c, int d) {
    const auto text = [](std::string_view value) { return R"({"S":")" + std::string(value) + "\"}"; };
    const auto number = [](int value) { return R"({"N":")" + std::to_string(value) + "\"}"; };
    const std::string json = R"({"a":)" + text(a) + R"(,"b":)" + number(b) + R"(,"c":)" + text(c) + R"(,"d":)" +
                             number(d) + R"(,"pk":)" + text(pk) + "}";
    EXPECT_TRUE(table.put(json).ok());
    return json;
  };
  const std::string c_minus = put("1", "A", 1, "c", -3);
  const std::string c_ten = put("2", "A", 1, "c", 10);
  const std::string c_nine = put("3", "A", 1, "c", 9);
  const std::string cc_zero = put("4", "A", 1, "cc", 0);
  put("5", "A", 2, "c", 5);
  put("6", "AA", 1, "c", 5);
  const auto rows = [&table](RangeOp op, const std::vector<Value>& sort) {
    return table.rows({.index = "g", .partition = {s("A"), n("1")}, .sort = sort, .sort_op = op});
  };
  EXPECT_EQ(rows(RangeOp::kAll, {}), (Rows{c_minus, c_nine, c_ten, cc_zero}));
  EXPECT_EQ(rows(RangeOp::kEqual, {s("c")}), (Rows{c_minus, c_nine, c_ten}));
  EXPECT_EQ(rows(RangeOp::kBeginsWith, {s("c")}), (Rows{c_minus, c_nine, c_ten, cc_zero}));
  EXPECT_EQ(rows(RangeOp::kGreater, {s("c")}), Rows{cc_zero});
  EXPECT_EQ(rows(RangeOp::kLess, {s("cc")}), (Rows{c_minus, c_nine, c_ten}));
  EXPECT_EQ(rows(RangeOp::kGreater, {s("c"), n("0")}), (Rows{c_nine, c_ten}));
  EXPECT_EQ(rows(RangeOp::kBetween, {s("c"), n("-3"), n("9")}), (Rows{c_minus, c_nine}));
  EXPECT_EQ(rows(RangeOp::kEqual, {s("c"), n("10.0")}), Rows{c_ten});
  EXPECT_EQ(rows(RangeOp::kEqual, {s("cc"), n("10.0")}), Rows{});
  EXPECT_TRUE(table.verify().is_clean());
}

}  // namespace
}  // namespace sheaf
