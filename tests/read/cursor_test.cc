#include "engine/read/cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/support/bare_table.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

std::string item_json(std::string_view partition, int number) {
  return R"({"ns":{"N":")" + std::to_string(-number) + R"("},"pk":{"S":")" + std::string(partition) +
         R"("},"sk":{"N":")" + std::to_string(number) + R"("},"v":{"S":"v)" + std::to_string(number) + R"("}})";
}

// Partitions a, b and c with sort keys 1 to 5, and an index that holds them the other way round.
class CursorTest : public testing::Test {
 protected:
  CursorTest()
      : table_({.hash = "pk:S",
                .sort = "sk:N",
                .indexes = {{"back", "pk:S", "ns:N", "KEYS_ONLY"}, {"all", "pk:S", "ns:N"}}}) {
    for (const std::string_view partition : {"c", "a", "b"}) {
      for (const int number : {3, 1, 5, 2, 4}) EXPECT_TRUE(table_.put(item_json(partition, number)).ok());
    }
  }

  static Rows items(std::string_view partition, const std::vector<int>& numbers) {
    Rows rows;
    for (const int number : numbers) rows.push_back(item_json(partition, number));
    return rows;
  }

  Cursor open(const Query& query, const CursorLimits& limits = {}, std::string_view resume_after = {}) {
    const RequestOf request(query);
    auto plan = make_plan(table_.table(), request.request());
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    auto cursor = test::open_cursor(table_.store(), *std::move(plan), limits, resume_after);
    EXPECT_TRUE(cursor.ok()) << cursor.status().message();
    return *std::move(cursor);
  }

  static Step step(Cursor& cursor) {
    const auto step = next_row(&cursor);
    EXPECT_TRUE(step.ok()) << step.status().message();
    return step.ok() ? *step : Step::kDone;
  }

  BareTable table_;
};

TEST_F(CursorTest, WalksACollectionInBothDirections) {
  EXPECT_EQ(table_.rows({.partition = {s("b")}}), items("b", {1, 2, 3, 4, 5}));
  EXPECT_EQ(table_.rows({.partition = {s("b")}, .direction = Direction::kBackward}), items("b", {5, 4, 3, 2, 1}));
  EXPECT_EQ(table_.rows({.index = "all", .partition = {s("b")}}), items("b", {5, 4, 3, 2, 1}));
  EXPECT_EQ(table_.rows({.index = "all", .partition = {s("b")}, .direction = Direction::kBackward}),
            items("b", {1, 2, 3, 4, 5}));
}

TEST_F(CursorTest, WalksRangesInBothDirections) {
  Query query{.partition = {s("b")}, .sort = {n("2"), n("4")}, .sort_op = RangeOp::kBetween};
  EXPECT_EQ(table_.rows(query), items("b", {2, 3, 4}));
  EXPECT_EQ(table_.rows(reversed(query)), items("b", {4, 3, 2}));
  query = {.partition = {s("b")}, .sort = {n("3.5")}, .sort_op = RangeOp::kLess};
  EXPECT_EQ(table_.rows(query), items("b", {1, 2, 3}));
  EXPECT_EQ(table_.rows(reversed(query)), items("b", {3, 2, 1}));
  query = {.partition = {s("b")}, .sort = {n("3.5")}, .sort_op = RangeOp::kEqual};
  EXPECT_EQ(table_.rows(query), Rows{});
  EXPECT_EQ(table_.rows(reversed(query)), Rows{});
}

TEST_F(CursorTest, WalksTheWholeTablePartitionByPartition) {
  Rows all;
  for (const std::string_view partition : {"a", "b", "c"}) {
    const Rows rows = items(partition, {1, 2, 3, 4, 5});
    all.insert(all.end(), rows.begin(), rows.end());
  }
  EXPECT_EQ(table_.rows(), all);
  std::reverse(all.begin(), all.end());
  EXPECT_EQ(table_.rows({.direction = Direction::kBackward}), all);
}

TEST_F(CursorTest, AnEmptyRangeIsDoneAtOnceAndStaysDone) {
  Cursor cursor = open({.partition = {s("nobody")}});
  EXPECT_FALSE(cursor.is_on_row());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(step(cursor), Step::kDone);
    EXPECT_FALSE(cursor.is_on_row());
    EXPECT_EQ(cursor.last_key(), "");
  }
}

TEST_F(CursorTest, ALimitGivesPageAlsoWhenNothingFollows) {
  for (const uint64_t limit : {1u, 4u, 5u}) {
    Cursor cursor = open({.partition = {s("b")}}, {.rows = limit, .deadline = {}});
    for (uint64_t i = 0; i < limit; ++i) ASSERT_EQ(step(cursor), Step::kRow);
    EXPECT_TRUE(cursor.is_on_row());
    EXPECT_EQ(step(cursor), Step::kPage);
    EXPECT_FALSE(cursor.is_on_row());
    EXPECT_EQ(step(cursor), Step::kPage);
  }
  Cursor cursor = open({.partition = {s("b")}}, {.rows = 6, .deadline = {}});
  for (int i = 0; i < 5; ++i) ASSERT_EQ(step(cursor), Step::kRow);
  EXPECT_EQ(step(cursor), Step::kDone);
  EXPECT_EQ(step(cursor), Step::kDone);
}

