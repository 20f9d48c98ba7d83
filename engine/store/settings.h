// StoreSettings: every RocksDB option that Sheaf sets, from one memory budget, and the only maker of ReadOptions and
// WriteOptions. Options whose default differs between RocksDB versions are set explicitly (ROCKSDB.md 9). Inside
// store/ only.
#pragma once

#include <rocksdb/options.h>

#include <memory>
#include <string>
#include <string_view>

#include "engine/store/health.h"
#include "engine/store/store.h"

#define SHEAF_ROCKSDB_AT_LEAST(major, minor) \
  (ROCKSDB_MAJOR > (major) || (ROCKSDB_MAJOR == (major) && ROCKSDB_MINOR >= (minor)))

namespace sheaf {

class StoreSettings {
 public:
  explicit StoreSettings(const StoreOptions& options);

  // `health` is kept up to date by RocksDB's threads.
  rocksdb::DBOptions database(rocksdb::Env* env, std::shared_ptr<StoreHealth> health) const;

  // By the first letter of the name: b items, x derived rows, k tokens, else the catalog.
  rocksdb::ColumnFamilyOptions family(std::string_view name) const;

  uint64_t memtable_bytes() const { return memtable_bytes_; }

  static rocksdb::ReadOptions point_read(const rocksdb::Snapshot* snapshot);
  static rocksdb::ReadOptions range_read(const rocksdb::Snapshot* snapshot, ReadKind kind);

 private:
  StorePlace place_;
  uint64_t memory_bytes_;
  uint64_t memtable_bytes_;  // of all families together
  Compression compression_;
  std::shared_ptr<const FileSystemSeam> files_;
  std::shared_ptr<rocksdb::Cache> cache_;
  std::shared_ptr<rocksdb::WriteBufferManager> write_buffers_;
};

}  // namespace sheaf
