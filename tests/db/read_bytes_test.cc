// What reads say they have read, from which DynamoDB's read capacity is reckoned (dynamodb-semantics.md 5.16).
#include <gtest/gtest.h>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;

class ReadBytesTest : public testing::Test {
 protected:
  // Items of 1000 bytes, and one of 5000.
  ReadBytesTest() {
    for (int sk = 1; sk <= 4; ++sk) {
      const std::string number = std::to_string(sk);
      EXPECT_TRUE(table_
                      .put(padded_item(R"({"pk":{"S":"p"},"sk":{"N":")" + number + R"("},"l":{"N":")" + number +
                                           R"("},"st":{"S":"a"}})",
                                       sk == 4 ? 5000 : 1000))
                      .ok());
    }
  }

  ReadBytes read(const Ask& ask) const {
    const auto statement = prepare(table_, ask);
    EXPECT_TRUE(statement.ok()) << statement.status().message();
    EXPECT_TRUE(bind_json(statement->get(), ask.values).ok());
    EXPECT_EQ((*statement)->read_bytes().rows, 0u) << "before the first step";
    EXPECT_TRUE(read_answer(statement->get()).status.ok());
    return (*statement)->read_bytes();
  }

  TestDatabase database_;
  TestTable table_ = database_.create(
      {.hash = "pk:S",
       .sort = "sk:N",
       .indexes = {{"by_l", "pk:S", "l:N", "KEYS_ONLY", IndexKind::kLocal}, {"by_st", "st:S", "", "INCLUDE l"}}});
};

constexpr const char* kPartition = R"({":p":{"S":"p"}})";
// pk, p, sk, l and numbers of one digit.
constexpr uint64_t kLocalRowBytes = 2 + 1 + 2 + 2 + 1 + 2;
constexpr uint64_t kGlobalRowBytes = kLocalRowBytes + 2 + 1;

TEST_F(ReadBytesTest, CountsWholeItemsBeforeFilterAndProjection) {
  EXPECT_EQ(read({.key = "pk = :p", .values = kPartition}).rows, 8000u);
  EXPECT_EQ(read({.key = "pk = :p", .projection = "st", .values = kPartition}).rows, 8000u);
  EXPECT_EQ(read({.key = "pk = :p", .filter = "st = :p", .values = kPartition}).rows, 8000u);
  EXPECT_EQ(read({.key = "pk = :p", .values = kPartition, .answer = StatementAnswer::kCount}).rows, 8000u);
  EXPECT_EQ(read({.kind = StatementKind::kScan, .row_limit = 2}).rows, 2000u);
  EXPECT_EQ(read({.key = "pk = :p", .values = R"({":p":{"S":"none"}})"}).rows, 0u);
}

TEST_F(ReadBytesTest, OfAnIndexCountsItsRows) {
  const ReadBytes local = read({.index = "by_l", .key = "pk = :p", .values = kPartition});
  EXPECT_EQ(local.rows, 4 * kLocalRowBytes);
  EXPECT_EQ(local.fetched_items, 0u);
  EXPECT_EQ(read({.kind = StatementKind::kScan, .index = "by_st"}).rows, 4 * kGlobalRowBytes);
}

// Each item that is fetched is rounded by itself: 1, 1, 1 and 2 units of 4 KB.
TEST_F(ReadBytesTest, ItemsFetchedBesideRowsAreCountedApart) {
  const ReadBytes bytes =
      read({.index = "by_l", .key = "pk = :p", .values = kPartition, .content = RowContent::kFullItem});
  EXPECT_EQ(bytes.rows, 4 * kLocalRowBytes);
  EXPECT_EQ(bytes.fetched_items, 4u);
  EXPECT_EQ(bytes.fetched_units, 5u);
  const ReadBytes projected = read({.index = "by_l", .key = "pk = :p", .projection = "st", .values = kPartition});
  EXPECT_EQ(projected.fetched_items, 4u);
}

TEST_F(ReadBytesTest, BeginsAnewWithTheNextWalk) {
  const auto statement = prepare(table_, {.kind = StatementKind::kScan, .row_limit = 3});
  ASSERT_TRUE(statement.ok());
  const Answer first = read_answer(statement->get());
  EXPECT_EQ((*statement)->read_bytes().rows, 3000u);
  ASSERT_TRUE((*statement)->resume(first.token).ok());
  EXPECT_EQ((*statement)->read_bytes().rows, 0u);
  read_answer(statement->get());
  EXPECT_EQ((*statement)->read_bytes().rows, 5000u);
}

}  // namespace
}  // namespace sheaf
