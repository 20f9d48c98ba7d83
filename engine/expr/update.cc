#include "engine/expr/update.h"

#include <algorithm>

#include "engine/expr/checks.h"
#include "engine/expr/parser.h"

namespace sheaf {
namespace {

// As errors about ADD and DELETE call types; sets are always taken.
const char* long_type_name(Type type) {
  switch (type) {
    case Type::kNull:
      return "NULL";
    case Type::kBool:
      return "BOOLEAN";
    case Type::kNumber:
      return "NUMBER";
    case Type::kString:
      return "STRING";
    case Type::kBinary:
      return "BINARY";
    case Type::kList:
      return "LIST";
    default:
      return "MAP";
  }
}

Status check_sections(const Syntax& syntax) {
  if (syntax.repeated.empty()) return {};
  const RepeatedSection& first = syntax.repeated.front();
  return expression_error(syntax.kind, Error::kSectionTwice, first.offset, {first.keyword});
}

Status function_error(Error error, const SyntaxNode& at, std::initializer_list<std::string_view> fields) {
  return expression_error(ExpressionKind::kUpdate, error, at.offset, fields);
}

}  // namespace

// Turns the syntax into the compiled form. The order of the steps is the order in which DynamoDB reports mistakes.
class UpdateCompiler {
 public:
  UpdateCompiler(const Syntax& syntax, Vocabulary* vocabulary, UpdateExpression* update)
      : syntax_(syntax), vocabulary_(vocabulary), update_(update) {}

  Status run() {
    SHEAF_RETURN_IF_ERROR(resolve_names());
    SHEAF_RETURN_IF_ERROR(make_targets());
    SHEAF_RETURN_IF_ERROR(make_terms());
    for (const SyntaxAction& action : syntax_.actions) {
      const bool has_term = action.section != UpdateSection::kRemove;
      update_->actions_.push_back({action.section, has_term ? term_of_node_[action.operand] : 0});
    }
    update_->parameters_ = vocabulary_->parameters();
    return {};
  }

 private:
  Status resolve_names() {
    path_of_node_.resize(syntax_.nodes.size());
    for (size_t i = 0; i < syntax_.nodes.size(); ++i) {
      const SyntaxNode& node = syntax_.nodes[i];
      if (node.kind != SyntaxKind::kPath) continue;
      SHEAF_ASSIGN_OR_RETURN(path_of_node_[i], resolve_path(syntax_, node, vocabulary_));
    }
    return {};
  }

  Status make_targets() {
    for (const SyntaxAction& action : syntax_.actions) update_->targets_.push_back(path_of_node_[action.path]);
    SHEAF_ASSIGN_OR_RETURN(update_->tree_, PathTree::make(syntax_.kind, update_->targets_));
    for (const PathNode& node : update_->tree_.root().children) update_->attributes_.push_back(node.element.name);
    return {};
  }

  Status make_terms() {
    term_of_node_.resize(syntax_.nodes.size());
    std::vector<char> is_target(syntax_.nodes.size());
    for (const SyntaxAction& action : syntax_.actions) is_target[action.path] = 1;
    for (uint32_t i = 0; i < syntax_.nodes.size(); ++i) {
      if (is_target[i] == 0) SHEAF_RETURN_IF_ERROR(make_term(i));
    }
    return {};
  }

  Status make_term(uint32_t number) {
    const SyntaxNode& node = syntax_.node(number);
    UpdateTerm term;
    term.offset = node.offset;
    switch (node.kind) {
      case SyntaxKind::kParentheses:
        term_of_node_[number] = term_of_node_[node.operands[0]];
        return {};
      case SyntaxKind::kPath:
        term.number = static_cast<uint32_t>(update_->sources_.size());
        update_->sources_.push_back(std::move(path_of_node_[number]));
        break;
      case SyntaxKind::kValue:
        term.kind = UpdateTerm::Kind::kValue;
        term.number = vocabulary_->use_parameter(node.text);
        break;
      case SyntaxKind::kFunction:
        SHEAF_RETURN_IF_ERROR(read_function(node, &term));
        break;
      default:
        term.kind = node.kind == SyntaxKind::kPlus ? UpdateTerm::Kind::kPlus : UpdateTerm::Kind::kMinus;
        take_operands(node, &term);
        break;
    }
    term_of_node_[number] = static_cast<uint32_t>(update_->terms_.size());
    update_->terms_.push_back(term);
    return {};
  }

