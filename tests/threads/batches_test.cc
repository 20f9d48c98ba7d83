// Batches beside transactions on the same items: each action of a batch is an atomic write of its own, and no transaction is ever seen
// by half because of them.
#include <gtest/gtest.h>

#include <atomic>

#include "tests/threads/many.h"

namespace sheaf::test {
namespace {

constexpr size_t kPairs = 10;    // that transactions change, in Items and Plain
constexpr size_t kMore = 270;    // items of Plain that batches alone change: with the pairs, more than one commit takes
constexpr size_t kBatchers = 4;  // threads
constexpr size_t kTransactors = 4;
constexpr int kBatchesEach = 5;
constexpr int kTransactionsEach = 60;

constexpr const char* kAddToBatches = "SET v = if_not_exists(v, :zero) + :one";
constexpr const char* kAddToTransactions = "SET n = if_not_exists(n, :zero) + :one, b = :b";
constexpr const char* kOne = R"({":zero":0,":one":1})";

void write_batches(const TwoTables& world, Surprises* surprises) {
  const Owned<sheaf_stmt> in_items = prepare(world.items(), kAddToBatches, nullptr);
  const Owned<sheaf_stmt> in_plain = prepare(world.plain(), kAddToBatches, nullptr);
  const Owned<sheaf_stmt> never = prepare(world.plain(), nullptr, "attribute_exists(pk) AND attribute_not_exists(pk)");
  const Owned<sheaf_error> error(sheaf_error_new());
  Actions actions;
  for (size_t i = 0; i < kMore; ++i) actions.update(world.plain(), label("m", i), in_plain.get(), kOne);
  for (size_t i = 0; i < kPairs; ++i) {
    actions.update(world.items(), label("p", i), in_items.get(), kOne);
    actions.update(world.plain(), label("p", i), in_plain.get(), kOne);
  }
  actions.erase(world.plain(), "m", never.get());
  std::vector<sheaf_status> expected(actions.size(), SHEAF_OK);
  expected.back() = SHEAF_CONDITION_FAILED;  // and nobody else suffers from it
  std::vector<sheaf_status> results;
  for (int i = 0; i < kBatchesEach; ++i) {
    surprises->expect("write_each", actions.write_each(world.db(), error.get(), &results), {SHEAF_CONDITION_FAILED},
                      error.get());
    if (results != expected) surprises->note("another action of the batch was not done");
  }
}

void write_transactions(const TwoTables& world, size_t thread, Surprises* surprises) {
  const Owned<sheaf_stmt> in_items = prepare(world.items(), kAddToTransactions, nullptr);
  const Owned<sheaf_stmt> in_plain = prepare(world.plain(), kAddToTransactions, nullptr);
  const Owned<sheaf_error> error(sheaf_error_new());
  for (size_t i = 0; i < kTransactionsEach; ++i) {
    const std::string pair = label("p", (thread + i) % kPairs);
    const std::string values = R"({":zero":0,":one":1,":b":"b)" + std::to_string(i % 3) + "\"}";
    Actions actions;
    actions.update(world.plain(), pair, in_plain.get(), values).update(world.items(), pair, in_items.get(), values);
    surprises->expect("write_all", actions.write_all(world.db(), error.get()), {SHEAF_OK}, error.get());
  }
}

// In each state both items of a pair have the same number of transactions, and the index has those of the table.
void look_at_pairs(const TwoTables& world, const std::atomic<size_t>& at_work, Surprises* surprises) {
  do {
    const Owned<sheaf_snapshot> snapshot = open_snapshot(world.db());
    const Owned<sheaf_table> items = bind_table(snapshot.get(), world.items());
    const Owned<sheaf_table> plain = bind_table(snapshot.get(), world.plain());
    const auto in_items = numbers_in(items.get(), nullptr, "n", surprises);
    const auto in_plain = numbers_in(plain.get(), nullptr, "n", surprises);
    for (const auto& [sort, number] : in_items) {
      const auto other = in_plain.find(sort);
      if ((other == in_plain.end() ? 0 : other->second) != number) surprises->note("a transaction is seen by half");
    }
    for (const auto& [sort, number] : numbers_in(items.get(), "by_b", "v", surprises)) {
      if (number_in(items.get(), sort, "v") != number) surprises->note("an index row differs from its item");
    }
  } while (at_work.load(std::memory_order_relaxed) > 0);
}

TEST(BatchesThreads, BatchesAndTransactionsOnTheSameItemsLoseNothing) {
  const TwoTables world;
  Surprises surprises;
  std::atomic<size_t> at_work{kBatchers + kTransactors};
  in_threads(kBatchers + kTransactors + 1, [&](size_t thread) {
    if (thread == kBatchers + kTransactors) return look_at_pairs(world, at_work, &surprises);
    if (thread < kBatchers) {
      write_batches(world, &surprises);
    } else {
      write_transactions(world, thread, &surprises);
    }
    at_work.fetch_sub(1, std::memory_order_relaxed);
  });
  EXPECT_EQ(surprises.first(), "");
  std::map<std::string, int64_t> transactions;
  for (size_t thread = kBatchers; thread < kBatchers + kTransactors; ++thread) {
    for (size_t i = 0; i < kTransactionsEach; ++i) ++transactions[label("p", (thread + i) % kPairs)];
  }
  std::map<std::string, int64_t> batches;
  for (size_t i = 0; i < kPairs; ++i) batches[label("p", i)] = kBatchers * kBatchesEach;
  EXPECT_EQ(numbers_in(world.items(), nullptr, "n", &surprises), transactions);
  EXPECT_EQ(numbers_in(world.items(), "by_b", "n", &surprises), transactions);
  EXPECT_EQ(numbers_in(world.items(), nullptr, "v", &surprises), batches);
  for (size_t i = 0; i < kMore; ++i) {
    batches[label("m", i)] = kBatchers * kBatchesEach;
    transactions[label("m", i)] = 0;
  }
  EXPECT_EQ(numbers_in(world.plain(), nullptr, "n", &surprises), transactions);
  EXPECT_EQ(numbers_in(world.plain(), nullptr, "v", &surprises), batches);
  EXPECT_EQ(surprises.first(), "");
}

}  // namespace
}  // namespace sheaf::test
