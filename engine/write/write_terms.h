// WriteTerms: what a write depends on and how it changes the item, as prepared expressions with their values.
#pragma once

#include "engine/expr/bindings.h"
#include "engine/expr/condition.h"
#include "engine/expr/update.h"
#include "engine/expr/vocabulary.h"

namespace sheaf {

struct WriteTerms {
  const ConditionExpression* condition = nullptr;  // null: none
  const UpdateExpression* update = nullptr;        // of updates; null: only the key
  Bindings values;
  const Vocabulary* vocabulary = nullptr;  // of the expressions, where there are any
};

}  // namespace sheaf
