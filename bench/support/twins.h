// Twins: one data set in two databases that lie in one temporary folder, a Sheaf database that is used through the C ABI and a
// bare RocksDB that is a byte-for-byte copy of Sheaf's, opened with the same options. So both sides have the same rows in the
// same files, fully compacted. Tables: "items" holds the whole workload and is only read, "writes" holds the Repo items and
// takes puts with three indexes, "plain" has no index. Sheaf is in NORMAL mode. One thread.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/rows.h"
#include "bench/support/workload.h"
#include "capi/sheaf.h"

namespace sheaf {
class StoreSettings;
}

namespace sheaf::bench {

struct TwinOptions {
  uint64_t items = 0;
  uint64_t memory_bytes = 0;  // of each side
};

// The families of one table.
struct BareTable {
  rocksdb::ColumnFamilyHandle* base = nullptr;
  std::array<rocksdb::ColumnFamilyHandle*, kIndexes> indexes = {};
};

// A folder of its own, which goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class Twins {
 public:
  // Loads, compacts and copies. Throws BenchmarkFailed.
  explicit Twins(const TwinOptions& options);
  ~Twins();
  Twins(const Twins&) = delete;
  Twins& operator=(const Twins&) = delete;

  const Workload& workload() const { return workload_; }
  uint64_t disk_bytes() const;  // of the bare side, before anything is measured

  sheaf_table* sheaf_items = nullptr;
  sheaf_table* sheaf_writes = nullptr;
  sheaf_table* sheaf_plain = nullptr;

  rocksdb::DB* bare = nullptr;
  BareTable bare_items;
  BareTable bare_writes;
  BareTable bare_plain;

  // The Repo item that "writes" holds for that ordinal when the serial is 0. Its time of update, which the third index's key
  // ends with, is the serial.
  Document repository_to_update(uint64_t ordinal) const;

  // A repository whose name ends with the serial, so that each serial is a new item.
  Document repository_to_add(uint64_t ordinal) const;

 private:
  void load();
  void compact_and_copy();
  void open_sheaf(uint32_t flags);
  void close_sheaf();
  rocksdb::DB* open_bare(const std::string& folder, std::vector<rocksdb::ColumnFamilyHandle*>* handles) const;
  void find_families();

  TwinOptions options_;
  Workload workload_;
  TemporaryFolder folder_;
  std::unique_ptr<StoreSettings> settings_;
  sheaf_db* sheaf_ = nullptr;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

// A benchmark that went wrong has no times: it ends the program, through main.
struct BenchmarkFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws BenchmarkFailed when what should hold does not.
enum class Held : uint8_t { kNo, kYes };
void require(Held held, const std::string& what);
inline void require_ok(sheaf_status status, const std::string& what) {
  require(status >= 0 ? Held::kYes : Held::kNo, what + ": " + sheaf_status_name(status));
}
inline void require_ok(const rocksdb::Status& status, const std::string& what) {
  require(status.ok() ? Held::kYes : Held::kNo, what + ": " + status.ToString());
}

}  // namespace sheaf::bench
