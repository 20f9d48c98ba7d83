#include "engine/expr/projection.h"

#include "engine/base/limits.h"
#include "engine/expr/checks.h"
#include "engine/expr/parser.h"
#include "engine/item/container.h"

namespace sheaf {
namespace {

Result<Value> pick(const PathNode& node, ValueView value);

// The members of a container that the node's children name; none of them may be there.
Result<Value> pick_members(const PathNode& node, ValueView container) {
  std::vector<std::string_view> names;
  std::vector<Value> values;
  for (const PathNode& child : node.children) {
    SHEAF_ASSIGN_OR_RETURN(const ValueView member, find_member(container, child.element));
    if (!member) continue;
    SHEAF_ASSIGN_OR_RETURN(Value picked, pick(child, member));
    if (picked.type == Type::kNone) continue;
    names.push_back(child.element.name);
    values.push_back(std::move(picked));
  }
  if (values.empty()) return Value();
  if (container.type == Type::kList) {
    std::vector<ValueView> members;
    for (const Value& value : values) members.push_back(value.view());
    return make_list(members);
  }
  std::vector<AttributeView> members;
  for (size_t i = 0; i < values.size(); ++i) members.push_back({names[i], values[i].view()});
  return make_map(members);
}

// What the paths through the node take of the value that is there; kNone when nothing. As deep as a path has elements.
Result<Value> pick(const PathNode& node, ValueView value) {
  if (node.is_target()) return Value{value.type, std::string(value.data)};
  return pick_members(node, value);
}

}  // namespace

Status project(const PathTree& tree, const ItemView& item, ItemBuilder* out) {
  for (const PathNode& node : tree.root().children) {
    const ValueView value = item.find(node.element.name);
    if (!value) continue;
    if (node.is_target()) {
      out->append({node.element.name, value});
      continue;
    }
    SHEAF_ASSIGN_OR_RETURN(const Value picked, pick_members(node, value));
    if (picked.type != Type::kNone) out->append({node.element.name, picked.view()});
  }
  return {};
}

Result<ProjectionExpression> ProjectionExpression::parse(std::string_view text, Vocabulary* vocabulary) {
  SHEAF_ASSIGN_OR_RETURN(const Syntax syntax, parse_expression(ExpressionKind::kProjection, text));
  SHEAF_RETURN_IF_ERROR(check_reserved_words(syntax));
  ProjectionExpression projection;
  projection.text_ = text;
  for (const uint32_t number : syntax.paths) {
    SHEAF_ASSIGN_OR_RETURN(DocumentPath path, resolve_path(syntax, syntax.node(number), vocabulary));
    projection.paths_.push_back(std::move(path));
  }
  SHEAF_ASSIGN_OR_RETURN(projection.tree_, PathTree::make(ExpressionKind::kProjection, projection.paths_));
  return projection;
}

}  // namespace sheaf
