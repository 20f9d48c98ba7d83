#include "engine/read/token.h"

#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr uint64_t kScope = 0x0123456789ABCDEF;
constexpr std::string_view kElsewhere =
    "the resume token belongs to another database, table, index, range or direction";

Error error_of(uint64_t scope, std::string_view token) {
  const auto key = decode_token(scope, token);
  EXPECT_FALSE(key.ok()) << token;
  return key.ok() ? Error::kInternal : key.status().error();
}

TEST(Token, GivesItsKeyBack) {
  for (const std::string& key : {std::string("a"), std::string("\0\1", 2), std::string(4000, '\xFF'), std::string()}) {
    const std::string token = encode_token(kScope, key);
    const auto decoded = decode_token(kScope, token);
    ASSERT_TRUE(decoded.ok()) << decoded.status().message();
    EXPECT_EQ(*decoded, key);
    for (const char c : token)
      EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '/' || c == '=');
  }
}

TEST(Token, IsRefusedInAnotherScope) {
  const std::string token = encode_token(kScope, "key");
  for (int bit = 0; bit < 64; ++bit) {
    const auto decoded = decode_token(kScope ^ (uint64_t{1} << bit), token);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.status().error(), Error::kTokenInvalid);
    EXPECT_EQ(decoded.status().message(), kElsewhere);
    EXPECT_EQ(decoded.status().code(), StatusCode::kINVALID);
  }
}

TEST(Token, EveryTruncationIsRefused) {
  const std::string token = encode_token(kScope, "a key of some length");
  for (size_t size = 0; size < token.size(); ++size) {
    EXPECT_EQ(error_of(kScope, token.substr(0, size)), Error::kTokenInvalid) << size;
    EXPECT_EQ(error_of(kScope, token.substr(token.size() - size)), Error::kTokenInvalid) << size;
  }
  EXPECT_EQ(error_of(kScope, token + "AAAA"), Error::kTokenInvalid);
  EXPECT_EQ(error_of(kScope, token + token), Error::kTokenInvalid);
}

TEST(Token, EveryOtherByteAtEveryPlaceIsRefused) {
  // Lengths of all three kinds of base64 ends.
  for (const std::string_view key : {"keyAA", "keyAAA", "keyAAAA"}) {
    const std::string token = encode_token(kScope, key);
    for (size_t at = 0; at < token.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string damaged = token;
        damaged[at] = static_cast<char>(byte);
        if (damaged == token) continue;
        EXPECT_EQ(error_of(kScope, damaged), Error::kTokenInvalid) << "byte " << byte << " at " << at;
      }
    }
  }
}

constexpr PlanSegment kSegment{.number = 3, .total = 7, .division = 0xFEDCBA9876543210};

TEST(Token, OfASegmentGivesItsKeyBackToThatSegmentOnly) {
  const std::string token = encode_token(kScope, "key", kSegment);
  const auto decoded = decode_token(kScope, token, kSegment);
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_EQ(*decoded, "key");
  for (const PlanSegment& other : {PlanSegment{.number = 2, .total = 7, .division = kSegment.division},
                                   PlanSegment{.number = 3, .total = 8, .division = kSegment.division},
                                   PlanSegment{.number = 3, .total = 7, .division = 1}, PlanSegment{}}) {
    const auto refused = decode_token(kScope, token, other);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.status().error(), Error::kSegmentToken);
    EXPECT_EQ(refused.status().code(), StatusCode::kINVALID);
  }
  const auto of_the_whole = decode_token(kScope, encode_token(kScope, "key"), kSegment);
  ASSERT_FALSE(of_the_whole.ok());
  EXPECT_EQ(of_the_whole.status().error(), Error::kSegmentToken);
  // Another table is told apart first.
  const auto elsewhere = decode_token(kScope + 1, token, PlanSegment{});
  ASSERT_FALSE(elsewhere.ok());
  EXPECT_EQ(elsewhere.status().message(), kElsewhere);
}

TEST(Token, EveryOtherByteOfASegmentsTokenIsRefused) {
  const std::string token = encode_token(kScope, "key", kSegment);
  for (size_t at = 0; at < token.size(); ++at) {
    EXPECT_FALSE(decode_token(kScope, token.substr(0, at), kSegment).ok()) << at;
    for (int byte = 0; byte < 256; ++byte) {
      std::string damaged = token;
      damaged[at] = static_cast<char>(byte);
      if (damaged == token) continue;
      const auto refused = decode_token(kScope, damaged, kSegment);
      ASSERT_FALSE(refused.ok()) << "byte " << byte << " at " << at;
      EXPECT_EQ(refused.status().error(), Error::kTokenInvalid);
    }
  }
}

TEST(Token, SegmentsOfOneScanHaveOneScope) {
  BareTable table({.hash = "pk:S"});
  auto whole = make_plan(table.table(), {});
  ASSERT_TRUE(whole.ok());
  Plan first = *whole;
  first.segment = {.number = 0, .total = 2, .division = 5};
  first.range.upper = "m";
  Plan second = *whole;
  second.segment = {.number = 1, .total = 2, .division = 5};
  second.range.lower = "m";
  EXPECT_EQ(token_scope("uuid", first), token_scope("uuid", second));
  EXPECT_EQ(token_scope("uuid", first), token_scope("uuid", *whole));
  second.direction = Direction::kBackward;
  EXPECT_NE(token_scope("uuid", first), token_scope("uuid", second));
}

