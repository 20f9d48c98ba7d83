// Applying an update: the tree of its targets is walked beside the item. What no target lies in is copied as it is stored;
// maps and lists are made anew only on the way to a target.
#include <deque>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/expr/update.h"
#include "engine/expr/update_operators.h"
#include "engine/item/container.h"

namespace sheaf {
namespace {

Status corrupt_member() { return Status(Error::kItemCorrupt, {"a container's member is out of bounds"}); }

// Error: TooDeep, when a value at that level reaches deeper than an item may.
Status check_levels(ValueView value, int level) {
  if (level > kMaxNestingLevels) return Status(Error::kTooDeep);
  if (value.type != Type::kList && value.type != Type::kMap) return {};
  SHEAF_ASSIGN_OR_RETURN(const ContainerView container, ContainerView::open(value));
  for (uint32_t i = 0; i < container.count(); ++i) {
    const ValueView member = container.at(i).value;
    if (!member) return corrupt_member();
    if (is_container(member.type) || level == kMaxNestingLevels) SHEAF_RETURN_IF_ERROR(check_levels(member, level + 1));
  }
  return {};
}

}  // namespace

// Of one update to one item. The tree has at most kMaxPathElements levels, which bounds every recursion here.
class UpdateApplication {
 public:
  UpdateApplication(const UpdateExpression& update, const UpdateExpression::Input& input)
      : update_(update), input_(input), terms_(update.terms_, update.sources_) {}

  Status run(ItemBuilder* out) {
    terms_.evaluate(input_.old_item, input_.values);
    SHEAF_RETURN_IF_ERROR(check_values());
    const auto append = [this, out](const AttributeView& attribute) {
      out->append(attribute);
      kept_.clear();
    };
    return merge(update_.tree_.root().children, input_.start, 1, append);
  }

 private:
  // Every right-hand side is judged before the first target is looked at.
  Status check_values() {
    size_t size_bytes = 0;
    for (size_t i = 0; i < update_.actions_.size(); ++i) {
      const UpdateExpression::Action& action = update_.actions_[i];
      if (action.section == UpdateSection::kRemove) continue;
      SHEAF_ASSIGN_OR_RETURN(const ValueView value, terms_.value_of(action.term));
      size_bytes += value.data.size();
      for (const PathElement& element : update_.targets_[i].elements()) size_bytes += element.name.size();
    }
    return size_bytes <= kMaxUpdateBytes ? Status() : too_large(size_bytes);
  }

  // Hands to `append` the members as the update leaves them, in the order of their names. `old` is an ItemView or a map.
  template <typename Members, typename Append>
  Status merge(const std::vector<PathNode>& children, const Members& old, int level, Append append) {
    uint32_t next = 0;
    const auto append_old_below = [&](const std::string* name) -> Status {
      for (; next < old.count(); ++next) {
        const AttributeView member = old.at(next);
        if (!member.value) return corrupt_member();
        if (name != nullptr && member.name >= *name) break;
        append(member);
      }
      return {};
    };
    for (const PathNode& child : children) {
      const std::string& name = child.element.name;
      SHEAF_RETURN_IF_ERROR(append_old_below(&name));
      const bool is_there = next < old.count() && old.at(next).name == name;
      const ValueView before = is_there ? old.at(next++).value : ValueView();
      SHEAF_ASSIGN_OR_RETURN(const ValueView after, change(child, before, level));
      if (after) append({name, after});
    }
    return append_old_below(nullptr);
  }

  // The value of a node after the update; kNone when there is none. Lives until the container around it is made.
  Result<ValueView> change(const PathNode& node, ValueView old, int level) {
    if (node.is_target()) return change_target(node.target, old, level);
    const bool is_list = node.children.front().element.is_position();
    if (old.type != (is_list ? Type::kList : Type::kMap)) return without_parent(node, old);
    SHEAF_ASSIGN_OR_RETURN(const ContainerView container, ContainerView::open(old));
    const size_t kept_before = kept_.size();
    auto changed = is_list ? change_list(node.children, container, level) : change_map(node.children, container, level);
    kept_.resize(kept_before);
    return keep(std::move(changed));
  }

  Result<Value> change_map(const std::vector<PathNode>& children, const ContainerView& old, int level) {
    std::vector<AttributeView> members;
    members.reserve(old.count() + children.size());
    const auto append = [&members](const AttributeView& member) { members.push_back(member); };
    SHEAF_RETURN_IF_ERROR(merge(children, old, level + 1, append));
    // The targets' names are in order and none is empty, so what a map cannot be was wrong in the item.
    auto map = make_map(members);
    return map.ok() ? std::move(map) : Status(Error::kItemCorrupt, {"the names of a map's members are not in order"});
  }

  // Positions are those of the old list; what is taken away closes up, and what is set behind its end comes after it in
  // the order of the positions.
  Result<Value> change_list(const std::vector<PathNode>& children, const ContainerView& old, int level) {
    std::vector<ValueView> members;
    members.reserve(old.count() + children.size());
    auto child = children.begin();
    for (uint32_t i = 0; i < old.count(); ++i) {
      ValueView member = old.at(i).value;
      if (!member) return corrupt_member();
      if (child != children.end() && child->element.position == i) {
        SHEAF_ASSIGN_OR_RETURN(member, change(*child++, member, level + 1));
      }
      if (member) members.push_back(member);
    }
    for (; child != children.end(); ++child) {
      SHEAF_ASSIGN_OR_RETURN(const ValueView member, change(*child, {}, level + 1));
      if (member) members.push_back(member);
    }
    return make_list(members);
  }

  Result<ValueView> change_target(uint32_t number, ValueView old, int level) {
    const UpdateExpression::Action& action = update_.actions_[number];
    if (action.section == UpdateSection::kRemove) return ValueView();
    SHEAF_ASSIGN_OR_RETURN(const ValueView value, terms_.value_of(action.term));
    switch (action.section) {
      case UpdateSection::kAdd:
        return keep(add_to(old, value));
      case UpdateSection::kDelete:
        return keep(take_from(old, value));
      default:
        break;
    }
    // A value that stands at level 1 now or stood there before is not too deep.
    if (level > 1) SHEAF_RETURN_IF_ERROR(check_levels(value, level));
    return value;
  }

  // Where there is no item, there is nothing to take away.
  Result<ValueView> without_parent(const PathNode& node, ValueView old) const {
    const bool is_new = input_.old_item.count() == 0;
    if (is_new && only_takes_away(node)) return old;
    const PathNode* target = &node;
    while (!target->is_target()) target = &target->children.front();
    return Status(Error::kUpdatePathInvalid, {readable_path(update_.targets_[target->target])});
  }

  bool only_takes_away(const PathNode& node) const {
    if (node.is_target()) return UpdateExpression::takes_away(update_.actions_[node.target]);
    for (const PathNode& child : node.children) {
      if (!only_takes_away(child)) return false;
    }
    return true;
  }

  Result<ValueView> keep(Result<Value> value) {
    if (!value.ok()) return std::move(value).status();
    return ValueView{value->type, kept_.emplace_back(std::move(value->data))};
  }

  const UpdateExpression& update_;
  const UpdateExpression::Input& input_;
  TermValues terms_;
  std::deque<std::string> kept_;  // computed values; a deque leaves them where they are
};

Status UpdateExpression::apply(const Input& input, ItemBuilder* out) const {
  return UpdateApplication(*this, input).run(out);
}

}  // namespace sheaf
