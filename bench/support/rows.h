// Rows: what one document becomes in RocksDB, encoded beforehand for the bare side of a comparison: the base key, the keys in
// the three indexes where it has them, and the value, which is the same in all families. Plain data; one thread at a time.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "bench/support/abi_item.h"
#include "bench/support/workload.h"
#include "engine/key/range.h"

namespace sheaf::bench {

inline constexpr size_t kIndexes = 3;
inline constexpr std::array<const char*, kIndexes> kIndexNames = {"GSI1", "GSI2", "GSI3"};

struct Rows {
  explicit Rows(const Document& document);
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  std::string base_key;
  std::array<std::string, kIndexes> index_keys;  // "" where the document is not in the index
  std::string value;
  SerialPlaces serials;
};

// The encoded primary key of PK and SK.
std::string encoded_key(std::string_view partition, std::string_view sort);

// All rows of one collection, in the table or in an index.
KeyRange encoded_collection(std::string_view partition);

}  // namespace sheaf::bench
