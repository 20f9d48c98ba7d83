// Start keys: where a query or scan goes on, as the key attributes of a row that was read before (DynamoDB's ExclusiveStartKey,
// dynamodb-semantics.md 5.8 and 5.9). The row need not exist. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/read/plan.h"
#include "engine/read/prepared_read.h"

namespace sheaf {

// The row's key. `key` has the key attributes of the table and, of an index, the index's own, and no others. Errors:
// StartKeyInvalid, StartKeySchema, StartKeyValue.
Result<std::string> make_start_key(const PreparedRead& read, std::span<const AttributeView> key);

// Whether a read with these values, of which `plan` was made, can have met a row of that key. Requires read.check(values).
// Errors: SegmentToken, StartKeyOneRow, StartKeyOutside, StartKeyPredicate.
Status check_start_key(const PreparedRead& read, Bindings values, const Plan& plan, std::string_view row_key);

}  // namespace sheaf