TEST_F(CursorTest, APassedDeadlineGivesOneRowAndThenPage) {
  Cursor cursor = open({}, {.rows = 0, .deadline = Deadline::after_ms(1)});
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  EXPECT_EQ(step(cursor), Step::kRow);
  const std::string first_key = cursor.last_key();
  EXPECT_EQ(step(cursor), Step::kPage);
  EXPECT_FALSE(cursor.is_on_row());
  EXPECT_EQ(step(cursor), Step::kPage);
  EXPECT_EQ(cursor.last_key(), first_key);
}

// However many rows come before it passes, the rest comes after.
TEST_F(CursorTest, AWalkGoesOnBehindWhereItsDeadlinePassed) {
  const Query query{.partition = {s("b")}};
  Cursor first = open(query, {.rows = 0, .deadline = Deadline::after_ms(20)});
  Rows rows;
  while (step(first) == Step::kRow) {
    rows.push_back(json_of(first.item()));
    std::this_thread::sleep_for(std::chrono::milliseconds(8));
  }
  EXPECT_LT(rows.size(), 5u);  // 5 rows take 40 ms
  EXPECT_EQ(step(first), Step::kPage);
  Cursor second = open(query, {}, first.last_key());
  while (step(second) == Step::kRow) rows.push_back(json_of(second.item()));
  EXPECT_EQ(rows, table_.rows(query));
}

TEST_F(CursorTest, ADistantDeadlineStopsNothing) {
  Cursor cursor = open({.partition = {s("b")}}, {.rows = 0, .deadline = Deadline::after_ms(1000u * 60 * 60)});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(step(cursor), Step::kRow);
  EXPECT_EQ(step(cursor), Step::kDone);
}

// Every row is a place to go on from, and so is every place between rows.
TEST_F(CursorTest, ResumesStrictlyBehindAKeyInEitherDirection) {
  for (const Direction direction : {Direction::kForward, Direction::kBackward}) {
    const Query query{.partition = {s("b")}, .direction = direction};
    const Rows all = table_.rows(query);
    for (size_t seen = 1; seen <= all.size(); ++seen) {
      Cursor first = open(query, {.rows = seen, .deadline = {}});
      for (size_t i = 0; i < seen; ++i) ASSERT_EQ(step(first), Step::kRow);
      EXPECT_EQ(step(first), Step::kPage);
      Cursor second = open(query, {}, first.last_key());
      EXPECT_EQ(second.last_key(), first.last_key());
      Rows rest;
      while (step(second) == Step::kRow) rest.push_back(json_of(second.item()));
      EXPECT_EQ(rest, Rows(all.begin() + static_cast<ptrdiff_t>(seen), all.end()));
    }
  }
}

TEST_F(CursorTest, ResumesBehindARowThatIsGone) {
  for (const Direction direction : {Direction::kForward, Direction::kBackward}) {
    ASSERT_TRUE(table_.put(item_json("b", 3)).ok());
    const Query query{.partition = {s("b")}, .direction = direction};
    Cursor first = open(query);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(step(first), Step::kRow);
    ASSERT_TRUE(table_.erase({s("b"), n("3")}).ok());
    Cursor second = open(query, {}, first.last_key());
    ASSERT_EQ(step(second), Step::kRow);
    EXPECT_EQ(json_of(second.item()), item_json("b", direction == Direction::kForward ? 4 : 2));
  }
}

TEST_F(CursorTest, RefusesToResumeOutsideItsRange) {
  Cursor other = open({.partition = {s("a")}});
  ASSERT_EQ(step(other), Step::kRow);
  const Query query{.partition = {s("b")}};
  const RequestOf request(query);
  auto plan = make_plan(table_.table(), request.request());
  ASSERT_TRUE(plan.ok());
  const auto cursor = test::open_cursor(table_.store(), *plan, {}, other.last_key());
  ASSERT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.status().error(), Error::kTokenInvalid);
  EXPECT_EQ(cursor.status().message(), "the resume token lies outside the range");
  EXPECT_FALSE(test::open_cursor(table_.store(), *plan, {}, plan->range.upper).ok());
}

