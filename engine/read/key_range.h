// KeyCondition: a KeyConditionExpression matched with the key schema of a table or an index: which key attributes it
// fixes, and the range of keys that this is. Immutable; any thread.
#pragma once

#include <array>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/expr/key_condition.h"
#include "engine/read/plan.h"
#include "engine/schema/table_def.h"

namespace sheaf {

class KeyCondition {
 public:
  // The rules that need no values. Errors: KeyConditionCount, KeyConditionMissesPart, KeyConditionUnsupported, with the
  // offset in the expression's text. The schema must outlive the condition.
  static Result<KeyCondition> match(const KeySchema& schema, KeyConditionExpression expression);

  const KeyConditionExpression& expression() const { return expression_; }

  // In key order: all partition parts, each with =, then sort parts from the left, of which only the last may have another
  // operator. The part at a number is key_part(number).
  const std::vector<KeyComparison>& comparisons() const { return comparisons_; }
  size_t partition_count() const { return schema_->partition.size(); }
  size_t sort_count() const { return comparisons_.size() - partition_count(); }
  const KeyPart& key_part(size_t number) const;

  // The rules about values. Errors: those of KeyConditionExpression::check, KeyConditionType, the key errors.
  Status check(Bindings values) const;

  // Room for the operands of a request.
  struct Operands {
    std::array<ValueView, kMaxIndexKeyParts> partition;
    std::array<ValueView, kMaxIndexKeyParts + 1> sort;  // BETWEEN has two
  };
  // Sets the conditions of `request`, which borrows the operands. Requires check(values).
  void fill(Bindings values, Operands* operands, RangeRequest* request) const;

 private:
  const KeySchema* schema_ = nullptr;
  KeyConditionExpression expression_;
  std::vector<KeyComparison> comparisons_;
};

}  // namespace sheaf
