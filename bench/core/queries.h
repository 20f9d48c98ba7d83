// Queries of 25 rows on both sides, each in two ways: with an iterator or cursor for each query, or with one that is kept. One
// thread.
#pragma once

#include <memory>

#include "bench/core/session.h"
#include "bench/support/abi_database.h"
#include "bench/support/require.h"
#include "bench/support/stored_size.h"
#include "engine/store/settings.h"

namespace sheaf::bench {

// What a bare row counts for: its length while time is taken, and in checks the item's size, which is what Sheaf gives.
struct LengthOfRow {
  uint64_t operator()(const rocksdb::Slice& value) const { return value.size(); }
};
struct SizeOfItem {
  uint64_t operator()(const rocksdb::Slice& value) const { return stored_size_bytes({value.data(), value.size()}); }
};

struct QueryShape {
  const char* index;
  Direction direction;
};

inline constexpr QueryShape kTableForward = {nullptr, Direction::kForward};

inline const std::vector<Collection>& collections_of(const Session& session, const QueryShape& shape) {
  return shape.index == nullptr ? session.table_collections : session.index_collections;
}

inline rocksdb::ColumnFamilyHandle* family_of(const Session& session, const QueryShape& shape) {
  return shape.index == nullptr ? session.twins.bare_items.base : session.twins.bare_items.indexes[0];
}

template <typename Weigh>
Answer take_rows(rocksdb::Iterator* rows, Direction direction) {
  Answer answer;
  if (direction == Direction::kForward) {
    for (; rows->Valid(); rows->Next()) {
      answer.bytes += Weigh()(rows->value());
      if (++answer.rows == kRowsOfQuery) break;
    }
  } else {
    for (; rows->Valid(); rows->Prev()) {
      answer.bytes += Weigh()(rows->value());
      if (++answer.rows == kRowsOfQuery) break;
    }
  }
  require_ok(rows->status(), "a bare query");
  return answer;
}

// Queries of the bare side with an iterator for each, or with one that is kept and refreshed, which sees the newest state, too.
class BareQuery {
 public:
  BareQuery(Session* session, const QueryShape& shape) : session_(session), shape_(shape) {
    read_ = StoreSettings::range_read(nullptr, ReadKind::kQuery);
    read_.iterate_lower_bound = &lower_;
    read_.iterate_upper_bound = &upper_;
  }

  void make_iterator() {
    rows_.reset();
    rows_.reset(session_->twins.bare().NewIterator(read_, family_of(*session_, shape_)));
  }

  template <typename Weigh>
  Answer fresh(const Collection& collection) {
    set_bounds(collection);
    make_iterator();
    return run<Weigh>();
  }

  template <typename Weigh>
  Answer kept(const Collection& collection) {
    set_bounds(collection);
    require_ok(rows_->Refresh(), "refreshing an iterator");
    return run<Weigh>();
  }

 private:
  void set_bounds(const Collection& collection) {
    lower_ = collection.encoded.lower;
    upper_ = collection.encoded.upper;
  }

  template <typename Weigh>
  Answer run() {
    if (shape_.direction == Direction::kForward) {
      rows_->Seek(lower_);
    } else {
      rows_->SeekToLast();
    }
    return take_rows<Weigh>(rows_.get(), shape_.direction);
  }

  Session* session_;
  QueryShape shape_;
  rocksdb::Slice lower_;
  rocksdb::Slice upper_;
  rocksdb::ReadOptions read_;
  std::unique_ptr<rocksdb::Iterator> rows_;
};

// Queries through the C ABI with a cursor for each, or with one that is reset.
class SheafQuery {
 public:
  SheafQuery(Session* session, const QueryShape& shape) : session_(session) {
    range_.struct_size = sizeof(range_);
    range_.flags = shape.direction == Direction::kBackward ? uint32_t{SHEAF_REVERSE} : 0;
    range_.index = shape.index;
    range_.row_limit = kRowsOfQuery;
    make_cursor();
  }
  ~SheafQuery() { sheaf_cursor_free(cursor_); }
  SheafQuery(const SheafQuery&) = delete;
  SheafQuery& operator=(const SheafQuery&) = delete;

  Answer fresh(const Collection& collection) {
    sheaf_cursor_free(cursor_);
    cursor_ = nullptr;
    const sheaf_value partition = string_value(collection.partition);
    range_.partition = sheaf_key_of(&partition, 1);
    make_cursor();
    return run();
  }

  Answer kept(const Collection& collection) {
    const sheaf_value partition = string_value(collection.partition);
    range_.partition = sheaf_key_of(&partition, 1);
    require_ok(sheaf_cursor_reset(cursor_, &range_, nullptr), "resetting a cursor");
    return run();
  }

 private:
  void make_cursor() {
    require_ok(sheaf_cursor_open(session_->twins.sheaf_items, &range_, &cursor_, nullptr), "opening a cursor");
  }

  Answer run() {
    Answer answer;
    for (; sheaf_cursor_next(cursor_, nullptr) == SHEAF_ROW; ++answer.rows) {
      answer.bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor_));
    }
    return answer;
  }

  Session* session_;
  sheaf_range range_ = {};
  sheaf_cursor* cursor_ = nullptr;
};

}  // namespace sheaf::bench
