// Twins: one data set in two databases that lie in one temporary folder, a Sheaf database that is used through the C ABI and a
// bare RocksDB that has the same files, opened with the same options. So both sides begin with the same rows in the same blocks,
// fully compacted. Tables: "items" holds the whole workload and is only read, "writes" holds the Repo items and takes puts with
// three indexes, "plain" has no index. Sheaf is in NORMAL mode. The set is made and loaded item by item, so its size is bounded
// by the disk. One thread.
#pragma once

#include <cstdint>
#include <memory>

#include "bench/support/abi_database.h"
#include "bench/support/bare_database.h"
#include "bench/support/folder.h"
#include "bench/support/workload.h"

namespace sheaf::bench {

struct TwinOptions {
  uint64_t items = 0;
  uint64_t memory_bytes = 0;  // of each side
};

class Twins {
 public:
  // Loads, compacts and copies. Throws BenchmarkFailed.
  explicit Twins(const TwinOptions& options);

  const Workload& workload() const { return workload_; }
  uint64_t disk_bytes() const { return disk_bytes_; }  // of the tables of one side, before anything is measured

  // The Repo item that "writes" holds for that ordinal when the serial is 0. Its time of update, which the third index's key
  // ends with, is the serial.
  Document repository_to_update(uint64_t ordinal) const;

  sheaf_db* sheaf() const { return sheaf_->db(); }
  rocksdb::DB& bare() const { return bare_->db(); }

  sheaf_table* sheaf_items = nullptr;
  sheaf_table* sheaf_writes = nullptr;
  sheaf_table* sheaf_plain = nullptr;
  BareTable bare_items;
  BareTable bare_writes;
  BareTable bare_plain;

 private:
  void load(const AbiOptions& options);
  void copy_sheaf_to_bare();

  Workload workload_;
  TemporaryFolder folder_;
  uint64_t disk_bytes_ = 0;
  std::unique_ptr<AbiDatabase> sheaf_;
  std::unique_ptr<BareDatabase> bare_;
};

// A repository whose name ends with the serial, so that each serial is a new item.
Document repository_to_add(const Workload& workload, uint64_t ordinal);

}  // namespace sheaf::bench
