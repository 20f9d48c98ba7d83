// The grammar of DynamoDB's expressions (dynamodb-semantics.md 4). Words are separated by white space (space, tab, CR, LF).
//
//   condition   := and_list ( OR and_list )*            filters and key conditions too
//   and_list    := negation ( AND negation )*
//   negation    := NOT negation | predicate
//   predicate   := '(' condition ')' | operand comparator operand | operand BETWEEN operand AND operand
//                | operand IN '(' operand ( ',' operand )* ')' | function
//   comparator  := '=' | '<>' | '<' | '<=' | '>' | '>='
//   operand     := path | value | function | '(' operand ')'
//   function    := name '(' operand ( ',' operand )* ')'
//
//   update      := section+                             each at most once, in any order
//   section     := SET path '=' sum ( ',' path '=' sum )* | REMOVE path ( ',' path )*
//                | ADD path value ( ',' path value )* | DELETE path value ( ',' path value )*
//   sum         := term ( ( '+' | '-' ) term )?
//   term        := path | value | name '(' term ( ',' term )* ')' | '(' sum ')'
//
//   projection  := path ( ',' path )*
//
//   path        := part ( '.' part | '[' digits ']' )*
//   part        := name | '#' letters, digits, '_'
//   name        := letter letters, digits, '_'          not one of the reserved words (reserved_words.h)
//   value       := ':' letters, digits, '_'
//
// Keywords are of any case, function names are not. The parser knows form only: which names are functions, what they take
// and where they may stand is checked afterwards (checks.h).
#pragma once

#include "engine/base/result.h"
#include "engine/expr/syntax.h"

namespace sheaf {

// Borrows the text. Errors: ExpressionEmpty, ExpressionTooLong, ValueNotUtf8, ExpressionSyntax, ExpressionOperators, ExpressionInList,
// PlaceholderTooLong, RedundantParentheses (conditions), ListIndexTooLarge, ExpressionPathTooDeep. A translated text may be of any
// length, with any number of operators.
Result<Syntax> parse_expression(ExpressionKind kind, std::string_view text, TextOrigin origin = TextOrigin::kUser);

}  // namespace sheaf
