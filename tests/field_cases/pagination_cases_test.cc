// Cases from the field: pages, as far as cursors and tokens go.
#include <gtest/gtest.h>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Texts = std::vector<std::string>;

std::string row(std::string_view pk, std::string_view sk, std::string_view more = "") {
  return R"({)" + std::string(more) + R"("pk":{"S":")" + std::string(pk) + R"("},"sk":{"S":")" + std::string(sk) +
         R"("}})";
}

Texts sort_keys(const Texts& rows) {
  Texts keys;
  for (const std::string& json : rows) keys.push_back(json_of(TestItem(json).view().find("sk")));
  return keys;
}

// Items of 2,000 bytes each.
TEST(FieldCases, B016_APageEndsAtOneMebibyte) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
  Texts expected;
  for (int i = 0; i < 1000; ++i) {
    expected.push_back(R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i) + R"("}})");
    ASSERT_TRUE(table.put(padded_item(expected.back(), 2000)).ok());
  }
  Ask ask{.key = "pk = :p", .projection = "pk, sk", .values = R"({":p":{"S":"p"}})"};
  const Answer first = answer(table, ask);
  EXPECT_EQ(first.end, Step::kPage);
  EXPECT_EQ(first.stop, StopReason::kBytes);
  EXPECT_EQ(first.rows.size(), 525u);  // 524 have 1,048,000 bytes, 525 have 1,050,000
  ASSERT_NE(first.token, "");
  ask.token = first.token;
  const Answer second = answer(table, ask);
  EXPECT_EQ(second.end, Step::kDone);
  Texts all = first.rows;
  all.insert(all.end(), second.rows.begin(), second.rows.end());
  EXPECT_EQ(all, expected);
}

// The same by number of rows, through cursors.
TEST(FieldCases, B016_AllPagesTogetherAreAllItemsInOrder) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
  Texts expected;
  for (int i = 0; i < 1000; ++i) {
    const std::string json =
        R"({"pad":{"S":")" + std::string(2000, 'x') + R"("},"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i) + R"("}})";
    ASSERT_TRUE(table.put(json).ok());
    expected.push_back(json);
  }
  EXPECT_EQ(table.rows({.partition = {s("p")}}), expected);
  EXPECT_EQ(table.rows_by_pages({.partition = {s("p")}}, 137), expected);
  EXPECT_EQ(table.rows_by_pages({.partition = {s("p")}, .direction = Direction::kBackward}, 100),
            Texts(expected.rbegin(), expected.rend()));
}

// Waits for ExclusiveStartKey: sk = 4 as a key instead of a token.
TEST(FieldCases, B017_AReversePageGoesOnBehindTheLastItem) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:N"});
  for (int i = 1; i <= 5; ++i)
    ASSERT_TRUE(table.put(R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i) + R"("}})").ok());
  Query query{.partition = {s("p")}, .direction = Direction::kBackward, .limit = 2};
  Page page = table.page(query);
  EXPECT_EQ(sort_keys(page.rows), (Texts{R"({"N":"5"})", R"({"N":"4"})"}));
  EXPECT_EQ(page.end, Step::kPage);
  query.token = page.token;
  page = table.page(query);
  EXPECT_EQ(sort_keys(page.rows), (Texts{R"({"N":"3"})", R"({"N":"2"})"}));
  EXPECT_EQ(page.end, Step::kPage);
  query.token = page.token;
  page = table.page(query);
  EXPECT_EQ(sort_keys(page.rows), Texts{R"({"N":"1"})"});
  EXPECT_EQ(page.end, Step::kDone);
}

// Waits for LastEvaluatedKey. Here: the cursor names the same four attributes.
TEST(FieldCases, B019_TiesOnTheIndexKeyAreAllPaged) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "gp:S", "gs:S"}}});
  constexpr std::string_view kSame = R"("gp":{"S":"x"},"gs":{"S":"SAME"},)";
  Texts expected;
  for (const std::string_view sk : {"1", "2", "3", "4", "5"}) {
    expected.push_back(row("p", sk, kSame));
    ASSERT_TRUE(table.put(expected.back()).ok());
  }
  Query query{.index = "by_g", .partition = {s("x")}, .limit = 2};
  Texts rows;
  std::vector<size_t> sizes;
  for (Page page = table.page(query);; page = table.page(query)) {
    sizes.push_back(page.rows.size());
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    if (page.end == Step::kDone) break;
    query.token = page.token;
  }
  EXPECT_EQ(sizes, (std::vector<size_t>{2, 2, 1}));
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(table.rows({.index = "by_g", .partition = {s("x")}, .content = RowContent::kKeysOnly}), expected);
}

// Waits for LastEvaluatedKey: none on the fourth page.
TEST(FieldCases, B020_TiesOfSeveralPartitionsAreAllPaged) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "gp:S", "gs:S"}}});
  constexpr std::string_view kSame = R"("gp":{"S":"x"},"gs":{"S":"k"},)";
  for (const std::string_view pk : {"p2", "p3", "p1"}) ASSERT_TRUE(table.put(row(pk, "s", kSame)).ok());
  Query query{.index = "by_g", .partition = {s("x")}, .limit = 1};
  for (const std::string_view pk : {"p1", "p2", "p3"}) {
    const Page page = table.page(query);
    EXPECT_EQ(page.rows, Texts{row(pk, "s", kSame)});
    EXPECT_EQ(page.end, Step::kPage);
    query.token = page.token;
  }
  const Page page = table.page(query);
  EXPECT_EQ(page.rows, Texts{});
  EXPECT_EQ(page.end, Step::kDone);
}

// Waits for ExclusiveStartKey: a key with an attribute too many or too few, and one of no table's.
TEST(FieldCases, B022_AStartOutsideTheQueryIsRefused) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_g", "gp:S", "gs:S"}}});
  for (const std::string_view gp : {"right", "wrong"}) {
    for (const std::string_view gs : {"a", "b"}) {
      const std::string group = R"("gp":{"S":")" + std::string(gp) + R"("},"gs":{"S":")" + std::string(gs) + R"("},)";
      ASSERT_TRUE(table.put(row(gp, gs, group)).ok());
    }
  }
  const Page wrong = table.page({.index = "by_g", .partition = {s("wrong")}, .limit = 1});
  ASSERT_EQ(wrong.end, Step::kPage);
  for (const Query& query : {Query{.index = "by_g", .partition = {s("right")}, .token = wrong.token},
                             Query{.index = "by_g",
                             .partition = {s("wrong")},
                             .sort = {s("b")},
                             .sort_op = RangeOp::kEqual,
                             .token = wrong.token},
                             Query{.token = wrong.token}}) {
    const Page page = table.page(query);
    ASSERT_FALSE(page.status.ok());
    EXPECT_EQ(page.status.error(), Error::kTokenInvalid);
    EXPECT_EQ(page.rows, Texts{});
  }
}

}  // namespace
}  // namespace sheaf
