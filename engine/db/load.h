// Load: a bulk load of one table, from its beginning to its end or to the database's, whichever comes first. One thread
// at a time, but for the database's close.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/db/database.h"
#include "engine/db/store_users.h"
#include "engine/maintain/bulk_load.h"

namespace sheaf {

class Load final : public StoreUser {
 public:
  // `memory_bytes` of rows are sorted at once; 0 = kDefaultLoadBytes. Errors: SnapshotReadOnly, DatabaseReadOnly and those
  // of Catalog::begin_load.
  static Result<std::unique_ptr<Load>> begin(std::shared_ptr<Database> database, const TableHandle& table,
                                             uint64_t memory_bytes);
  ~Load();  // what was not finished is given up
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  // Errors: LoadEnded and those of BulkLoad::put.
  Status put(const ItemView& item);

  // Fills the table. Errors: LoadEnded, those of BulkLoad::write_files and ingest and of Catalog::end_load; after all but
  // OutcomeUnknown it can be called again.
  Status finish();

  void release() override;

 private:
  // kFilled: the rows are there and the end is not recorded; what is given up now stays as it is, and the next opening
  // empties the table. kOver: not begun, given up, or of unknown outcome.
  enum class Stage : uint8_t { kOpen, kFilled, kFinished, kOver };

  explicit Load(std::shared_ptr<Database> database) : database_(std::move(database)) {}
  Status check_open() const;
  void give_up();

  std::shared_ptr<Database> database_;
  std::shared_ptr<StoreUsers> users_;  // null until it is one of them
  std::shared_ptr<OpenTable> table_;   // null until it has begun
  std::unique_ptr<BulkLoad> rows_;     // null once it is over
  Stage stage_ = Stage::kOver;
};

}  // namespace sheaf
