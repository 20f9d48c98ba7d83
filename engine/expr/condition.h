// ConditionExpression: a condition or a filter, parsed once and evaluated on stored items: no decoding and no memory is
// taken for each item. Immutable; any thread.
//
// Compiled form: one predicate after another, each with where to go on when it is true and when it is false; NOT, AND and
// OR are in those ways only, so evaluation neither recurses nor looks at more predicates than it must.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/bindings.h"
#include "engine/expr/document_path.h"
#include "engine/expr/expression_kind.h"
#include "engine/expr/vocabulary.h"
#include "engine/item/item_view.h"

namespace sheaf {

class ConditionExpression {
 public:
  // kCondition or kFilter. Errors: those of parse_expression, and FunctionUnknown, FunctionMisused, ReservedWord,
  // NameUndefined, OperandCount, OperandsNotDistinct, OperandNotPath.
  static Result<ConditionExpression> parse(ExpressionKind kind, std::string_view text, Vocabulary* vocabulary);

  // The rules about values; they hold whatever the items are. Errors: ValueUndefined, OperatorOperandType,
  // FunctionOperandType, TypeNameUnknown, BetweenTypes, BetweenOrder.
  Status check(Bindings values) const;

  // Requires check(values). An item without attributes stands for one that does not exist. Error: ItemCorrupt.
  Result<bool> evaluate(const ItemView& item, Bindings values) const;

  // The paths that it reads.
  const std::vector<DocumentPath>& paths() const { return paths_; }
  const std::string& text() const { return text_; }

  // The attributes that must equal a parameter for the condition to hold, whatever else it says: "pk = :v AND ...".
  std::vector<std::string> required_equalities() const;

 private:
  friend class ConditionCompiler;
  friend class ConditionCheck;
  friend class ConditionEvaluation;

  enum class Op : uint8_t {
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kBetween,
    kIn,
    kExists,
    kNotExists,
    kTypeIs,
    kBeginsWith,
    kContains,
  };
  struct Operand {
    enum class Kind : uint8_t { kPath, kValue, kSizeOfPath, kSizeOfValue };
    Kind kind = Kind::kPath;
    uint32_t number = 0;  // of the path or the slot
    size_t offset = 0;    // in the text
  };
  static constexpr int32_t kTrue = -1;
  static constexpr int32_t kFalse = -2;
  struct Predicate {
    Op op = Op::kEqual;
    uint32_t first_operand = 0;
    uint32_t operand_count = 0;
    size_t offset = 0;
    int32_t if_true = kTrue;  // the predicate to go on with, or the answer
    int32_t if_false = kFalse;
  };

  ExpressionKind kind_ = ExpressionKind::kCondition;
  std::string text_;
  std::vector<std::string> parameters_;  // names of all slots that were known when it was parsed
  std::vector<DocumentPath> paths_;
  std::vector<Operand> operands_;
  std::vector<Predicate> predicates_;
  int32_t start_ = kTrue;
};

}  // namespace sheaf
