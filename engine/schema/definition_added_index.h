// Reads the definition of a global index that is added to a table: JSON in the shape of a member of CreateTable's
// GlobalSecondaryIndexes, with AttributeDefinitions beside its own members. Pure.
#pragma once

#include <string_view>

#include "engine/schema/table_def.h"

namespace sheaf {

// Appends the index, without an id and ACTIVE, to `table`, which is changed by success only; what is kept of it goes into
// kept_json. Definitions of attributes that the index does not use are dropped. Errors: JSON errors with an offset; IndexExists,
// AttributeRedefined, DefinitionInvalid, DefinitionLimit.
Status append_added_index(std::string_view json, TableDef* table);

}  // namespace sheaf
