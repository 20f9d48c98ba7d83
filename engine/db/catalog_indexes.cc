// Changes of a table that is there: indexes that are added and dropped, and what is kept of its definition.
#include <algorithm>
#include <new>

#include "engine/db/catalog.h"
#include "engine/db/catalog_names.h"
#include "engine/db/scan_segments.h"
#include "engine/maintain/index_build.h"
#include "engine/schema/definition_added_index.h"
#include "engine/schema/definition_kept.h"
#include "engine/schema/json_make.h"

namespace sheaf {
namespace {

std::vector<IndexDef>::iterator find_index(TableDef* def, uint64_t id) {
  return std::find_if(def->indexes.begin(), def->indexes.end(), [id](const IndexDef& index) { return index.id == id; });
}

std::shared_ptr<OpenTable> next_version(const OpenTable& before, TableDef def,
                                        const OpenTable::AddedIndex& added = {}) {
  return std::make_shared<OpenTable>(std::move(def), before, added);
}

// Opens the gate of a table's writers, whatever ends the build.
class GateOpener {
 public:
  explicit GateOpener(TableMarks& marks) : marks_(marks) {}
  ~GateOpener() { marks_.open_gate(); }
  GateOpener(const GateOpener&) = delete;
  GateOpener& operator=(const GateOpener&) = delete;

