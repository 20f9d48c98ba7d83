// Eight threads of transactions on the same few items: nothing is lost, nothing is done by half, and nobody waits for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <random>

#include "tests/threads/many.h"

namespace sheaf::test {
namespace {

constexpr size_t kThreads = 8;

// ---- counters ----

constexpr size_t kCounters = 12;  // of which half are in each table
constexpr const char* kCount = "SET n = n + :d, v = v + :d, b = :b";

using Sums = std::array<int64_t, kCounters>;

// Two to five counters in an order of its own; all of them by the same number, so that the sum over all is known too.
void count_at_random(const TwoTables& world, size_t thread, Sums* added, Surprises* surprises) {
  constexpr int kTransactions = 60;
  const Owned<sheaf_stmt> in_items = prepare(world.items(), kCount, nullptr);
  const Owned<sheaf_stmt> in_plain = prepare(world.plain(), kCount, nullptr);
  const Owned<sheaf_error> error(sheaf_error_new());
  std::mt19937 random(static_cast<uint32_t>(thread));
  std::array<size_t, kCounters> order{};
  for (size_t i = 0; i < kCounters; ++i) order[i] = i;
  for (int i = 0; i < kTransactions; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    const int64_t difference = static_cast<int64_t>(random() % 9) - 4;
    const std::string values =
        R"({":d":)" + std::to_string(difference) + R"(,":b":"b)" + std::to_string(random() % 3) + "\"}";
    Actions actions;
    for (size_t k = 0; k < 2 + random() % 4; ++k) {
      const bool is_plain = order[k] % 2 == 1;
      actions.update(is_plain ? world.plain() : world.items(), label("c", order[k]),
                     is_plain ? in_plain.get() : in_items.get(), values);
      (*added)[order[k]] += difference;
    }
    surprises->expect("write_all", actions.write_all(world.db(), error.get()), {SHEAF_OK}, error.get());
  }
}

TEST(TransactionsThreads, CountersOfSeveralItemsInAnyOrderAddUp) {
  const TwoTables world;
  Surprises surprises;
  Actions all;
  for (size_t i = 0; i < kCounters; ++i) {
    all.put(i % 2 == 1 ? world.plain() : world.items(), item_json(label("c", i), R"("n":0,"v":0,"a":"a","c":"c")"));
  }
  ASSERT_EQ(all.write_all(world.db(), nullptr), SHEAF_OK);
  std::vector<Sums> added(kThreads, Sums{});
  in_threads(kThreads, [&](size_t thread) { count_at_random(world, thread, &added[thread], &surprises); });
  ASSERT_EQ(surprises.first(), "");
  std::map<std::string, int64_t> expected_items;
  std::map<std::string, int64_t> expected_plain;
  for (size_t i = 0; i < kCounters; ++i) {
    int64_t& sum = (i % 2 == 1 ? expected_plain : expected_items)[label("c", i)];
    for (const Sums& of_thread : added) sum += of_thread[i];
  }
  EXPECT_EQ(numbers_in(world.plain(), nullptr, "n", &surprises), expected_plain);
  for (const char* const index : {static_cast<const char*>(nullptr), "by_b", "by_m"}) {
    EXPECT_EQ(numbers_in(world.items(), index, "n", &surprises), expected_items)
        << (index == nullptr ? "table" : index);
  }
  for (const char* const index : {"by_c", "by_l"})
    EXPECT_EQ(numbers_in(world.items(), index, "v", &surprises), expected_items);
  EXPECT_EQ(surprises.first(), "");
}

// B091 with a number that is given out with what it numbers: read the counter, then raise it and write the item of the next number.
TEST(TransactionsThreads, B091_ACounterNeverNumbersTwoItems) {
  constexpr int kNumbersEach = 15;
  const TwoTables world;
  Surprises surprises;
  in_threads(kThreads, [&](size_t thread) {
    const Owned<sheaf_stmt> raise = prepare(world.plain(), "SET n = :next", "attribute_not_exists(n) OR n = :seen");
    const Owned<sheaf_stmt> is_new = prepare(world.items(), nullptr, "attribute_not_exists(pk)");
    const Owned<sheaf_error> error(sheaf_error_new());
    for (int given = 0; given < kNumbersEach;) {
      const int64_t seen = number_in(world.plain(), "counter", "n");
      const std::string next = std::to_string(seen + 1);
      Actions actions;
      actions.put(world.items(), item_json(next, R"("n":)" + next + R"(,"b":")" + label("t", thread) + "\""),
                  is_new.get());
      actions.update(world.plain(), "counter", raise.get(),
                     R"({":seen":)" + std::to_string(seen) + R"(,":next":)" + next + "}");
      const sheaf_status answer = actions.write_all(world.db(), error.get());
      surprises.expect("write_all", answer, {SHEAF_OK, SHEAF_CANCELED}, error.get());
      if (answer == SHEAF_OK) ++given;
      // The number is taken exactly when the counter has gone on.
      const std::vector<sheaf_status> both{SHEAF_CONDITION_FAILED, SHEAF_CONDITION_FAILED};
      if (answer == SHEAF_CANCELED && reasons_of(error.get()) != both) surprises.note("one reason without the other");
    }
  });
  EXPECT_EQ(surprises.first(), "");
  EXPECT_EQ(number_in(world.plain(), "counter", "n"), int64_t{kThreads} * kNumbersEach);
  std::map<std::string, int64_t> expected;
  for (int64_t i = 1; i <= int64_t{kThreads} * kNumbersEach; ++i) expected[std::to_string(i)] = i;
  EXPECT_EQ(numbers_in(world.items(), "by_b", "n", &surprises), expected);
}

// ---- optimistic locks ----

constexpr size_t kVersioned = 5;

