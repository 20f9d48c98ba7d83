// A table's description as JSON, in the shape of DescribeTable's "Table". Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/estimate.h"
#include "engine/schema/table_def.h"

namespace sheaf {

// `indexes` has one entry per index of the table, in the same order. Members follow dynamodb-semantics.md 5.3: TableName,
// TableId, TableStatus, CreationDateTime, KeySchema, AttributeDefinitions, ItemCount, TableSizeBytes, GlobalSecondaryIndexes,
// LocalSecondaryIndexes; then the kept members of the definition as they were given.
std::string describe_table(const TableDef& table, const FamilyEstimate& base,
                           const std::vector<FamilyEstimate>& indexes);

}  // namespace sheaf
