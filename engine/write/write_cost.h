// WriteCost: the sizes that a write's price in DynamoDB's capacity units depends on (dynamodb-semantics.md 5.16), by DynamoDB's
// formula.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/schema/table_def.h"

namespace sheaf {

struct WriteCost {
  // What was changed of the rows that an item has in one index.
  struct IndexRows {
    std::string index;
    IndexKind kind = IndexKind::kGlobal;
    uint64_t old_bytes = 0;  // 0: there was none
    uint64_t new_bytes = 0;  // 0: there is none any more
    bool is_moved = false;   // the row has another key than before
  };

  uint64_t old_bytes = 0;          // of the item; 0: there was none
  uint64_t new_bytes = 0;          // of what the action makes of it, written or not; 0: there would be none
  std::vector<IndexRows> indexes;  // only those with rows that were changed
};

}  // namespace sheaf
