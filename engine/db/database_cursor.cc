#include "engine/db/database_cursor.h"

#include "engine/db/database.h"
#include "engine/read/token.h"

namespace sheaf {
namespace {

Status nowhere() { return Status(Error::kMisuse, {"the cursor's last reset failed"}); }

}  // namespace

DatabaseCursor::DatabaseCursor(std::shared_ptr<Database> database, TableHandle table)
    : database_(std::move(database)), table_(std::move(table)) {
  database_->users_->add(this);
}

DatabaseCursor::~DatabaseCursor() { database_->users_->remove(this); }

Status DatabaseCursor::start(const RangeRequest& request, const CursorLimits& limits, std::string_view token) {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  Status started = start_walk(request, limits, token);
  if (!started.ok()) cursor_.end();
  return started;
}

Status DatabaseCursor::start_walk(const RangeRequest& request, const CursorLimits& limits, std::string_view token) {
  SHEAF_ASSIGN_OR_RETURN(Plan plan, make_plan(*table_.table, request));
  std::string resume_after;
  if (!token.empty()) {
    SHEAF_ASSIGN_OR_RETURN(resume_after, decode_token(token_scope(database_->uuid_, plan), token));
  }
  CursorStart from;
  from.limits = limits;
  from.resume_after = resume_after;
  if (table_.snapshot != nullptr) from.snapshot = table_.snapshot->state();
  return cursor_.start(*database_->store_, std::move(plan), from);
}

void DatabaseCursor::end() {
  const Gate::Pass pass(database_->gate_);
  if (pass) cursor_.end();
}

Status DatabaseCursor::check_alive() const {
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  return cursor_.is_started() ? Status() : nowhere();
}

Result<Step> DatabaseCursor::next() {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  if (Status alive = check_alive(); !alive.ok()) {
    cursor_.end();
    return alive;
  }
  return cursor_.next(database_->interrupt_);
}

bool DatabaseCursor::is_on_row() const { return !database_->gate_.is_closed() && cursor_.is_on_row(); }

Status DatabaseCursor::check_row() const {
  const Gate::Pass pass(database_->gate_);
  return pass ? check_row_inside() : Status(Error::kClosed);
}

Status DatabaseCursor::check_row_inside() const {
  SHEAF_RETURN_IF_ERROR(check_alive());
  return cursor_.is_on_row() ? Status() : Status(Error::kMisuse, {"the cursor stands on no row"});
}

Status DatabaseCursor::read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
  // The key lies in the iterator, which a close takes away.
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_row_inside());
  return cursor_.read_keys(index_key, base_key);
}

Result<std::string> DatabaseCursor::token() const {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_alive());
  if (cursor_.last_key().empty()) return std::string();
  return encode_token(token_scope(database_->uuid_, cursor_.plan()), cursor_.last_key());
}

}  // namespace sheaf