TEST_F(CursorTest, SeesTheStateOfItsOpening) {
  for (const RowContent content : {RowContent::kStored, RowContent::kKeysOnly, RowContent::kFullItem}) {
    const std::string index = content == RowContent::kFullItem ? "back" : "";
    Cursor cursor = open({.index = index, .partition = {s("b")}, .content = content});
    ASSERT_TRUE(table_.put(item_json("b", 6)).ok());
    ASSERT_TRUE(table_.erase({s("b"), n("4")}).ok());
    ASSERT_TRUE(table_.put(R"({"pk":{"S":"b"},"sk":{"N":"5"},"ns":{"N":"-5"},"v":{"S":"changed"}})").ok());
    Rows seen;
    while (step(cursor) == Step::kRow) seen.push_back(json_of(cursor.item().find("sk")));
    const Rows upward{R"({"N":"1"})", R"({"N":"2"})", R"({"N":"3"})", R"({"N":"4"})", R"({"N":"5"})"};
    EXPECT_EQ(seen, index.empty() ? upward : Rows(upward.rbegin(), upward.rend()));
    ASSERT_TRUE(table_.erase({s("b"), n("6")}).ok());
    for (const int number : {4, 5}) ASSERT_TRUE(table_.put(item_json("b", number)).ok());
  }
}

// The base item is read in the snapshot of the walk, not as it is by then.
TEST_F(CursorTest, FullItemsAreOfTheSameSnapshot) {
  Cursor cursor = open({.index = "back", .partition = {s("b")}, .content = RowContent::kFullItem});
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"b"},"sk":{"N":"5"},"ns":{"N":"-5"},"v":{"S":"changed"}})").ok());
  ASSERT_TRUE(table_.erase({s("b"), n("4")}).ok());
  ASSERT_EQ(step(cursor), Step::kRow);
  EXPECT_EQ(json_of(cursor.item()), item_json("b", 5));
  ASSERT_EQ(step(cursor), Step::kRow);
  EXPECT_EQ(json_of(cursor.item()), item_json("b", 4));
}

TEST_F(CursorTest, WhatARowHolds) {
  const std::string keys = R"({"pk":{"S":"b"},"sk":{"N":"5"}})";
  const std::string index_keys = R"({"ns":{"N":"-5"},"pk":{"S":"b"},"sk":{"N":"5"}})";
  const Query last{.partition = {s("b")}, .sort = {n("5")}, .sort_op = RangeOp::kEqual};
  const auto first_row = [this](Query query, std::string index, RowContent content) {
    query.index = std::move(index);
    query.content = content;
    if (!query.index.empty()) query.sort = {n("-5")};
    return table_.rows(query).at(0);
  };
  EXPECT_EQ(first_row(last, "", RowContent::kStored), item_json("b", 5));
  EXPECT_EQ(first_row(last, "", RowContent::kFullItem), item_json("b", 5));
  EXPECT_EQ(first_row(last, "", RowContent::kKeysOnly), keys);
  EXPECT_EQ(first_row(last, "back", RowContent::kStored), index_keys);
  EXPECT_EQ(first_row(last, "back", RowContent::kFullItem), item_json("b", 5));
  EXPECT_EQ(first_row(last, "back", RowContent::kKeysOnly), index_keys);
  EXPECT_EQ(first_row(last, "all", RowContent::kStored), item_json("b", 5));
  EXPECT_EQ(first_row(last, "all", RowContent::kFullItem), item_json("b", 5));
  EXPECT_EQ(first_row(last, "all", RowContent::kKeysOnly), index_keys);
}

TEST_F(CursorTest, ReadsTheKeysOfItsRow) {
  std::vector<Value> index_key{s("left over")};
  std::vector<Value> base_key{s("left over")};
  const auto text_of = [](const std::vector<Value>& values) {
    std::string text;
    for (const Value& value : values) text += json_of(value.view());
    return text;
  };
  Cursor table_cursor = open({.partition = {s("b")}});
  ASSERT_EQ(step(table_cursor), Step::kRow);
  ASSERT_TRUE(table_cursor.read_keys(&index_key, &base_key).ok());
  EXPECT_EQ(text_of(index_key), "");
  EXPECT_EQ(text_of(base_key), R"({"S":"b"}{"N":"1"})");
  Cursor index_cursor = open({.index = "back", .partition = {s("b")}});
  ASSERT_EQ(step(index_cursor), Step::kRow);
  ASSERT_TRUE(index_cursor.read_keys(&index_key, &base_key).ok());
  EXPECT_EQ(text_of(index_key), R"({"S":"b"}{"N":"-5"})");
  EXPECT_EQ(text_of(base_key), R"({"S":"b"}{"N":"5"})");
}

TEST_F(CursorTest, AMovedCursorGoesOn) {
  Cursor first = open({.partition = {s("b")}});
  ASSERT_EQ(step(first), Step::kRow);
  Cursor second = std::move(first);
  EXPECT_EQ(json_of(second.item()), item_json("b", 1));
  ASSERT_EQ(step(second), Step::kRow);
  EXPECT_EQ(json_of(second.item()), item_json("b", 2));
}

}  // namespace
}  // namespace sheaf
