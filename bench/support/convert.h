// From the workload's documents to what the engine takes: stored values, item builders, and the attributes that a C program
// passes to sheaf_item_set. Pure functions.
#pragma once

#include <string>

#include "bench/support/workload.h"
#include "engine/item/item_builder.h"
#include "engine/item/value.h"

namespace sheaf::bench {

// The field's value in the stored form; containers are built.
Value stored_value(const Field& field);

// Fills a cleared builder, attribute by attribute, as an application would.
void build_item(const Document& document, ItemBuilder* builder);

}  // namespace sheaf::bench
