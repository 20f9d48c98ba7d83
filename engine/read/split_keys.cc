#include "engine/read/split_keys.h"

#include <algorithm>
#include <optional>
#include <queue>

#include "engine/base/big_endian.h"
#include "engine/key/range.h"

namespace sheaf {
namespace {

// A family with less than both is walked: some 10 ms, and no more than that much.
constexpr uint64_t kMaxWalkedBytes = 128 << 20;
constexpr uint64_t kMuchMoreBytes = 2 * kMaxWalkedBytes;  // by the estimate: then no walk is begun
constexpr uint64_t kLongestWalkMs = 250;
constexpr uint64_t kRowsBetweenLooks = 1 << 10;  // at the clock

constexpr size_t kPiecesPerKey = 4;   // so that a cut that is far from the middle of its piece costs little
constexpr size_t kMinPieces = 64;     // and a few keys are not left to a few pieces
constexpr size_t kMaxPieces = 2048;   // where keys are such that cuts take off little
constexpr int kMaxHalvings = 16;      // of a stretch without keys, then the next partition is taken
constexpr uint64_t kLongestMs = 250;  // for such runs again; what was found until then is used
constexpr size_t kWindowBytes = 8;    // of a key, behind what both ends share: where the middle is looked for

std::string end_of_partition(std::string_view partition) { return collection_range(partition).upper; }

uint64_t window_of(std::string_view key, size_t from) {
  uint64_t window = 0;
  for (size_t i = from; i < from + kWindowBytes; ++i) {
    window = window << 8 | (i < key.size() ? static_cast<uint8_t>(key[i]) : 0);
  }
  return window;
}

class SplitKeyFinder {
 public:
  SplitKeyFinder(const Store& store, const Family& family, const SplitRequest& request)
      : store_(store), family_(family), request_(request) {}

  Result<std::vector<std::string>> find() {
    SHEAF_ASSIGN_OR_RETURN(const bool is_walked, walk());
    if (!is_walked) {
      pieces_.clear();
      limits_ = CallLimits(interrupt_, Deadline::after_ms(kLongestMs));
      SHEAF_RETURN_IF_ERROR(cut_family());
    }
    return pick_split_keys(pieces_, request_.most_keys);
  }

 private:
  struct Interval {
    std::string lower;  // the first key of a partition
    std::string upper;
    uint64_t bytes = 0;

    bool operator<(const Interval& other) const { return bytes < other.bytes; }
  };

  // The components of the key that name its partition; nothing when the key is damaged: whoever reads that row says so.
  std::optional<std::string> partition_of(std::string_view key) const {
    KeyReader reader(key);
    for (size_t i = 0; i < request_.partition_parts; ++i) {
      if (!reader.skip().ok()) return std::nullopt;
    }
    return std::string(key.substr(0, reader.position()));
  }

  // One piece for each partition. False when there are too many rows.
  Result<bool> walk() {
    if (store_.approximate_bytes(family_, {}) > kMuchMoreBytes) return false;
    const CallLimits limits(interrupt_, Deadline::after_ms(kLongestWalkMs));
    IterateOptions options;
    options.kind = ReadKind::kWholeTable;
    const auto rows = store_.iterate(family_, {}, options);
    uint64_t row_count = 0;
    uint64_t byte_count = 0;
    Move move = rows->move(limits);
    for (; move == Move::kRow; move = rows->move(limits)) {
      if (++row_count > request_.most_walked_rows || byte_count > kMaxWalkedBytes) return false;
      if (row_count % kRowsBetweenLooks == 0 && limits.deadline().has_passed()) return false;
      const uint64_t row_bytes = rows->key().size() + rows->value().size();
      byte_count += row_bytes;
      if (pieces_.empty() || !rows->key().starts_with(pieces_.back().start)) {
        std::optional<std::string> partition = partition_of(rows->key());
        if (partition) pieces_.push_back({*std::move(partition), 0});
      }
      if (!pieces_.empty()) pieces_.back().bytes += row_bytes;
    }
    if (move == Move::kStopped) return false;
    SHEAF_RETURN_IF_ERROR(rows->status());
    return true;
  }

  // The partition of the first row, in that direction, of the range; nothing when there is none or time is up.
  Result<std::optional<std::string>> first_partition(const ByteRange& range, Direction direction) {
    IterateOptions options;
    options.kind = ReadKind::kWholeTable;
    options.direction = direction;
    const auto rows = store_.iterate(family_, range, options);
    const Move move = rows->move(limits_);
    if (move == Move::kRow) return partition_of(rows->key());
    if (move == Move::kEnd) SHEAF_RETURN_IF_ERROR(rows->status());
    return std::optional<std::string>();
  }

