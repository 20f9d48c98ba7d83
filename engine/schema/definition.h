// Reads a table definition: JSON in the shape of DynamoDB's CreateTable. Pure.
#pragma once

#include <string_view>

#include "engine/schema/table_def.h"

namespace sheaf {

// The definition without ids, uuid and creation time, which the catalog gives. Every rule of dynamodb-semantics.md 5.2 that does
// not concern a hosted service is checked. Errors: JSON errors with an offset; DefinitionInvalid, DefinitionLimit,
// DefinitionUnsupported, whose first field is the path of the member.
Result<TableDef> parse_definition(std::string_view json);

}  // namespace sheaf
