// What cancels a transaction, in DynamoDB's words (dynamodb-semantics.md 5.12). Pure.
#pragma once

#include <string_view>

#include "engine/write/many.h"

namespace sheaf {

// "None", "ConditionalCheckFailed" or "ValidationError".
std::string_view reason_code(const Status& outcome);

// The cancellation for which the outcomes are the reasons; OK when all of them are.
Status canceled_by(const ActionOutcomes& outcomes);

// What one action is to blame for: a cancellation, when that is a verdict on the items or their table, else the error itself.
Status cancel(const Blame& blame, Status status, ActionOutcomes* outcomes);

}  // namespace sheaf
