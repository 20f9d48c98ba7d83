// TableDescription: how DynamoDB describes a table (dynamodb-semantics.md 5.3), out of its definition, what is kept of it, and
// estimates of what it holds. Pure.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/estimate.h"
#include "engine/item/json_tree.h"
#include "engine/schema/table_def.h"

namespace sheaf::protocol {

struct TableFacts {
  const TableDef& def;
  FamilyEstimate base;
  std::span<const FamilyEstimate> indexes;  // in the order of the definition's
  int64_t now_ms = 0;                       // the time of day
};

JsonNode table_description(const TableFacts& facts);

// Of a table that is being dropped: without keys, attributes and indexes.
JsonNode dropped_table_description(const TableFacts& facts);

}  // namespace sheaf::protocol
