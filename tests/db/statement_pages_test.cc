// Pages of statements: what ends one, what it counts, and where the next begins (dynamodb-semantics.md 5.8, 5.9).
#include <gtest/gtest.h>

#include <set>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

constexpr auto kScan = StatementKind::kScan;
constexpr const char* kPartition = R"({":p":{"S":"p"}})";

std::string row(int sk) { return R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(sk) + R"("},"st":{"S":"a"}})"; }

class StatementPages : public testing::Test {
 protected:
  void put_rows(int count) {
    for (int sk = 1; sk <= count; ++sk) ASSERT_TRUE(table_.put(row(sk)).ok());
  }

  TestDatabase database_;
  TestTable table_ =
      database_.create({.hash = "pk:S", .sort = "sk:N", .indexes = {{"by_st", "st:S", "sk:N", "KEYS_ONLY"}}});
};

// C096.
TEST_F(StatementPages, TheRowLimitCountsRowsBeforeTheFilter) {
  put_rows(5);
  const Ask ask{.key = "pk = :p", .filter = "st = :s", .values = R"({":p":{"S":"p"},":s":{"S":"z"}})", .row_limit = 3};
  const Answer page = answer(table_, ask);
  EXPECT_EQ(page.rows, Rows{});
  EXPECT_EQ(page.end, Step::kPage);
  EXPECT_EQ(page.stop, StopReason::kRows);
  EXPECT_EQ(page.scanned, 3u);
  EXPECT_EQ(page.returned, 0u);
  ASSERT_NE(page.token, "");
  Ask next = ask;
  next.token = page.token;
  const Answer rest = answer(table_, next);
  EXPECT_EQ(rest.end, Step::kDone);
  EXPECT_EQ(rest.scanned, 2u);
}

// C097.
TEST_F(StatementPages, APageOfExactlyAllRowsIsFollowedByAnEmptyOne) {
  put_rows(3);
  Ask ask{.key = "pk = :p", .values = kPartition, .row_limit = 3};
  const Answer page = answer(table_, ask);
  EXPECT_EQ(page.rows.size(), 3u);
  EXPECT_EQ(page.end, Step::kPage);
  ask.token = page.token;
  const Answer next = answer(table_, ask);
  EXPECT_EQ(next.rows, Rows{});
  EXPECT_EQ(next.end, Step::kDone);
  EXPECT_EQ(next.stop, StopReason::kEnd);
}

// C099.
TEST_F(StatementPages, TheRowBehindWhichAPageBeginsMayBeGone) {
  put_rows(5);
  Ask ask{.key = "pk = :p", .values = kPartition, .row_limit = 2};
  ask.token = answer(table_, ask).token;
  ASSERT_TRUE(table_.erase({s("p"), n("2")}).ok());
  EXPECT_EQ(answer(table_, ask).rows, (Rows{row(3), row(4)}));
}

// Each item has 100 bytes.
class StatementBytes : public StatementPages {
 protected:
  StatementBytes() {
    for (int sk = 1; sk <= 9; ++sk) EXPECT_TRUE(table_.put(padded_item(row(sk), 100)).ok());
  }
};

TEST_F(StatementBytes, TheRowThatReachesThePageSizeIsTheLast) {
  struct Case {
    uint64_t page_bytes;
    size_t rows;
  };
  for (const Case& c :
       {Case{1, 1}, Case{100, 1}, Case{101, 2}, Case{200, 2}, Case{299, 3}, Case{300, 3}, Case{301, 4}}) {
    const Answer page = answer(table_, {.key = "pk = :p", .values = kPartition, .page_bytes = c.page_bytes});
    EXPECT_EQ(page.rows.size(), c.rows) << c.page_bytes;
    EXPECT_EQ(page.end, Step::kPage);
    EXPECT_EQ(page.stop, StopReason::kBytes);
  }
  // The last row that is there reaches it: as DynamoDB, a page and an empty one behind it.
  Ask ask{.key = "pk = :p", .values = kPartition, .page_bytes = 900};
  const Answer page = answer(table_, ask);
  EXPECT_EQ(page.rows.size(), 9u);
  EXPECT_EQ(page.stop, StopReason::kBytes);
  ask.token = page.token;
  EXPECT_EQ(answer(table_, ask).end, Step::kDone);
}

