#include "engine/write/lock_table.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace sheaf {

uint32_t LockTable::slot_of(uint64_t table_id, std::string_view base_key) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // spreads neighbouring table ids
  const uint64_t hash = std::hash<std::string_view>{}(base_key) ^ (table_id * kMultiplier);
  return static_cast<uint32_t>((hash * kMultiplier) >> 52);  // 12 bits
}

LockTable::ManyGuard::ManyGuard(LockTable& table, std::vector<uint32_t> slots)
    : table_(table), slots_(std::move(slots)) {
  std::sort(slots_.begin(), slots_.end());
  slots_.erase(std::unique(slots_.begin(), slots_.end()), slots_.end());
  for (const uint32_t slot : slots_) (*table_.slots_)[slot].mutex.lock();
}

LockTable::ManyGuard::~ManyGuard() {
  for (const uint32_t slot : slots_) (*table_.slots_)[slot].mutex.unlock();
}

std::vector<uint32_t> LockTable::all_slots() const {
  std::vector<uint32_t> slots(kSlots);
  std::iota(slots.begin(), slots.end(), 0u);
  return slots;
}

}  // namespace sheaf
