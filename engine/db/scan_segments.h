// ScanSegments: how tables and indexes are divided for parallel scans. For a family and a number of segments at most
// kMaxSplitKeys split keys, each at the beginning of a partition, are chosen once and stored in the catalog's family
// (schema/division_record.h); every page of every segment uses them, so segments are disjoint and together complete
// whatever is written meanwhile. Any thread.
//
// A division is chosen anew only by a scan that begins: when it was unused for a day, or for an hour and the family has
// grown tenfold. Its version, a checksum of its split keys, goes into the scope of resume tokens: the same version always
// means the same bounds. Divisions are kept in memory too; a record that could not be written costs the tokens their
// life beyond this process, nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/key/range.h"
#include "engine/read/open_table.h"
#include "engine/schema/division_record.h"

namespace sheaf {

struct ScanSegment {
  KeyRange range;         // of the segment; nothing when is_empty
  bool is_empty = false;  // there are fewer divisions than segments
  uint64_t division = 0;  // the version of the split keys; 0 for the whole
};

class ScanSegments {
 public:
  using NowMs = std::function<int64_t()>;  // since 1970, UTC

  explicit ScanSegments(Store& store, NowMs now_ms = wall_clock_ms) : store_(store), now_ms_(std::move(now_ms)) {}

  struct Number {
    uint32_t segment = 0;
    uint32_t total = 1;  // above `segment`
  };
  enum class Start : uint8_t { kAnew, kResumed, kResumedByKey };

  // The segment of that number, of the table or of one of its indexes (null: the table). One of one segment and segment
  // 0 of a folder that is only read are the whole. Errors: storage errors, when the family cannot be read; SegmentToken, of a
  // scan that is resumed by a key, which does not say what division it is of, when there is none.
  Result<ScanSegment> find(const OpenTable& table, const OpenIndex* index, Number number, Start start);

 private:
  struct Held {
    Division division;
    int64_t stored_used_ms = 0;
  };
  struct Place;

  Result<Held*> find_held(const std::string& key);
  bool is_outdated(const Place& place, const Division& division) const;
  Result<Held*> make(const Place& place);
  void note_use(const std::string& key, Held* held);
  void store_division(const std::string& key, Held* held);
  void forget_unused();

  Store& store_;
  NowMs now_ms_;
  std::mutex mutex_;                  // guards what follows, and lets one division be made at a time
  std::map<std::string, Held> held_;  // by the record's key
};

// Erases the records of divisions of that family (one that is being dropped), or of all families that are not there.
// Durable with the next write that is.
Status erase_divisions_of(Store& store, std::string_view family_name);
Status erase_orphaned_divisions(Store& store);

}  // namespace sheaf
