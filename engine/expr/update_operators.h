// The operators of updates on values: sums, lists put together, and ADD and DELETE of numbers and sets. Pure.
#pragma once

#include "engine/base/result.h"
#include "engine/item/value.h"

namespace sheaf {

// UpdateTooLarge, for values of that many bytes.
Status too_large(size_t size_bytes);

// Both must be numbers. Errors: UpdateOperandType, the number errors, ItemCorrupt.
Result<Value> add_numbers(ValueView left, ValueView right);
Result<Value> subtract_numbers(ValueView left, ValueView right);

// Both must be lists. Errors: UpdateOperandType, UpdateTooLarge, ItemCorrupt.
Result<Value> append_lists(ValueView first, ValueView second);

// ADD: the sum of two numbers, or the union of two sets of one type. `old` kNone counts as zero or as the empty set.
// Errors: UpdateOperandType, the number errors, ItemCorrupt.
Result<Value> add_to(ValueView old, ValueView operand);

// DELETE: the set without the members of the other; kNone when none is left or there was none. Errors: UpdateOperandType,
// ItemCorrupt.
Result<Value> take_from(ValueView old, ValueView operand);

}  // namespace sheaf
