// Index build: fills the family of an index that is added to a table, which is empty, with the rows of the items that are
// there, through the same derivation as writes. Batches of rows are written as they come, so memory stays small however
// large the table is. One thread; that nobody writes to the table meanwhile is the caller's care.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/read/open_table.h"

namespace sheaf {

// What is to be filled: an index of the table's definition, or one that will be.
struct IndexBuild {
  const OpenTable* table = nullptr;
  const IndexDef* index = nullptr;
  const Family* family = nullptr;
  // Asked again and again; an error of it ends the build.
  std::function<Status()> may_go_on;
};

// The rows are independent of the log on return: damage in it never takes rows whose items stay. An item that has no place in
// the index is passed over (dynamodb-semantics.md 6.3). Errors: that of may_go_on, ItemCorrupt (a stored item), storage errors.
Status build_index(Store& store, const IndexBuild& build);

}  // namespace sheaf
