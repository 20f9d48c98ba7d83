// Loads the made-up GitHub in batches: puts without conditions, in chunks, with the counters that it would have come to.
#pragma once

#include "github/demo/world.h"
#include "github/table.h"

namespace github {

Outcome load_world(Table& table, const World& world);

}  // namespace github
