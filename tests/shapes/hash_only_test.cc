// Tables and global indexes without a sort key, through the facade: every operation.
#include "tests/shapes/shape_support.h"

namespace sheaf {
namespace {

using namespace test;
using namespace shape_test;
using namespace std::string_view_literals;

Value key_of(std::string_view type, std::string_view text) {
  return type == "S" ? s(text) : type == "N" ? n(text) : b(text);
}

// Writing, reading, replacing and deleting, with each type of key; `texts` are key values in their order.
void check_every_operation(std::string_view type, const std::vector<std::string_view>& texts) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:" + std::string(type)});
  const auto item = [&](std::string_view text, std::string_view v) {
    return item_json({{"pk", key_of(type, text)}, {"v", n(v)}});
  };
  Rows rows;
  for (const std::string_view text : texts) rows.push_back(item(text, "1"));
  Rows shuffled = rows;
  std::rotate(shuffled.begin(), shuffled.begin() + 2, shuffled.end());
  put_all(table, shuffled);
  expect_rows(table, {}, rows);
  for (size_t i = 0; i < texts.size(); ++i) {
    const Value key = key_of(type, texts[i]);
    EXPECT_EQ(table.get({key}), rows[i]);
    expect_rows(table, {.partition = {key}}, {rows[i]});
    expect_rows(table, {.partition = {key}, .partition_op = RangeOp::kEqual, .content = RowContent::kKeysOnly},
                {item_json({{"pk", key}})});
    expect_rows(table, {.partition = {key}, .content = RowContent::kFullItem}, {rows[i]});
  }
  // An overwrite replaces the whole item and is seen in its place.
  const std::string replaced = item(texts[1], "2");
  EXPECT_EQ(table.put_over(replaced), rows[1]);
  rows[1] = replaced;
  EXPECT_EQ(table.put_over(replaced), replaced);
  expect_rows(table, {}, rows);
  EXPECT_EQ(table.erase_old({key_of(type, texts[0])}), rows[0]);
  EXPECT_EQ(table.erase_old({key_of(type, texts[0])}), std::nullopt);
  EXPECT_EQ(table.get({key_of(type, texts[0])}), std::nullopt);
  rows.erase(rows.begin());
  expect_rows(table, {}, rows);
  expect_sound(table, 0);
}

TEST(HashOnly, EveryOperationOnStrings) {
  check_every_operation("S", {"\0"sv, "\0\1"sv, "a"sv, "a\0"sv, "a\0\1"sv, "a\1"sv, "ab"sv, "b"sv, "\u00e9"sv});
}

TEST(HashOnly, EveryOperationOnNumbers) {
  check_every_operation("N", {"-1e125", "-10", "-9.5", "-1e-130", "0", "1e-130", "9", "10", "1e125"});
}

TEST(HashOnly, EveryOperationOnBinary) {
  check_every_operation("B", {"\0"sv, "\0\0"sv, "\0\xFF"sv, "\1"sv, "\x7F"sv, "\x80"sv, "\xFF"sv, "\xFF\xFF"sv});
}

TEST(HashOnly, OneNumberIsOneItem) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:N"});
  put_all(table, {R"({"pk":{"N":"1e3"},"v":{"N":"1"}})", R"({"pk":{"N":"1000.0"},"v":{"N":"2"}})"});
  EXPECT_EQ(table.rows(), Rows{R"({"pk":{"N":"1000"},"v":{"N":"2"}})"});
  EXPECT_EQ(table.get({n("+1E3")}), R"({"pk":{"N":"1000"},"v":{"N":"2"}})");
}

TEST(HashOnly, PartitionPrefixes) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:B"});
  Rows rows;
  for (const std::string_view key : {"a\0"sv, "a\xFF"sv, "a\xFF\0"sv, "a\xFF\xFF"sv, "b"sv}) {
    rows.push_back(item_json({{"pk", b(key)}}));
  }
  put_all(table, {rows[4], rows[2], rows[0], rows[3], rows[1]});
  const auto begins = [](std::string_view prefix) {
    return Query{.partition = {b(prefix)}, .partition_op = RangeOp::kBeginsWith};
  };
  expect_rows(table, begins(""), rows);
  expect_rows(table, begins("a"), {rows[0], rows[1], rows[2], rows[3]});
  expect_rows(table, begins("a\0"sv), {rows[0]});
  expect_rows(table, begins("a\xFF"sv), {rows[1], rows[2], rows[3]});
  expect_rows(table, begins("a\xFF\0"sv), {rows[2]});
  expect_rows(table, begins("c"), {});
}

TEST(HashOnly, WhatNeedsASortKeyIsRefused) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const Status two_parts = table.get_status({s("p"), s("s")});
  EXPECT_EQ(two_parts.message(), "the key has 2 parts; 1 are needed");
  EXPECT_EQ(table.erase({s("p"), s("s")}).message(), "the key has 2 parts; 1 are needed");
  EXPECT_EQ(table.get_status({n("1")}).message(), "key attribute 'pk' has type N; the key needs S");
  EXPECT_EQ(table.put(R"({"sk":{"S":"s"}})").message(), "the item has no key attribute 'pk'");
  for (const RangeOp op : {RangeOp::kEqual, RangeOp::kLess, RangeOp::kLessEqual, RangeOp::kGreater,
                           RangeOp::kGreaterEqual, RangeOp::kBeginsWith}) {
    const Page page = table.page({.partition = {s("p")}, .sort = {s("s")}, .sort_op = op});
    EXPECT_EQ(page.status.message(), "the key has no sort part");
    EXPECT_EQ(page.status.aws_message(), "Query key condition not supported");
  }
  const Page between = table.page({.partition = {s("p")}, .sort = {s("s"), s("t")}, .sort_op = RangeOp::kBetween});
  EXPECT_EQ(between.status.message(), "the key has no sort part");
}

