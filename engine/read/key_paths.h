// The rule that document paths do not go into key attributes, which are scalars. Pure.
#pragma once

#include <vector>

#include "engine/base/status.h"
#include "engine/expr/document_path.h"
#include "engine/schema/table_def.h"

namespace sheaf {

// Error: KeyNotScalar, for the first path that goes into a key attribute of the table or of one of its indexes.
Status check_key_scalars(const TableDef& table, const std::vector<DocumentPath>& paths);

}  // namespace sheaf
