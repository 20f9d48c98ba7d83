#include "engine/db/scan_segments.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/limits.h"
#include "engine/read/split_keys.h"

namespace sheaf {
namespace {

constexpr int64_t kHourMs = int64_t{60} * 60 * 1000;
constexpr int64_t kUnusedMs = 24 * kHourMs;  // then no scan is expected to go on, and a better division may be made
constexpr int64_t kRestMs = kHourMs;         // nobody who scans rests so long between two pages or segments
constexpr int64_t kNotedEveryMs =
    kHourMs / 4;                             // how exactly the stored record, which is all after a reopening, knows it
constexpr uint64_t kGrowth = 10;             // times the size it was divided for
constexpr uint64_t kSmallBytes = 64u << 10;  // a smaller family counts as one of this size: its growth says nothing

Status erase_where(Store& store, const std::string& prefix, const std::function<bool(std::string_view key)>& is_dead) {
  const std::shared_ptr<Family> catalog = store.find_family("default");
  const std::string upper = prefix_successor(prefix);
  const auto rows = store.iterate(*catalog, {prefix, upper}, {});
  Batch batch;
  size_t erased = 0;
  while (rows->next()) {
    if (!is_dead(rows->key())) continue;
    batch.erase(*catalog, rows->key());
    ++erased;
  }
  SHEAF_RETURN_IF_ERROR(rows->status());
  return erased == 0 ? Status() : store.write(&batch, Admission::kReserve);
}

ScanSegment segment_of(const Division& division, uint32_t number) {
  const std::vector<std::string>& keys = division.split_keys;
  ScanSegment segment;
  segment.division = division.version();
  segment.is_empty = number > keys.size();
  if (segment.is_empty) return segment;
  if (number > 0) segment.range.lower = keys[number - 1];
  if (number < keys.size()) segment.range.upper = keys[number];
  return segment;
}

}  // namespace

// What is to be divided.
struct ScanSegments::Place {
  const Family& family;
  size_t partition_parts;
  size_t parts;
  std::string key;  // of the record
};

Result<ScanSegment> ScanSegments::find(const OpenTable& table, const OpenIndex* index, Number number, Start start) {
  if (number.total == 1 || store_.is_read_only()) {
    ScanSegment whole;
    whole.is_empty = number.segment != 0;
    return whole;
  }
  const Family& family = index != nullptr ? *index->family : table.base();
  const KeySchema& schema = index != nullptr ? index->def->key : table.def().key;
  const size_t parts = std::min<size_t>(number.total, kMaxSplitKeys + 1);
  const Place place{family, schema.partition.size(), parts, division_key(family.name(), parts)};
  const std::lock_guard lock(mutex_);
  SHEAF_ASSIGN_OR_RETURN(Held * held, find_held(place.key));
  if (held == nullptr && start == Start::kResumedByKey) {
    return Status(Error::kSegmentToken, {std::to_string(number.segment), std::to_string(number.total)});
  }
  const bool is_wanted_anew = held == nullptr || (start == Start::kAnew && is_outdated(place, held->division));
  if (is_wanted_anew) {
    SHEAF_ASSIGN_OR_RETURN(held, make(place));
  }
  note_use(place.key, held);
  return segment_of(held->division, number.segment);
}

// Null when there is none. A record that cannot be read counts as none.
Result<ScanSegments::Held*> ScanSegments::find_held(const std::string& key) {
  if (const auto found = held_.find(key); found != held_.end()) return &found->second;
  AlignedBuffer record;
  const std::shared_ptr<Family> catalog = store_.find_family("default");
  SHEAF_ASSIGN_OR_RETURN(const bool is_stored, store_.get(*catalog, key, nullptr, &record));
  if (!is_stored) return nullptr;
  auto division = decode_division(record.view());
  if (!division.ok()) return nullptr;
  const int64_t used_ms = division->used_ms;
  return &held_.insert_or_assign(key, Held{*std::move(division), used_ms}).first->second;
}

// While a scan goes on, its segments, which begin one after another, must meet one division: growth alone does not end it.
bool ScanSegments::is_outdated(const Place& place, const Division& division) const {
  const int64_t unused_ms = now_ms_() - division.used_ms;
  if (unused_ms >= kUnusedMs) return true;
  return unused_ms >= kRestMs &&
         store_.approximate_bytes(place.family, {}) >= kGrowth * std::max(division.family_bytes, kSmallBytes);
}

Result<ScanSegments::Held*> ScanSegments::make(const Place& place) {
  Division division;
  SHEAF_ASSIGN_OR_RETURN(division.split_keys,
                         choose_split_keys(store_, place.family, {place.partition_parts, place.parts - 1}));
  division.family_bytes = store_.approximate_bytes(place.family, {});
  forget_unused();
  Held* const held = &held_.insert_or_assign(place.key, Held{std::move(division), 0}).first->second;
  held->division.used_ms = now_ms_();
  store_division(place.key, held);
  return held;
}

void ScanSegments::note_use(const std::string& key, Held* held) {
  held->division.used_ms = now_ms_();
  // A clock that was set back counts as well, or a stored time in the future would stay.
  const int64_t since_ms = held->division.used_ms - held->stored_used_ms;
  if (since_ms >= kNotedEveryMs || since_ms <= -kNotedEveryMs) store_division(key, held);
}

// A scan does not fail because its division cannot be written: it holds as long as this process.
void ScanSegments::store_division(const std::string& key, Held* held) {
  Batch batch;
  batch.put(*store_.find_family("default"), key, encode_division(held->division));
  (void)store_.write(&batch);
  held->stored_used_ms = held->division.used_ms;
}

// Those would be made anew by the next scan; among them are all of dropped tables.
void ScanSegments::forget_unused() {
  const int64_t now_ms = now_ms_();
  std::erase_if(held_, [now_ms](const auto& entry) { return now_ms - entry.second.division.used_ms >= kUnusedMs; });
}

Status erase_divisions_of(Store& store, std::string_view family_name) {
  return erase_where(store, division_key_prefix(family_name), [](std::string_view) { return true; });
}

Status erase_orphaned_divisions(Store& store) {
  return erase_where(store, std::string(kDivisionPrefix), [&store](std::string_view key) {
    return store.find_family(family_of_division_key(key)) == nullptr;
  });
}

}  // namespace sheaf
