// Cases from the field: JSON, sizes, and whole items through a table and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/item/item_builder.h"
#include "engine/item/json.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

TEST(FieldCases, B077_MalformedBase64IsRefused) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ItemBuilder builder;
  for (const std::string_view text : {"AQI", "A===", "A Q="}) {
    const std::string json = R"({"pk":{"S":"p"},"b":{"B":")" + std::string(text) + R"("}})";
    const Status status = parse_item_json(JsonDialect::kDynamoDb, json, &builder);
    ASSERT_FALSE(status.ok()) << text;
    EXPECT_EQ(status.error(), Error::kBase64) << text;
    EXPECT_GE(status.offset(), 24) << text;  // inside the base64 text
  }
  const std::string empty = R"({"b":{"B":""},"pk":{"S":"p"}})";
  ASSERT_TRUE(table.put(empty).ok());
  EXPECT_EQ(table.get({s("p")}), empty);
}

// Waits for export and import. Here: through a table.
TEST(FieldCases, B082_EmptyValuesKeepTheirTypes) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const std::string item =
      R"({"b":{"B":""},"l":{"L":[]},"m":{"M":{}},"nul":{"NULL":true},"pk":{"S":"p"},"s":{"S":""}})";
  ASSERT_TRUE(table.put(item).ok());
  EXPECT_EQ(table.get({s("p")}), item);
}

// Waits for export and import. Here: through a table and an index.
TEST(FieldCases, B083_EveryTypeComesBack) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_s", "s:S", ""}}});
  const std::string item =
      R"({"b":{"B":"AAH/"},"bool":{"BOOL":true},"bs":{"BS":["AA==","AQI="]},"l":{"L":[{"N":"1"},{"L":[{"NULL":true}]}]},)"
      R"("m":{"M":{"k":{"M":{"ss":{"SS":["x"]}}}}},"n":{"N":"-12345678901234567890123456789012345678"},"ns":{"NS":["-1","0","1.5"]},)"
      R"("nul":{"NULL":true},"pk":{"S":"p"},"s":{"S":"text"},"ss":{"SS":["a","b"]}})";
  ASSERT_TRUE(table.put(item).ok());
  EXPECT_EQ(table.get({s("p")}), item);
  EXPECT_EQ(table.rows({.index = "by_s"}), std::vector<std::string>{item});
}

// Refusing depth is tested in tests/item. Here: what is at the limit is stored and comes back.
TEST(FieldCases, B089_NestingUpTo32LevelsIsStored) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const auto nested = [](int levels) {
    std::string open;
    std::string closed;
    for (int level = levels; level > 1; --level) {
      const bool is_list = level % 2 == 0;
      open += is_list ? R"({"L":[)" : R"({"M":{"m":)";
      closed += is_list ? "}]" : "}}";  // written from its end
    }
    std::reverse(closed.begin(), closed.end());
    return R"({"pk":{"S":"p"},"v":)" + open + R"({"S":"x"})" + closed + "}";
  };
  ASSERT_TRUE(table.put(nested(32)).ok());
  EXPECT_EQ(table.get({s("p")}), nested(32));
  ItemBuilder builder;
  for (const int levels : {33, 50000}) {
    const Status status = parse_item_json(JsonDialect::kDynamoDb, nested(levels), &builder);
    ASSERT_FALSE(status.ok()) << levels;
    EXPECT_EQ(status.error(), Error::kTooDeep) << levels;
  }
}

TEST(FieldCases, B103_BinaryCountsItsBytesNotItsBase64) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const auto item = [](size_t bytes) {
    const std::string value = json_of(b(std::string(bytes, '\x5A')).view());
    return R"({"b":)" + value + R"(,"pk":{"S":"p"}})";
  };
  ASSERT_GT(item(300000).size(), 400000u);
  EXPECT_TRUE(table.put(item(300000)).ok());
  EXPECT_TRUE(table.put(item(409000)).ok());
  // 409,600 less "b", "pk" and "p".
  EXPECT_TRUE(table.put(item(409596)).ok());
  EXPECT_EQ(table.get({s("p")}), item(409596));
  EXPECT_TRUE(table.put(item(409597)).is(Error::kItemTooLarge));
  EXPECT_EQ(table.get({s("p")}), item(409596));
}

// Waits for import. By batches and transactions: many_cases_test.cc.
TEST(FieldCases, B104_SizeIsThatOfTheNumbersNotOfTheirText) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const auto item = [](std::string_view number, int count) {
    std::string json = R"({"pk":{"S":"p"})";
    for (int i = 0; i < count; ++i) json += ",\"a" + std::to_string(i) + R"(":{"N":")" + std::string(number) + R"("})";
    return TestItem(json + "}");
  };
  // Names of 2, 3, 4 and 5 bytes: 10*2 + 90*3 + 900*4 + 7000*5; each number 2; "pk" and "p".
  const uint32_t expected = 20 + 270 + 3600 + 35000 + 8000 * 2 + 3;
  for (const std::string& number : {std::string("1E125"), std::string("10.0e124"), "1" + std::string(125, '0')}) {
    const TestItem each = item(number, 8000);
    EXPECT_EQ(each.view().size_bytes(), expected) << number;
    EXPECT_TRUE(table.put(each).ok()) << number;
  }
  AlignedBuffer stored;
  const std::vector<Value> key{s("p")};
  const auto found = database->get(table.handle(), views_of(key), &stored);
  ASSERT_TRUE(found.ok() && *found);
  const auto view = ItemView::open(stored.view());
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->size_bytes(), expected);
  EXPECT_TRUE(verify_item(*view).ok());
  // Close to the limit: 10*2 + 90*3 + 900*4 + 9000*5 + 40000*6 for the names of 50,000, 2 for each number, and 3.
  const TestItem edge = item("1E125", 50000);
  EXPECT_EQ(edge.view().size_bytes(), 20u + 270 + 3600 + 45000 + 240000 + 100000 + 3);
  EXPECT_TRUE(table.put(edge).ok());
}

}  // namespace
}  // namespace sheaf
