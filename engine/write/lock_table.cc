#include "engine/write/lock_table.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace sheaf {
namespace {

// What this thread holds. A thread works on one database at a time, so one record is enough.
struct HeldSlots {
  const LockTable* table = nullptr;
  uint32_t count = 0;
  uint32_t highest = 0;
};
thread_local HeldSlots held_slots;

// Before the wait, so that the mistake shows even when nobody else is there to deadlock with.
void check_order(const LockTable* table, uint32_t slot) {
  if (held_slots.count == 0 || (held_slots.table == table && slot > held_slots.highest)) return;
  std::fprintf(stderr, "sheaf: lock order broken: slot %u is taken while slot %u is held\n", slot, held_slots.highest);
  std::abort();
}

void note_locked(const LockTable* table, uint32_t slot) {
  held_slots.table = table;
  held_slots.highest = slot;
  ++held_slots.count;
}

// Slots are released all together, so what stays held while others go needs no exact highest.
void note_unlocked() { --held_slots.count; }

// An interrupt is seen within this time.
constexpr std::chrono::milliseconds kWaitSlice(20);

bool try_lock_slice(std::timed_mutex* mutex, const Deadline& deadline) {
  auto until = std::chrono::steady_clock::now() + kWaitSlice;
  if (deadline.exists()) until = std::min(until, deadline.at());
#if defined(__SANITIZE_THREAD__)
  // ThreadSanitizer of g++ 12 does not know the call behind a wait on the monotonic clock.
  return mutex->try_lock_until(std::chrono::system_clock::now() + (until - std::chrono::steady_clock::now()));
#else
  return mutex->try_lock_until(until);
#endif
}

void sort_uniquely(std::vector<uint32_t>* slots) {
  std::sort(slots->begin(), slots->end());
  slots->erase(std::unique(slots->begin(), slots->end()), slots->end());
}

}  // namespace

uint32_t LockTable::slot_of(uint64_t table_id, std::string_view base_key) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // spreads neighbouring table ids
  const uint64_t hash = std::hash<std::string_view>{}(base_key) ^ (table_id * kMultiplier);
  return static_cast<uint32_t>((hash * kMultiplier) >> 52);  // 12 bits
}

void LockTable::lock(uint32_t slot) {
  check_order(this, slot);
  (*slots_)[slot].mutex.lock();
  note_locked(this, slot);
}

void LockTable::unlock(uint32_t slot) {
  (*slots_)[slot].mutex.unlock();
  note_unlocked();
}

Status LockTable::wait_for(uint32_t slot, const CallLimits& limits) {
  check_order(this, slot);
  std::timed_mutex& mutex = (*slots_)[slot].mutex;
  while (!mutex.try_lock() && !try_lock_slice(&mutex, limits.deadline())) {
    if (limits.is_interrupted()) return Status(Error::kInterrupted);
    if (limits.deadline().has_passed()) return Status(Error::kLockTimeout);
  }
  note_locked(this, slot);
  return {};
}

Result<LockTable::Guard> LockTable::acquire(uint32_t slot, const CallLimits& limits) {
  SHEAF_RETURN_IF_ERROR(wait_for(slot, limits));
  return Guard(*this, slot, Guard::Held{});
}

Result<LockTable::ManyGuard> LockTable::acquire_all(std::vector<uint32_t> slots, const CallLimits& limits) {
  sort_uniquely(&slots);
  ManyGuard guard(*this);
  guard.held_.reserve(slots.size());
  for (const uint32_t slot : slots) {
    SHEAF_RETURN_IF_ERROR(wait_for(slot, limits));
    guard.held_.push_back(slot);
  }
  return Result<ManyGuard>(std::move(guard));
}

LockTable::ManyGuard::ManyGuard(LockTable& table, std::vector<uint32_t> slots)
    : table_(&table), held_(std::move(slots)) {
  sort_uniquely(&held_);
  for (const uint32_t slot : held_) table_->lock(slot);
}

LockTable::ManyGuard::~ManyGuard() {
  for (const uint32_t slot : held_) table_->unlock(slot);
}

std::vector<uint32_t> LockTable::all_slots() const {
  std::vector<uint32_t> slots(kSlots);
  std::iota(slots.begin(), slots.end(), 0u);
  return slots;
}

}  // namespace sheaf
