// A row that is no item gives CORRUPT where it stands, never DONE: an answer is not cut short without saying so.
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/key_bytes.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

constexpr std::string_view kFirst = R"({"gp":{"S":"x"},"pk":{"S":"a"},"v":{"N":"1"}})";
constexpr std::string_view kMiddle = R"({"gp":{"S":"x"},"pk":{"S":"b"},"v":{"N":"2"}})";
constexpr std::string_view kLast = R"({"gp":{"S":"x"},"pk":{"S":"c"},"v":{"N":"3"}})";

class DamagedRows : public testing::Test {
 protected:
  DamagedRows() : table_({.hash = "pk:S", .indexes = {{"g", "gp:S", "", "KEYS_ONLY"}}}) {
    for (const std::string_view json : {kFirst, kMiddle, kLast}) EXPECT_TRUE(table_.put(json).ok());
  }

  const Family& base() { return table_.table().base(); }
  const Family& index() { return *table_.index("g").family; }
  static std::string index_key(std::string_view pk) { return marked("x") + marked(pk); }

  // `rows` come, then the failure, and then the same failure again.
  void expect_corrupt_after(const Query& query, const Rows& rows, Error error) {
    const RequestOf request(query);
    auto plan = make_plan(table_.table(), request.request());
    ASSERT_TRUE(plan.ok());
    auto cursor = test::open_cursor(table_.store(), *std::move(plan), {}, {});
    ASSERT_TRUE(cursor.ok());
    const auto next = [&cursor] { return next_row(&*cursor); };
    const auto item = [&cursor]() -> const ItemView& { return cursor->item(); };
    const Page page = read_page(next, item);
    EXPECT_EQ(page.rows, rows);
    ASSERT_FALSE(page.status.ok());
    EXPECT_EQ(page.status.error(), error) << page.status.message();
    EXPECT_EQ(page.status.code(), StatusCode::kCORRUPT);
    EXPECT_FALSE(cursor->is_on_row());
    const auto again = next_row(&*cursor);
    ASSERT_FALSE(again.ok());
    EXPECT_EQ(again.status().message(), page.status.message());
    // What resumes from here must meet the damage again.
    auto resumed_plan = make_plan(table_.table(), request.request());
    ASSERT_TRUE(resumed_plan.ok());
    auto resumed = test::open_cursor(table_.store(), *std::move(resumed_plan), {}, cursor->last_key());
    ASSERT_TRUE(resumed.ok());
    EXPECT_FALSE(next_row(&*resumed).ok());
  }

  BareTable table_;
};

TEST_F(DamagedRows, GarbageInTheTable) {
  for (const std::string_view garbage :
       {std::string_view(""), std::string_view("x"), std::string_view("garbage that is no item")}) {
    write_raw(table_.store(), base(), marked("b"), garbage);
    expect_corrupt_after({}, Rows{std::string(kFirst)}, Error::kItemCorrupt);
    expect_corrupt_after({.direction = Direction::kBackward}, Rows{std::string(kLast)}, Error::kItemCorrupt);
  }
}

TEST_F(DamagedRows, GarbageAtTheFirstAndOnlyRowOfARange) {
  write_raw(table_.store(), base(), marked("b"), "garbage that is no item");
  expect_corrupt_after({.partition = {s("b")}}, Rows{}, Error::kItemCorrupt);
}

TEST_F(DamagedRows, GarbageInAnIndex) {
  write_raw(table_.store(), index(), index_key("b"), "garbage that is no item");
  expect_corrupt_after({.index = "g", .partition = {s("x")}}, Rows{R"({"gp":{"S":"x"},"pk":{"S":"a"}})"},
                       Error::kItemCorrupt);
}

TEST_F(DamagedRows, AShortenedItem) {
  const std::string bytes(TestItem(kMiddle).bytes());
  for (size_t size = 0; size < bytes.size(); size += 7) {
    write_raw(table_.store(), base(), marked("b"), bytes.substr(0, size));
    expect_corrupt_after({}, Rows{std::string(kFirst)}, Error::kItemCorrupt);
  }
}

// KEYS_ONLY does not look at the bytes of the item, so it neither fails on them nor needs them.
TEST_F(DamagedRows, KeysOnlyReadsOverGarbage) {
  write_raw(table_.store(), base(), marked("b"), "garbage that is no item");
  EXPECT_EQ(table_.rows({.content = RowContent::kKeysOnly}),
            (Rows{R"({"pk":{"S":"a"}})", R"({"pk":{"S":"b"}})", R"({"pk":{"S":"c"}})"}));
}

TEST_F(DamagedRows, AKeyThatIsNoKey) {
  write_raw(table_.store(), base(), "b without its mark", TestItem(kMiddle).bytes());
  const std::string a = R"({"pk":{"S":"a"}})";
  const std::string b = R"({"pk":{"S":"b"}})";
  expect_corrupt_after({.content = RowContent::kKeysOnly}, Rows{a, b}, Error::kKeyCorrupt);
  erase_raw(table_.store(), base(), "b without its mark");
  write_raw(table_.store(), base(), marked("b") + "bytes behind the key", TestItem(kMiddle).bytes());
  expect_corrupt_after({.content = RowContent::kKeysOnly}, Rows{a, b}, Error::kKeyCorrupt);
}

TEST_F(DamagedRows, AnIndexKeyThatIsNoKey) {
  write_raw(table_.store(), index(), marked("x") + "b without its mark", TestItem(kMiddle).bytes());
  const Query keys_only{.index = "g", .partition = {s("x")}, .content = RowContent::kKeysOnly};
  const Rows before{R"({"gp":{"S":"x"},"pk":{"S":"a"}})", R"({"gp":{"S":"x"},"pk":{"S":"b"}})"};
  expect_corrupt_after(keys_only, before, Error::kKeyCorrupt);
}

TEST_F(DamagedRows, AFullItemThatIsMissing) {
  erase_raw(table_.store(), base(), marked("b"));
  expect_corrupt_after({.index = "g", .partition = {s("x")}, .content = RowContent::kFullItem},
                       Rows{std::string(kFirst)}, Error::kItemCorrupt);
}

TEST_F(DamagedRows, AFullItemThatIsDamaged) {
  write_raw(table_.store(), base(), marked("b"), "garbage that is no item");
  expect_corrupt_after({.index = "g", .partition = {s("x")}, .content = RowContent::kFullItem},
                       Rows{std::string(kFirst)}, Error::kItemCorrupt);
}

}  // namespace
}  // namespace sheaf
