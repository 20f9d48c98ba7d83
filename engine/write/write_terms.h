// WriteTerms: what a write depends on and how it changes the item, as prepared expressions with their values.
#pragma once

#include "engine/expr/bindings.h"
#include "engine/expr/condition.h"
#include "engine/expr/update.h"

namespace sheaf {

struct WriteTerms {
  const ConditionExpression* condition = nullptr;  // null: none
  const UpdateExpression* update = nullptr;        // of updates; null: only the key
  Bindings values;
};

}  // namespace sheaf
