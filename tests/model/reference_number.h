// Sums of the model's decimal numbers, and which numbers DynamoDB takes (dynamodb-semantics.md 2.2, 2.4).
#pragma once

#include "tests/model/reference_value.h"
#include "tests/model/verdict.h"

namespace sheaf::model {

Decimal sum(const Decimal& a, const Decimal& b);
Decimal negated(Decimal number);

// Of the exact result of a sum: nothing when it can be kept.
Verdict verdict_of_number(const Decimal& number);

}  // namespace sheaf::model
