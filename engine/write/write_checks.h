// The rules about the expressions of a write that need the table's definition but no values and no item.
#pragma once

#include "engine/read/open_table.h"
#include "engine/write/write_terms.h"

namespace sheaf {

// Errors: UpdateOfKey, for an update whose target is a key attribute of the table or lies in one; KeyNotScalar, for a path of
// the update or the condition that goes into a key attribute of the table or of an index.
Status check_write_paths(const OpenTable& table, const WriteTerms& terms);

}  // namespace sheaf
