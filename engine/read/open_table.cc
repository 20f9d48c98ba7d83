#include "engine/read/open_table.h"

namespace sheaf {

OpenTable::OpenTable(TableDef def, std::shared_ptr<Family> base,
                     const std::vector<std::shared_ptr<Family>>& index_families)
    : def_(std::move(def)), base_(std::move(base)) {
  for (size_t i = 0; i < def_.indexes.size(); ++i) {
    const IndexDef& index = def_.indexes[i];
    indexes_.push_back({&index, index_families[i], std::make_unique<SecondaryIndex>(index, def_.key)});
  }
}

const OpenIndex* OpenTable::find_index(std::string_view name) const {
  for (const OpenIndex& index : indexes_) {
    if (index.def->name == name) return &index;
  }
  return nullptr;
}

Status OpenTable::check_alive() const {
  return is_dropped_.load(std::memory_order_acquire) ? Status(Error::kTableDropped, {def_.name}) : Status();
}

Status OpenTable::check_takes_writes() const {
  SHEAF_RETURN_IF_ERROR(check_alive());
  return load_state() != LoadState::kNone ? Status(Error::kTableLoading, {def_.name}) : Status();
}

}  // namespace sheaf
