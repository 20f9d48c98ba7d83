// One idempotency token from eight threads at once.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>

#include "tests/threads/many.h"

namespace sheaf::test {
namespace {

constexpr size_t kThreads = 8;
constexpr size_t kRounds = 50;

constexpr const char* kCount = "SET n = if_not_exists(n, :zero) + :one, b = :b";
constexpr const char* kOne = R"({":zero":0,":one":1,":b":"b"})";

std::string token_of(size_t round) { return label("the token of round ", round); }

TEST(TokensThreads, OneTokenAtOnceIsAppliedOnceAndAllAreAnsweredOk) {
  const TwoTables world;
  Surprises surprises;
  std::barrier round_begins(static_cast<std::ptrdiff_t>(kThreads));
  in_threads(kThreads, [&](size_t) {
    const Owned<sheaf_stmt> in_items = prepare(world.items(), kCount, nullptr);
    const Owned<sheaf_stmt> in_plain = prepare(world.plain(), kCount, nullptr);
    const Owned<sheaf_stmt> is_new = prepare(world.plain(), nullptr, "attribute_not_exists(pk)");
    const Owned<sheaf_error> error(sheaf_error_new());
    for (size_t round = 0; round < kRounds; ++round) {
      Actions actions;
      actions.update(world.items(), "counter", in_items.get(), kOne)
          .update(world.plain(), "counter", in_plain.get(), kOne);
      actions.put(world.plain(), item_json(label("round", round)), is_new.get());
      round_begins.arrive_and_wait();
      surprises.expect("write_all", actions.write_all(world.db(), error.get(), {.token = token_of(round)}), {SHEAF_OK},
                       error.get());
    }
  });
  EXPECT_EQ(surprises.first(), "");
  EXPECT_EQ(number_in(world.items(), "counter", "n"), int64_t{kRounds});
  EXPECT_EQ(number_in(world.plain(), "counter", "n"), int64_t{kRounds});
  EXPECT_EQ(numbers_in(world.items(), "by_b", "n", &surprises), (std::map<std::string, int64_t>{{"counter", kRounds}}));
  EXPECT_EQ(numbers_in(world.plain(), nullptr, "n", &surprises).size(), kRounds + 1);
}

// Two kinds of content count in items of their own; a third has a condition that does not hold, and so never owns the token. The
// kinds' items differ, so that the token alone keeps them apart; they are large, so that it takes long from the look at the token to the
// commit.
TEST(TokensThreads, OfDifferentContentUnderOneTokenExactlyOneKindWins) {
  constexpr size_t kKinds = 3;
  constexpr size_t kRefusedKind = 2;
  constexpr size_t kMore = 6;  // items
  const std::string large = R"("a":"a","b":"c","c":"c","n":-1,"pad":")" + std::string(30'000, 'x') + "\"";
  const TwoTables world;
  Surprises surprises;
  std::barrier round_begins(static_cast<std::ptrdiff_t>(kThreads));
  std::vector<std::array<std::atomic<size_t>, kKinds>> ok(kRounds);
  in_threads(kThreads, [&](size_t thread) {
    const Owned<sheaf_stmt> in_items = prepare(world.items(), kCount, nullptr);
    const Owned<sheaf_stmt> never = prepare(world.plain(), nullptr, "attribute_exists(pk)");
    const Owned<sheaf_error> error(sheaf_error_new());
    const size_t kind = thread % kKinds;
    for (size_t round = 0; round < kRounds; ++round) {
      Actions actions;
      actions.update(world.items(), label("kind", kind), in_items.get(), kOne);
      for (size_t i = 0; i < kMore; ++i) {
        actions.put(world.items(), item_json(label("kind", kind) + "-" + std::to_string(i), large));
      }
      if (kind == kRefusedKind) actions.erase(world.plain(), "there is none", never.get());
      round_begins.arrive_and_wait();
      const sheaf_status answer = actions.write_all(world.db(), error.get(), {.token = token_of(round)});
      if (answer == SHEAF_OK) ok[round][kind].fetch_add(1);
      if (kind == kRefusedKind) {
        surprises.expect("write_all", answer, {SHEAF_CANCELED, SHEAF_TOKEN_MISMATCH}, error.get());
      } else {
        surprises.expect("write_all", answer, {SHEAF_OK, SHEAF_TOKEN_MISMATCH}, error.get());
      }
    }
  });
  EXPECT_EQ(surprises.first(), "");
  std::map<std::string, int64_t> wins;
  for (const auto& round : ok) {
    const bool first_wins = round[0].load() != 0;
    ++wins[first_wins ? "kind0" : "kind1"];
    // Threads 0, 3 and 6 are of the first kind, 1, 4 and 7 of the second.
    EXPECT_EQ(round[0].load(), first_wins ? 3u : 0u);
    EXPECT_EQ(round[1].load(), first_wins ? 0u : 3u);
  }
  for (const auto& [kind, count] : wins) EXPECT_EQ(number_in(world.items(), kind, "n"), count);
  EXPECT_EQ(number_in(world.items(), "kind2", "n"), 0);
}

}  // namespace
}  // namespace sheaf::test
