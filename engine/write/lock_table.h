// LockTable: striped locks over (table, base key), so that two writes of one item never run at once. A writer locks
// the slots of all its keys, sorted and without duplicates, ascending, so no two writers can wait for each other; a
// thread that takes a slot out of this order ends the process, for it would end it in a deadlock some other day. Two
// keys may share a slot, which only makes one wait. Any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/call_limits.h"
#include "engine/base/result.h"

namespace sheaf {

class LockTable {
 public:
  LockTable() : slots_(std::make_unique<std::array<Slot, kSlots>>()) {}

  static uint32_t slot_of(uint64_t table_id, std::string_view base_key);

  // Holds one slot, or none once moved from.
  class [[nodiscard]] Guard {
   public:
    Guard(LockTable& table, uint32_t slot) : table_(&table), slot_(slot) { table.lock(slot); }
    ~Guard() {
      if (table_ != nullptr) table_->unlock(slot_);
    }
    Guard(Guard&& from) noexcept : table_(std::exchange(from.table_, nullptr)), slot_(from.slot_) {}
    Guard& operator=(Guard&&) = delete;

   private:
    friend class LockTable;
    struct Held {};
    Guard(LockTable& table, uint32_t slot, Held /*already*/) : table_(&table), slot_(slot) {}

    LockTable* table_;
    uint32_t slot_;
  };

  // Waits within the limits. Errors: LockTimeout, Interrupted.
  Result<Guard> acquire(uint32_t slot, const CallLimits& limits);

  // Holds several slots, or none once moved from.
  class [[nodiscard]] ManyGuard {
   public:
    // Sorts and de-duplicates `slots`.
    ManyGuard(LockTable& table, std::vector<uint32_t> slots);
    ~ManyGuard();
    ManyGuard(ManyGuard&& from) noexcept : table_(from.table_), held_(std::exchange(from.held_, {})) {}
    ManyGuard& operator=(ManyGuard&&) = delete;

   private:
    friend class LockTable;
    explicit ManyGuard(LockTable& table) : table_(&table) {}

    LockTable* table_;
    std::vector<uint32_t> held_;
  };

  // As acquire, for several. Nothing is held after an error.
  Result<ManyGuard> acquire_all(std::vector<uint32_t> slots, const CallLimits& limits);

  // The barrier: every slot, so that no write is between its first and last step. What is published under it is seen
  // by every later writer.
  std::vector<uint32_t> all_slots() const;

 private:
  static constexpr uint32_t kSlots =
      4096;  // a power of two; 256 KB, and two of 8 writers meet by chance once in 150 times
  struct alignas(64) Slot {
    std::timed_mutex mutex;
  };

  Status wait_for(uint32_t slot, const CallLimits& limits);
  void lock(uint32_t slot);
  void unlock(uint32_t slot);

  std::unique_ptr<std::array<Slot, kSlots>> slots_;
};

}  // namespace sheaf
