// TableMarks: what all versions of one table's definition share, from its creation to its drop: that it was dropped, that
// it is being loaded, that an index of it is being built, and which version is the newest. Any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "engine/base/call_limits.h"
#include "engine/base/status.h"

namespace sheaf {

class OpenTable;

class TableMarks {
 public:
  explicit TableMarks(const OpenTable* first) : newest_address_(first) {}
  TableMarks(const TableMarks&) = delete;
  TableMarks& operator=(const TableMarks&) = delete;

  // Set at the barrier of a drop, so a writer that holds its locks sees a state that stays.
  void mark_dropped() { is_dropped_.store(true, std::memory_order_release); }
  bool is_dropped() const { return is_dropped_.load(std::memory_order_acquire); }

  // Set at a barrier too: while a bulk load fills the families, other writes stay out. One that is given up is over when
  // that is recorded.
  enum class LoadState : uint8_t { kNone, kLoading, kGivenUp };
  void set_load_state(LoadState state) { load_state_.store(state, std::memory_order_release); }
  LoadState load_state() const { return load_state_.load(std::memory_order_acquire); }

  // Whoever holds the newest version (the catalog) keeps it alive; what is set here does not. At a barrier, when the
  // families or derivations change with it.
  void set_newest(const std::shared_ptr<OpenTable>& table);
  bool is_newest(const OpenTable* table) const { return newest_address_.load(std::memory_order_acquire) == table; }
  // Null when nobody holds it any more: the table was dropped.
  std::shared_ptr<OpenTable> newest() const;

  // While the gate is closed no write begins: an index is being built. Closed at a barrier; writers wait for it to open
  // without holding locks.
  void close_gate();
  void open_gate();
  bool is_gate_closed() const { return is_gate_closed_.load(std::memory_order_acquire); }
  // Errors: LockTimeout, Interrupted.
  Status wait_for_gate(const CallLimits& limits) const;

 private:
  std::atomic<bool> is_dropped_{false};
  std::atomic<LoadState> load_state_{LoadState::kNone};
  std::atomic<bool> is_gate_closed_{false};
  std::atomic<const OpenTable*> newest_address_;  // only compared
  mutable std::mutex mutex_;                      // guards newest_, and is_gate_closed_ where it changes
  mutable std::condition_variable gate_opened_;
  std::weak_ptr<OpenTable> newest_;
};

}  // namespace sheaf
