#include "tests/model/expression.h"

#include <iterator>
#include <stdexcept>

namespace sheaf::model {
namespace {

// In TreeOp's order.
constexpr const char* kWords[] = {"",
                                  "",
                                  "=",
                                  "<>",
                                  "<",
                                  "<=",
                                  ">",
                                  ">=",
                                  "between",
                                  "in",
                                  "and",
                                  "or",
                                  "not",
                                  "attribute_exists",
                                  "attribute_not_exists",
                                  "attribute_type",
                                  "begins_with",
                                  "contains",
                                  "size",
                                  "+",
                                  "-",
                                  "if_not_exists",
                                  "list_append",
                                  "set",
                                  "remove",
                                  "add",
                                  "delete"};

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("no expression: " + what); }

std::string json_text(const RefPath& path) {
  std::string text;
  for (const RefStep& step : path) {
    text += (text.empty() ? "" : ",") + (step.is_position ? std::to_string(step.position) : json_string(step.name));
  }
  return "[" + text + "]";
}

RefPath read_path(const Json& json) {
  RefPath path;
  for (const Json& step : json.items) {
    if (step.kind == Json::Kind::kNumber) {
      path.push_back({true, std::stoull(step.text), {}});
    } else if (step.kind == Json::Kind::kString) {
      path.push_back({false, 0, step.text});
    } else {
      fail("a step of a path");
    }
  }
  if (path.empty() || path[0].is_position) fail("a path begins with an attribute");
  return path;
}

template <typename Visit>
void visit(const std::vector<Tree>& trees, const Visit& visitor) {
  for (const Tree& tree : trees) {
    visitor(tree);
    visit(tree.operands, visitor);
  }
}

const RefValue* find_member(const RefValue& parent, const RefStep& step) {
  if (step.is_position) {
    return parent.kind == Kind::kList && step.position < parent.members.size() ? &parent.members[step.position]
                                                                               : nullptr;
  }
  if (parent.kind != Kind::kMap) return nullptr;
  for (size_t i = 0; i < parent.names.size(); ++i) {
    if (parent.names[i] == step.name) return &parent.members[i];
  }
  return nullptr;
}

}  // namespace

const char* op_word(TreeOp op) { return kWords[static_cast<size_t>(op)]; }

std::vector<RefPath> paths_of(const std::vector<Tree>& trees) {
  std::vector<RefPath> paths;
  visit(trees, [&paths](const Tree& tree) {
    if (tree.op == TreeOp::kPath) paths.push_back(tree.path);
  });
  return paths;
}

std::vector<std::string> values_of(const std::vector<Tree>& trees) {
  std::vector<std::string> values;
  visit(trees, [&values](const Tree& tree) {
    if (tree.op == TreeOp::kValue) values.push_back(tree.value);
  });
  return values;
}

const RefValue* find_value(const RefItem& item, const RefPath& path) {
  const auto attribute = item.find(path[0].name);
  const RefValue* value = attribute == item.end() ? nullptr : &attribute->second;
  for (size_t i = 1; i < path.size() && value != nullptr; ++i) value = find_member(*value, path[i]);
  return value;
}

const RefValue* find_literal(const RefItem& values, const Tree& tree) {
  const auto found = tree.op == TreeOp::kValue ? values.find(tree.value) : values.end();
  return found == values.end() ? nullptr : &found->second;
}

std::string json_text(const std::vector<Tree>& trees) {
  std::string text;
  for (const Tree& tree : trees) text += (text.empty() ? "" : ",") + json_text(tree);
  return "[" + text + "]";
}

std::string json_text(const Tree& tree) {
  if (tree.op == TreeOp::kPath) return json_text(tree.path);
  if (tree.op == TreeOp::kValue) return json_string(tree.value);
  return "{" + json_string(op_word(tree.op)) + ":" + json_text(tree.operands) + "}";
}

Tree read_tree(const Json& json) {
  if (json.kind == Json::Kind::kArray) return {.op = TreeOp::kPath, .path = read_path(json)};
  if (json.kind == Json::Kind::kString) return {.op = TreeOp::kValue, .value = json.text};
  if (json.kind != Json::Kind::kObject || json.items.size() != 1) fail("not one operator");
  for (size_t i = static_cast<size_t>(TreeOp::kEqual); i < std::size(kWords); ++i) {
    if (json.names[0] == kWords[i]) return {.op = static_cast<TreeOp>(i), .operands = read_trees(json.items[0])};
  }
  fail("the operator " + json.names[0]);
}

std::vector<Tree> read_trees(const Json& json) {
  if (json.kind != Json::Kind::kArray) fail("not an array");
  std::vector<Tree> trees;
  for (const Json& one : json.items) trees.push_back(read_tree(one));
  return trees;
}

}  // namespace sheaf::model
