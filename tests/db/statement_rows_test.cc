// Many rows in one call: what an interrupt or an error in the middle of it leaves to the next call, and a close meanwhile.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;

constexpr int kRows = 5;

class StatementRows : public testing::Test {
 protected:
  void SetUp() override {
    for (int sk = 1; sk <= kRows; ++sk) {
      ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(sk) + R"("}})").ok());
    }
    auto statement = prepare(table_, scan_of("", "{}"));
    ASSERT_TRUE(statement.ok());
    statement_ = *std::move(statement);
  }

  // Takes rows into `seen` and fails or interrupts at the one of that number.
  RowVisitor taking(int special, std::function<Status()> then) {
    return [this, special, then](const ItemView& item) {
      const auto number = Number::decode(item.find("sk").data);
      if (number.ok() && *number == Number::from_int64(special)) SHEAF_RETURN_IF_ERROR(then());
      seen_ += number->to_text();
      return Status();
    };
  }

  TestDatabase database_;
  TestTable table_ = database_.create({.hash = "pk:S", .sort = "sk:N"});
  std::unique_ptr<Statement> statement_;
  std::string seen_;
};

TEST_F(StatementRows, AnInterruptEndsTheCallAndTheNextGoesOn) {
  const auto interrupting = taking(2, [this] {
    database_->interrupt();
    return Status();
  });
  auto step = statement_->give_rows(0, interrupting);
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(*step, Step::kRow) << "there may be more";
  EXPECT_EQ(seen_, "12");
  step = statement_->give_rows(0, taking(0, [] { return Status(); }));
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(*step, Step::kDone);
  EXPECT_EQ(seen_, "12345");
  EXPECT_EQ(statement_->returned(), 5u);
}

TEST_F(StatementRows, AnErrorComesAfterTheRowsThatWereGiven) {
  const auto failing = taking(3, [] { return Status(Error::kNoMemory); });
  auto step = statement_->give_rows(0, failing);
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(*step, Step::kRow);
  EXPECT_EQ(seen_, "12");
  EXPECT_EQ(statement_->returned(), 2u);
  EXPECT_FALSE(statement_->is_on_row());
  for (int again = 0; again < 2; ++again) {
    step = statement_->give_rows(0, failing);
    ASSERT_FALSE(step.ok());
    EXPECT_TRUE(step.status().is(Error::kNoMemory));
    EXPECT_FALSE(statement_->step().ok());
  }
  const auto token = statement_->token();
  ASSERT_TRUE(token.ok());
  ASSERT_TRUE(statement_->resume(*token).ok());
  step = statement_->give_rows(0, taking(0, [] { return Status(); }));
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(*step, Step::kDone);
  EXPECT_EQ(seen_, "12345") << "the row that failed is met again";
}

TEST_F(StatementRows, AnErrorAtTheFirstRowIsTheAnswer) {
  const auto step = statement_->give_rows(0, taking(1, [] { return Status(Error::kItemCorrupt, {"by the test"}); }));
  ASSERT_FALSE(step.ok());
  EXPECT_TRUE(step.status().is(Error::kItemCorrupt));
  EXPECT_EQ(seen_, "");
  EXPECT_EQ(statement_->returned(), 0u);
}

TEST_F(StatementRows, AreGivenWhileTheDatabaseStaysOpen) {
  std::thread closer;
  std::atomic<bool> is_closed{false};
  const auto closing = taking(2, [&] {
    closer = std::thread([&] {
      database_.close();
      is_closed = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(is_closed) << "the row is being looked at";
    return Status();
  });
  const auto step = statement_->give_rows(0, closing);
  closer.join();
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(*step, Step::kRow);
  EXPECT_EQ(seen_, "12");
  const auto next = statement_->give_rows(0, closing);
  ASSERT_FALSE(next.ok());
  EXPECT_TRUE(next.status().is(Error::kClosed));
}

}  // namespace
}  // namespace sheaf
