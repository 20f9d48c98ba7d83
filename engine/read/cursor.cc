#include "engine/read/cursor.h"

#include "engine/base/capacity_units.h"
#include "engine/read/row_key.h"

namespace sheaf {

Cursor::Cursor() = default;
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;
Cursor::~Cursor() = default;

bool Cursor::can_restart(const Plan& plan, const CursorStart& from) const {
  return failure_.ok() && !is_moving_ && rows_ != nullptr && snapshot_ == nullptr && from.snapshot == nullptr &&
         plan.content != RowContent::kFullItem && plan.kind == plan_.kind && &plan.family() == &plan_.family();
}

Status Cursor::start(Store& store, Plan plan, const CursorStart& from) {
  if (!from.resume_after.empty() && !plan.range.contains(from.resume_after)) {
    end();
    return Status(Error::kTokenInvalid, {"lies outside the range"});
  }
  const bool restarts = can_restart(plan, from);
  is_started_ = false;  // until all is there: memory may end in between
  store_ = &store;
  plan_ = std::move(plan);
  limits_ = from.limits;
  rows_given_ = 0;
  bytes_given_ = 0;
  read_bytes_ = {};
  read_bytes_ = {};
  is_on_row_ = false;
  is_moving_ = false;
  end_.reset();
  stop_reason_ = StopReason::kNone;
  failure_ = {};
  key_before_ = from.resume_after;
  ByteRange range{plan_.range.lower, plan_.range.upper};
  std::string resumed;
  if (!from.resume_after.empty()) {
    if (plan_.direction == Direction::kForward) {
      resumed = std::string(from.resume_after) + '\0';
      range.lower = resumed;
    } else {
      range.upper = key_before_;
    }
  }
  is_started_ = restarts && rows_->restart(range, plan_.direction);
  if (is_started_) return {};
  snapshot_ = from.snapshot;
  if (snapshot_ == nullptr && plan_.content == RowContent::kFullItem) snapshot_ = std::make_shared<Snapshot>(store);
  IterateOptions options;
  options.direction = plan_.direction;
  options.kind = plan_.kind;
  options.snapshot = snapshot_.get();
  rows_ = store.iterate(plan_.family(), range, options);
  is_started_ = true;
  return {};
}

void Cursor::end() {
  is_started_ = false;
  is_on_row_ = false;
  release();
}

Step Cursor::end_walk(Step step, StopReason reason) {
  stop_reason_ = reason;
  end_ = step;
  return step;
}

void Cursor::pass_row() {
  key_before_.swap(key_);
  is_on_row_ = false;
}

void Cursor::fail(Status failure) {
  failure_ = std::move(failure);
  is_on_row_ = false;
}

Result<Step> Cursor::next(const CallLimits& call) {
  if (!failure_.ok()) return failure_;
  if (is_moving_) return Status(Error::kNoMemory);
  if (is_on_row_) pass_row();
  if (end_.has_value()) return *end_;
  if (limits_.rows != 0 && rows_given_ == limits_.rows) return end_walk(Step::kPage, StopReason::kRows);
  if (limits_.bytes != 0 && bytes_given_ >= limits_.bytes) return end_walk(Step::kPage, StopReason::kBytes);
  // One row comes in any case, so that a caller with a short timeout gets on.
  if (rows_given_ > 0 && limits_.deadline.has_passed()) return end_walk(Step::kPage, StopReason::kTime);
  is_moving_ = true;
  Result<Step> step = move(call);
  is_moving_ = false;
  return step;
}

Result<Step> Cursor::move(const CallLimits& call) {
  const Move moved = rows_->move(call);
  if (moved == Move::kStopped) return stopped(call);
  if (moved == Move::kEnd) {
    failure_ = rows_->status();
    if (!failure_.ok()) return failure_;
    return end_walk(Step::kDone, StopReason::kEnd);
  }
  failure_ = load_row();
  if (!failure_.ok()) return failure_;  // a walk that resumes from the last key meets the row again
  key_ = rows_->key();
  ++rows_given_;
  bytes_given_ += item_.size_bytes();
  is_on_row_ = true;
  return Step::kRow;
}

// Where it was stopped is as good to go on from as a row.
Result<Step> Cursor::stopped(const CallLimits& call) {
  if (!rows_->passed_key().empty()) key_before_ = rows_->passed_key();
  if (call.is_interrupted()) return Status(Error::kInterrupted);
  return end_walk(Step::kPage, StopReason::kTime);
}

// The stored row, read in place where that can be.
Result<ItemView> Cursor::open_row() {
  const std::string_view bytes = rows_->value();
  const bool in_place = ItemView::opens_in_place(bytes);
  if (!in_place) row_.assign(bytes);
  return ItemView::open(in_place ? bytes : row_.view());
}

Status Cursor::load_row() {
  if (plan_.content == RowContent::kFullItem) return load_full_item();
  if (plan_.content == RowContent::kKeysOnly) {
    SHEAF_RETURN_IF_ERROR(load_keys_only());
  } else {
    SHEAF_ASSIGN_OR_RETURN(item_, open_row());
  }
  read_bytes_.rows += item_.size_bytes();
  return {};
}

Status Cursor::load_keys_only() {
  std::vector<Value> index_key;
  std::vector<Value> base_key;
  SHEAF_RETURN_IF_ERROR(read_keys(&index_key, &base_key));
  if (!keys_builder_) keys_builder_ = std::make_unique<ItemBuilder>();
  keys_builder_->clear();
  const auto add = [this](const KeySchema& schema, const std::vector<Value>& values) {
    size_t at = 0;
    for (const auto* parts : {&schema.partition, &schema.sort}) {
      for (const KeyPart& part : *parts) keys_builder_->append({part.name, values[at++].view()});
    }
  };
  if (plan_.index != nullptr) add(plan_.index->def->key, index_key);
  add(plan_.table->def().key, base_key);
  item_ = keys_builder_->finish();
  return {};
}

Status Cursor::load_full_item() {
  SHEAF_ASSIGN_OR_RETURN(const ItemView row, open_row());
  const uint32_t row_bytes = row.size_bytes();  // the item takes the row's place
  std::string base_key;
  SHEAF_RETURN_IF_ERROR(plan_.index->derivation->append_base_key(rows_->key(), &base_key));
  SHEAF_ASSIGN_OR_RETURN(const bool found, store_->get(plan_.table->base(), base_key, snapshot_.get(), &row_));
  if (!found) return Status(Error::kItemCorrupt, {"a row of index '" + plan_.index->def->name + "' has no item"});
  SHEAF_ASSIGN_OR_RETURN(item_, ItemView::open(row_.view()));
  read_bytes_.rows += row_bytes;
  ++read_bytes_.fetched_items;
  read_bytes_.fetched_units += read_units(item_.size_bytes());
  return {};
}

Status Cursor::read_keys(std::vector<Value>* index_key, std::vector<Value>* base_key) const {
  return read_row_key({plan_.table, plan_.index}, rows_->key(), index_key, base_key);
}

void Cursor::release() {
  rows_.reset();
  snapshot_.reset();
}

}  // namespace sheaf
