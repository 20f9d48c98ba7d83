#include "engine/db/load.h"

#include <new>

#include "engine/base/limits.h"

namespace sheaf {

Result<std::unique_ptr<Load>> Load::begin(std::shared_ptr<Database> database, const TableHandle& table,
                                          uint64_t memory_bytes) {
  Database& in = *database;
  const Gate::Pass pass(in.gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(in.check_writable(table));
  std::unique_ptr<Load> load(new Load(std::move(database)));
  in.users_->add(load.get());
  load->users_ = in.users_;
  SHEAF_ASSIGN_OR_RETURN(load->table_, in.catalog_->begin_load(*table.table));
  load->stage_ = Stage::kOpen;  // from here on its end gives the table back
  SHEAF_ASSIGN_OR_RETURN(
      load->rows_, BulkLoad::begin(*in.store_, *load->table_, memory_bytes != 0 ? memory_bytes : kDefaultLoadBytes));
  return load;
}

// Within the gate while that is open: release then has nothing left to do.
Load::~Load() {
  if (users_ == nullptr) return;
  {
    const Gate::Pass pass(database_->gate_);
    if (pass) give_up();
  }
  users_->remove(this);
}

void Load::release() { give_up(); }

// The table is empty still, and so it is again whatever fails here: the next opening sees to it.
void Load::give_up() {
  rows_ = nullptr;
  if (stage_ == Stage::kFilled) {
    // The items are in the table, and only the record of it is missing: once more, before the next opening would take them out.
    try {
      if (database_->catalog_->end_load(*table_).ok()) stage_ = Stage::kFinished;
    } catch (const std::bad_alloc&) {
      return;
    }
    return;
  }
  if (stage_ != Stage::kOpen) return;
  stage_ = Stage::kOver;
  database_->catalog_->give_up_load(*table_);
}

Status Load::check_open() const {
  switch (stage_) {
    case Stage::kOpen:
      return {};
    case Stage::kFilled:
      return Status(Error::kLoadEnded, {"filled the table already; finish it"});
    case Stage::kFinished:
      return Status(Error::kLoadEnded, {"ended: its items are in the table"});
    case Stage::kOver:
      break;
  }
  return Status(Error::kLoadEnded, {"failed"});
}

Status Load::put(const ItemView& item) {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_open());
  return rows_->put(item);
}

Status Load::finish() {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  if (stage_ != Stage::kFilled) {
    SHEAF_RETURN_IF_ERROR(check_open());
    SHEAF_RETURN_IF_ERROR(rows_->write_files(CallLimits(database_->interrupt_, Deadline())));
    Status filled = rows_->ingest();
    if (filled.is(Error::kOutcomeUnknown)) give_up();
    SHEAF_RETURN_IF_ERROR(filled);
    stage_ = Stage::kFilled;
    rows_ = nullptr;
  }
  SHEAF_RETURN_IF_ERROR(database_->catalog_->end_load(*table_));
  stage_ = Stage::kFinished;
  return {};
}

}  // namespace sheaf
