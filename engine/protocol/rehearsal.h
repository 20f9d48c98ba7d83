// What is wrong with the expressions of a request whatever its table is. DynamoDB finds that before it looks for the table, and in an
// order of its own (dynamodb-semantics.md 4.7, 4.10, 5.1); statements are prepared with the table, and values come later. So when a
// call has failed its expressions are rehearsed without the table, and what is found then is told in place of the other. Pure.
#pragma once

#include "engine/protocol/expressions.h"

namespace sheaf::protocol {

// Errors: those of the expressions' parse and check, NamesUnused, ValuesUnused.
Status rehearse(const ExpressionSet& expressions);

// `later`, unless it is an error and the expressions have one.
Status in_order(const ExpressionSet& expressions, Status later);

// The same for a request whose parts have expressions each, in their order.
template <typename Parts>
Status in_order_of_all(const Parts& parts, Status later) {
  if (later.ok()) return later;
  for (const auto& part : parts) SHEAF_RETURN_IF_ERROR(rehearse(part.expressions));
  return later;
}

}  // namespace sheaf::protocol
