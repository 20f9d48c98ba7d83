#include "engine/db/catalog.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <set>

#include "engine/base/clock.h"
#include "engine/base/limits.h"
#include "engine/base/uuid.h"
#include "engine/db/catalog_names.h"
#include "engine/db/scan_segments.h"
#include "engine/key/range.h"
#include "engine/schema/definition_kept.h"

namespace sheaf {
namespace {

std::vector<std::string> family_names(const TableDef& def) {
  std::vector<std::string> names{base_family_name(def)};
  for (const IndexDef& index : def.indexes) names.push_back(index_family_name(index.id));
  return names;
}

// Of the newest version.
TableDef newest_def(const OpenTable& table) {
  const std::shared_ptr<OpenTable> newer = table.newer();
  return newer != nullptr ? newer->def() : table.def();
}

}  // namespace

Status Catalog::load() {
  family_ = store_.find_family("default");
  SHEAF_RETURN_IF_ERROR(read_ids());
  Unfinished unfinished;
  SHEAF_RETURN_IF_ERROR(read_records(&unfinished));
  // Until they are cleared up, or until a writer does that.
  for (const TableDef& def : unfinished.loads) entries_[def.name].damage = Status(Error::kLoadCutOff, {def.name});
  if (store_.is_read_only()) return {};
  // What cannot be dropped now keeps its name and waits for the next opening; the other tables can be used.
  for (TableDef& def : unfinished.drops) (void)finish_drop(std::move(def));
  for (TableDef& def : unfinished.loads) (void)undo_load(std::move(def));
  for (const std::string& name : names({}, SIZE_MAX)) resume_indexes(name);
  SHEAF_RETURN_IF_ERROR(drop_orphans());
  (void)erase_orphaned_divisions(store_);  // they only take room
  return {};
}

// The record may be lost or damaged; so no family that exists ever has its number given out again. Nor has what a table's record
// names, for an index that is not ACTIVE may be without its family: read_records.
Status Catalog::read_ids() {
  AlignedBuffer record;
  SHEAF_ASSIGN_OR_RETURN(const bool has_record, store_.get(*family_, kCatalogIdsKey, nullptr, &record));
  if (has_record) {
    auto ids = decode_catalog_ids(record.view());
    if (ids.ok()) {
      ids_ = *ids;
    } else if (!ids.status().is(Error::kTableCorrupt)) {
      return std::move(ids).status();
    }
  }
  for (const std::string& name : store_.family_names()) {
    uint64_t id = 0;
    if (std::from_chars(name.data() + 1, name.data() + name.size(), id).ec != std::errc()) continue;
    uint64_t& next = name.front() == 'b' ? ids_.next_table_id : ids_.next_derivation_id;
    next = std::max(next, id + 1);
  }
  return {};
}

void Catalog::keep_ids(const TableDef& def) {
  ids_.next_table_id = std::max(ids_.next_table_id, def.id + 1);
  for (const IndexDef& index : def.indexes) {
    ids_.next_derivation_id = std::max(ids_.next_derivation_id, index.id + 1);
  }
}

Status Catalog::read_records(Unfinished* unfinished) {
  const std::string upper = prefix_successor(kCatalogTablePrefix);
  const auto rows = store_.iterate(*family_, {kCatalogTablePrefix, upper}, {});
  while (rows->next()) {
    const std::string name(rows->key().substr(kCatalogTablePrefix.size()));
    Result<TableDef> def = decode_catalog_record(name, rows->value());
    if (def.ok()) keep_ids(*def);
    if (!def.ok()) {
      entries_[name].damage = std::move(def).status();
    } else if (def->state == TableState::kLoading) {
      unfinished->loads.push_back(*std::move(def));
    } else if (def->state != TableState::kActive) {
      unfinished->drops.push_back(*std::move(def));
    } else {
      SHEAF_RETURN_IF_ERROR(adopt(*std::move(def)));
    }
  }
  return rows->status();
}

// Makes an ACTIVE table usable; one whose family is missing is damaged, the others are not. An index that is not ACTIVE may be
// without its family.
Status Catalog::adopt(TableDef def) {
  const auto missing = [&def](const std::string& family) {
    return Status(Error::kTableCorrupt, {def.name, "column family " + family + " is missing"});
  };
  Entry& entry = entries_[def.name];
  const std::shared_ptr<Family> base = store_.find_family(base_family_name(def));
  if (base == nullptr) {
    entry.damage = missing(base_family_name(def));
    return {};
  }
  std::vector<std::shared_ptr<Family>> families;
  for (const IndexDef& index : def.indexes) {
    if (index.state == IndexState::kFailed) {  // no version has written it so far
      entry.damage = Status(Error::kTableTooNew, {def.name, "the state of index '" + index.name + "'"});
      return {};
    }
    families.push_back(store_.find_family(index_family_name(index.id)));
    if (families.back() == nullptr && index.state == IndexState::kActive) {
      entry.damage = missing(index_family_name(index.id));
      return {};
    }
  }
  entry = {std::make_shared<OpenTable>(std::move(def), base, families), {}, {}};
  entry.table->marks().set_newest(entry.table);
  return {};
}

Result<bool> Catalog::has_rows(const Family& family) const {
  const auto rows = store_.iterate(family, {}, {});
  const bool has_one = rows->next();
  SHEAF_RETURN_IF_ERROR(rows->status());
  return has_one;
}

// The families have rows when the load had given them all, and its end was not recorded yet.
Status Catalog::undo_load(TableDef def) {
  std::vector<std::string> missing;
  for (const std::string& name : family_names(def)) {
    if (const std::shared_ptr<Family> family = store_.find_family(name); family != nullptr) {
      SHEAF_ASSIGN_OR_RETURN(const bool is_filled, has_rows(*family));
      if (!is_filled) continue;
      SHEAF_RETURN_IF_ERROR(store_.drop_family(*family));
    }
    missing.push_back(name);
  }
  if (!missing.empty()) {
    const auto families = store_.create_families(missing);
    if (!families.ok()) return families.status();
  }
  def.state = TableState::kActive;
  SHEAF_RETURN_IF_ERROR(write_record(record_key(def.name), encode_catalog_record(def)));
  return adopt(std::move(def));
}

// Indexes too: a row that no item accounts for would stay among those of the load.
Status Catalog::check_empty(const OpenTable& table) const {
  std::vector<const Family*> families{&table.base()};
  for (const OpenIndex& index : table.indexes()) families.push_back(index.family.get());
  for (const Family* const family : families) {
    SHEAF_ASSIGN_OR_RETURN(const bool is_filled, has_rows(*family));
    if (is_filled) return Status(Error::kTableNotEmpty, {table.def().name});
  }
  return {};
}

Result<std::shared_ptr<OpenTable>> Catalog::begin_load(const OpenTable& of) {
  const std::lock_guard change(change_mutex_);
  SHEAF_RETURN_IF_ERROR(of.check_takes_writes());
  TableMarks& marks = of.marks();
  if (marks.is_gate_closed()) return Status(Error::kTableBuilding, {of.def().name});
  const std::shared_ptr<OpenTable> table = marks.newest();
  SHEAF_RETURN_IF_ERROR(check_empty(*table));  // most mistakes show here, where they hold up nobody
  TableDef def = table->def();
  def.state = TableState::kLoading;
  const std::string record = encode_catalog_record(def);
  {
    const LockTable::ManyGuard barrier(locks_, locks_.all_slots());
    SHEAF_RETURN_IF_ERROR(check_empty(*table));
    marks.set_load_state(TableMarks::LoadState::kLoading);
  }
  try {
    Status recorded = write_record(record_key(def.name), record);
    if (recorded.ok()) return table;
    // Either nothing was written, or the store takes no writes any more.
    marks.set_load_state(TableMarks::LoadState::kNone);
    return recorded;
  } catch (const std::bad_alloc&) {
    marks.set_load_state(TableMarks::LoadState::kGivenUp);  // the record may say LOADING: settle_load writes it anew
    throw;
  }
}

// While the record may say LOADING no write is taken: the next opening would undo it. A store that has stopped takes none
// anyway, and says so.
Status Catalog::record_end_of_load(const OpenTable& table) {
  const TableDef def = newest_def(table);
  Status recorded = write_record(record_key(def.name), encode_catalog_record(def));
  if (recorded.ok() || !store_.check_not_stopped().ok()) table.marks().set_load_state(TableMarks::LoadState::kNone);
  return recorded;
}

Status Catalog::end_load(const OpenTable& table) {
  const std::lock_guard change(change_mutex_);
  return record_end_of_load(table);
}

// Marked under the mutex: whoever settles a load that is given up might else end the next one, or write the record of a table that
// was dropped meanwhile.
void Catalog::give_up_load(const OpenTable& table) {
  const std::lock_guard change(change_mutex_);
  table.marks().set_load_state(TableMarks::LoadState::kGivenUp);
  try {
    (void)record_end_of_load(table);
  } catch (const std::bad_alloc&) {
    return;  // as any other failure
  }
}

Status Catalog::settle_load(const OpenTable& table) {
  const std::lock_guard change(change_mutex_);
  return settle(table);
}

Status Catalog::settle(const OpenTable& table) {
  switch (table.marks().load_state()) {
    case TableMarks::LoadState::kNone:
      return {};
    case TableMarks::LoadState::kLoading:
      return Status(Error::kTableLoading, {table.def().name});
    case TableMarks::LoadState::kGivenUp:
      break;
  }
  return record_end_of_load(table);
}

// A derived family without a record is left over from a creation whose record was never written; it can be made anew
// from the items. A base family is never dropped for want of a record, and nothing is while a record cannot be read.
Status Catalog::drop_orphans() {
  std::set<std::string> known;
  for (const auto& [name, entry] : entries_) {
    if (entry.table == nullptr) return {};
    for (std::string& family : family_names(entry.table->def())) known.insert(std::move(family));
  }
  for (const std::string& name : store_.family_names()) {
    if (name.front() != 'x' || known.contains(name)) continue;
    SHEAF_RETURN_IF_ERROR(store_.drop_family(*store_.find_family(name)));
  }
  return {};
}

// Catalog records are made independent of the log at once, so that damage in the log never costs a table. That a
// flush fails undoes nothing: the record is durable in the log, and RocksDB flushes again.
Status Catalog::write_record(std::string_view key, std::string_view record) {
  Batch batch;
  if (record.empty()) {
    batch.erase(*family_, key);
  } else {
    batch.put(*family_, key, record);
  }
  SHEAF_RETURN_IF_ERROR(store_.write(&batch, Admission::kReserve));
  SHEAF_RETURN_IF_ERROR(store_.sync());
  (void)store_.flush(*family_);
  return {};
}

Status Catalog::check_family_limit(size_t more) const {
  const size_t count = store_.family_names().size() + more;
  return count <= kMaxColumnFamilies ? Status() : Status(Error::kFamilyLimit, {std::to_string(count)});
}

Status Catalog::create(TableDef def) {
  const std::lock_guard change(change_mutex_);
  if (std::optional<TableDef> earlier = unfinished(def.name)) {
    SHEAF_RETURN_IF_ERROR(finish_drop(*std::move(earlier)));
  }
  {
    const std::lock_guard lock(entries_mutex_);
    if (entries_.contains(def.name)) return Status(Error::kTableExists, {def.name});
  }
  SHEAF_RETURN_IF_ERROR(check_family_limit(1 + def.indexes.size()));
  def.id = ids_.next_table_id++;
  for (IndexDef& index : def.indexes) index.id = ids_.next_derivation_id++;
  def.uuid = make_uuid();
  def.created_ms = wall_clock_ms();
  SHEAF_RETURN_IF_ERROR(write_record(kCatalogIdsKey, encode_catalog_ids(ids_)));
  def.state = TableState::kCreating;
  SHEAF_RETURN_IF_ERROR(write_record(record_key(def.name), encode_catalog_record(def)));
  const auto families = store_.create_families(family_names(def));
  if (!families.ok()) {
    (void)finish_drop(std::move(def));  // the creation's own error says more than this one's
    return families.status();
  }
  def.state = TableState::kActive;
  if (Status activated = write_record(record_key(def.name), encode_catalog_record(def)); !activated.ok()) {
    (void)finish_drop(std::move(def));  // or the families would be left behind when the name is used again
    return activated;
  }
  const std::lock_guard lock(entries_mutex_);
  return adopt(std::move(def));
}

Status Catalog::erase_families(const TableDef& def) {
  for (const std::string& name : family_names(def)) {
    const std::shared_ptr<Family> family = store_.find_family(name);
    if (family != nullptr) SHEAF_RETURN_IF_ERROR(store_.drop_family(*family));
  }
  return {};
}

Status Catalog::finish_drop(TableDef def) {
  {
    // Until the last step is done the name is taken, or a new table's record would hide what is left of this one.
    const std::lock_guard lock(entries_mutex_);
    entries_[def.name] = {nullptr, Status(Error::kTableDropping, {def.name}), def};
  }
  if (def.state != TableState::kDeleting) {
    def.state = TableState::kDeleting;
    SHEAF_RETURN_IF_ERROR(write_record(record_key(def.name), encode_catalog_record(def)));
  }
  SHEAF_RETURN_IF_ERROR(erase_families(def));
  for (const std::string& name : family_names(def)) (void)erase_divisions_of(store_, name);  // or the next opening does
  SHEAF_RETURN_IF_ERROR(write_record(record_key(def.name), {}));
  const std::lock_guard lock(entries_mutex_);
  entries_.erase(def.name);
  return {};
}

std::optional<TableDef> Catalog::unfinished(std::string_view name) const {
  const std::lock_guard lock(entries_mutex_);
  const auto found = entries_.find(name);
  return found == entries_.end() ? std::nullopt : found->second.unfinished;
}

Status Catalog::drop(std::string_view name) {
  const std::lock_guard change(change_mutex_);
  if (std::optional<TableDef> earlier = unfinished(name)) return finish_drop(*std::move(earlier));
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, find(name));
  SHEAF_RETURN_IF_ERROR(settle(*table));
  if (is_drop_protected(table->def().kept_json)) return Status(Error::kTableProtected, {name});
  if (table->marks().is_gate_closed()) return Status(Error::kTableBuilding, {name});
  TableDef def = table->def();
  def.state = TableState::kDeleting;
  SHEAF_RETURN_IF_ERROR(write_record(record_key(name), encode_catalog_record(def)));
  {
    const LockTable::ManyGuard barrier(locks_, locks_.all_slots());
    table->marks().mark_dropped();
  }
  return finish_drop(std::move(def));
}

Result<std::shared_ptr<OpenTable>> Catalog::find(std::string_view name) const {
  const std::lock_guard lock(entries_mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end()) return Status(Error::kNoTable, {name});
  if (found->second.table == nullptr) return found->second.damage;
  return found->second.table;
}

std::vector<std::string> Catalog::names(std::string_view after, size_t most) const {
  const std::lock_guard lock(entries_mutex_);
  std::vector<std::string> names;
  for (auto it = entries_.upper_bound(after); it != entries_.end() && names.size() < most; ++it)
    names.push_back(it->first);
  return names;
}

void Catalog::release() {
  finish_given_up_builds();
  const std::lock_guard lock(entries_mutex_);
  entries_.clear();
  family_.reset();
}

}  // namespace sheaf