TEST(Token, ScopeTellsFamiliesRangesAndDirectionsApart) {
  BareTable table({.hash = "pk:S", .sort = "sk:S", .indexes = {{"g", "pk:S", "sk:S"}, {"h", "pk:S", "sk:S"}}});
  const auto scope_of = [&table](const Query& query, std::string_view uuid = "uuid") {
    const RequestOf request(query);
    const auto plan = make_plan(table.table(), request.request());
    EXPECT_TRUE(plan.ok());
    return token_scope(uuid, *plan);
  };
  const std::vector<uint64_t> scopes{
      scope_of({}),
      scope_of({}, "other uuid"),
      scope_of({.index = "g"}),
      scope_of({.index = "h"}),
      scope_of({.direction = Direction::kBackward}),
      scope_of({.partition = {s("p")}}),
      scope_of({.partition = {s("q")}}),
      scope_of({.partition = {s("p")}, .sort = {s("a")}, .sort_op = RangeOp::kEqual}),
      scope_of({.partition = {s("p")}, .sort = {s("a")}, .sort_op = RangeOp::kGreaterEqual}),
      scope_of({.partition = {s("p")}, .sort = {s("a")}, .sort_op = RangeOp::kLess}),
      scope_of({.partition = {s("p")}, .partition_op = RangeOp::kBeginsWith}),
  };
  for (size_t i = 0; i < scopes.size(); ++i) {
    for (size_t k = 0; k < i; ++k) EXPECT_NE(scopes[i], scopes[k]) << i << " and " << k;
  }
  // What a row holds does not decide where it stands, so the same token serves.
  EXPECT_EQ(scope_of({.index = "g"}), scope_of({.index = "g", .content = RowContent::kKeysOnly}));
}

// The whole road: a token from one cursor, to another one and to another process's.
class TokensOfCursors : public testing::Test {
 protected:
  static constexpr std::string_view kPage = R"({"pk":{"S":"p"},"sk":{"S":"a"}})";

  static void fill(TestTable& table) {
    for (const std::string_view sk : {"a", "b", "c"}) {
      for (const std::string_view pk : {"p", "q"}) {
        ASSERT_TRUE(
            table.put(R"({"pk":{"S":")" + std::string(pk) + R"("},"sk":{"S":")" + std::string(sk) + R"("}})").ok());
      }
    }
  }

  static void expect_refused(const TestTable& table, Query query, const std::string& token) {
    query.token = token;
    const Page page = table.page(query);
    EXPECT_TRUE(page.rows.empty());
    ASSERT_FALSE(page.status.ok());
    EXPECT_EQ(page.status.message(), kElsewhere);
  }
};

TEST_F(TokensOfCursors, NoRowNoToken) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S"});
  EXPECT_EQ(table.page({}).token, "");
  fill(table);
  EXPECT_EQ(table.page({.partition = {s("nobody")}}).token, "");
}

TEST_F(TokensOfCursors, AnotherRangeIndexDirectionTableOrDatabaseRefuses) {
  TestDatabase database;
  TestTable table =
      database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"g_a", "pk:S", "sk:S"}, {"g_b", "pk:S", "sk:S"}}});
  TestTable other_table = database.create({.name = "other", .hash = "pk:S", .sort = "sk:S"});
  TestDatabase other_database;
  TestTable same_elsewhere = other_database.create({.hash = "pk:S", .sort = "sk:S"});
  for (TestTable* each : {&table, &other_table, &same_elsewhere}) fill(*each);
  const Query query{.partition = {s("p")}, .limit = 1};
  const Page page = table.page(query);
  ASSERT_EQ(page.rows, std::vector<std::string>{std::string(kPage)});
  ASSERT_EQ(page.end, Step::kPage);
  ASSERT_NE(page.token, "");
  Query again = query;
  again.token = page.token;
  EXPECT_EQ(table.page(again).rows, std::vector<std::string>{R"({"pk":{"S":"p"},"sk":{"S":"b"}})"});
  expect_refused(table, {.partition = {s("q")}}, page.token);
  expect_refused(table, {}, page.token);
  expect_refused(table, reversed(query), page.token);
  expect_refused(table, {.index = "g_a", .partition = {s("p")}}, page.token);
  expect_refused(other_table, query, page.token);
  expect_refused(same_elsewhere, query, page.token);
  const Page of_index = table.page({.index = "g_a", .partition = {s("p")}, .limit = 1});
  expect_refused(table, {.index = "g_b", .partition = {s("p")}}, of_index.token);
}

// The name is the same and the rows are, but the table is another one.
TEST_F(TokensOfCursors, ATableMadeAnewRefuses) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S"});
  fill(table);
  const Page page = table.page({.limit = 1});
  ASSERT_TRUE(database->drop_table("tab").ok());
  TestTable anew = database.create({.hash = "pk:S", .sort = "sk:S"});
  fill(anew);
  expect_refused(anew, {}, page.token);
}

TEST_F(TokensOfCursors, DamagedTextIsRefusedByTheCursorToo) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S"});
  fill(table);
  for (const std::string_view text : {"x", "AAAA", "not base64 at all!"}) {
    const Page page = table.page({.token = std::string(text)});
    ASSERT_FALSE(page.status.ok()) << text;
    EXPECT_EQ(page.status.message(), "the resume token is damaged");
  }
}

TEST_F(TokensOfCursors, PagesByTokensAreTheWholeWalk) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"g_a", "sk:S", "pk:S"}}});
  fill(table);
  for (const Query& query :
       {Query{}, Query{.index = "g_a"}, Query{.partition = {s("p")}}, Query{.index = "g_a", .partition = {s("b")}}}) {
    for (const Query& directed : {query, reversed(query)}) {
      for (const uint64_t limit : {1u, 2u, 3u, 7u})
        EXPECT_EQ(table.rows_by_pages(directed, limit), table.rows(directed));
    }
  }
}

}  // namespace
}  // namespace sheaf
