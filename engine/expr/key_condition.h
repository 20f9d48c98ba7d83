// KeyConditionExpression: comparisons of key attributes with values, joined by AND. Which attributes a key has is not
// known here: read/key_range.h matches them with a table or an index. Immutable; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/bindings.h"
#include "engine/expr/vocabulary.h"
#include "engine/key/range.h"

namespace sheaf {

// attribute op value; kBetween has two values. ":v < a" is turned round.
struct KeyComparison {
  std::string attribute;
  RangeOp op = RangeOp::kEqual;  // not kAll
  uint32_t low = 0;              // slots
  uint32_t high = 0;             // kBetween only
  size_t offset = 0;             // in the text
};

class KeyConditionExpression {
 public:
  // Errors: those of parse_expression, FunctionUnknown, ReservedWord, NameUndefined, OperandCount, KeyConditionOperator,
  // KeyConditionNested, KeyConditionOperation, KeyConditionTwoNames, KeyConditionNoName, KeyConditionTwice.
  static Result<KeyConditionExpression> parse(std::string_view text, Vocabulary* vocabulary);

  // In the order of the text, one for an attribute.
  const std::vector<KeyComparison>& comparisons() const { return comparisons_; }

  // Errors: ValueUndefined, BetweenTypes, BetweenOrder, FunctionOperandType (begins_with), OperatorOperandType (BETWEEN).
  Status check(Bindings values) const;

  const std::string& text() const { return text_; }

 private:
  friend class KeyConditionReader;

  std::string text_;
  std::vector<std::string> parameters_;
  std::vector<KeyComparison> comparisons_;
};

}  // namespace sheaf
