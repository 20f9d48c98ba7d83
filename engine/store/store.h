// Store: the only door to RocksDB. Column families, atomic batches, point reads, bounded iteration, snapshots,
// durability. Any number of threads, until close; nothing may be in flight then or later (the database's gate sees to
// that), and every iterator and snapshot must be gone.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/base/estimate.h"
#include "engine/base/result.h"
#include "engine/store/family.h"
#include "engine/store/log_sync.h"
#include "engine/store/range_iterator.h"
#include "engine/store/space_guard.h"

namespace rocksdb {
class Env;
class Snapshot;
class Status;
class WriteBatch;
}  // namespace rocksdb

namespace sheaf {

class LogFiles;
class StoreSettings;
struct FileSystemSeam;
class StoreHealth;

enum class StorePlace : uint8_t { kNewFolder, kExistingFolder, kReadOnlyFolder, kMemory };

// How blocks on disk are compressed. kFast: LZ4. kSmall: LZ4 above, ZSTD with a dictionary at the bottom.
enum class Compression : uint8_t { kFast = 0, kSmall = 1 };  // the numbers of the C ABI

struct StoreOptions {
  StorePlace place = StorePlace::kMemory;
  std::string path;           // of RocksDB's own folder; "" in memory
  uint64_t memory_bytes = 0;  // cache and memtables together
  Compression compression = Compression::kFast;
  std::shared_ptr<const FileSystemSeam> files;  // null: the machine's own file system; nothing else in memory
};

// Changes that become visible and durable together. One thread at a time.
class Batch {
 public:
  // `expected_bytes` spares growing it; it is no limit.
  explicit Batch(size_t expected_bytes = 0);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  void put(const Family& family, std::string_view key, std::string_view value);
  void erase(const Family& family, std::string_view key);
  size_t size_bytes() const;
  bool is_empty() const { return is_empty_; }
  bool only_erases() const { return only_erases_; }

 private:
  friend class Store;
  std::unique_ptr<rocksdb::WriteBatch> batch_;
  bool is_empty_ = true;
  bool only_erases_ = true;
};

class Store;

// One state of all families. Any thread.
class Snapshot {
 public:
  explicit Snapshot(Store& store);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  friend class Store;
  Store& store_;
  const rocksdb::Snapshot* snapshot_;
};

// Who may use the space that is kept in reserve. kReserve is for what makes room or must not be cut short: dropping
// tables, the catalog. A batch that only erases may always.
enum class Admission : uint8_t { kOrdinary, kReserve };

struct IterateOptions {
  Direction direction = Direction::kForward;
  ReadKind kind = ReadKind::kQuery;
  const Snapshot* snapshot = nullptr;  // null: the newest state, fixed for the iterator's life
};

class Store {
 public:
  static Result<std::unique_ptr<Store>> open(const StoreOptions& options);
  ~Store();

  // Flushes, releases every family and closes RocksDB. The first error is reported, everything is closed all the
  // same. A folder that is only read is left as it was.
  Status close();

  bool is_read_only() const { return place_ == StorePlace::kReadOnlyFolder; }

  // Families. `find_family` gives null when there is none of that name.
  std::vector<std::string> family_names() const;
  std::shared_ptr<Family> find_family(std::string_view name) const;
  Result<std::vector<std::shared_ptr<Family>>> create_families(std::span<const std::string> names);
  Status drop_family(const Family& family);
  Status flush(const Family& family);  // makes its rows independent of the log
  // Rids a family without rows of what deleted ones have left in memory and in files, as far as no snapshot sees them.
  Status clear_deleted(const Family& family);
  FamilyEstimate estimate(const Family& family) const;
  // How much the range takes in memory and in files: files are judged by their blocks, memtables by samples. 0 also when
  // it cannot be told.
  uint64_t approximate_bytes(const Family& family, const ByteRange& range) const;

  // Reads into `value`. False when there is no such key.
  Result<bool> get(const Family& family, std::string_view key, const Snapshot* snapshot, AlignedBuffer* value) const;
  // Reads many values, each family's from one state: `snapshot`, or the newest. At most kMostLookups at once; each has its own
  // answer.
  struct Lookup {
    const Family* family = nullptr;
    std::string_view key{};
    AlignedBuffer* value = nullptr;  // filled when the key is there
    bool is_found = false;
    Status status{};
  };
  static constexpr size_t kMostLookups = 32;  // RocksDB works in groups of so many
  void get_many(std::span<Lookup> lookups, const Snapshot* snapshot) const;
  std::unique_ptr<RangeIterator> iterate(const Family& family, const ByteRange& range,
                                         const IterateOptions& options) const;

  // Appends the batch to the log and applies it; visible on return, durable after sync. Errors: StoreFull and
  // StoreIo (nothing happened), OutcomeUnknown, StoreStopped.
  Status write(Batch* batch, Admission admission = Admission::kOrdinary);

  // StoreStopped after an error in the log: what was read may not be what the next opening finds, so even a write that
  // has nothing to change is not acknowledged then.
  Status check_not_stopped() const;

  // Makes everything written before the call durable, together with all who wait. Nothing to do in memory.
  Status sync();
  uint64_t sync_count() const { return log_sync_.sync_count(); }

 private:
  friend class Snapshot;
  friend class SortedFiles;
  friend class SortedWriter;

  Store();
  Status open_rocksdb(const std::string& path);
  Status stop(const rocksdb::Status& cause);
  Status sync_log();
  const rocksdb::Snapshot* take_snapshot();

  std::string path_;  // of RocksDB's folder
  std::unique_ptr<StoreSettings> settings_;
  std::shared_ptr<LogFiles> log_files_;  // null in memory
  std::unique_ptr<rocksdb::Env> env_;
  StorePlace place_ = StorePlace::kMemory;
  std::shared_ptr<StoreHealth> health_;  // shared with RocksDB's listener
  std::unique_ptr<rocksdb::DB> db_;
  std::shared_ptr<FamilyRegistry> families_;
  mutable std::mutex open_mutex_;
  std::vector<std::shared_ptr<Family>> open_families_;  // those that are not dropped
  std::unique_ptr<SpaceGuard> space_;
  std::shared_mutex ingest_mutex_;  // an ingest holds it alone, and snapshots are taken under it
  LogSync log_sync_;
};

// The RocksDB this was compiled against, "7.8.3".
std::string rocksdb_version_text();

}  // namespace sheaf
