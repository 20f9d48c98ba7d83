// Cases from the field: prefixes and reverse iteration, through whole tables and indexes.
#include <gtest/gtest.h>

#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

constexpr Direction kBoth[] = {Direction::kForward, Direction::kBackward};

std::string row(std::string_view pk, std::string_view sk) {
  return R"({"pk":{"S":")" + std::string(pk) + R"("},"sk":{"S":")" + std::string(sk) + R"("}})";
}

TEST(FieldCases, B094_AMissingPartitionIsEmptyInBothDirections) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "pk:S", "sk:S"}}});
  const auto expect_empty = [&table] {
    for (const std::string index : {"", "by_g"}) {
      for (const Direction direction : kBoth) {
        for (const std::string_view pk : {"c", "b"}) {
          EXPECT_EQ(table.rows({.index = index, .partition = {s(pk)}, .direction = direction}), Texts{}) << pk;
        }
        EXPECT_EQ(table.rows({.index = index, .partition = {s("a")}, .direction = direction}), Texts{row("a", "1")});
        EXPECT_EQ(table.rows({.index = index, .partition = {s("d")}, .direction = direction}), Texts{row("d", "1")});
      }
    }
  };
  ASSERT_TRUE(table.put(row("a", "1")).ok());
  ASSERT_TRUE(table.put(row("d", "1")).ok());
  expect_empty();
  // With tombstones in between: in memory, and in files.
  ASSERT_TRUE(table.put(row("c", "1")).ok());
  ASSERT_TRUE(table.erase({s("c"), s("1")}).ok());
  expect_empty();
  ASSERT_TRUE(table.put(row("c", "1")).ok());
  const auto flush = [&] {
    ASSERT_TRUE(database->store().flush(table.open_table().base()).ok());
    ASSERT_TRUE(database->store().flush(*table.open_table().indexes()[0].family).ok());
  };
  flush();
  ASSERT_TRUE(table.erase({s("c"), s("1")}).ok());
  expect_empty();
  flush();
  expect_empty();
}

TEST(FieldCases, B095_APrefixOfFFEndsWithItsPartition) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:B", .sort = "sk:B", .indexes = {{"by_g", "gp:B", "sk:B"}}});
  const std::vector<Value> keys{b("\x01"), b("\x01\xFF"), b(std::string_view("\x01\xFF\0", 3)), b("\x02"),
                                b("\xFF"), b("\xFF\xFF"), b(std::string(1024, '\xFF'))};
  // The neighbours: a partition right behind, and one that begins like it.
  for (const std::string_view pk : {"\xFF", "\xFF\xFF", "\xFE"}) {
    for (const Value& sk : keys) {
      const std::string partition = json_of(b(pk).view());
      ASSERT_TRUE(
          table.put(R"({"pk":)" + partition + R"(,"gp":)" + partition + R"(,"sk":)" + json_of(sk.view()) + "}").ok());
    }
  }
  const auto keys_at = [&keys](const std::vector<size_t>& places) {
    Texts texts;
    for (const size_t place : places) texts.push_back(json_of(keys[place].view()));
    return texts;
  };
  const auto beginning_with = [&table](std::string_view prefix) {
    Query query{.partition = {b("\xFF")}, .sort = {b(prefix)}, .sort_op = RangeOp::kBeginsWith};
    const Texts in_table = table.column("sk", query);
    query.index = "by_g";
    EXPECT_EQ(table.column("sk", query), in_table);
    return in_table;
  };
  EXPECT_EQ(beginning_with("\x01"), keys_at({0, 1, 2}));
  EXPECT_EQ(beginning_with("\xFF"), keys_at({4, 5, 6}));
  EXPECT_EQ(beginning_with("\xFF\xFF"), keys_at({5, 6}));
  EXPECT_EQ(beginning_with(std::string(1024, '\xFF')), keys_at({6}));
  // An all-FF prefix of partitions has no upper bound at all.
  EXPECT_EQ(table.column("pk", {.partition = {b("\xFF")}, .partition_op = RangeOp::kBeginsWith}).size(),
            2 * keys.size());
  EXPECT_EQ(
      table.column("pk", {.index = "by_g", .partition = {b("\xFF")}, .partition_op = RangeOp::kBeginsWith}).size(),
      2 * keys.size());
}

// Waits for transactions: the same in a transaction's own view. Here: with the writes committed.
TEST(FieldCases, B097_DeletedKeysAndKeysPastTheBoundStayAway) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S"});
  ASSERT_TRUE(table.put(row("p", "b")).ok());
  ASSERT_TRUE(table.put(row("p", "a")).ok());
  ASSERT_TRUE(table.erase({s("p"), s("b")}).ok());
  ASSERT_TRUE(table.erase({s("p"), s("c")}).ok());
  ASSERT_TRUE(table.put(row("p", "d")).ok());
  const Query query{.partition = {s("p")}, .sort = {s("c")}, .sort_op = RangeOp::kLess};
  EXPECT_EQ(table.rows(query), Texts{row("p", "a")});
  EXPECT_EQ(table.rows(reversed(query)), Texts{row("p", "a")});
}

// Waits for transactions: the same over uncommitted puts.
TEST(FieldCases, B098_AQueryEndsWithItsPartition) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S"});
  ASSERT_TRUE(table.put(row("foo", "k1")).ok());
  ASSERT_TRUE(table.put(row("goo", "k1")).ok());
  for (const Direction direction : kBoth) {
    EXPECT_EQ(table.rows({.partition = {s("foo")}, .direction = direction}), Texts{row("foo", "k1")});
  }
}

// In a filter: filter_cases_test.cc. Here: begins_with on a sort key.
TEST(FieldCases, B076_PrefixesOfBinaryAreBytesNotBase64) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:B", .indexes = {{"by_g", "pk:S", "sk:B"}}});
  const std::string abc = R"({"pk":{"S":"p"},"sk":{"B":"YWJj"}})";
  ASSERT_TRUE(table.put(abc).ok());
  ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"sk":{"B":"YWNj"}})").ok());  // 61 63 63
  for (const std::string index : {"", "by_g"}) {
    const Query query{
        .index = index, .partition = {s("p")}, .sort = {value_of(R"({"B":"YWI="})")}, .sort_op = RangeOp::kBeginsWith};
    EXPECT_EQ(table.rows(query), Texts{abc});
    EXPECT_EQ(table.rows(reversed(query)), Texts{abc});
  }
}

}  // namespace
}  // namespace sheaf
