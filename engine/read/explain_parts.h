// The pieces that explanations of reads and of writes have in common. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/expr/condition.h"
#include "engine/expr/document_path.h"
#include "engine/schema/json_make.h"

namespace sheaf {

// "Meta.tags[2]", each once, in their order.
JsonNode paths_node(const std::vector<DocumentPath>& paths);

// {"expression":"...","attributes":["Status"]}, or null when there is none.
JsonNode condition_node(const ConditionExpression* condition);

// The number, or null for 0.
JsonNode number_or_null(uint64_t number);

}  // namespace sheaf
