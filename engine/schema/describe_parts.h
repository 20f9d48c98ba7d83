// The parts that all descriptions of tables have in common, in the shape of DescribeTable's "Table" (dynamodb-semantics.md 5.3). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/item/json_tree.h"
#include "engine/schema/table_def.h"

namespace sheaf {

// A "KeySchema", in the order of the definition's.
JsonNode describe_key(const KeySchema& key);

// "AttributeDefinitions": each key attribute of the table and its indexes once, in the order of first use.
JsonNode describe_attributes(const TableDef& table);

JsonNode describe_projection(const Projection& projection);

// DynamoDB shows an index that is being built as CREATING, with Backfilling beside it.
void add_index_status(IndexState state, JsonNode* index);

// "TableStatus". A table with an index that is coming or going is UPDATING; its records do without that word.
std::string_view describe_status(const TableDef& table);

// Epoch seconds with three decimals, of milliseconds.
std::string seconds_text(int64_t ms);

}  // namespace sheaf
