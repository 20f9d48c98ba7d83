// From syntax to predicates: the rules that need no values, and where each predicate goes on.
#include "engine/expr/condition.h"

#include <algorithm>
#include <map>

#include "engine/expr/checks.h"
#include "engine/expr/parser.h"

namespace sheaf {

class ConditionCompiler {
 public:
  ConditionCompiler(const Syntax& syntax, Vocabulary* vocabulary) : syntax_(syntax), vocabulary_(vocabulary) {}

  Result<ConditionExpression> run(std::string_view text) {
    out_.kind_ = syntax_.kind;
    out_.text_ = text;
    SHEAF_RETURN_IF_ERROR(check_functions_known(syntax_));
    SHEAF_RETURN_IF_ERROR(check_functions_placed());
    SHEAF_RETURN_IF_ERROR(check_reserved_words(syntax_));
    SHEAF_RETURN_IF_ERROR(check_nodes());
    out_.start_ = ConditionExpression::kTrue;
    const int32_t start = new_label();
    place(start);
    emit(syntax_.root, {ConditionExpression::kTrue, ConditionExpression::kFalse});
    resolve_labels();
    out_.start_ = 0;
    out_.parameters_ = vocabulary_->parameters();
    return std::move(out_);
  }

 private:
  using Op = ConditionExpression::Op;
  using Operand = ConditionExpression::Operand;

  // Where a part of the condition goes on: a label, or one of the answers.
  struct Ways {
    int32_t if_true;
    int32_t if_false;
  };
  static constexpr int32_t kFirstLabel = -3;  // labels go down from here until they are resolved

  static std::optional<Op> predicate_of(std::string_view function) {
    if (function == "attribute_exists") return Op::kExists;
    if (function == "attribute_not_exists") return Op::kNotExists;
    if (function == "attribute_type") return Op::kTypeIs;
    if (function == "begins_with") return Op::kBeginsWith;
    if (function == "contains") return Op::kContains;
    return std::nullopt;
  }
  static Op comparison_of(std::string_view text) {
    if (text == "=") return Op::kEqual;
    if (text == "<>") return Op::kNotEqual;
    if (text == "<") return Op::kLess;
    if (text == "<=") return Op::kLessEqual;
    return text == ">" ? Op::kGreater : Op::kGreaterEqual;
  }

  Status error(Error kind, const SyntaxNode& node, std::initializer_list<std::string_view> fields) const {
    return expression_error(syntax_.kind, kind, node.offset, fields);
  }
  const SyntaxNode& strip(uint32_t number) const { return without_parentheses(syntax_, number); }

  // ---- functions in places where they may not be ----

  enum class Place : uint8_t { kPredicate, kOperand, kArgument };

  void check_place(uint32_t number, Place place, std::string_view holder, const SyntaxNode** first) const {
    const SyntaxNode& node = strip(number);
    const bool is_function = node.kind == SyntaxKind::kFunction;
    bool is_misplaced = false;
    if (is_function && place == Place::kPredicate) is_misplaced = !predicate_of(node.text).has_value();
    if (is_function && place == Place::kOperand) is_misplaced = node.text != "size";
    // A size among these arguments is an argument of the wrong type, or no path: another mistake.
    const bool takes_sizes = holder != "size" && holder != "contains";
    if (is_function && place == Place::kArgument) is_misplaced = node.text != "size" || !takes_sizes;
    if (is_misplaced && (*first == nullptr || node.offset < (*first)->offset)) *first = &node;
  }

  Status check_functions_placed() const {
    const SyntaxNode* first = nullptr;
    check_place(syntax_.root, Place::kPredicate, "", &first);
    for (const SyntaxNode& node : syntax_.nodes) {
      Place place = Place::kPredicate;
      if (node.kind == SyntaxKind::kParentheses) continue;  // what it holds is seen through it
      if (node.kind == SyntaxKind::kFunction) place = Place::kArgument;
      if (node.kind == SyntaxKind::kComparison || node.kind == SyntaxKind::kBetween || node.kind == SyntaxKind::kIn) {
        place = Place::kOperand;
      }
      for (const uint32_t operand : node.operands) check_place(operand, place, node.text, &first);
    }
    return first == nullptr ? Status() : error(Error::kFunctionMisused, *first, {first->text});
  }

  // ---- names, numbers of operands, distinct operands, kinds of arguments: in the order of the text ----

  Status check_nodes() {
    resolved_.resize(syntax_.nodes.size());
    for (uint32_t i = 0; i < syntax_.nodes.size(); ++i) {
      const SyntaxNode& node = syntax_.node(i);
      if (node.kind == SyntaxKind::kPath) {
        SHEAF_ASSIGN_OR_RETURN(DocumentPath path, resolve_path(syntax_, node, vocabulary_));
        resolved_[i] = path_number(std::move(path));
      } else if (node.kind == SyntaxKind::kValue) {
        resolved_[i] = vocabulary_->use_parameter(node.text);
      } else if (node.kind == SyntaxKind::kFunction) {
        SHEAF_RETURN_IF_ERROR(check_function(node));
      } else if (node.kind == SyntaxKind::kComparison || node.kind == SyntaxKind::kBetween ||
                 node.kind == SyntaxKind::kIn) {
        SHEAF_RETURN_IF_ERROR(check_distinct(node));
      }
    }
    return {};
  }

  uint32_t path_number(DocumentPath path) {
    const auto known = std::find(out_.paths_.begin(), out_.paths_.end(), path);
    const auto number = static_cast<uint32_t>(known - out_.paths_.begin());
    if (known == out_.paths_.end()) out_.paths_.push_back(std::move(path));
    return number;
  }

