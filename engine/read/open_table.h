// OpenTable: one version of a table's definition as the read and write paths see it, with its families and derivations.
// Shared by every handle on it; immutable but for its marks, which all versions share. A change of the definition makes a
// new version and leaves the old ones as they are: walks that are under way go on with theirs, and everything that
// begins asks for the newest. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/derive/secondary_index.h"
#include "engine/read/table_marks.h"
#include "engine/schema/table_def.h"
#include "engine/store/store.h"

namespace sheaf {

struct OpenIndex {
  const IndexDef* def = nullptr;
  std::shared_ptr<Family> family;
  std::unique_ptr<Derivation> derivation;
  // The catalog's count of changes when it became readable: a state of the database that was fixed at a lower count may
  // lack its rows. 0: since the database was opened, or since the table was made.
  uint64_t readable_since = 0;
};

class OpenTable {
 public:
  // `index_families` in the order of the definition's indexes; those of indexes that are not ACTIVE are not looked at.
  OpenTable(TableDef def, std::shared_ptr<Family> base, const std::vector<std::shared_ptr<Family>>& index_families);

  // The version after `before`, with its families; `added`, when its id is not 0, is an index that was not ACTIVE there.
  struct AddedIndex {
    uint64_t id = 0;
    std::shared_ptr<Family> family;
    uint64_t readable_since = 0;
  };
  OpenTable(TableDef def, const OpenTable& before, const AddedIndex& added);

  OpenTable(const OpenTable&) = delete;
  OpenTable& operator=(const OpenTable&) = delete;

  const TableDef& def() const { return def_; }
  const Family& base() const { return *base_; }
  // Those that are ACTIVE, which alone are read, and kept up by writes.
  const std::vector<OpenIndex>& indexes() const { return indexes_; }

  // Null when there is none of that name among them; missing_index then says why. Errors: NoIndex, IndexNotReady.
  const OpenIndex* find_index(std::string_view name) const;
  Status missing_index(std::string_view name) const;
  // Whether the index of that id is among them.
  bool keeps_index(uint64_t id) const;

  TableMarks& marks() const { return *marks_; }
  // The same for all versions of one table.
  bool is_same_table(const OpenTable& other) const { return marks_ == other.marks_; }
  // The newest version; null when this is it, or when the table was dropped.
  std::shared_ptr<OpenTable> newer() const { return marks_->is_newest(this) ? nullptr : marks_->newest(); }

  Status check_alive() const;

  // What a write asks under its locks. Errors: TableDropped, TableLoading.
  Status check_takes_writes() const;
  // Before that, under the locks: whether the definition has changed since, or an index is being built; the write then lets
  // go of its locks, waits, and begins anew with the newest version.
  bool is_outdated() const;

 private:
  void add_index(const IndexDef& index, std::shared_ptr<Family> family, uint64_t readable_since);

  TableDef def_;
  std::shared_ptr<Family> base_;
  std::vector<OpenIndex> indexes_;
  std::shared_ptr<TableMarks> marks_;
};

}  // namespace sheaf
