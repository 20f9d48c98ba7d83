// OpenTable: a table as the read and write paths see it: its definition, families and derivations. Shared by every
// handle on it; immutable but for its marks: that it was dropped, that it is being loaded. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/derive/secondary_index.h"
#include "engine/schema/table_def.h"
#include "engine/store/store.h"

namespace sheaf {

struct OpenIndex {
  const IndexDef* def = nullptr;
  std::shared_ptr<Family> family;
  std::unique_ptr<Derivation> derivation;
};

class OpenTable {
 public:
  // `index_families` in the order of the definition's indexes.
  OpenTable(TableDef def, std::shared_ptr<Family> base, const std::vector<std::shared_ptr<Family>>& index_families);
  OpenTable(const OpenTable&) = delete;
  OpenTable& operator=(const OpenTable&) = delete;

  const TableDef& def() const { return def_; }
  const Family& base() const { return *base_; }
  const std::vector<OpenIndex>& indexes() const { return indexes_; }

  // Null when there is none of that name.
  const OpenIndex* find_index(std::string_view name) const;

  // Set at the barrier of a drop, so a writer that holds its locks sees a state that stays.
  void mark_dropped() { is_dropped_.store(true, std::memory_order_release); }
  Status check_alive() const;

  // Set at a barrier too: while a bulk load fills its families, other writes stay out. One that is given up is over when
  // that is recorded.
  enum class LoadState : uint8_t { kNone, kLoading, kGivenUp };
  void set_load_state(LoadState state) { load_state_.store(state, std::memory_order_release); }
  LoadState load_state() const { return load_state_.load(std::memory_order_acquire); }

  // What a write asks under its locks. Errors: TableDropped, TableLoading.
  Status check_takes_writes() const;

 private:
  TableDef def_;
  std::shared_ptr<Family> base_;
  std::vector<OpenIndex> indexes_;
  std::atomic<bool> is_dropped_{false};
  std::atomic<LoadState> load_state_{LoadState::kNone};
};

}  // namespace sheaf
