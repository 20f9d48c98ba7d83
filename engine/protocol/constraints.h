// The constraints of DynamoDB's service model, checked before anything is looked at (dynamodb-semantics.md 5.1): missing members,
// lengths, ranges, enums and names. All that are broken are told in one message. Pure.
#pragma once

#include "engine/base/status.h"
#include "engine/protocol/request.h"

namespace sheaf::protocol {

// Error: Constraints, "2 validation errors detected: ...". What is wrong with the name of the table is told alone.
Status check_constraints(const RequestNode& root);

// One violation as the messages word it; `value` is "" for "Value at", as some operations say.
struct Violation {
  std::string_view value;  // "'abc'" or "null"; "" is left out
  std::string_view path;   // "keySchema.1.member.keyType"
  std::string_view rule;   // "Member must not be null"
};
Status constraint_fault(const Violation& violation);

}  // namespace sheaf::protocol
