#include "engine/db/database.h"

#include "engine/base/limits.h"
#include "engine/base/uuid.h"
#include "engine/read/token.h"
#include "engine/schema/definition.h"
#include "engine/schema/describe.h"
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
    SHEAF_ASSIGN_OR_RETURN(Folder folder, Folder::open(options.path, options.create));
    database->folder_ = std::make_unique<Folder>(std::move(folder));
  }
  SHEAF_RETURN_IF_ERROR(database->open_store());
  return database;
}

Status Database::open_store() {
  StoreOptions options;
  options.memory_bytes = options_.memory_bytes != 0 ? options_.memory_bytes : kDefaultMemoryBytes;
  if (folder_ != nullptr) {
    options.place = folder_->is_new() ? StorePlace::kNewFolder : StorePlace::kExistingFolder;
    options.path = folder_->data_path();
    options.files = options_.files;
    uuid_ = folder_->uuid();
  } else {
    uuid_ = make_uuid();
  }
  SHEAF_ASSIGN_OR_RETURN(store_, Store::open(options));
  if (folder_ != nullptr && folder_->is_new()) SHEAF_RETURN_IF_ERROR(folder_->mark_ready());
  pipeline_ = std::make_unique<Pipeline>(*store_);
  catalog_ = std::make_unique<Catalog>(*store_, pipeline_->locks());
  return catalog_->load();
}

Database::~Database() { close(); }

void Database::close() {
  gate_.close();
  const std::lock_guard once(close_mutex_);
  if (store_ == nullptr) return;
  {
    const std::lock_guard lock(cursors_mutex_);
    for (DatabaseCursor* const cursor : cursors_) cursor->cursor_.release();
  }
  if (catalog_ != nullptr) catalog_->release();
  (void)store_->close();  // what a flush could not write is still in the log
  store_.reset();
  folder_.reset();
}

Status Database::create_table(std::string_view definition_json) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_ASSIGN_OR_RETURN(TableDef def, parse_definition(definition_json));
  return catalog_->create(std::move(def));
}

Status Database::drop_table(std::string_view name) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return catalog_->drop(name);
}

Result<std::shared_ptr<OpenTable>> Database::open_table(std::string_view name) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return catalog_->find(name);
}

Result<std::string> Database::describe_table(const OpenTable& table) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table.check_alive());
  std::vector<FamilyEstimate> indexes;
  for (const OpenIndex& index : table.indexes()) indexes.push_back(store_->estimate(*index.family));
  return sheaf::describe_table(table.def(), store_->estimate(table.base()), indexes);
}

Result<std::vector<std::string>> Database::table_names(std::string_view after, size_t most) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  return catalog_->names(after, most);
}

Result<bool> Database::get(const OpenTable& table, std::span<const ValueView> key, AlignedBuffer* item) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table.check_alive());
  std::string base_key;
  SHEAF_RETURN_IF_ERROR(append_key_of_values(table.def().key, key, &base_key));
  return store_->get(table.base(), base_key, nullptr, item);
}

Result<ActionResult> Database::write(Action* action, const WriteRequest& request) {
  action->table = request.table;
  action->old_image = request.old_image;
  const bool waits = options_.sync == SyncMode::kFull || request.sync == SyncMode::kFull;
  action->durability = waits ? Durability::kDurable : Durability::kVisible;
  return pipeline_->run(action);
}

Result<ActionResult> Database::put(const WriteRequest& request, const ItemView& item) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(request.table->check_alive());
  Action action;
  action.kind = ActionKind::kPut;
  action.item = item;
  return write(&action, request);
}

Result<ActionResult> Database::erase(const WriteRequest& request, std::span<const ValueView> key) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(request.table->check_alive());
  Action action;
  action.kind = ActionKind::kDelete;
  SHEAF_RETURN_IF_ERROR(append_key_of_values(request.table->def().key, key, &action.base_key));
  return write(&action, request);
}

Result<std::unique_ptr<DatabaseCursor>> Database::open_cursor(std::shared_ptr<OpenTable> table,
                                                              const RangeRequest& request, const CursorLimits& limits,
                                                              std::string_view token) {
  const Gate::Pass pass(gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table->check_alive());
  SHEAF_ASSIGN_OR_RETURN(Plan plan, make_plan(*table, request));
  std::string resume_after;
  if (!token.empty()) {
    SHEAF_ASSIGN_OR_RETURN(resume_after, decode_token(token_scope(uuid_, plan), token));
  }
  SHEAF_ASSIGN_OR_RETURN(Cursor cursor, Cursor::open(*store_, std::move(plan), limits, resume_after));
  std::unique_ptr<DatabaseCursor> known(new DatabaseCursor(shared_from_this(), std::move(table), std::move(cursor)));
  add_cursor(known.get());
  return known;
}

void Database::add_cursor(DatabaseCursor* cursor) {
  const std::lock_guard lock(cursors_mutex_);
  cursors_.insert(cursor);
}

void Database::remove_cursor(DatabaseCursor* cursor) {
  const std::lock_guard lock(cursors_mutex_);
  cursors_.erase(cursor);
  cursor->cursor_.release();
}

DatabaseCursor::~DatabaseCursor() { database_->remove_cursor(this); }

Result<Step> DatabaseCursor::next() {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return closed();
  if (Status alive = table_->check_alive(); !alive.ok()) {
    cursor_.leave_row();
    cursor_.release();
    return alive;
  }
  return cursor_.next();
}

Status DatabaseCursor::check_row() const {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table_->check_alive());
  return cursor_.is_on_row() ? Status() : Status(Error::kMisuse, {"the cursor stands on no row"});
}

Status DatabaseCursor::read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
  SHEAF_RETURN_IF_ERROR(check_row());
  return cursor_.read_keys(index_key, base_key);
}

Result<std::string> DatabaseCursor::token() const {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return closed();
  SHEAF_RETURN_IF_ERROR(table_->check_alive());
  if (cursor_.last_key().empty()) return std::string();
  return encode_token(token_scope(database_->uuid_, cursor_.plan()), cursor_.last_key());
}

}  // namespace sheaf
