#include "engine/expr/key_condition.h"

#include <algorithm>

#include "engine/expr/checks.h"
#include "engine/expr/parser.h"

namespace sheaf {
namespace {

constexpr ExpressionKind kKind = ExpressionKind::kKeyCondition;

// ":v < a" says of a what "a > :v" says.
RangeOp turned_round(RangeOp op) {
  switch (op) {
    case RangeOp::kLess:
      return RangeOp::kGreater;
    case RangeOp::kLessEqual:
      return RangeOp::kGreaterEqual;
    case RangeOp::kGreater:
      return RangeOp::kLess;
    case RangeOp::kGreaterEqual:
      return RangeOp::kLessEqual;
    default:
      return op;
  }
}

RangeOp comparison_of(std::string_view text) {
  if (text == "=") return RangeOp::kEqual;
  if (text == "<") return RangeOp::kLess;
  if (text == "<=") return RangeOp::kLessEqual;
  return text == ">" ? RangeOp::kGreater : RangeOp::kGreaterEqual;
}

}  // namespace

class KeyConditionReader {
 public:
  KeyConditionReader(const Syntax& syntax, Vocabulary* vocabulary) : syntax_(syntax), vocabulary_(vocabulary) {}

  Result<KeyConditionExpression> run(std::string_view text) {
    out_.text_ = text;
    SHEAF_RETURN_IF_ERROR(check_functions_known(syntax_));
    SHEAF_RETURN_IF_ERROR(check_reserved_words(syntax_));
    SHEAF_RETURN_IF_ERROR(resolve_names());
    SHEAF_RETURN_IF_ERROR(read(syntax_.root));
    out_.parameters_ = vocabulary_->parameters();
    return std::move(out_);
  }

 private:
  Status error(Error kind, const SyntaxNode& node, std::initializer_list<std::string_view> fields = {}) const {
    std::string_view field = fields.size() == 0 ? std::string_view() : *fields.begin();
    return Status(kind, {field}).at(node.offset);
  }
  const SyntaxNode& strip(uint32_t number) const { return without_parentheses(syntax_, number); }

  // All placeholders count as used, whatever is wrong with their conditions.
  Status resolve_names() {
    for (const SyntaxNode& node : syntax_.nodes) {
      if (node.kind == SyntaxKind::kValue) vocabulary_->use_parameter(node.text);
      if (node.kind != SyntaxKind::kPath) continue;
      SHEAF_ASSIGN_OR_RETURN(const DocumentPath path, resolve_path(syntax_, node, vocabulary_));
    }
    return {};
  }

  // As deep as the parser went.
  Status read(uint32_t number) {
    const SyntaxNode& node = strip(number);
    switch (node.kind) {
      case SyntaxKind::kAnd:
        for (const uint32_t operand : node.operands) SHEAF_RETURN_IF_ERROR(read(operand));
        return {};
      case SyntaxKind::kComparison:
        return node.text == "<>" ? error(Error::kKeyConditionOperator, node, {node.text}) : read_comparison(node);
      case SyntaxKind::kBetween:
        return read_operands(node, RangeOp::kBetween);
      case SyntaxKind::kFunction:
        return read_function(node);
      default:
        return error(Error::kKeyConditionOperator, node, {node.text});
    }
  }

  Status read_function(const SyntaxNode& node) {
    if (node.text != "begins_with") return error(Error::kKeyConditionOperator, node, {node.text});
    if (node.operands.size() == 2) return read_operands(node, RangeOp::kBeginsWith);
    return expression_error(kKind, Error::kOperandCount, node.offset,
                            {node.text, std::to_string(node.operands.size())});
  }

  Status read_comparison(const SyntaxNode& node) {
    const RangeOp op = comparison_of(node.text);
    return read_operands(node, strip(node.operands[0]).kind == SyntaxKind::kValue ? turned_round(op) : op);
  }

  // Exactly one of the operands is a top-level attribute, the others are values.
  Status read_operands(const SyntaxNode& node, RangeOp op) {
    const SyntaxNode* attribute = nullptr;
    std::vector<uint32_t> slots;
    for (const uint32_t number : node.operands) {
      const SyntaxNode& operand = strip(number);
      if (operand.kind == SyntaxKind::kFunction) return error(Error::kKeyConditionOperation, operand);
      if (operand.kind == SyntaxKind::kValue) {
        slots.push_back(vocabulary_->use_parameter(operand.text));
        continue;
      }
      if (attribute != nullptr) return error(Error::kKeyConditionTwoNames, operand);
      attribute = &operand;
    }
    if (attribute == nullptr) return error(Error::kKeyConditionNoName, node);
    if (attribute->parts.size() > 1) return error(Error::kKeyConditionNested, *attribute);
    const bool is_turned = attribute != &strip(node.operands[0]);
    if (is_turned && (op == RangeOp::kBetween || op == RangeOp::kBeginsWith)) {
      return error(Error::kKeyConditionUnsupported, node, {"the key attribute must come first"});
    }
    return add(*attribute, {"", op, slots.front(), slots.back(), node.offset});
  }

  Status add(const SyntaxNode& attribute, KeyComparison comparison) {
    SHEAF_ASSIGN_OR_RETURN(const DocumentPath path, resolve_path(syntax_, attribute, vocabulary_));
    comparison.attribute = path.attribute();
    const bool is_known =
        std::any_of(out_.comparisons_.begin(), out_.comparisons_.end(),
                    [&path](const KeyComparison& known) { return known.attribute == path.attribute(); });
    if (is_known) return error(Error::kKeyConditionTwice, attribute, {path.attribute()});
    out_.comparisons_.push_back(std::move(comparison));
    return {};
  }

  const Syntax& syntax_;
  Vocabulary* vocabulary_;
  KeyConditionExpression out_;
};

Result<KeyConditionExpression> KeyConditionExpression::parse(std::string_view text, Vocabulary* vocabulary) {
  SHEAF_ASSIGN_OR_RETURN(const Syntax syntax, parse_expression(kKind, text, vocabulary->origin()));
  return KeyConditionReader(syntax, vocabulary).run(text);
}

Status KeyConditionExpression::check(Bindings values) const {
  for (const KeyComparison& comparison : comparisons_) {
    for (const uint32_t slot : {comparison.low, comparison.high}) {
      const ValueView value = slot < values.size() ? values[slot] : ValueView();
      SHEAF_RETURN_IF_ERROR(check_bound(kKind, parameters_[slot], comparison.offset, value));
      if (comparison.op == RangeOp::kBetween && !is_key_type(value.type)) {
        return expression_error(kKind, Error::kOperatorOperandType, comparison.offset,
                                {"BETWEEN", type_tag(value.type)});
      }
    }
    const ValueView low = values[comparison.low];
    if (comparison.op == RangeOp::kBetween) {
      SHEAF_RETURN_IF_ERROR(check_between_bounds(kKind, comparison.offset, {low, values[comparison.high]}));
    }
    if (comparison.op == RangeOp::kBeginsWith && low.type != Type::kString && low.type != Type::kBinary) {
      return expression_error(kKind, Error::kFunctionOperandType, comparison.offset,
                              {"begins_with", type_tag(low.type)});
    }
  }
  return {};
}

}  // namespace sheaf