  void take_operands(const SyntaxNode& node, UpdateTerm* term) const {
    term->left = term_of_node_[node.operands[0]];
    term->right = term_of_node_[node.operands[1]];
  }

  Status read_function(const SyntaxNode& node, UpdateTerm* term) const {
    if (node.text == "if_not_exists") {
      term->kind = UpdateTerm::Kind::kIfNotExists;
    } else if (node.text == "list_append") {
      term->kind = UpdateTerm::Kind::kListAppend;
    } else {
      return function_error(Error::kFunctionMisused, node, {node.text});
    }
    if (node.operands.size() != 2) {
      return function_error(Error::kOperandCount, node, {node.text, std::to_string(node.operands.size())});
    }
    take_operands(node, term);
    if (term->kind == UpdateTerm::Kind::kIfNotExists) {
      const bool is_path = update_->terms_[term->left].kind == UpdateTerm::Kind::kPath;
      return is_path ? Status() : function_error(Error::kOperandNotPath, syntax_.node(node.operands[0]), {node.text});
    }
    for (const uint32_t operand : node.operands) {
      if (update_->terms_[term_of_node_[operand]].kind == UpdateTerm::Kind::kListAppend) {
        return function_error(Error::kFunctionMisused, syntax_.node(operand), {node.text});
      }
    }
    return {};
  }

  const Syntax& syntax_;
  Vocabulary* const vocabulary_;
  UpdateExpression* const update_;
  std::vector<DocumentPath> path_of_node_;
  std::vector<uint32_t> term_of_node_;
};

Result<UpdateExpression> UpdateExpression::parse(std::string_view text, Vocabulary* vocabulary) {
  UpdateExpression update;
  update.text_ = text;
  SHEAF_ASSIGN_OR_RETURN(const Syntax syntax, parse_expression(ExpressionKind::kUpdate, text, vocabulary->origin()));
  SHEAF_RETURN_IF_ERROR(check_reserved_words(syntax));
  SHEAF_RETURN_IF_ERROR(check_functions_known(syntax));
  SHEAF_RETURN_IF_ERROR(check_sections(syntax));
  SHEAF_RETURN_IF_ERROR(UpdateCompiler(syntax, vocabulary, &update).run());
  return update;
}

Status UpdateExpression::check(Bindings values) const {
  for (const UpdateTerm& term : terms_) {
    if (term.kind != UpdateTerm::Kind::kValue) continue;
    const ValueView value = term.number < values.size() ? values[term.number] : ValueView();
    SHEAF_RETURN_IF_ERROR(check_bound(ExpressionKind::kUpdate, parameters_[term.number], term.offset, value));
  }
  for (const Action& action : actions_) SHEAF_RETURN_IF_ERROR(check_action(action, values));
  for (const UpdateTerm& term : terms_) {
    if (!term.is_operator()) continue;
    SHEAF_RETURN_IF_ERROR(check_operand(term.kind, terms_[term.left], values));
    SHEAF_RETURN_IF_ERROR(check_operand(term.kind, terms_[term.right], values));
  }
  return {};
}

Status UpdateExpression::check_action(const Action& action, Bindings values) const {
  const bool adds = action.section == UpdateSection::kAdd;
  if (!adds && action.section != UpdateSection::kDelete) return {};
  const UpdateTerm& term = terms_[action.term];
  const Type type = values[term.number].type;
  if (is_set(type) || (adds && type == Type::kNumber)) return {};
  return expression_error(ExpressionKind::kUpdate, Error::kOperatorOperandType, term.offset,
                          {adds ? "ADD" : "DELETE", long_type_name(type)});
}

Status UpdateExpression::check_operand(UpdateTerm::Kind kind, const UpdateTerm& operand, Bindings values) {
  if (operand.kind != UpdateTerm::Kind::kValue || kind == UpdateTerm::Kind::kIfNotExists) return {};
  const Type type = values[operand.number].type;
  if (type == (kind == UpdateTerm::Kind::kListAppend ? Type::kList : Type::kNumber)) return {};
  return expression_error(ExpressionKind::kUpdate, Error::kFunctionOperandType, operand.offset,
                          {operator_name(kind), type_tag(type)});
}

bool UpdateExpression::only_takes_away() const { return std::all_of(actions_.begin(), actions_.end(), takes_away); }

}  // namespace sheaf
