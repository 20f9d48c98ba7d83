#include "engine/expr/checks.h"

#include <algorithm>
#include <charconv>

#include "engine/expr/literal_text.h"
#include "engine/expr/reserved_words.h"

namespace sheaf {
namespace {

constexpr std::string_view kFunctions[] = {
    "attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size",
    "if_not_exists",    "list_append"};

}  // namespace

const SyntaxNode& without_parentheses(const Syntax& syntax, uint32_t number) {
  const SyntaxNode* node = &syntax.node(number);
  while (node->kind == SyntaxKind::kParentheses) node = &syntax.node(node->operands[0]);
  return *node;
}

bool is_function(std::string_view name) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions);
}

Status check_functions_known(const Syntax& syntax) {
  const SyntaxNode* first = nullptr;
  for (const SyntaxNode& node : syntax.nodes) {
    const bool is_unknown = node.kind == SyntaxKind::kFunction && !is_function(node.text);
    if (is_unknown && (first == nullptr || node.offset < first->offset)) first = &node;
  }
  return first == nullptr ? Status()
                          : expression_error(syntax.kind, Error::kFunctionUnknown, first->offset, {first->text});
}

Status check_reserved_words(const Syntax& syntax) {
  const SyntaxPart* first = nullptr;
  for (const SyntaxNode& node : syntax.nodes) {
    for (const SyntaxPart& part : node.parts) {
      const bool is_bare = part.kind == SyntaxPart::Kind::kName && part.text[0] != '#';
      if (!is_bare || !is_reserved_word(part.text)) continue;
      if (first == nullptr || part.offset < first->offset) first = &part;
    }
  }
  return first == nullptr ? Status()
                          : expression_error(syntax.kind, Error::kReservedWord, first->offset, {first->text});
}

Result<DocumentPath> resolve_path(const Syntax& syntax, const SyntaxNode& node, Vocabulary* vocabulary) {
  std::vector<PathElement> elements;
  elements.reserve(node.parts.size());
  for (const SyntaxPart& part : node.parts) {
    PathElement& element = elements.emplace_back();
    if (part.kind == SyntaxPart::Kind::kPosition) {
      element.kind = PathElement::Kind::kPosition;
      std::from_chars(part.text.data(), part.text.data() + part.text.size(), element.position);
    } else if (part.text[0] == '#') {
      const std::string* const name = vocabulary->use_name(part.text);
      if (name == nullptr) return expression_error(syntax.kind, Error::kNameUndefined, part.offset, {part.text});
      element.name = *name;
    } else {
      element.name = part.text;
    }
  }
  return DocumentPath(std::move(elements), node.offset);
}

Status check_bound(ExpressionKind kind, const std::string& parameter, size_t offset, ValueView value) {
  return value ? Status() : expression_error(kind, Error::kValueUndefined, offset, {parameter});
}

Status check_between_bounds(ExpressionKind kind, size_t offset, const BetweenBounds& bounds) {
  const auto& [low, high] = bounds;
  if (!low || !high) return {};
  const bool is_of_one_type = low.type == high.type;
  if (is_of_one_type && low.data <= high.data) return {};
  return expression_error(kind, is_of_one_type ? Error::kBetweenOrder : Error::kBetweenTypes, offset,
                          {literal_text(low), literal_text(high)});
}

}  // namespace sheaf
