// What benchmarks ask for, in the forms that the sides take, and what they get. Plain data; keys and ranges are encoded
// beforehand, as an engine's own user would have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/support/rows.h"
#include "engine/key/range.h"

namespace sheaf::bench {

inline constexpr uint64_t kRowsOfQuery = 25;

// A key as a C program holds it, both parts in one run of memory, and encoded. A program has just made its key, so neither form
// should cost more waiting for memory than the other.
struct SoughtKey {
  SoughtKey(const std::string& partition, const std::string& sort)
      : text(partition + sort), partition_size(partition.size()), encoded(encoded_key(partition, sort)) {}

  std::string_view partition() const { return std::string_view(text).substr(0, partition_size); }
  std::string_view sort() const { return std::string_view(text).substr(partition_size); }

  std::string text;
  size_t partition_size;
  std::string encoded;
};

// All rows of one partition, in the table or in an index.
struct Collection {
  explicit Collection(const std::string& key) : partition(key), encoded(encoded_collection(key)) {}

  std::string partition;
  KeyRange encoded;
};

struct Answer {
  uint64_t rows = 0;
  uint64_t bytes = 0;
  bool operator==(const Answer&) const = default;
};

// Throws BenchmarkFailed when two sides answer differently.
void require_same(const Answer& expected, const Answer& given, const std::string& what);

}  // namespace sheaf::bench