// Raises two versions together, where both are still what was seen; gives how often it did that to each item.
void raise_versions(const TwoTables& world, size_t thread, std::array<int64_t, kVersioned>* raised,
                    Surprises* surprises) {
  constexpr int kRaises = 25;
  const Owned<sheaf_stmt> raise = prepare(world.items(), "SET n = n + :one", "n = :seen");
  const Owned<sheaf_error> error(sheaf_error_new());
  std::mt19937 random(static_cast<uint32_t>(100 + thread));
  for (int done = 0; done < kRaises;) {
    const size_t first = random() % kVersioned;
    const std::array<size_t, 2> pair{first, (first + 1 + random() % (kVersioned - 1)) % kVersioned};
    std::array<int64_t, 2> seen{};
    Actions actions;
    for (size_t k = 0; k < 2; ++k) {
      seen[k] = number_in(world.items(), label("v", pair[k]), "n");
      actions.update(world.items(), label("v", pair[k]), raise.get(),
                     R"({":one":1,":seen":)" + std::to_string(seen[k]) + "}");
      actions.wants_old();
    }
    const sheaf_status answer = actions.write_all(world.db(), error.get());
    surprises->expect("write_all", answer, {SHEAF_OK, SHEAF_CANCELED}, error.get());
    if (answer == SHEAF_OK) {
      ++done;
      for (const size_t item : pair) ++(*raised)[item];
      continue;
    }
    size_t failed = 0;
    for (uint32_t k = 0; k < 2; ++k) {
      const sheaf_item* old_item = nullptr;
      if (sheaf_error_reason(error.get(), k, nullptr, &old_item) != SHEAF_CONDITION_FAILED) continue;
      ++failed;
      const bool has_gone_on = old_item != nullptr && std::stoll(text_of(old_item, "n")) > seen[k];
      if (!has_gone_on) surprises->note("a condition failed for an item that is as it was seen");
    }
    if (failed == 0) surprises->note("canceled without a reason");
  }
}

TEST(TransactionsThreads, B092_NoUpdateIsLostWhereVersionsAreChecked) {
  const TwoTables world;
  Surprises surprises;
  Actions all;
  for (size_t i = 0; i < kVersioned; ++i) all.put(world.items(), item_json(label("v", i), R"("n":0,"b":"b")"));
  ASSERT_EQ(all.write_all(world.db(), nullptr), SHEAF_OK);
  std::vector<std::array<int64_t, kVersioned>> raised(kThreads, std::array<int64_t, kVersioned>{});
  in_threads(kThreads, [&](size_t thread) { raise_versions(world, thread, &raised[thread], &surprises); });
  EXPECT_EQ(surprises.first(), "");
  std::map<std::string, int64_t> expected;
  for (size_t i = 0; i < kVersioned; ++i) {
    for (const auto& of_thread : raised) expected[label("v", i)] += of_thread[i];
  }
  EXPECT_EQ(numbers_in(world.items(), nullptr, "n", &surprises), expected);
  EXPECT_EQ(numbers_in(world.items(), "by_b", "n", &surprises), expected);
}

// ---- unique inserts ----

// All threads insert the round's key at once, each at another position among items of its own.
TEST(TransactionsThreads, B092_OneInsertOfAKeyWinsAndTheOthersLeaveNothing) {
  constexpr size_t kRounds = 40;
  constexpr size_t kOwn = 3;
  const TwoTables world;
  Surprises surprises;
  std::barrier round_begins(static_cast<std::ptrdiff_t>(kThreads));
  std::vector<std::atomic<int>> winners(kRounds);
  std::vector<std::atomic<size_t>> winner(kRounds);
  in_threads(kThreads, [&](size_t thread) {
    const Owned<sheaf_stmt> is_new = prepare(world.items(), nullptr, "attribute_not_exists(pk)");
    const Owned<sheaf_error> error(sheaf_error_new());
    for (size_t round = 0; round < kRounds; ++round) {
      const size_t position = (thread + round) % (kOwn + 1);
      Actions actions;
      for (size_t k = 0; k <= kOwn; ++k) {
        const std::string own = label("own", thread) + "-" + std::to_string(round) + "-" + std::to_string(k);
        const std::string more = R"("n":)" + std::to_string(thread) + R"(,"b":"b")";
        if (k == position) {
          actions.put(world.items(), item_json(label("unique", round), more), is_new.get());
        } else {
          actions.put(k % 2 == 0 ? world.items() : world.plain(), item_json(own, more));
        }
      }
      round_begins.arrive_and_wait();
      const sheaf_status answer = actions.write_all(world.db(), error.get());
      surprises.expect("write_all", answer, {SHEAF_OK, SHEAF_CANCELED}, error.get());
      if (answer == SHEAF_OK) {
        winners[round].fetch_add(1);
        winner[round].store(thread);
        continue;
      }
      std::vector<sheaf_status> expected(kOwn + 1, SHEAF_OK);
      expected[position] = SHEAF_CONDITION_FAILED;
      if (reasons_of(error.get()) != expected) surprises.note("the reason stands at another position");
    }
  });
  EXPECT_EQ(surprises.first(), "");
  const auto in_items = numbers_in(world.items(), "by_b", "n", &surprises);
  const auto in_plain = numbers_in(world.plain(), nullptr, "n", &surprises);
  for (size_t round = 0; round < kRounds; ++round) {
    EXPECT_EQ(winners[round].load(), 1) << round;
    EXPECT_EQ(in_items.at(label("unique", round)), static_cast<int64_t>(winner[round].load())) << round;
  }
  EXPECT_EQ(in_items.size() + in_plain.size(), kRounds * (kOwn + 1)) << "each winner's items and nobody else's";
}

}  // namespace
}  // namespace sheaf::test
