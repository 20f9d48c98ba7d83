// BulkLoad: fills an empty table from sorted files instead of batches. Items are taken one by one and checked as a put
// checks them; each family's rows, those of indexes from the derivations, are sorted in memory, in runs on disk when they
// are more than that, and end in files that all families take over at once (store/sorted_files.h). The table is empty
// until then; that nobody else writes to it is the caller's care. One thread; must be gone before the store closes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/call_limits.h"
#include "engine/maintain/row_merge.h"
#include "engine/maintain/sort_rows.h"
#include "engine/read/open_table.h"
#include "engine/store/sorted_files.h"
#include "engine/write/action.h"

namespace sheaf {

class BulkLoad {
 public:
  // Rows of about `memory_bytes` are kept in memory. The table must outlive the load. Errors: storage errors.
  static Result<std::unique_ptr<BulkLoad>> begin(Store& store, const OpenTable& table, uint64_t memory_bytes);

  // Copies the item. Errors: those of check_action (write/new_image.h), storage errors; the item is not part of the load
  // then, and nothing else has changed.
  Status put(const ItemView& item);

  // Writes the sorted files. May be called again after an error. Errors: LoadKeyTwice, Interrupted, storage errors.
  Status write_files(const CallLimits& limits);

  // Fills the table with what write_files has written. Errors: see SortedFiles::ingest.
  Status ingest() { return files_->ingest(shares_); }

 private:
  // What one family gets: rows in memory, and files of those that had no room there.
  struct FamilyRows {
    const Family* family = nullptr;
    std::vector<SortRow> rows;
    // Those of items that are wholly in the load; others stand behind them when memory has ended.
    size_t whole_rows = 0;
    std::vector<std::string> runs;
  };

  BulkLoad(const OpenTable& table, uint64_t memory_bytes, std::unique_ptr<SortedFiles> files);
  void forget_partial_item();
  uint64_t used_bytes() const;
  bool has_rows() const { return !families_.front().rows.empty(); }
  Status spill();
  Status reduce_runs(FamilyRows* rows, const CallLimits& limits);
  Status copy(const FamilyRows& rows, RowMerge* merge, SortedWriter* writer, const CallLimits& limits);
  Result<std::vector<std::string>> write_run(const FamilyRows& rows, RowMerge* merge, const CallLimits& limits);
  Status key_twice() const;

  const OpenTable& table_;
  const uint64_t memory_bytes_;
  std::unique_ptr<SortedFiles> files_;
  ByteArena arena_;
  std::vector<FamilyRows> families_;  // the items', then the indexes' in their order
  std::vector<SortedFiles::Share> shares_;
  std::string key_twice_;  // the first base key that was found twice; "" for none
  // Reused from item to item.
  Action action_;
  DerivedRows derived_;
};

}  // namespace sheaf
