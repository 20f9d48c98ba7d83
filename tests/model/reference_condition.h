// Conditions and filters by the words of the rules (dynamodb-semantics.md 4.5 to 4.7).
#pragma once

#include "tests/model/expression.h"
#include "tests/model/verdict.h"

namespace sheaf::model {

// Whether it holds for the item; one that does not exist has no attributes. `values` are those of the placeholders.
bool holds(const Tree& condition, const RefItem& item, const RefItem& values);

// What may be refused without an item: by the form alone, and by the values, as far as they are there.
Verdict verdict_of_form(const Tree& condition);
Verdict verdict_of_values(const Tree& condition, const RefItem& values);

// By value, whatever the order of the members of maps and sets (1.3).
bool is_equal(const RefValue& a, const RefValue& b);

}  // namespace sheaf::model
