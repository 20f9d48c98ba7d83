#include "engine/store/range_iterator.h"

#include <rocksdb/iterator.h>

#include "engine/store/range_bounds.h"
#include "engine/store/rocksdb_slice.h"
#include "engine/store/rocksdb_status.h"

namespace sheaf {
namespace {

// RocksDB's name for the key at which a walk was when it had skipped as many as it may in one call.
constexpr const char* kStoppedKeyProperty = "rocksdb.iterator.internal-key";

}  // namespace

RangeIterator::RangeIterator() : bounds_(std::make_unique<Bounds>()) {}
RangeIterator::~RangeIterator() = default;

// RocksDB looks at the bounds anew on each seek.
void RangeIterator::set_range(const ByteRange& range, Direction direction) {
  bounds_->lower = range.lower;
  bounds_->upper = range.upper;
  bounds_->lower_slice = bounds_->lower;
  bounds_->upper_slice = bounds_->upper;
  direction_ = direction;
  is_started_ = false;
  is_stopped_ = false;
}

void RangeIterator::seek_to_start() {
  if (direction_ == Direction::kForward) {
    iterator_->Seek(bounds_->lower_slice);
  } else {
    iterator_->SeekToLast();  // honours the upper bound: the last key below it
  }
}

// Finds the place again: it is the last key that was looked at, and a row that was found there is found once more.
void RangeIterator::seek_to_stop() {
  if (direction_ == Direction::kForward) {
    iterator_->Seek(stopped_at_);
  } else {
    iterator_->SeekForPrev(stopped_at_);
  }
}

void RangeIterator::step() {
  if (direction_ == Direction::kForward) {
    iterator_->Next();
  } else {
    iterator_->Prev();
  }
}

// Of the key where RocksDB stopped, some versions may not have been looked at yet; the stop before it is behind us.
void RangeIterator::note_stop() {
  std::string key;
  iterator_->GetProperty(kStoppedKeyProperty, &key).PermitUncheckedError();
  if (!stopped_at_.empty() && key != stopped_at_) passed_key_ = stopped_at_;
  stopped_at_ = std::move(key);
}

Move RangeIterator::move(const CallLimits& limits) {
  passed_key_.clear();
  if (is_stopped_) {
    is_stopped_ = false;
    seek_to_stop();
  } else if (!is_started_) {
    is_started_ = true;
    stopped_at_.clear();
    seek_to_start();
  } else if (iterator_->Valid()) {
    stopped_at_.clear();
    step();
  }
  while (!iterator_->Valid()) {
    if (!iterator_->status().IsIncomplete()) return Move::kEnd;
    note_stop();
    const bool can_page = !passed_key_.empty();  // or the next page would begin where this one did
    if (limits.is_interrupted() || (can_page && limits.deadline().has_passed())) {
      is_stopped_ = true;
      return Move::kStopped;
    }
    seek_to_stop();
  }
  return Move::kRow;
}

Status RangeIterator::status() const { return from_rocksdb(iterator_->status()); }
std::string_view RangeIterator::key() const { return view(iterator_->key()); }
std::string_view RangeIterator::value() const { return view(iterator_->value()); }

bool RangeIterator::restart(const ByteRange& range, Direction direction) {
  // An iterator that has met an error may not read that block again.
  if (!iterator_->status().ok() && !iterator_->status().IsIncomplete()) return false;
  // Refresh forgets an explicit snapshot before RocksDB 8.7; and a bound that was not there cannot be added.
  if (reads_snapshot_ || range.upper.empty() != bounds_->upper.empty()) return false;
  if (!iterator_->Refresh().ok()) return false;
  set_range(range, direction);
  return true;
}

}  // namespace sheaf
