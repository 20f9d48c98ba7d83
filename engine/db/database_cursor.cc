#include "engine/db/database_cursor.h"

#include <new>

#include "engine/db/database.h"
#include "engine/read/row_key.h"
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
  const std::shared_ptr<OpenTable> newer = table_.table->newer();
  const OpenTable& table = newer != nullptr ? *newer : *table_.table;
  if (database_->options_.api == ApiMode::kDynamoDb) {
    if (Status fits = dynamodb_mode::check_range(table, request); !fits.ok()) {
      rows_.end();
      return fits;
    }
  }
  auto plan = make_plan(table, request);
  if (newer != nullptr) follow(newer);  // now that nothing is borrowed from the row any more
  Status started = plan.ok() ? start_walk(*std::move(plan), limits, {token, {}}, {}) : std::move(plan).status();
  if (!started.ok()) rows_.end();
  return started;
}

Status DatabaseCursor::start(Plan plan, const CursorLimits& limits, const Resume& resume, const RowTerms& terms) {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  Status started = start_walk(std::move(plan), limits, resume, terms);
  if (!started.ok()) rows_.end();
  return started;
}

Status DatabaseCursor::start_walk(Plan plan, const CursorLimits& limits, const Resume& resume, const RowTerms& terms) {
  const bool is_too_new = plan.index != nullptr && table_.snapshot != nullptr && !table_.snapshot->has(*plan.index);
  if (is_too_new) return Status(Error::kIndexNotReady, {plan.index->def->name, plan.table->def().name});
  std::string resume_after(resume.row_key);
  if (!resume.token.empty()) {
    SHEAF_ASSIGN_OR_RETURN(resume_after, decode_token(token_scope(database_->uuid_, plan), resume.token, plan.segment));
  }
  CursorStart from;
  from.limits = limits;
  from.resume_after = resume_after;
  if (table_.snapshot != nullptr) from.snapshot = table_.snapshot->state();
  SHEAF_RETURN_IF_ERROR(rows_.start(*database_->store_, std::move(plan), from, terms));
  return check_kept_up();
}

// An index that is dropped leaves the newest version before the first write that leaves it alone. So if it is there now, the
// state that the walk has fixed before is one in which it was kept up; if not, its rows may not fit the items.
Status DatabaseCursor::check_kept_up() const {
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  const OpenIndex* const index = rows_.plan().index;
  const std::shared_ptr<OpenTable> newer = table_.table->newer();
  if (index == nullptr || newer == nullptr || newer->keeps_index(index->def->id)) return {};
  return newer->missing_index(index->def->name);
}

void DatabaseCursor::end() {
  const Gate::Pass pass(database_->gate_);
  if (pass) rows_.end();
}

void DatabaseCursor::follow(std::shared_ptr<OpenTable> newer) {
  rows_.end();
  table_.table = std::move(newer);
}

Status DatabaseCursor::check_alive() const {
  SHEAF_RETURN_IF_ERROR(table_.table->check_alive());
  return rows_.is_started() ? Status() : nowhere();
}

template <typename Walk>
Result<Step> DatabaseCursor::walk(Walk body) {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  if (Status alive = check_alive(); !alive.ok()) {
    rows_.end();
    return alive;
  }
  return body(database_->interrupt_);
}

Result<Step> DatabaseCursor::next() {
  return walk([this](const Interrupt& interrupt) { return rows_.next(interrupt); });
}

Result<Step> DatabaseCursor::give_rows(uint64_t most, const RowVisitor& visit) {
  const CallLimits call = rows_.limits_of_call(database_->interrupt_);
  for (uint64_t given = 0; most == 0 || given < most; ++given) {
    if (given > 0 && call.is_interrupted()) break;
    Result<Step> step = Step::kDone;
    try {
      step = walk([&](const Interrupt&) { return rows_.next(call, visit); });
    } catch (const std::bad_alloc&) {
      if (given == 0) throw;
      break;  // the walk remembers it
    }
    const bool is_held_back = !step.ok() && given > 0;
    if (is_held_back) break;
    if (!step.ok() || *step != Step::kRow) return step;
  }
  return Step::kRow;
}

Result<Step> DatabaseCursor::count() {
  return walk([this](const Interrupt& interrupt) { return rows_.count(interrupt); });
}

bool DatabaseCursor::is_on_row() const { return !database_->gate_.is_closed() && rows_.is_on_row(); }

Status DatabaseCursor::check_row() const {
  const Gate::Pass pass(database_->gate_);
  return pass ? check_row_inside() : Status(Error::kClosed);
}

Status DatabaseCursor::check_row_inside() const {
  SHEAF_RETURN_IF_ERROR(check_alive());
  return rows_.is_on_row() ? Status() : Status(Error::kMisuse, {"the cursor stands on no row"});
}

Status DatabaseCursor::read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
  // The key lies in the iterator, which a close takes away.
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_row_inside());
  return rows_.read_keys(index_key, base_key);
}

Result<std::string> DatabaseCursor::token() const {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_alive());
  const std::string& last_key = rows_.last_key();
  if (last_key.empty()) return std::string();
  const Plan& plan = rows_.plan();
  return encode_token(token_scope(database_->uuid_, plan), last_key, plan.segment);
}

Result<bool> DatabaseCursor::last_key(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
  const Gate::Pass pass(database_->gate_);
  if (!pass) return Status(Error::kClosed);
  SHEAF_RETURN_IF_ERROR(check_alive());
  const std::string& last_key = rows_.last_key();
  if (last_key.empty()) return false;
  const Plan& plan = rows_.plan();
  SHEAF_RETURN_IF_ERROR(read_row_key({plan.table, plan.index}, last_key, index_key, base_key));
  return true;
}

}  // namespace sheaf
