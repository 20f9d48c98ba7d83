#include "engine/db/database.h"

#include "engine/base/limits.h"
#include "engine/base/uuid.h"
#include "engine/schema/definition.h"
#include "engine/schema/item_key.h"

namespace sheaf {
namespace {

Status closed() { return Status(Error::kClosed); }

}  // namespace

std::string engine_version_text() {
  return "file format " + std::to_string(kFolderFormat) + ", RocksDB " + rocksdb_version_text();
}

Result<std::shared_ptr<Database>> Database::open(const DatabaseOptions& options) {
  std::shared_ptr<Database> database(new Database(options));
  if (!options.path.empty()) {
    SHEAF_ASSIGN_OR_RETURN(Folder folder, Folder::open(options.path, options.mode));
    database->folder_ = std::make_unique<Folder>(std::move(folder));
  }
  SHEAF_RETURN_IF_ERROR(database->open_store());
  return database;
}

Status Database::open_store() {
  StoreOptions options;
  options.compression = options_.compression;
  options.memory_bytes = options_.memory_bytes != 0 ? options_.memory_bytes : kDefaultMemoryBytes;
  if (folder_ != nullptr) {
    options.place = options_.mode == OpenMode::kReadOnly ? StorePlace::kReadOnlyFolder
                    : folder_->is_new()                  ? StorePlace::kNewFolder
                                                         : StorePlace::kExistingFolder;
    options.path = folder_->data_path();
    options.files = options_.files;
    uuid_ = folder_->uuid();
  } else {
    uuid_ = make_uuid();
  }
  SHEAF_ASSIGN_OR_RETURN(store_, Store::open(options));
  if (folder_ != nullptr && folder_->is_new()) SHEAF_RETURN_IF_ERROR(folder_->mark_ready());
  pipeline_ = std::make_unique<Pipeline>(*store_, options_.clock);
  catalog_ = std::make_unique<Catalog>(*store_, pipeline_->locks());
  segments_ = std::make_unique<ScanSegments>(*store_);
  return catalog_->load();
}

Database::~Database() { close(); }

void Database::close() {
  gate_.close();
  const std::lock_guard once(close_mutex_);
  if (store_ == nullptr) return;
  users_->release_all();
  if (catalog_ != nullptr) catalog_->release();
  (void)store_->close();  // what a flush could not write is still in the log
  store_.reset();
  folder_.reset();
}

Status Database::create_table(std::string_view definition_json) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_ASSIGN_OR_RETURN(TableDef def, parse_definition(definition_json));
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  return catalog_->create(std::move(def));
}

Status Database::drop_table(std::string_view name) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  return catalog_->drop(name);
}

Result<std::shared_ptr<OpenTable>> Database::open_table(std::string_view name) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return catalog_->find(name);
}

Status Database::check_table(const OpenTable& table) {
  const Gate::Pass pass(gate_);
  return pass ? table.check_alive() : closed();
}

Result<std::vector<std::string>> Database::table_names(std::string_view after, size_t most) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return catalog_->names(after, most);
}

Result<std::shared_ptr<DatabaseSnapshot>> Database::snapshot() {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return std::make_shared<DatabaseSnapshot>(*store_, users_, catalog_->change_count());
}

Result<bool> Database::get(const TableHandle& table, std::span<const ValueView> key, AlignedBuffer* item) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table.table->check_alive());
  std::string base_key;
  SHEAF_RETURN_IF_ERROR(append_key_of_values(table.table->def().key, key, &base_key));
  return store_->get(table.table->base(), base_key, table.state(), item);
}

Status Database::check_writable(const TableHandle& table) const {
  SHEAF_RETURN_IF_ERROR(table.table->check_alive());
  if (table.snapshot != nullptr) return Status(Error::kSnapshotReadOnly, {table.table->def().name});
  if (store_->is_read_only()) return Status(Error::kDatabaseReadOnly);
  // The pipeline looks again, under its locks.
  const bool is_loaded = table.table->marks().load_state() == TableMarks::LoadState::kNone;
  return is_loaded ? Status() : catalog_->settle_load(*table.table);
}

Result<ActionResult> Database::write(Action* action, const WriteRequest& request) {
  action->table = request.table->table.get();
  action->terms = request.terms;
  action->old_image = request.old_image;
  action->new_image = request.new_image;
  action->parts = request.parts;
  action->cost = request.cost;
  return pipeline_->run(action, write_options(request.sync, request.deadline));
}

Result<ActionResult> Database::put(const WriteRequest& request, const ItemView& item) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(check_writable(*request.table));
  Action action;
  action.kind = ActionKind::kPut;
  action.item = item;
  return write(&action, request);
}

Result<ActionResult> Database::update(const WriteRequest& request, std::span<const ValueView> key) {
  return write_by_key(ActionKind::kUpdate, request, key);
}

Result<ActionResult> Database::erase(const WriteRequest& request, std::span<const ValueView> key) {
  return write_by_key(ActionKind::kDelete, request, key);
}

Result<ActionResult> Database::write_by_key(ActionKind kind, const WriteRequest& request,
                                            std::span<const ValueView> key) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(check_writable(*request.table));
  Action action;
  action.kind = kind;
  action.key = key;
  return write(&action, request);
}

}  // namespace sheaf
