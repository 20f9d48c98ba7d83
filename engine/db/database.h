// Database: the facade. Opens and closes a folder, and gives what the C ABI and everything above needs: tables,
// reads, writes, cursors. Every public call passes the gate first, so closing is safe at any moment; handles keep the
// object alive and answer CLOSED after. Any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/call_limits.h"
#include "engine/db/catalog.h"
#include "engine/db/dynamodb_mode.h"
#include "engine/db/gate.h"
#include "engine/db/many_requests.h"
#include "engine/db/scan_segments.h"
#include "engine/db/store_users.h"
#include "engine/db/table_handle.h"
#include "engine/store/file_system_seam.h"
#include "engine/store/folder.h"
#include "engine/store/store.h"
#include "engine/write/pipeline.h"

namespace sheaf {

struct DatabaseOptions {
  std::string path;  // "" is in memory
  OpenMode mode = OpenMode::kMustExist;
  SyncMode sync = SyncMode::kFull;
  Compression compression = Compression::kFast;
  uint64_t memory_bytes = 0;                    // 0 = kDefaultMemoryBytes
  std::shared_ptr<const FileSystemSeam> files;  // null: the machine's own file system
  ApiMode api = ApiMode::kEngine;
  size_t max_transaction_actions = kMaxTransactionActions;
  uint64_t max_transaction_bytes = kMaxTransactionBytes;
  WallClock clock = wall_clock_ms;  // by which idempotency tokens grow old
};

// "file format 1, RocksDB 7.8.3".
std::string engine_version_text();

class Database {
 public:
  static Result<std::shared_ptr<Database>> open(const DatabaseOptions& options);
  ~Database();

  // Waits for calls in flight, ends every cursor, flushes and closes. Later calls answer CLOSED. Any number of times.
  void close();

  // Ends the calls in flight that wait or walk for long with Interrupted; a write that has begun to commit goes on.
  void interrupt() { interrupt_.raise(); }

  // Errors of all: DatabaseReadOnly and the catalog's.
  Status create_table(std::string_view definition_json);
  Status drop_table(std::string_view name);

  // Adds a global index, whose definition is one of the members of CreateTable's GlobalSecondaryIndexes with AttributeDefinitions
  // beside its own members, and fills it from the items. Durable on return. Meanwhile readers go on, the index answers
  // IndexNotReady, and writers of this table wait within their limits. An index whose filling ends with an error, by an
  // interrupt or by a close is taken away again.
  Status add_index(std::string_view table, std::string_view definition_json);
  // Of a global index. Durable on return; walks that are under way on the index go on.
  Status drop_index(std::string_view table, std::string_view index);

  // Changes what is kept of a table's definition beside its keys and indexes (TableDef::kept_json): `change` edits the JSON
  // object while no other change of the catalog runs. An error of it changes nothing. Durable on return.
  using KeptChange = Catalog::KeptChange;
  Status change_kept(std::string_view table, const KeptChange& change);

  // The definition of this moment, and about how much is stored. Errors: Closed, and those of open_table.
  struct TableNow {
    std::shared_ptr<const OpenTable> table;
    FamilyEstimate base;
    std::vector<FamilyEstimate> indexes;  // in the order of the definition's
  };
  Result<TableNow> table_now(std::string_view name);

  // About how many bytes one item collection takes with its rows in local indexes, compressed as they may be. Errors: Closed, those
  // of make_plan.
  Result<uint64_t> collection_bytes(const TableHandle& table, ValueView partition);

  Result<std::shared_ptr<OpenTable>> open_table(std::string_view name);
  // Errors: Closed, TableDropped.
  Status check_table(const OpenTable& table);
  Result<std::string> describe_table(const TableHandle& table);
  Result<std::vector<std::string>> table_names(std::string_view after, size_t most);

  // The state of this moment, for handles that are bound to it.
  Result<std::shared_ptr<DatabaseSnapshot>> snapshot();

  // False when there is no such item. Errors: the key errors, TableDropped, storage errors.
  Result<bool> get(const TableHandle& table, std::span<const ValueView> key, AlignedBuffer* item);

  struct WriteRequest {
    const TableHandle* table = nullptr;
    WriteTerms terms{};                  // checked: see Action
    SyncMode sync = SyncMode::kNormal;   // kFull asks for it whatever the database's own mode
    Deadline deadline{};                 // how long it may wait for other writes of the item
    AlignedBuffer* old_image = nullptr;  // see Action; the whole item after ConditionFailed
    AlignedBuffer* new_image = nullptr;
    ImageParts parts = ImageParts::kWhole;
    WriteCost* cost = nullptr;  // see Action
  };
  // Errors of all: DatabaseReadOnly, SnapshotReadOnly and the pipeline's.
  Result<ActionResult> put(const WriteRequest& request, const ItemView& item);
  Result<ActionResult> update(const WriteRequest& request, std::span<const ValueView> key);
  Result<ActionResult> erase(const WriteRequest& request, std::span<const ValueView> key);

  // See Pipeline::run_all and run_each. Errors of both also: DatabaseReadOnly, SnapshotReadOnly; of write_each what DynamoDB mode
  // refuses.
  Status write_all(const ManyWrites& writes);
  Status write_each(const ManyWrites& writes);

  // Errors: BatchEmpty, KeysTwice, the key errors, TableDropped, those of look_up_all, and what DynamoDB mode refuses.
  Status get_all(const ManyReads& reads);

  // For maintenance and tests, which must not run across a close.
  Store& store() { return *store_; }
  LockTable& locks() { return pipeline_->locks(); }

 private:
  friend class DatabaseCursor;
  friend class Load;
  friend class Statement;

  explicit Database(const DatabaseOptions& options) : options_(options) {}
  Status open_store();
  TableNow table_now(std::shared_ptr<const OpenTable> table) const;
  // Whether DynamoDB's rules hold for a call, which has asked for `mode`.
  bool is_dynamodb(ApiMode mode) const { return mode == ApiMode::kDynamoDb || options_.api == ApiMode::kDynamoDb; }
  Status check_writable(const TableHandle& table) const;
  Status check_writable(std::span<const ActionRequest> requests, ActionOutcomes* outcomes) const;
  WriteOptions write_options(SyncMode sync, Deadline deadline) const;
  Result<ActionResult> write(Action* action, const WriteRequest& request);
  Result<ActionResult> write_by_key(ActionKind kind, const WriteRequest& request, std::span<const ValueView> key);

  DatabaseOptions options_;
  std::string uuid_;
  std::unique_ptr<Folder> folder_;  // null in memory
  std::unique_ptr<Store> store_;
  std::unique_ptr<Pipeline> pipeline_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<ScanSegments> segments_;
  Gate gate_;
  Interrupt interrupt_;
  std::mutex close_mutex_;
  std::shared_ptr<StoreUsers> users_ = std::make_shared<StoreUsers>();
};

}  // namespace sheaf
