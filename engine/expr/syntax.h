// What the parser makes of an expression's text, before names are resolved and rules checked. Views borrow the text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/expr/expression_kind.h"

namespace sheaf {

enum class SyntaxKind : uint8_t {
  kPath,        // parts
  kValue,       // text is ":v"
  kFunction,    // text is its name, operands its arguments
  kComparison,  // two operands; text is the operator
  kBetween,     // three operands
  kIn,          // the first operand and the list
  kAnd,         // two operands, and so on
  kOr,
  kNot,
  kParentheses,  // one operand
  kPlus,         // of updates
  kMinus,
};

// One part of a path as written: "name", "#name", or a position with its digits.
struct SyntaxPart {
  enum class Kind : uint8_t { kName, kPosition };

  std::string_view text;
  size_t offset = 0;
  Kind kind = Kind::kName;
};

struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::kPath;
  std::string_view text;
  size_t offset = 0;               // in the expression's text
  std::vector<uint32_t> operands;  // numbers of nodes
  std::vector<SyntaxPart> parts;   // kPath only
};

enum class UpdateSection : uint8_t { kSet, kRemove, kAdd, kDelete };

struct SyntaxAction {
  UpdateSection section = UpdateSection::kSet;
  uint32_t path = 0;     // a kPath node
  uint32_t operand = 0;  // SET: the right-hand side; ADD, DELETE: a kValue node; REMOVE: nothing
};

// A section keyword that stands twice.
struct RepeatedSection {
  std::string_view keyword;
  size_t offset = 0;
};

struct Syntax {
  ExpressionKind kind = ExpressionKind::kCondition;
  std::vector<SyntaxNode> nodes;      // an operand stands before the node that it belongs to
  uint32_t root = 0;                  // conditions
  std::vector<uint32_t> paths;        // projections: kPath nodes in the order of the text
  std::vector<SyntaxAction> actions;  // updates, in the order of the text
  std::vector<RepeatedSection> repeated;

  const SyntaxNode& node(uint32_t number) const { return nodes[number]; }
};

}  // namespace sheaf
