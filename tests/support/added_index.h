// The definition of an index that is added to a table, from the short notation of shapes.h.
#pragma once

#include <string>

#include "tests/support/shapes.h"

namespace sheaf::test {

// For Database::add_index.
std::string added_index_json(const IndexShape& shape);

}  // namespace sheaf::test