  Result<std::optional<Interval>> whole_family() {
    SHEAF_ASSIGN_OR_RETURN(auto first, first_partition({}, Direction::kForward));
    SHEAF_ASSIGN_OR_RETURN(const auto last, first_partition({}, Direction::kBackward));
    if (!first || !last || *last < *first) return std::optional<Interval>();
    return std::optional<Interval>(make_interval(*std::move(first), end_of_partition(*last)));
  }

  Interval make_interval(std::string lower, std::string upper) const {
    const uint64_t bytes = store_.approximate_bytes(family_, {lower, upper});
    return {std::move(lower), std::move(upper), bytes};
  }

  // Where to cut the interval: the first key of a partition within it, above its lower end; nothing when it holds one
  // partition only.
  Result<std::optional<std::string>> cut_of(const Interval& interval) {
    std::string upper = interval.upper;
    for (int i = 0; i < kMaxHalvings; ++i) {
      std::string middle = middle_key(interval.lower, upper);
      if (middle.empty()) break;
      SHEAF_ASSIGN_OR_RETURN(auto partition, first_partition({middle, upper}, Direction::kForward));
      if (partition && *partition > interval.lower) return partition;
      if (partition) break;  // the first partition reaches beyond the middle
      upper = std::move(middle);
    }
    return first_partition({end_of_partition(interval.lower), interval.upper}, Direction::kForward);
  }

  Status cut_family() {
    SHEAF_ASSIGN_OR_RETURN(auto whole, whole_family());
    if (!whole) return {};
    const size_t wanted = std::max(kMinPieces, kPiecesPerKey * (request_.most_keys + 1));
    const uint64_t small_enough = whole->bytes / wanted;
    std::priority_queue<Interval> intervals;
    intervals.push(*std::move(whole));
    while (!intervals.empty()) {
      Interval largest = intervals.top();
      intervals.pop();
      const bool is_done = largest.bytes <= small_enough || intervals.size() + pieces_.size() + 1 >= kMaxPieces ||
                           limits_.deadline().has_passed();
      std::optional<std::string> cut;
      if (!is_done) {
        SHEAF_ASSIGN_OR_RETURN(cut, cut_of(largest));
      }
      if (cut) {
        intervals.push(make_interval(*cut, std::move(largest.upper)));
        intervals.push(make_interval(std::move(largest.lower), *std::move(cut)));
      } else {
        pieces_.push_back({std::move(largest.lower), largest.bytes});
      }
    }
    std::sort(pieces_.begin(), pieces_.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    return {};
  }

  const Store& store_;
  const Family& family_;
  const SplitRequest request_;
  Interrupt interrupt_;
  CallLimits limits_;  // of the cutting
  std::vector<FamilyPiece> pieces_;
};

}  // namespace

std::string middle_key(std::string_view lower, std::string_view upper) {
  const auto [in_lower, in_upper] = std::mismatch(lower.begin(), lower.end(), upper.begin(), upper.end());
  const size_t shared = static_cast<size_t>(in_lower - lower.begin());
  const uint64_t low = window_of(lower, shared);
  const uint64_t high = window_of(upper, shared);
  if (high <= low) return {};
  std::string key(lower.substr(0, shared));
  append_big_endian(low + (high - low) / 2, &key);
  return key > lower && key < upper ? key : std::string();
}

// Of the ends of the piece into which a part's end falls, the nearer one is taken.
std::vector<std::string> pick_split_keys(const std::vector<FamilyPiece>& pieces, size_t most_keys) {
  uint64_t total = 0;
  for (const FamilyPiece& piece : pieces) total += piece.bytes;
  const double share = static_cast<double>(total) / static_cast<double>(most_keys + 1);
  std::vector<std::string> keys;
  const auto take = [&](size_t piece) {
    const bool is_new = piece > 0 && piece < pieces.size() && (keys.empty() || keys.back() < pieces[piece].start);
    if (is_new && keys.size() < most_keys) keys.push_back(pieces[piece].start);
  };
  size_t part = 1;  // the one whose end is looked for
  uint64_t front = 0;
  for (size_t i = 0; i < pieces.size() && total > 0; ++i) {
    const uint64_t back = front + pieces[i].bytes;
    bool takes_back = false;
    for (; part <= most_keys && share * static_cast<double>(part) <= static_cast<double>(back); ++part) {
      const double end = share * static_cast<double>(part);
      const bool is_nearer_front = end - static_cast<double>(front) < static_cast<double>(back) - end;
      if (is_nearer_front) take(i);
      takes_back = takes_back || !is_nearer_front;
    }
    if (takes_back) take(i + 1);
    front = back;
  }
  return keys;
}

Result<std::vector<std::string>> choose_split_keys(const Store& store, const Family& family,
                                                   const SplitRequest& request) {
  return SplitKeyFinder(store, family, request).find();
}

}  // namespace sheaf