TEST(HashOnly, PagesAndTokens) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  const auto item = [](std::string_view pk) { return item_json({{"pk", s(pk)}}); };
  put_all(table, {item("a"), item("b"), item("c"), item("d")});
  Query query{.limit = 2};
  Page page = table.page(query);
  EXPECT_EQ(page.rows, (Rows{item("a"), item("b")}));
  EXPECT_EQ(page.end, Step::kPage);
  ASSERT_TRUE(table.erase({s("b")}).ok());
  query.token = page.token;
  page = table.page(query);
  EXPECT_EQ(page.rows, (Rows{item("c"), item("d")}));
  query.token = page.token;
  page = table.page(query);
  EXPECT_EQ(page.rows, Rows{});
  EXPECT_EQ(page.end, Step::kDone);
  query.partition = {s("a")};
  EXPECT_TRUE(table.page(query).status.is(Error::kTokenInvalid));
}

// Indexes without a sort key on tables with one and without; rows of one index key are in the order of the base key.
TEST(HashOnly, GlobalIndexes) {
  const std::vector<IndexShape> indexes{{"by_mail", "mail:S", "", "ALL"},
                                        {"by_year", "year:N", "", "KEYS_ONLY"},
                                        {"by_hash", "hash:B", "", "INCLUDE mail"}};
  for (const std::string sort : {"", "sk:N"}) {
    TestDatabase database;
    TestTable table = database.create({.hash = "pk:S", .sort = sort, .indexes = indexes});
    const auto item = [](std::string_view pk, std::string_view sk, Attributes more) {
      more["pk"] = s(pk);
      more["sk"] = n(sk);
      return item_json(more);
    };
    const std::string ann = item("b", "9", {{"mail", s("ann@x")}, {"year", n("2000")}, {"hash", b("\xFF"sv)}});
    const std::string ann_too = item("a", "10", {{"mail", s("ann@x")}});
    const std::string bob = item("c", "1", {{"mail", s("bob@x")}, {"year", n("-1")}});
    const std::string nobody = item("d", "1", {{"v", n("1")}});
    put_all(table, {ann, bob, nobody, ann_too});
    expect_rows(table, {.index = "by_mail", .partition = {s("ann@x")}}, {ann_too, ann});
    expect_rows(table, {.index = "by_mail", .partition = {s("ann@")}, .partition_op = RangeOp::kBeginsWith},
                {ann_too, ann});
    expect_rows(table, {.index = "by_mail"}, {ann_too, ann, bob});
    expect_rows(table, {.index = "by_mail", .partition = {s("ann@")}}, {});
    EXPECT_EQ(table.column("pk", {.index = "by_year"}), (Rows{R"({"S":"c"})", R"({"S":"b"})"}));
    expect_rows(table, {.index = "by_year", .partition = {n("2e3")}, .content = RowContent::kFullItem}, {ann});
    EXPECT_EQ(table.page({.index = "by_mail", .partition = {s("ann@x")}, .sort = {s("a")}, .sort_op = RangeOp::kEqual})
                  .status.message(),
              "the key has no sort part");
    expect_sound(table, 6);

    const std::string moved = item("a", "10", {{"mail", s("bob@x")}, {"year", n("2000")}});
    EXPECT_EQ(table.put_over(moved), ann_too);
    expect_rows(table, {.index = "by_mail", .partition = {s("bob@x")}}, {moved, bob});
    expect_rows(table, {.index = "by_year", .partition = {n("2000")}, .content = RowContent::kFullItem}, {moved, ann});
    std::vector<Value> key{s("a")};
    if (!sort.empty()) key.push_back(n("10"));
    EXPECT_EQ(table.erase_old(key), moved);
    expect_rows(table, {.index = "by_mail"}, {ann, bob});
    expect_sound(table, 5);
  }
}

// The row of a hash-only index holds the table's sort key as well, and KEYS_ONLY shows it.
TEST(HashOnly, KeysOfAnIndexRowAreThoseOfBothKeys) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:B", .sort = "sk:S", .indexes = {{"idx", "g:N", "", "KEYS_ONLY"}}});
  const std::string item = item_json({{"g", n("-7.5")}, {"pk", b("\0"sv)}, {"sk", s("s\0"sv)}, {"v", n("1")}});
  const std::string keys = item_json({{"g", n("-7.5")}, {"pk", b("\0"sv)}, {"sk", s("s\0"sv)}});
  put_all(table, {item});
  expect_rows(table, {.index = "idx"}, {keys});
  expect_rows(table, {.index = "idx", .content = RowContent::kKeysOnly}, {keys});
  expect_rows(table, {.index = "idx", .content = RowContent::kFullItem}, {item});
}

}  // namespace
}  // namespace sheaf
