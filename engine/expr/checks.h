// What conditions and updates share of the rules that need no item: resolving paths and parameters, reserved words, and
// which functions there are.
#pragma once

#include "engine/base/result.h"
#include "engine/expr/document_path.h"
#include "engine/expr/syntax.h"
#include "engine/expr/vocabulary.h"

namespace sheaf {

// The node, or what stands in its parentheses, however many there are.
const SyntaxNode& without_parentheses(const Syntax& syntax, uint32_t number);

// Whether any kind of expression has a function of that name.
bool is_function(std::string_view name);

// Error: FunctionUnknown, for the first function of the text that no kind of expression has.
Status check_functions_known(const Syntax& syntax);

// Error: ReservedWord, for the first bare part of any path that is one.
Status check_reserved_words(const Syntax& syntax);

// Error: NameUndefined.
Result<DocumentPath> resolve_path(const Syntax& syntax, const SyntaxNode& node, Vocabulary* vocabulary);

// Error: ValueUndefined, with the parameter's name, when no value is bound to it.
Status check_bound(ExpressionKind kind, const std::string& parameter, size_t offset, ValueView value);

// The rule for the bounds of BETWEEN where both are bound values; kNone where one is not. Errors: BetweenTypes, BetweenOrder.
struct BetweenBounds {
  ValueView low;
  ValueView high;
};
Status check_between_bounds(ExpressionKind kind, size_t offset, const BetweenBounds& bounds);

}  // namespace sheaf
