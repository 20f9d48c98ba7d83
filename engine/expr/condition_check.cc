// The rules of conditions that depend on the values, whatever the items are.
#include "engine/expr/checks.h"
#include "engine/expr/condition.h"
#include "engine/expr/literal_text.h"

namespace sheaf {
namespace {

bool is_orderable(ValueView value) { return is_key_type(value.type); }

bool is_type_name(std::string_view name) {
  for (uint8_t number = 1; number <= kMaxTypeNumber; ++number) {
    if (is_stored_type(number) && name == type_tag(static_cast<Type>(number))) return true;
  }
  return false;
}

}  // namespace

class ConditionCheck {
 public:
  ConditionCheck(const ConditionExpression& condition, Bindings values) : condition_(condition), values_(values) {}

  Status run() const {
    for (const Predicate& predicate : condition_.predicates_) {
      for (uint32_t i = 0; i < predicate.operand_count; ++i) {
        SHEAF_RETURN_IF_ERROR(check_operand(operand(predicate, i)));
      }
      SHEAF_RETURN_IF_ERROR(check_predicate(predicate));
    }
    return {};
  }

 private:
  using Op = ConditionExpression::Op;
  using Operand = ConditionExpression::Operand;
  using Predicate = ConditionExpression::Predicate;

  Status error(Error kind, size_t offset, std::initializer_list<std::string_view> fields) const {
    return expression_error(condition_.kind_, kind, offset, fields);
  }

  // kNone for what only an item can tell.
  ValueView literal(const Operand& operand) const {
    return operand.kind == Operand::Kind::kValue ? values_[operand.number] : ValueView();
  }
  const Operand& operand(const Predicate& predicate, uint32_t index) const {
    return condition_.operands_[predicate.first_operand + index];
  }

  Status check_operand(const Operand& operand) const {
    if (operand.kind != Operand::Kind::kValue && operand.kind != Operand::Kind::kSizeOfValue) return {};
    const ValueView value = operand.number < values_.size() ? values_[operand.number] : ValueView();
    SHEAF_RETURN_IF_ERROR(check_bound(condition_.kind_, condition_.parameters_[operand.number], operand.offset, value));
    const bool has_size = value.type != Type::kNumber && value.type != Type::kBool && value.type != Type::kNull;
    if (operand.kind == Operand::Kind::kSizeOfValue && !has_size) {
      return error(Error::kFunctionOperandType, operand.offset, {"size", type_tag(value.type)});
    }
    return {};
  }

  Status check_predicate(const Predicate& predicate) const {
    switch (predicate.op) {
      case Op::kLess:
        return check_orderable(predicate, "<");
      case Op::kLessEqual:
        return check_orderable(predicate, "<=");
      case Op::kGreater:
        return check_orderable(predicate, ">");
      case Op::kGreaterEqual:
        return check_orderable(predicate, ">=");
      case Op::kBetween:
        SHEAF_RETURN_IF_ERROR(check_orderable(predicate, "BETWEEN"));
        return check_between_bounds(condition_.kind_, predicate.offset,
                                    {literal(operand(predicate, 1)), literal(operand(predicate, 2))});
      case Op::kBeginsWith:
        return check_begins_with(predicate);
      case Op::kTypeIs:
        return check_type_name(predicate);
      default:
        return {};
    }
  }

  Status check_orderable(const Predicate& predicate, std::string_view name) const {
    for (uint32_t i = 0; i < predicate.operand_count; ++i) {
      const ValueView value = literal(operand(predicate, i));
      if (!value || is_orderable(value)) continue;
      return error(Error::kOperatorOperandType, predicate.offset, {name, type_tag(value.type)});
    }
    return {};
  }

  Status check_begins_with(const Predicate& predicate) const {
    for (uint32_t i = 0; i < predicate.operand_count; ++i) {
      const ValueView value = literal(operand(predicate, i));
      if (!value || value.type == Type::kString || value.type == Type::kBinary) continue;
      return error(Error::kFunctionOperandType, predicate.offset, {"begins_with", type_tag(value.type)});
    }
    return {};
  }

  Status check_type_name(const Predicate& predicate) const {
    const ValueView name = literal(operand(predicate, 1));
    if (name.type != Type::kString) {
      return error(Error::kFunctionOperandType, predicate.offset, {"attribute_type", type_tag(name.type)});
    }
    if (is_type_name(name.data)) return {};
    return error(Error::kTypeNameUnknown, predicate.offset, {shorten(name.data)});
  }

  const ConditionExpression& condition_;
  Bindings values_;
};

Status ConditionExpression::check(Bindings values) const { return ConditionCheck(*this, values).run(); }

}  // namespace sheaf
