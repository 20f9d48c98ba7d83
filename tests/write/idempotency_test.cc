// Idempotency tokens: a transaction is written once under its token, for ten minutes.
#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "tests/support/many.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

// The time of day of the databases here; it begins at a whole unit of ten minutes.
constexpr int64_t kStartMs = 1'700'000'400'000 / kTokenLifeMs * kTokenLifeMs;
int64_t now_ms = kStartMs;

class IdempotencyTest : public testing::Test {
 protected:
  IdempotencyTest() {
    now_ms = kStartMs;
    reopen();
  }

  void reopen() {
    table_.reset();
    if (database_ != nullptr) database_->close();
    DatabaseOptions options = folder_options(folder_.path() + "/db");
    options.clock = [] { return now_ms; };
    options.sync = SyncMode::kNormal;
    auto opened = Database::open(options);
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    database_ = *opened;
    if (!database_->open_table("tab").ok()) {
      ASSERT_TRUE(database_->create_table(definition_json({.hash = "pk:S"})).ok());
    }
    table_.emplace(database_, *database_->open_table("tab"));
  }

  // Adds to the counter of the item "c".
  Status add(std::string_view token, const std::string& number = "1") {
    return write_all(
               {update_of(*table_, {s("c")}, {.update = "ADD n :n", .values = R"({":n":{"N":")" + number + R"("}})"})},
               token)
        .status;
  }
  std::string count() { return table_->get({s("c")}).value_or("none"); }
  static std::string counted(int number) { return R"({"n":{"N":")" + std::to_string(number) + R"("},"pk":{"S":"c"}})"; }

  // The tokens that are stored.
  size_t stored_tokens() {
    const auto family = database_->store().find_family("k");
    size_t count = 0;
    if (family == nullptr) return 0;
    for (const auto rows = database_->store().iterate(*family, {}, {}); rows->next();) ++count;
    return count;
  }

  TempFolder folder_;
  std::shared_ptr<Database> database_;
  std::optional<TestTable> table_;
};

TEST_F(IdempotencyTest, TheSameTransactionUnderATokenIsWrittenOnce) {
  EXPECT_TRUE(add("t").ok());
  EXPECT_TRUE(add("t").ok());
  EXPECT_EQ(count(), counted(1));
  EXPECT_TRUE(add("other").ok());
  EXPECT_TRUE(add({}).ok());
  EXPECT_TRUE(add({}).ok());
  EXPECT_EQ(count(), counted(4));
}

TEST_F(IdempotencyTest, OtherContentUnderATokenIsRefused) {
  ASSERT_TRUE(add("t").ok());
  const Status other = add("t", "2");
  EXPECT_EQ(other.code(), StatusCode::kTOKEN_MISMATCH);
  EXPECT_STREQ(other.aws_name(), "IdempotentParameterMismatchException");
  EXPECT_EQ(count(), counted(1));
}

TEST_F(IdempotencyTest, ATokenIsHonouredAfterARestart) {
  ASSERT_TRUE(add("t").ok());
  reopen();
  EXPECT_TRUE(add("t").ok());
  EXPECT_EQ(count(), counted(1));
  EXPECT_TRUE(add("t", "2").is(Error::kTokenMismatch));
}

TEST_F(IdempotencyTest, ATokenLivesTenMinutes) {
  now_ms = kStartMs + kTokenLifeMs - 1;  // the end of a unit
  ASSERT_TRUE(add("t").ok());
  now_ms += kTokenLifeMs;
  EXPECT_TRUE(add("t").ok());
  EXPECT_EQ(count(), counted(1));
  now_ms += 1;
  EXPECT_TRUE(add("t", "5").ok());
  EXPECT_EQ(count(), counted(6));
  EXPECT_TRUE(add("t").is(Error::kTokenMismatch));
}

TEST_F(IdempotencyTest, AClockThatWasSetBackForgetsNothing) {
  ASSERT_TRUE(add("t").ok());
  now_ms -= 1000;  // into the unit before
  EXPECT_TRUE(add("t").ok());
  EXPECT_EQ(count(), counted(1));
}

// The token's first use is over, its second is not; the clock then goes back into the time of the first.
TEST_F(IdempotencyTest, TheLatestUseOfATokenCounts) {
  now_ms = kStartMs + 1000;
  ASSERT_TRUE(add("t").ok());
  now_ms = kStartMs + kTokenLifeMs + 2000;
  ASSERT_TRUE(add("t", "5").ok());
  now_ms -= 7000;
  EXPECT_TRUE(add("t", "5").ok());
  EXPECT_EQ(count(), counted(6));
  EXPECT_TRUE(add("t").is(Error::kTokenMismatch));
}

// A machine without a clock begins in 1970, or before.
TEST_F(IdempotencyTest, WorksBesideTheBeginningOfTime) {
  for (const int64_t time_ms : {5000, -5000}) {
    now_ms = time_ms;
    const std::string token = "t" + std::to_string(time_ms);
    ASSERT_TRUE(add(token).ok());
    EXPECT_TRUE(add(token, "2").is(Error::kTokenMismatch)) << time_ms;
    EXPECT_TRUE(add(token).ok()) << time_ms;
  }
  EXPECT_EQ(count(), counted(2));
}