// C098.
TEST_F(StatementBytes, SizesAreThoseOfWhatIsReadNotOfWhatIsReturned) {
  const std::string values = R"({":p":{"S":"p"},":s":{"S":"z"}})";
  for (const Ask& ask :
       {Ask{.key = "pk = :p", .projection = "sk", .values = kPartition, .page_bytes = 250},
        Ask{.key = "pk = :p", .filter = "st = :s", .values = values, .page_bytes = 250},
        Ask{.key = "pk = :p", .values = kPartition, .answer = StatementAnswer::kCount, .page_bytes = 250},
        Ask{.key = "pk = :p",
        .filter = "st <> :s",
        .values = values,
        .direction = Direction::kBackward,
        .content = RowContent::kKeysOnly,
        .page_bytes = 250}}) {
    const Answer page = answer(table_, ask);
    EXPECT_EQ(page.scanned, 3u) << ask.filter << ask.projection;
    EXPECT_EQ(page.stop, StopReason::kBytes);
  }
}

// An index row of KEYS_ONLY: pk 2+1, sk 2+2 (one number of one digit: 1 + 1 bytes), st 2+1: 10 bytes.
TEST_F(StatementBytes, OnAnIndexItIsTheSizeOfTheIndexesRow) {
  const std::string values = R"({":s":{"S":"a"}})";
  const Answer page = answer(table_, {.index = "by_st", .key = "st = :s", .values = values, .page_bytes = 30});
  EXPECT_EQ(page.scanned, 3u);
  const Answer more = answer(table_, {.index = "by_st", .key = "st = :s", .values = values, .page_bytes = 31});
  EXPECT_EQ(more.scanned, 4u);
  const Answer full = answer(
      table_,
      {.index = "by_st", .key = "st = :s", .values = values, .content = RowContent::kFullItem, .page_bytes = 201});
  EXPECT_EQ(full.scanned, 3u);
}

TEST_F(StatementBytes, TheRowLimitComesFirstWhereBothAreReached) {
  const Answer page = answer(table_, {.key = "pk = :p", .values = kPartition, .row_limit = 2, .page_bytes = 200});
  EXPECT_EQ(page.stop, StopReason::kRows);
}

TEST_F(StatementPages, WithoutASizeAPageHoldsOneMebibyte) {
  // 2,048 bytes each: the 512th reaches 1,048,576.
  for (int sk = 1; sk <= 600; ++sk) ASSERT_TRUE(table_.put(padded_item(row(sk), 2048)).ok());
  Ask ask{.key = "pk = :p", .values = kPartition};
  const Answer page = answer(table_, ask);
  EXPECT_EQ(page.rows.size(), 512u);
  EXPECT_EQ(page.stop, StopReason::kBytes);
  ask.token = page.token;
  EXPECT_EQ(answer(table_, ask).rows.size(), 88u);
  ask.token = "";
  ask.page_bytes = UINT64_MAX;
  EXPECT_EQ(answer(table_, ask).rows.size(), 600u);
}

TEST_F(StatementPages, AllPagesTogetherAreTheWholeAnswer) {
  put_rows(23);
  for (const Direction direction : {Direction::kForward, Direction::kBackward}) {
    for (const uint64_t limit : {1u, 2u, 5u, 23u, 24u}) {
      for (const char* const index : {"", "by_st"}) {
        Ask ask{.kind = kScan,
                .index = index,
                .filter = "sk <> :n",
                .projection = "sk",
                .values = R"({":n":{"N":"7"}})",
                .direction = direction};
        const Rows all = answer_rows(table_, ask);
        EXPECT_EQ(all.size(), 22u);
        ask.row_limit = limit;
        EXPECT_EQ(answer_by_pages(table_, ask), all) << limit;
      }
    }
  }
}

TEST_F(StatementPages, ATokenFitsTheSameKeyConditionValuesAndDirection) {
  put_rows(6);
  const Ask ask{.key = "pk = :p AND sk < :s", .values = R"({":p":{"S":"p"},":s":{"N":"6"}})", .row_limit = 2};
  const std::string token = answer(table_, ask).token;
  ASSERT_NE(token, "");
  Ask other = ask;
  other.token = token;
  other.filter = "st = :a";
  other.values = R"({":p":{"S":"p"},":s":{"N":"6"},":a":{"S":"a"}})";
  other.projection = "sk";
  other.row_limit = 0;
  EXPECT_EQ(answer_rows(table_, other), (Rows{R"({"sk":{"N":"3"}})", R"({"sk":{"N":"4"}})", R"({"sk":{"N":"5"}})"}));
  other = ask;
  other.token = token;
  other.values = R"({":p":{"S":"p"},":s":{"N":"5"}})";
  EXPECT_EQ(answer(table_, other).status.error(), Error::kTokenInvalid);
  other = ask;
  other.token = token;
  other.direction = Direction::kBackward;
  EXPECT_EQ(answer(table_, other).status.error(), Error::kTokenInvalid);
  other = ask;
  other.token = "no token";
  EXPECT_EQ(answer(table_, other).status.error(), Error::kTokenInvalid);
}

