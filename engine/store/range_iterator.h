// RangeIterator: walks the keys of one family in [lower, upper) in one direction. Starts before the first row. One
// thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/call_limits.h"
#include "engine/base/status.h"

namespace rocksdb {
class Iterator;
}  // namespace rocksdb

namespace sheaf {

enum class Direction : uint8_t { kForward, kBackward };
enum class ReadKind : uint8_t { kQuery, kWholeTable };  // whole-table walks do not fill the cache

// Where an iterator may go. An empty upper bound is none.
struct ByteRange {
  std::string_view lower;
  std::string_view upper;
};

enum class Move : uint8_t {
  kRow,
  kEnd,     // or an error, which status() tells apart
  kStopped  // the limits ended the call within a long run of deleted rows; the next call goes on there
};

class RangeIterator {
 public:
  ~RangeIterator();
  RangeIterator(const RangeIterator&) = delete;
  RangeIterator& operator=(const RangeIterator&) = delete;

  Move move(const CallLimits& limits);
  bool next() { return move(CallLimits()) == Move::kRow; }
  Status status() const;

  // Of the row it stands on; borrowed until it moves, restarts or is destroyed.
  std::string_view key() const;
  std::string_view value() const;

  // After kStopped: a key up to which, in its direction, all has been passed; "" when that is not known.
  const std::string& passed_key() const { return passed_key_; }

  // Starts anew over another range of the same family, at the newest state. False when it cannot, because it reads a
  // snapshot or has met an error: it must not be used any more then.
  bool restart(const ByteRange& range, Direction direction);

 private:
  friend class Store;
  RangeIterator();
  struct Bounds;
  void set_range(const ByteRange& range, Direction direction);
  void seek_to_start();
  void seek_to_stop();
  void note_stop();
  void step();

  std::unique_ptr<Bounds> bounds_;  // RocksDB keeps their addresses
  std::unique_ptr<rocksdb::Iterator> iterator_;
  Direction direction_ = Direction::kForward;
  bool is_started_ = false;
  bool is_stopped_ = false;  // stopped_at_ is where to go on
  bool reads_snapshot_ = false;
  std::string stopped_at_;
  std::string passed_key_;
};

}  // namespace sheaf
