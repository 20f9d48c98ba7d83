#include "engine/expr/projection.h"

#include "engine/expr/checks.h"
#include "engine/expr/parser.h"
#include "engine/item/container.h"

namespace sheaf {

// What the paths through the node take of the value that is there; kNone when nothing. As deep as a path has elements.
Result<ValueView> Projector::pick(const PathNode& node, ValueView value, size_t level) {
  if (node.is_target()) return value;
  return pick_members(node, value, level);
}

// The members of a container that the node's children name; none of them may be there.
Result<ValueView> Projector::pick_members(const PathNode& node, ValueView container, size_t level) {
  Level& own = levels_[level];
  own.members.clear();
  levels_[level + 1].slices_used = 0;
  for (const PathNode& child : node.children) {
    SHEAF_ASSIGN_OR_RETURN(const ValueView member, find_member(container, child.element));
    if (!member) continue;
    SHEAF_ASSIGN_OR_RETURN(const ValueView picked, pick(child, member, level + 1));
    if (picked) own.members.push_back({child.element.name, picked});
  }
  if (own.members.empty()) return ValueView();
  if (own.slices_used == own.slices.size()) own.slices.push_back(std::make_unique<std::string>());
  std::string& slice = *own.slices[own.slices_used++];
  if (container.type == Type::kMap) {
    SHEAF_RETURN_IF_ERROR(write_map(own.members, &slice));
  } else {
    own.values.clear();
    for (const AttributeView& member : own.members) own.values.push_back(member.value);
    write_list(own.values, &slice);
  }
  return ValueView{container.type, slice};
}

Status Projector::project(const PathTree& tree, const ItemView& item, ItemBuilder* out) {
  for (const PathNode& node : tree.root().children) {
    const ValueView value = item.find(node.element.name);
    if (!value) continue;
    levels_[0].slices_used = 0;
    SHEAF_ASSIGN_OR_RETURN(const ValueView picked, pick(node, value, 0));
    if (picked) out->append({node.element.name, picked});
  }
  return {};
}

Result<ProjectionExpression> ProjectionExpression::parse(std::string_view text, Vocabulary* vocabulary) {
  SHEAF_ASSIGN_OR_RETURN(const Syntax syntax,
                         parse_expression(ExpressionKind::kProjection, text, vocabulary->origin()));
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
