// FamilyEstimate: RocksDB's own estimates for one column family, which descriptions show. There are no exact item
// counts.
#pragma once

#include <cstdint>

namespace sheaf {

struct FamilyEstimate {
  uint64_t item_count = 0;
  uint64_t size_bytes = 0;
};

}  // namespace sheaf
