// Catalog: which tables there are. Reads the records at open and brings records and families back into step after a
// crash; makes, changes and drops tables. Changes of the catalog are serialised here and are durable on return. Any
// thread, once loaded.
//
// Order of a creation: ids are taken (record "ids"), the table's record is written as CREATING, the families are made
// in one call, the record becomes ACTIVE. Of a drop: the record becomes DELETING, the families go, the record goes.
// At open a table that is not ACTIVE is dropped to the end: its creation or its drop had not been answered. Once a
// record is durable in the log its step has happened, and no later error undoes it. What an error kept from being
// dropped keeps its name, until the name is asked for again or the database is opened again.
//
// A bulk load marks its empty table LOADING before it writes anything, and ACTIVE when all families have taken over their
// rows. At open a table that is LOADING is made empty and ACTIVE: families that have rows are dropped and made again
// under their own names, so a crash on the way is no different from the first.
//
// Order of adding an index: its id is taken, the table's record is written with the index as BUILDING, its family is made,
// the gate of the table's writers is closed at a barrier; the family is filled, while the change mutex is free for other
// tables; the record is written with the index as ACTIVE, and at a second barrier the version with it is published and the
// gate opened. An index whose filling ends early is dropped again: the version without it is published first, for a store that is
// full may refuse the record. That record is then written by the next change of the table's indexes, or at the close; only when
// neither can be written the record still says BUILDING, and the next opening builds the index. Of dropping one: the record is written with the index
// as DELETING, the version without it is published at a barrier, the family goes, the record goes without it. At open an
// index that is DELETING is dropped to the end, and one that is BUILDING is built anew, from an empty family, before the
// tables are used; where that fails the index stays as it is, unreadable and not kept up, until the next opening.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/json_tree.h"
#include "engine/read/open_table.h"
#include "engine/schema/catalog_record.h"
#include "engine/store/store.h"
#include "engine/write/lock_table.h"

namespace sheaf {

class Catalog {
 public:
  Catalog(Store& store, LockTable& locks) : store_(store), locks_(locks) {}

  // Before anything else. A damaged table record is no error here: that table answers it.
  Status load();

  // Completes the definition with ids, uuid and time. Errors: TableExists, FamilyLimit, storage errors.
  Status create(TableDef def);

  // Error: NoTable, or the error of a damaged record; TableProtected, TableBuilding, those of settle_load.
  Status drop(std::string_view name);

  // See Database::add_index. `may_go_on` is asked while the index is filled; an error of it ends that. Errors: those of find,
  // settle_load, append_added_index and build_index; IndexChanging, FamilyLimit, storage errors. The index is not there then,
  // but for OutcomeUnknown.
  using MayGoOn = std::function<Status()>;
  Status add_index(std::string_view table, std::string_view definition_json, const MayGoOn& may_go_on);

  // Errors: those of find and settle_load; IndexUnknown, IndexLocal, IndexChanging, storage errors. Goes on with an earlier
  // drop that failed on its way.
  Status drop_index(std::string_view table, std::string_view index);

  // See Database::change_kept. Errors: those of find and of `change`; DefinitionLimit, storage errors.
  using KeptChange = std::function<Status(const TableDef& def, JsonNode* kept)>;
  Status change_kept(std::string_view table, const KeptChange& change);

  // Goes up when an index becomes readable. A state of the database that is fixed after it was read has all rows of the
  // indexes that were readable then (OpenIndex::readable_since).
  uint64_t change_count() const { return change_count_.load(std::memory_order_acquire); }

  // Between these the table takes no other writes, cannot be dropped, and is LOADING on disk. Gives the newest version of the
  // table. Errors: TableDropped, TableLoading, TableBuilding, TableNotEmpty, storage errors. After an error of begin_load it
  // takes writes as before; after one of end_load it goes on taking none.
  Result<std::shared_ptr<OpenTable>> begin_load(const OpenTable& table);
  Status end_load(const OpenTable& table);
  // As end_load, but what an error keeps from being recorded is recorded by settle_load. The table must be empty.
  void give_up_load(const OpenTable& table);
  // Before a write, a load or a drop of a table that has a load. Errors: TableLoading, storage errors.
  Status settle_load(const OpenTable& table);

  // Errors: NoTable, TableCorrupt, TableTooNew; LoadCutOff where the rest of a load could not be cleared away.
  Result<std::shared_ptr<OpenTable>> find(std::string_view name) const;

  // Up to `most` names above `after` in byte order, those with damaged records among them.
  std::vector<std::string> names(std::string_view after, size_t most) const;

  // Lets go of every table; the store is about to close.
  void release();

 private:
  // A table that can be used, or why it cannot.
  struct Entry {
    std::shared_ptr<OpenTable> table;
    Status damage;
    std::optional<TableDef> unfinished;  // a creation or drop that failed; what is left of it is to be dropped
  };

  Status read_ids();
  void keep_ids(const TableDef& def);
  // Tables whose last change was not finished.
  struct Unfinished {
    std::vector<TableDef> drops;  // and creations
    std::vector<TableDef> loads;
  };
  Status read_records(Unfinished* unfinished);
  Status adopt(TableDef def);
  Status undo_load(TableDef def);
  Status record_end_of_load(const OpenTable& table);
  Status settle(const OpenTable& table);
  Status drop_orphans();
  Status check_empty(const OpenTable& table) const;
  Result<bool> has_rows(const Family& family) const;
  Status write_record(std::string_view key, std::string_view record);
  Status erase_families(const TableDef& def);
  Status finish_drop(TableDef def);
  std::optional<TableDef> unfinished(std::string_view name) const;
  Status check_family_limit(size_t more) const;

  // Of single indexes, catalog_indexes.cc.
  struct Building {
    std::shared_ptr<OpenTable> table;  // the version with it
    uint64_t id = 0;                   // of the index
    std::shared_ptr<Family> family;
  };
  // What comes first, that the record says the index goes or that writers leave it alone.
  enum class DropOrder : uint8_t { kRecordFirst, kVersionFirst };
  Result<Building> begin_build(std::string_view table, std::string_view definition_json);
  Status fill(Building* building, const MayGoOn& may_go_on);
  void give_up_build(const Building& building, DropOrder order) noexcept;
  void finish_given_up_builds() noexcept;
  Status activate(const std::string& table, uint64_t id, std::shared_ptr<Family> family);
  Status drop_index_of(const std::string& table, uint64_t id, DropOrder order);
  Status finish_index_drop(const std::string& table, uint64_t id);
  Status check_takes_index_changes(const OpenTable& table);
  void resume_indexes(const std::string& table);
  Status rebuild(const std::string& table, uint64_t id);
  void publish(const std::shared_ptr<OpenTable>& version);

  Store& store_;
  LockTable& locks_;
  std::shared_ptr<Family> family_;
  std::mutex change_mutex_;           // one change of the catalog at a time; taken before everything else
  mutable std::mutex entries_mutex_;  // guards entries_
  std::map<std::string, Entry, std::less<>> entries_;
  CatalogIds ids_;                       // guarded by change_mutex_
  std::set<uint64_t> unrecorded_drops_;  // indexes that are DELETING, but for their record; guarded by change_mutex_
  std::atomic<uint64_t> change_count_{0};
};

}  // namespace sheaf