TEST_F(StatementPages, ATokenIsWhereTheWalkStands) {
  put_rows(3);
  auto prepared = prepare(table_, {.key = "pk = :p"});
  ASSERT_TRUE(prepared.ok());
  Statement& statement = **prepared;
  ASSERT_TRUE(bind_json(&statement, kPartition).ok());
  EXPECT_EQ(*statement.token(), "");
  ASSERT_EQ(*statement.step(), Step::kRow);
  const std::string first = *statement.token();
  ASSERT_EQ(*statement.step(), Step::kRow);
  ASSERT_NE(*statement.token(), first);
  ASSERT_TRUE(statement.resume(first).ok());
  EXPECT_EQ(*statement.token(), first);
  EXPECT_EQ(read_answer(&statement).rows, (Rows{row(2), row(3)}));
  // Of the end: what is added behind it comes next.
  ASSERT_TRUE(statement.resume(*statement.token()).ok());
  put_rows(4);
  EXPECT_EQ(read_answer(&statement).rows, Rows{row(4)});
  statement.reset();
  EXPECT_EQ(read_answer(&statement).rows.size(), 4u);
}

class StatementSegments : public StatementPages {
 protected:
  StatementSegments() {
    for (int p = 0; p < 50; ++p) {
      for (int sk = 0; sk < 3; ++sk) {
        const std::string json =
            R"({"pk":{"S":"p)" + std::to_string(p) + R"("},"sk":{"N":")" + std::to_string(sk) + R"("}})";
        EXPECT_TRUE(table_.put(json).ok());
      }
    }
  }

  Ask segment(uint32_t number, uint32_t total) { return {.kind = kScan, .segment = number, .total_segments = total}; }
};

TEST_F(StatementSegments, TogetherAreTheWholeAndNoItemStandsInTwo) {
  for (const uint32_t total : {1u, 2u, 7u, 1000000u}) {
    std::multiset<std::string> rows;
    for (uint32_t number = 0; number < std::min(total, 300u); ++number) {
      for (std::string& row : answer_rows(table_, segment(number, total))) rows.insert(std::move(row));
    }
    const Rows all = answer_rows(table_, {.kind = kScan});
    EXPECT_EQ(rows, std::multiset<std::string>(all.begin(), all.end())) << total;
  }
}

TEST_F(StatementSegments, PagesOfASegmentAreItsRows) {
  for (uint32_t number = 0; number < 3; ++number) {
    const Rows all = answer_rows(table_, segment(number, 3));
    Ask ask = segment(number, 3);
    ask.row_limit = 4;
    EXPECT_EQ(answer_by_pages(table_, ask), all);
  }
}

// C107.
TEST_F(StatementSegments, NumbersAreFromZeroAndBelowTheTotal) {
  const Status refused = prepare_error(table_, segment(5, 5));
  EXPECT_EQ(refused.error(), Error::kSegmentInvalid);
  EXPECT_EQ(refused.aws_message(),
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 5 is not less "
            "than TotalSegments: 5");
  EXPECT_EQ(prepare_error(table_, segment(1, 0)).error(), Error::kSegmentInvalid);
  EXPECT_EQ(prepare_error(table_, segment(0, 1000001)).error(), Error::kSegmentInvalid);
  EXPECT_TRUE(prepare(table_, segment(999999, 1000000)).ok());
}

TEST_F(StatementSegments, ATokenIsOfItsSegmentAndTotal) {
  Ask ask = segment(0, 3);
  ask.row_limit = 2;
  const std::string token = answer(table_, ask).token;
  ASSERT_NE(token, "");
  for (const Ask& other : {segment(1, 3), segment(0, 4), segment(0, 1), segment(0, 0)}) {
    Ask asked = other;
    asked.token = token;
    EXPECT_EQ(answer(table_, asked).status.error(), Error::kSegmentToken)
        << asked.segment << " of " << asked.total_segments;
  }
  Ask whole{.kind = kScan, .row_limit = 2};
  ask.token = answer(table_, whole).token;
  EXPECT_EQ(answer(table_, ask).status.error(), Error::kSegmentToken);
  ask.token = answer(table_, {.kind = kScan, .index = "by_st", .row_limit = 2}).token;
  EXPECT_EQ(ask.token, "") << "the index is empty";
}

}  // namespace
}  // namespace sheaf
