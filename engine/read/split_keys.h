// Split keys: where a family can be cut into parts of about the same size, for parallel scans. Each stands at the
// beginning of a partition, so that a collection is never divided. A family of few rows is walked and cut exactly; of a
// larger one, the largest piece is cut again and again at a partition that is sought near its middle, and sizes are
// RocksDB's estimates. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/store/store.h"

namespace sheaf {

inline constexpr uint64_t kMaxWalkedRows = 256
                                           << 10;  // a tenth of a second and, beside many a memtable, an exact answer

struct SplitRequest {
  size_t partition_parts = 1;  // the components at the front of a key that name its partition
  size_t most_keys = 0;
  uint64_t most_walked_rows = kMaxWalkedRows;  // a family of more is cut by estimates
};

// At most so many keys, ascending; fewer when there are not so many partitions, or when some are much larger than others.
// Takes some 10 ms, or as long as walking kMaxWalkedRows rows, and at most half a second. Errors: storage errors.
Result<std::vector<std::string>> choose_split_keys(const Store& store, const Family& family,
                                                   const SplitRequest& request);

// A run of whole partitions: from `start` to where the next piece starts.
struct FamilyPiece {
  std::string start;
  uint64_t bytes = 0;
};

// Of the pieces' starts, in their order, those that cut their sum most evenly into `most_keys` + 1 parts. Pure.
std::vector<std::string> pick_split_keys(const std::vector<FamilyPiece>& pieces, size_t most_keys);

// A key near the middle between the two: above `lower` and below `upper`; "" when there is none to be found. Pure.
std::string middle_key(std::string_view lower, std::string_view upper);

}  // namespace sheaf
