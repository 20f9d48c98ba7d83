#include "engine/write/lock_table.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace sheaf {
namespace {

TEST(LockTable, SlotsAreOfTableAndKey) {
  std::set<uint32_t> of_keys;
  std::set<uint32_t> of_tables;
  for (int i = 0; i < 1000; ++i) {
    of_keys.insert(LockTable::slot_of(1, "key " + std::to_string(i)));
    of_tables.insert(LockTable::slot_of(static_cast<uint64_t>(i), "key"));
  }
  // 1,000 balls in 4,096 boxes fill about 886; far fewer would mean that writers wait for strangers.
  EXPECT_GT(of_keys.size(), 800u);
  EXPECT_GT(of_tables.size(), 800u);
  EXPECT_LT(*of_keys.rbegin(), 4096u);
  EXPECT_EQ(LockTable::slot_of(7, "key"), LockTable::slot_of(7, "key"));
}

TEST(LockTable, ManyGuardTakesEachSlotOnce) {
  LockTable locks;
  { const LockTable::ManyGuard guard(locks, {5, 3, 5, 3, 4}); }
  // All of them are free again.
  const LockTable::ManyGuard again(locks, {3, 4, 5});
}

TEST(LockTable, TheBarrierHoldsEverySlot) {
  LockTable locks;
  std::vector<uint32_t> slots = locks.all_slots();
  EXPECT_EQ(slots.size(), 4096u);
  EXPECT_EQ(std::set<uint32_t>(slots.begin(), slots.end()).size(), slots.size());
  std::atomic<bool> is_inside{false};
  std::thread writer;
  {
    const LockTable::ManyGuard barrier(locks, slots);
    writer = std::thread([&] {
      const LockTable::Guard guard(locks, 77);
      is_inside = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(is_inside);
  }
  writer.join();
  EXPECT_TRUE(is_inside);
}

}  // namespace
}  // namespace sheaf
