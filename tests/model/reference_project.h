// Projections, and the sizes of items, by the words of the rules (dynamodb-semantics.md 4.12 and 1.5).
#pragma once

#include "tests/model/expression.h"
#include "tests/model/verdict.h"

namespace sheaf::model {

// The parts of the item that lie on the paths.
RefItem projected(const RefItem& item, const std::vector<RefPath>& paths);

// Paths of a projection or targets of an update that overlap or conflict.
Verdict verdict_of_paths(const std::vector<RefPath>& paths);

// By DynamoDB's formula.
size_t size_bytes(const RefItem& item);

// Levels of nesting; a scalar has one.
int levels_of(const RefValue& value);

}  // namespace sheaf::model
