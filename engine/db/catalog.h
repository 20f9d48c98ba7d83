// Catalog: which tables there are. Reads the records at open and brings records and families back into step after a
// crash; makes and drops tables. Changes of the catalog are serialised here and are durable on return. Any thread,
// once loaded.
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
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

  // Error: NoTable, or the error of a damaged record.
  Status drop(std::string_view name);

  // Between these the table takes no other writes, cannot be dropped, and is LOADING on disk. Errors: TableDropped,
  // TableLoading, TableNotEmpty, storage errors. After an error of begin_load it takes writes as before; after one of
  // end_load it goes on taking none.
  Status begin_load(OpenTable* table);
  Status end_load(OpenTable* table);
  // As end_load, but what an error keeps from being recorded is recorded by settle_load. The table must be empty.
  void give_up_load(OpenTable* table);
  // Before a write, a load or a drop of a table that has a load. Errors: TableLoading, storage errors.
  Status settle_load(OpenTable* table);

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
  // Tables whose last change was not finished.
  struct Unfinished {
    std::vector<TableDef> drops;  // and creations
    std::vector<TableDef> loads;
  };
  Status read_records(Unfinished* unfinished);
  Status adopt(TableDef def);
  Status undo_load(TableDef def);
  Status record_end_of_load(OpenTable* table);
  Status settle(OpenTable* table);
  Status drop_orphans();
  Status check_empty(const OpenTable& table) const;
  Result<bool> has_rows(const Family& family) const;
  Status write_record(std::string_view key, std::string_view record);
  Status erase_families(const TableDef& def);
  Status finish_drop(TableDef def);
  std::optional<TableDef> unfinished(std::string_view name) const;
  Status check_family_limit(const TableDef& def) const;

  Store& store_;
  LockTable& locks_;
  std::shared_ptr<Family> family_;
  std::mutex change_mutex_;           // one change of the catalog at a time; taken before everything else
  mutable std::mutex entries_mutex_;  // guards entries_
  std::map<std::string, Entry, std::less<>> entries_;
  CatalogIds ids_;  // guarded by change_mutex_
};

}  // namespace sheaf
