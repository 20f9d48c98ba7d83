// Expressions as the model sees them: trees, which the generator makes and the reference evaluates, so that no second parser is
// needed. In a workload they are JSON:
//
//   a path      ["v","w x",2]           attribute, then map members and list positions
//   a value     ":a"                    of that placeholder
//   an operator {"<=":[["v"],":a"]}     {"and":[...]}, {"size":[["v"]]}, {"if_not_exists":[["v"],":a"]}
//   an action   {"set":[["v"],":a"]}    {"remove":[["v",0]]}, {"add":[["v"],":n"]}, {"delete":[["v"],":s"]}
#pragma once

#include <string>
#include <vector>

#include "tests/model/json.h"
#include "tests/model/reference_value.h"

namespace sheaf::model {

// A map member, or first in a path an attribute, by its name, or a list member by its position.
struct RefStep {
  bool is_position = false;
  size_t position = 0;
  std::string name = {};

  friend bool operator==(const RefStep&, const RefStep&) = default;
};

using RefPath = std::vector<RefStep>;

enum class TreeOp {
  kPath,
  kValue,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kBetween,
  kIn,
  kAnd,
  kOr,
  kNot,
  kExists,
  kNotExists,
  kTypeIs,
  kBeginsWith,
  kContains,
  kSize,
  kPlus,
  kMinus,
  kIfNotExists,
  kListAppend,
  kSet,
  kRemove,
  kAdd,
  kDelete
};

struct Tree {
  TreeOp op = TreeOp::kPath;
  std::vector<Tree> operands = {};
  RefPath path = {};       // kPath
  std::string value = {};  // kValue: the placeholder
};

// As it stands in an expression, in lower case; "" for paths and values.
const char* op_word(TreeOp op);

// Whether it is a comparison of two operands.
inline bool is_comparison(TreeOp op) { return op >= TreeOp::kEqual && op <= TreeOp::kGreaterEqual; }
// Those that need an order.
inline bool is_ordering(TreeOp op) { return op >= TreeOp::kLess && op <= TreeOp::kBetween; }

// All paths and all placeholders below, in the order of the tree.
std::vector<RefPath> paths_of(const std::vector<Tree>& trees);
std::vector<std::string> values_of(const std::vector<Tree>& trees);

// What lies there; null when nothing does.
const RefValue* find_value(const RefItem& item, const RefPath& path);

// The value that the tree is, null when it is none or the placeholder has none.
const RefValue* find_literal(const RefItem& values, const Tree& tree);

std::string json_text(const Tree& tree);
std::string json_text(const std::vector<Tree>& trees);

// Throws std::invalid_argument when the JSON is no tree.
Tree read_tree(const Json& json);
std::vector<Tree> read_trees(const Json& json);

}  // namespace sheaf::model
