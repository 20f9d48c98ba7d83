// LockTable: nobody else inside, no deadlock whatever sets are taken together, and the barrier over all slots.
#include "engine/write/lock_table.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace sheaf {
namespace {

constexpr uint32_t kSlotsInUse = 12;  // few, so that sets overlap all the time
constexpr int kThreads = 6;
constexpr int kRounds = 400;

// Plain integers, each guarded by the slot of its number: lost additions and ThreadSanitizer show a slot that two
// hold at once.
struct Guarded {
  std::vector<uint64_t> counts = std::vector<uint64_t>(kSlotsInUse);
};

// Up to six slots, in any order, some of them twice.
std::vector<uint32_t> random_slots(std::mt19937* random) {
  std::vector<uint32_t> slots((*random)() % 7);
  for (uint32_t& slot : slots) slot = (*random)() % kSlotsInUse;
  return slots;
}

TEST(LockTableThreads, RandomSetsExcludeEachOtherAndNeverDeadlock) {
  LockTable table;
  Guarded guarded;
  std::vector<std::vector<uint64_t>> expected(kThreads, std::vector<uint64_t>(kSlotsInUse));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<uint32_t>(t));
      for (int round = 0; round < kRounds; ++round) {
        const std::vector<uint32_t> slots = random_slots(&random);
        const LockTable::ManyGuard guard(table, slots);
        for (const uint32_t slot : std::set<uint32_t>(slots.begin(), slots.end())) {
          const uint64_t before = guarded.counts[slot];
          if (round % 16 == 0) std::this_thread::yield();
          guarded.counts[slot] = before + 1;
          ++expected[static_cast<size_t>(t)][slot];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (uint32_t slot = 0; slot < kSlotsInUse; ++slot) {
    uint64_t sum = 0;
    for (const std::vector<uint64_t>& own : expected) sum += own[slot];
    EXPECT_EQ(guarded.counts[slot], sum) << "slot " << slot;
  }
}

// Single holders move one unit from a slot's count to its shadow and back; behind the barrier nobody is half way.
TEST(LockTableThreads, TheBarrierWaitsForEveryHolder) {
  LockTable table;
  Guarded guarded;
  Guarded shadow;
  uint64_t seen_half_way = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<uint32_t>(t));
      for (int round = 0; round < kRounds; ++round) {
        const uint32_t slot = random() % kSlotsInUse;
        const LockTable::Guard guard(table, slot);
        ++guarded.counts[slot];
        if (round % 8 == 0) std::this_thread::yield();
        ++shadow.counts[slot];
      }
    });
  }
  for (int round = 0; round < 12; ++round) {
    const LockTable::ManyGuard barrier(table, table.all_slots());
    for (uint32_t slot = 0; slot < kSlotsInUse; ++slot) seen_half_way += guarded.counts[slot] != shadow.counts[slot];
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(seen_half_way, 0u);
  uint64_t sum = 0;
  for (const uint64_t count : shadow.counts) sum += count;
  EXPECT_EQ(sum, static_cast<uint64_t>(kThreads) * kRounds);
}

TEST(LockTableThreads, SlotsComeFromTableAndKey) {
  LockTable table;
  const std::vector<uint32_t> all = table.all_slots();
  std::set<uint32_t> of_keys;
  std::set<uint32_t> of_tables;
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint32_t slot = LockTable::slot_of(7, "key " + std::to_string(i));
    EXPECT_LT(slot, all.size());
    EXPECT_EQ(slot, LockTable::slot_of(7, "key " + std::to_string(i)));
    of_keys.insert(slot);
    of_tables.insert(LockTable::slot_of(i, "one key"));
  }
  // 1,000 of 4,096 slots by chance are about 890 different ones.
  EXPECT_GT(of_keys.size(), 800u);
  EXPECT_GT(of_tables.size(), 800u);
  EXPECT_EQ(std::set<uint32_t>(all.begin(), all.end()).size(), 4096u);
}

}  // namespace
}  // namespace sheaf
