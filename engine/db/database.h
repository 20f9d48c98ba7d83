// Database: the facade. Opens and closes a folder, and gives what the C ABI and everything above needs: tables,
// reads, writes, cursors. Every public call passes the gate first, so closing is safe at any moment; handles keep the
// object alive and answer CLOSED after. Any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/db/catalog.h"
#include "engine/db/gate.h"
#include "engine/read/cursor.h"
#include "engine/read/open_table.h"
#include "engine/store/folder.h"
#include "engine/store/store.h"
#include "engine/write/pipeline.h"

namespace sheaf {

enum class SyncMode : uint8_t { kFull = 0, kNormal = 1 };  // the numbers of the C ABI

struct DatabaseOptions {
  std::string path;  // "" is in memory
  CreatePolicy create = CreatePolicy::kMustExist;
  SyncMode sync = SyncMode::kFull;
  uint64_t memory_bytes = 0;                    // 0 = kDefaultMemoryBytes
  std::shared_ptr<const FileSystemSeam> files;  // null: the machine's own file system
};

class DatabaseCursor;

// "file format 0, RocksDB 7.8.3".
std::string engine_version_text();

class Database : public std::enable_shared_from_this<Database> {
 public:
  static Result<std::shared_ptr<Database>> open(const DatabaseOptions& options);
  ~Database();

  // Waits for calls in flight, ends every cursor, flushes and closes. Later calls answer CLOSED. Any number of times.
  void close();

  Status create_table(std::string_view definition_json);
  Status drop_table(std::string_view name);
  Result<std::shared_ptr<OpenTable>> open_table(std::string_view name);
  Result<std::string> describe_table(const OpenTable& table);
  Result<std::vector<std::string>> table_names(std::string_view after, size_t most);

  // False when there is no such item. Errors: the key errors, TableDropped, storage errors.
  Result<bool> get(const OpenTable& table, std::span<const ValueView> key, AlignedBuffer* item);

  struct WriteRequest {
    const OpenTable* table = nullptr;
    SyncMode sync = SyncMode::kNormal;   // kFull asks for it whatever the database's own mode
    AlignedBuffer* old_image = nullptr;  // when not null: receives the item as it was
  };
  Result<ActionResult> put(const WriteRequest& request, const ItemView& item);
  Result<ActionResult> erase(const WriteRequest& request, std::span<const ValueView> key);

  // A walk that closing ends. `token` is "" or one from DatabaseCursor::token.
  Result<std::unique_ptr<DatabaseCursor>> open_cursor(std::shared_ptr<OpenTable> table, const RangeRequest& request,
                                                      const CursorLimits& limits, std::string_view token);

  // For maintenance and tests, which must not run across a close.
  Store& store() { return *store_; }

 private:
  friend class DatabaseCursor;

  explicit Database(const DatabaseOptions& options) : options_(options) {}
  Status open_store();
  Result<ActionResult> write(Action* action, const WriteRequest& request);
  void add_cursor(DatabaseCursor* cursor);
  void remove_cursor(DatabaseCursor* cursor);

  DatabaseOptions options_;
  std::string uuid_;
  std::unique_ptr<Folder> folder_;  // null in memory
  std::unique_ptr<Store> store_;
  std::unique_ptr<Pipeline> pipeline_;
  std::unique_ptr<Catalog> catalog_;
  Gate gate_;
  std::mutex close_mutex_;
  std::mutex cursors_mutex_;  // also held while a cursor drops its iterator, so that closing never races with freeing
  std::set<DatabaseCursor*> cursors_;
};

// A cursor that a database knows of. One thread at a time; close may come from any other.
class DatabaseCursor {
 public:
  ~DatabaseCursor();
  DatabaseCursor(const DatabaseCursor&) = delete;
  DatabaseCursor& operator=(const DatabaseCursor&) = delete;

  Result<Step> next();
  bool is_on_row() const { return !database_->gate_.is_closed() && cursor_.is_on_row(); }
  const ItemView& item() const { return cursor_.item(); }

  // Whether the row can still be asked about. Errors: Closed, TableDropped, Misuse (it stands on none).
  Status check_row() const;
  // Errors: as check_row, and KeyCorrupt.
  Status read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const;

  // "" when there is nothing to resume after. Errors: Closed, TableDropped.
  Result<std::string> token() const;

 private:
  friend class Database;
  DatabaseCursor(std::shared_ptr<Database> database, std::shared_ptr<OpenTable> table, Cursor cursor)
      : database_(std::move(database)), table_(std::move(table)), cursor_(std::move(cursor)) {}

  std::shared_ptr<Database> database_;
  std::shared_ptr<OpenTable> table_;
  Cursor cursor_;
};

}  // namespace sheaf