 private:
  TableMarks& marks_;
};

}  // namespace

// Takes no memory.
void Catalog::publish(const std::shared_ptr<OpenTable>& version) {
  version->marks().set_newest(version);
  const std::lock_guard lock(entries_mutex_);
  entries_.find(version->def().name)->second.table = version;
}

Status Catalog::check_takes_index_changes(const OpenTable& table) {
  SHEAF_RETURN_IF_ERROR(settle(table));
  return table.marks().is_gate_closed() ? Status(Error::kIndexChanging, {table.def().name}) : Status();
}

Status Catalog::add_index(std::string_view table, std::string_view definition_json, const MayGoOn& may_go_on) {
  SHEAF_ASSIGN_OR_RETURN(Building building, begin_build(table, definition_json));
  const GateOpener opener(building.table->marks());
  try {
    Status added = fill(&building, may_go_on);
    // A record that was refused does not say ACTIVE; of one whose outcome is not known the store says no more.
    if (!added.ok()) give_up_build(building, DropOrder::kVersionFirst);
    return added;
  } catch (const std::bad_alloc&) {
    give_up_build(building, DropOrder::kRecordFirst);  // which may say ACTIVE
    throw;
  }
}

// Nothing may fail once the gate is closed, or it would stay so.
Result<Catalog::Building> Catalog::begin_build(std::string_view name, std::string_view definition_json) {
  const std::lock_guard change(change_mutex_);
  SHEAF_ASSIGN_OR_RETURN(std::shared_ptr<OpenTable> table, find(name));
  SHEAF_RETURN_IF_ERROR(check_takes_index_changes(*table));
  for (const IndexDef& index : table->def().indexes) {
    if (index.state == IndexState::kDeleting) SHEAF_RETURN_IF_ERROR(finish_index_drop(table->def().name, index.id));
  }
  SHEAF_ASSIGN_OR_RETURN(table, find(name));
  TableDef def = table->def();
  SHEAF_RETURN_IF_ERROR(append_added_index(definition_json, &def));
  SHEAF_RETURN_IF_ERROR(check_family_limit(1));
  Building building;
  building.id = ids_.next_derivation_id++;
  def.indexes.back().id = building.id;
  def.indexes.back().state = IndexState::kBuilding;
  SHEAF_RETURN_IF_ERROR(write_record(kCatalogIdsKey, encode_catalog_ids(ids_)));
  const std::string record = encode_catalog_record(def);
  building.table = next_version(*table, std::move(def));
  std::vector<uint32_t> slots = locks_.all_slots();
  SHEAF_RETURN_IF_ERROR(write_record(record_key(name), record));
  const LockTable::ManyGuard barrier(locks_, std::move(slots));
  table->marks().close_gate();
  publish(building.table);
  return building;
}

Status Catalog::fill(Building* building, const MayGoOn& may_go_on) {
  const std::string& name = building->table->def().name;
  {
    const std::lock_guard change(change_mutex_);
    const std::vector<std::string> names{index_family_name(building->id)};
    SHEAF_ASSIGN_OR_RETURN(const auto families, store_.create_families(names));
    building->family = families.front();
  }
  IndexBuild build;
  build.table = building->table.get();
  build.index = &building->table->def().indexes.back();
  build.family = building->family.get();
  build.may_go_on = may_go_on;
  SHEAF_RETURN_IF_ERROR(build_index(store_, build));
  const std::lock_guard change(change_mutex_);
  return activate(name, building->id, building->family);
}

// The version that keeps the index up is published before the record says so: whatever the record says when the database
// is opened next, ACTIVE always means complete.
Status Catalog::activate(const std::string& name, uint64_t id, std::shared_ptr<Family> family) {
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  TableDef def = table->def();
  find_index(&def, id)->state = IndexState::kActive;
  const std::string record = encode_catalog_record(def);
  const uint64_t since = change_count() + 1;
  const std::shared_ptr<OpenTable> version = next_version(*table, std::move(def), {id, std::move(family), since});
  {
    const LockTable::ManyGuard barrier(locks_, locks_.all_slots());
    change_count_.store(since, std::memory_order_release);
    publish(version);
  }
  return write_record(record_key(name), record);
}

// What fails here is done by the next change of the table's indexes, or at the close.
void Catalog::give_up_build(const Building& building, DropOrder order) noexcept {
  try {
    const std::lock_guard change(change_mutex_);
    (void)drop_index_of(building.table->def().name, building.id, order);
  } catch (const std::bad_alloc&) {
    return;
  }
}

Status Catalog::drop_index(std::string_view name, std::string_view index_name) {
  const std::lock_guard change(change_mutex_);
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  const IndexDef* const index = table->def().find_index(index_name);
  if (index == nullptr) return Status(Error::kIndexUnknown, {index_name, name});
  if (index->kind == IndexKind::kLocal) return Status(Error::kIndexLocal, {index_name, name});
  SHEAF_RETURN_IF_ERROR(check_takes_index_changes(*table));
  return drop_index_of(table->def().name, index->id, DropOrder::kRecordFirst);
}

// Writers keep an index up until its record says that it goes: a record that says ACTIVE always means complete. Where the record
// does not say ACTIVE they need not wait for it.
Status Catalog::drop_index_of(const std::string& name, uint64_t id, DropOrder order) {
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  TableDef def = table->def();
  IndexDef& index = *find_index(&def, id);
  if (index.state != IndexState::kDeleting) {
    index.state = IndexState::kDeleting;
    const std::string record = encode_catalog_record(def);
    const std::shared_ptr<OpenTable> version = next_version(*table, std::move(def));
    if (order == DropOrder::kRecordFirst) {
      SHEAF_RETURN_IF_ERROR(write_record(record_key(name), record));
    } else {
      unrecorded_drops_.insert(id);
    }
    const LockTable::ManyGuard barrier(locks_, locks_.all_slots());
    publish(version);
  }
  return finish_index_drop(name, id);
}

Status Catalog::finish_index_drop(const std::string& name, uint64_t id) {
  if (unrecorded_drops_.contains(id)) {
    SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
    SHEAF_RETURN_IF_ERROR(write_record(record_key(name), encode_catalog_record(table->def())));
    unrecorded_drops_.erase(id);
  }
  const std::string family_name = index_family_name(id);
  if (const std::shared_ptr<Family> family = store_.find_family(family_name); family != nullptr) {
    SHEAF_RETURN_IF_ERROR(store_.drop_family(*family));
  }
  (void)erase_divisions_of(store_, family_name);  // or the next opening does
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  TableDef def = table->def();
  const auto index = find_index(&def, id);
  JsonNode kept = parse_kept_json(def.kept_json);
  forget_kept_index(index->name, &kept);
  def.kept_json = print_json(kept);
  def.indexes.erase(index);
  const std::string record = encode_catalog_record(def);
  const std::shared_ptr<OpenTable> version = next_version(*table, std::move(def));
  SHEAF_RETURN_IF_ERROR(write_record(record_key(name), record));
  publish(version);
  return {};
}

// At the close, where the store may take their records by now.
void Catalog::finish_given_up_builds() noexcept {
  try {
    const std::lock_guard change(change_mutex_);
    if (unrecorded_drops_.empty()) return;
    for (const std::string& name : names({}, SIZE_MAX)) {
      const auto table = find(name);
      if (!table.ok()) continue;
      for (const IndexDef& index : (*table)->def().indexes) {
        if (unrecorded_drops_.contains(index.id)) (void)finish_index_drop(name, index.id);
      }
    }
  } catch (const std::bad_alloc&) {
    return;
  }
}

// At open; what fails stays for the next.
void Catalog::resume_indexes(const std::string& name) {
  const auto table = find(name);
  if (!table.ok()) return;
  for (const IndexDef& index : (*table)->def().indexes) {
    if (index.state == IndexState::kDeleting) (void)finish_index_drop(name, index.id);
    if (index.state == IndexState::kCreating || index.state == IndexState::kBuilding) (void)rebuild(name, index.id);
  }
}

Status Catalog::rebuild(const std::string& name, uint64_t id) {
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  const std::vector<std::string> names{index_family_name(id)};
  if (const std::shared_ptr<Family> family = store_.find_family(names.front()); family != nullptr) {
    SHEAF_RETURN_IF_ERROR(store_.drop_family(*family));
  }
  SHEAF_ASSIGN_OR_RETURN(const auto families, store_.create_families(names));
  IndexBuild build;
  TableDef def = table->def();
  build.table = table.get();
  build.index = &*find_index(&def, id);
  build.family = families.front().get();
  build.may_go_on = [] { return Status(); };
  SHEAF_RETURN_IF_ERROR(build_index(store_, build));
  return activate(name, id, families.front());
}

// Families and derivations stay, so a writer that holds its locks need not hear of it.
Status Catalog::change_kept(std::string_view name, const KeptChange& change_it) {
  const std::lock_guard change(change_mutex_);
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  TableDef def = table->def();
  JsonNode kept = parse_kept_json(def.kept_json);
  SHEAF_RETURN_IF_ERROR(change_it(def, &kept));
  SHEAF_RETURN_IF_ERROR(check_kept(kept));
  std::string text = print_json(kept);
  if (text == def.kept_json) return {};
  def.kept_json = std::move(text);
  const std::shared_ptr<OpenTable> version = next_version(*table, def);
  if (table->marks().load_state() != TableMarks::LoadState::kNone) def.state = TableState::kLoading;
  SHEAF_RETURN_IF_ERROR(write_record(record_key(name), encode_catalog_record(def)));
  publish(version);
  return {};
}

}  // namespace sheaf