TEST_F(IdempotencyTest, TokensOfAClockThatWasSetBackAreErasedToo) {
  now_ms += 100 * kTokenLifeMs;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(add("late" + std::to_string(i)).ok());
  now_ms += 3 * kTokenLifeMs;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(add("later" + std::to_string(i)).ok());
  EXPECT_EQ(stored_tokens(), 200u);
  now_ms = kStartMs;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(add("early" + std::to_string(i)).ok());
  EXPECT_EQ(stored_tokens(), 400u);
  now_ms += 3 * kTokenLifeMs;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(add("next" + std::to_string(i)).ok());
  EXPECT_EQ(stored_tokens(), 400u) << "those of the clock's future stay until their time";
}

TEST_F(IdempotencyTest, ARefusedTransactionLeavesNoToken) {
  const auto guarded = [this] {
    return write_all(
               {update_of(
                   *table_, {s("c")},
                   {.update = "ADD n :one", .condition = "attribute_exists(pk)", .values = R"({":one":{"N":"1"}})"})},
               "t")
        .status;
  };
  EXPECT_EQ(guarded().code(), StatusCode::kCANCELED);
  EXPECT_EQ(stored_tokens(), 0u);
  ASSERT_TRUE(table_->put(R"({"pk":{"S":"c"}})").ok());
  EXPECT_TRUE(guarded().ok());
  EXPECT_TRUE(guarded().ok());
  EXPECT_EQ(count(), counted(1));
}

// B059: what counts is what the request means.
TEST_F(IdempotencyTest, MembersInAnotherOrderAreTheSameRequest) {
  const auto put = [this](std::string item) { return write_all({put_of(*table_, std::move(item))}, "t").status; };
  ASSERT_TRUE(put(R"({"pk":{"S":"p"},"m":{"M":{"a":{"N":"1"},"b":{"NS":["1","2"]}}},"n":{"N":"10"}})").ok());
  EXPECT_TRUE(put(R"({"n":{"N":"1.0E1"},"m":{"M":{"b":{"NS":["2.0","1"]},"a":{"N":"1"}}},"pk":{"S":"p"}})").ok());
  EXPECT_TRUE(put(R"({"pk":{"S":"p"},"m":{"M":{"a":{"N":"1"},"b":{"NS":["1","3"]}}},"n":{"N":"10"}})")
                  .is(Error::kTokenMismatch));
}

// Every part of an action counts.
TEST_F(IdempotencyTest, AnyDifferenceIsAnotherRequest) {
  ASSERT_TRUE(database_->create_table(definition_json({.name = "other", .hash = "pk:S"})).ok());
  const TestTable other(database_, *database_->open_table("other"));
  const Terms terms{.update = "SET #a = :v",
                    .condition = "attribute_not_exists(#b)",
                    .values = R"({":v":{"S":"x"}})",
                    .names = {{"#a", "a"}, {"#b", "b"}}};
  const auto act = [&](const Terms& of) { return update_of(*table_, {s("p")}, of); };
  ASSERT_TRUE(write_all({act(terms)}, "t").status.ok());
  ASSERT_TRUE(write_all({act(terms)}, "t").status.ok());
  std::vector<std::vector<Act>> others;
  others.push_back({update_of(*table_, {s("q")}, terms)});
  others.push_back({update_of(other, {s("p")}, terms)});
  others.push_back({act(terms), put_of(*table_, R"({"pk":{"S":"more"}})")});
  others.push_back({erase_of(*table_, {s("p")})});
  others.push_back({put_of(*table_, R"({"pk":{"S":"p"}})")});
  Terms changed = terms;
  changed.values = R"({":v":{"B":"eA=="}})";
  others.push_back({act(changed)});
  changed = terms;
  changed.names[0].second = "c";
  others.push_back({act(changed)});
  changed = terms;
  changed.condition = "attribute_exists(#b)";
  others.push_back({act(changed)});
  changed = terms;
  changed.update = "SET #a = if_not_exists(#a, :v)";
  others.push_back({act(changed)});
  for (size_t i = 0; i < others.size(); ++i) {
    EXPECT_TRUE(write_all(others[i], "t").status.is(Error::kTokenMismatch)) << i;
  }
}

TEST_F(IdempotencyTest, ATokenHasOneTo36Bytes) {
  EXPECT_TRUE(add(std::string(36, 't')).ok());
  const Status longer = add(std::string(37, 't'));
  EXPECT_TRUE(longer.is(Error::kTokenTooLong));
  EXPECT_EQ(longer.code(), StatusCode::kINVALID);
  EXPECT_EQ(count(), counted(1));
}

TEST_F(IdempotencyTest, ATransactionOfChecksIsRememberedToo) {
  ASSERT_TRUE(table_->put(R"({"pk":{"S":"c"}})").ok());
  const std::vector<Act> check{check_of(*table_, {s("c")}, {.condition = "attribute_exists(pk)"})};
  ASSERT_TRUE(write_all(check, "t").status.ok());
  ASSERT_TRUE(table_->erase({s("c")}).ok());
  EXPECT_TRUE(write_all(check, "t").status.ok());
  EXPECT_EQ(write_all(check, "u").status.code(), StatusCode::kCANCELED);
}

TEST_F(IdempotencyTest, OldTokensAreErasedWhileNewOnesCome) {
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(add("old" + std::to_string(i)).ok());
  EXPECT_EQ(stored_tokens(), 1000u);
  now_ms += 3 * kTokenLifeMs;
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(add("new" + std::to_string(i)).ok());
  EXPECT_EQ(stored_tokens(), 400u);
}

}  // namespace
}  // namespace sheaf