  uint32_t resolved(const SyntaxNode& node) const { return resolved_[static_cast<size_t>(&node - &syntax_.nodes[0])]; }

  Status check_function(const SyntaxNode& node) const {
    const std::string_view name = node.text;
    const bool is_unary = name == "size" || name == "attribute_exists" || name == "attribute_not_exists";
    const size_t count = node.operands.size();
    if (count != (is_unary ? 1 : 2)) return error(Error::kOperandCount, node, {name, std::to_string(count)});
    if (name == "contains" || name == "begins_with") SHEAF_RETURN_IF_ERROR(check_distinct(node));
    const SyntaxNode& first = strip(node.operands[0]);
    if (is_unary && name != "size") {
      return first.kind == SyntaxKind::kPath ? Status() : error(Error::kOperandNotPath, node, {name});
    }
    for (const uint32_t operand : node.operands) {
      const bool is_size = strip(operand).kind == SyntaxKind::kFunction;
      if (is_size) return error(Error::kFunctionOperandType, node, {name, type_tag(Type::kNumber)});
    }
    const bool names_type = name == "attribute_type";
    if (names_type && strip(node.operands[1]).kind != SyntaxKind::kValue) {
      return error(Error::kFunctionOperandType, node, {name, "document path"});
    }
    return {};
  }

  Status check_distinct(const SyntaxNode& node) const {
    const SyntaxNode& first = strip(node.operands[0]);
    if (first.kind != SyntaxKind::kPath) return {};
    for (size_t i = 1; i < node.operands.size(); ++i) {
      const SyntaxNode& other = strip(node.operands[i]);
      if (other.kind != SyntaxKind::kPath || resolved(other) != resolved(first)) continue;
      return error(Error::kOperandsNotDistinct, node, {node.text, out_.paths_[resolved(first)].to_text()});
    }
    return {};
  }

  // ---- code ----

  int32_t new_label() {
    labels_.push_back(0);
    return kFirstLabel - static_cast<int32_t>(labels_.size() - 1);
  }
  void place(int32_t label) {
    labels_[static_cast<size_t>(kFirstLabel - label)] = static_cast<int32_t>(out_.predicates_.size());
  }
  int32_t target(int32_t way) const {
    return way > kFirstLabel ? way : labels_[static_cast<size_t>(kFirstLabel - way)];
  }
  void resolve_labels() {
    for (auto& predicate : out_.predicates_) {
      predicate.if_true = target(predicate.if_true);
      predicate.if_false = target(predicate.if_false);
    }
  }

  // As deep as the parser went.
  void emit(uint32_t number, Ways ways) {
    const SyntaxNode& node = strip(number);
    if (node.kind == SyntaxKind::kNot) return emit(node.operands[0], {ways.if_false, ways.if_true});
    if (node.kind != SyntaxKind::kAnd && node.kind != SyntaxKind::kOr) return emit_predicate(node, ways);
    for (size_t i = 0; i + 1 < node.operands.size(); ++i) {
      const int32_t next = new_label();
      emit(node.operands[i], node.kind == SyntaxKind::kAnd ? Ways{next, ways.if_false} : Ways{ways.if_true, next});
      place(next);
    }
    emit(node.operands.back(), ways);
  }

  void emit_predicate(const SyntaxNode& node, Ways ways) {
    ConditionExpression::Predicate predicate;
    predicate.offset = node.offset;
    predicate.if_true = ways.if_true;
    predicate.if_false = ways.if_false;
    predicate.first_operand = static_cast<uint32_t>(out_.operands_.size());
    predicate.operand_count = static_cast<uint32_t>(node.operands.size());
    if (node.kind == SyntaxKind::kFunction) predicate.op = *predicate_of(node.text);
    if (node.kind == SyntaxKind::kComparison) predicate.op = comparison_of(node.text);
    if (node.kind == SyntaxKind::kBetween) predicate.op = Op::kBetween;
    if (node.kind == SyntaxKind::kIn) predicate.op = Op::kIn;
    for (const uint32_t operand : node.operands) out_.operands_.push_back(make_operand(strip(operand)));
    out_.predicates_.push_back(predicate);
  }

  Operand make_operand(const SyntaxNode& node) const {
    const bool is_size = node.kind == SyntaxKind::kFunction;
    const SyntaxNode& inner = is_size ? strip(node.operands[0]) : node;
    Operand operand;
    operand.offset = node.offset;
    operand.number = resolved(inner);
    const bool is_path = inner.kind == SyntaxKind::kPath;
    if (is_size) {
      operand.kind = is_path ? Operand::Kind::kSizeOfPath : Operand::Kind::kSizeOfValue;
    } else {
      operand.kind = is_path ? Operand::Kind::kPath : Operand::Kind::kValue;
    }
    return operand;
  }

  const Syntax& syntax_;
  Vocabulary* vocabulary_;
  ConditionExpression out_;
  std::vector<uint32_t> resolved_;  // by node: the path's number or the parameter's slot
  std::vector<int32_t> labels_;     // by label: the predicate it stands before
};

Result<ConditionExpression> ConditionExpression::parse(ExpressionKind kind, std::string_view text,
                                                       Vocabulary* vocabulary) {
  SHEAF_ASSIGN_OR_RETURN(const Syntax syntax, parse_expression(kind, text, vocabulary->origin()));
  return ConditionCompiler(syntax, vocabulary).run(text);
}

}  // namespace sheaf
