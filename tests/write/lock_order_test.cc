// The order of slots is kept by the lock table itself: who breaks it ends the process, before it waits and even when
// nobody else is there. Among the tests of write and not of threads, for a death test forks.
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "engine/write/lock_table.h"

namespace sheaf {
namespace {

constexpr const char* kBroken = "lock order broken";

TEST(LockOrder, SlotsInAscendingOrderAreTaken) {
  LockTable locks;
  const LockTable::Guard first(locks, 0);
  const LockTable::Guard second(locks, 7);
  const LockTable::ManyGuard rest(locks, {4095, 8, 9, 8});
  // What this thread holds is nobody else's matter.
  std::thread([&locks] { const LockTable::Guard lower(locks, 3); }).join();
}

TEST(LockOrder, OnceReleasedEveryOrderIsFree) {
  LockTable locks;
  for (const uint32_t slot : {4095u, 7u, 0u}) const LockTable::Guard guard(locks, slot);
  { const LockTable::ManyGuard barrier(locks, locks.all_slots()); }
  std::optional<LockTable::Guard> moved;
  {
    auto taken = locks.acquire(9, CallLimits());
    ASSERT_TRUE(taken.ok());
    moved.emplace(*std::move(taken));
  }
  moved.reset();
  const LockTable::Guard lower(locks, 1);
}

// A wait that was given up leaves nothing behind: neither a slot nor a place in the order.
TEST(LockOrder, AWaitThatTimedOutCountsForNothing) {
  LockTable locks;
  const LockTable::Guard held(locks, 9);
  std::thread([&locks] {
    const Interrupt interrupt;
    EXPECT_TRUE(locks.acquire(9, CallLimits(interrupt, Deadline::after_ms(5))).status().is(Error::kLockTimeout));
    const LockTable::Guard lower(locks, 3);
  }).join();
}

TEST(LockOrderDeathTest, ALowerSlotEndsTheProcess) {
  LockTable locks;
  const LockTable::Guard held(locks, 7);
  EXPECT_DEATH(LockTable::Guard(locks, 6), kBroken);
  EXPECT_DEATH((void)locks.acquire(0, CallLimits()).ok(), kBroken);
  EXPECT_DEATH(LockTable::ManyGuard(locks, {9, 3}), kBroken);
}

TEST(LockOrderDeathTest, TheSameSlotAgainEndsTheProcess) {
  LockTable locks;
  const LockTable::Guard held(locks, 7);
  EXPECT_DEATH(LockTable::Guard(locks, 7), kBroken);
  const Interrupt interrupt;
  EXPECT_DEATH((void)locks.acquire(7, CallLimits(interrupt, Deadline::after_ms(1))).ok(), kBroken);
}

TEST(LockOrderDeathTest, TheBarrierUnderASlotEndsTheProcess) {
  LockTable locks;
  const LockTable::Guard held(locks, 7);
  EXPECT_DEATH(LockTable::ManyGuard(locks, locks.all_slots()), kBroken);
}

TEST(LockOrderDeathTest, AnotherTableUnderASlotEndsTheProcess) {
  LockTable locks;
  LockTable others;
  const LockTable::Guard held(locks, 7);
  EXPECT_DEATH(LockTable::Guard(others, 9), kBroken);
}

}  // namespace
}  // namespace sheaf
