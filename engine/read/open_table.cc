#include "engine/read/open_table.h"

#include <algorithm>

namespace sheaf {

OpenTable::OpenTable(TableDef def, std::shared_ptr<Family> base,
                     const std::vector<std::shared_ptr<Family>>& index_families)
    : def_(std::move(def)), base_(std::move(base)), marks_(std::make_shared<TableMarks>(this)) {
  for (size_t i = 0; i < def_.indexes.size(); ++i) {
    if (def_.indexes[i].state == IndexState::kActive) add_index(def_.indexes[i], index_families[i], 0);
  }
}

OpenTable::OpenTable(TableDef def, const OpenTable& before, const AddedIndex& added)
    : def_(std::move(def)), base_(before.base_), marks_(before.marks_) {
  for (const IndexDef& index : def_.indexes) {
    if (index.state != IndexState::kActive) continue;
    if (index.id == added.id) {
      add_index(index, added.family, added.readable_since);
      continue;
    }
    const auto same = std::find_if(before.indexes_.begin(), before.indexes_.end(),
                                   [&index](const OpenIndex& other) { return other.def->id == index.id; });
    if (same != before.indexes_.end()) add_index(index, same->family, same->readable_since);
  }
}

void OpenTable::add_index(const IndexDef& index, std::shared_ptr<Family> family, uint64_t readable_since) {
  indexes_.push_back({&index, std::move(family), std::make_unique<SecondaryIndex>(index, def_.key), readable_since});
}

const OpenIndex* OpenTable::find_index(std::string_view name) const {
  for (const OpenIndex& index : indexes_) {
    if (index.def->name == name) return &index;
  }
  return nullptr;
}

// One that is being dropped counts as gone.
Status OpenTable::missing_index(std::string_view name) const {
  const IndexDef* const index = def_.find_index(name);
  const bool is_coming = index != nullptr && index->state != IndexState::kDeleting;
  return Status(is_coming ? Error::kIndexNotReady : Error::kNoIndex, {name, def_.name});
}

bool OpenTable::keeps_index(uint64_t id) const {
  return std::any_of(indexes_.begin(), indexes_.end(), [id](const OpenIndex& index) { return index.def->id == id; });
}

Status OpenTable::check_alive() const {
  return marks_->is_dropped() ? Status(Error::kTableDropped, {def_.name}) : Status();
}

Status OpenTable::check_takes_writes() const {
  SHEAF_RETURN_IF_ERROR(check_alive());
  return marks_->load_state() != TableMarks::LoadState::kNone ? Status(Error::kTableLoading, {def_.name}) : Status();
}

bool OpenTable::is_outdated() const {
  const bool is_current = marks_->is_newest(this) && !marks_->is_gate_closed();
  return !is_current && !marks_->is_dropped();
}

}  // namespace sheaf
