#include "engine/expr/path_tree.h"

#include <algorithm>
#include <optional>

namespace sheaf {
namespace {

// Names by their bytes, and behind them positions, though no place has both once the paths are right.
bool is_before(const PathElement& a, const PathElement& b) {
  if (a.kind != b.kind) return b.is_position();
  return a.is_position() ? a.position < b.position : a.name < b.name;
}

// Whether one path is the beginning of the other, or both are the same.
bool overlap(const DocumentPath& a, const DocumentPath& b) {
  const auto& x = a.elements();
  const auto& y = b.elements();
  const size_t common = std::min(x.size(), y.size());
  return std::equal(x.begin(), x.begin() + static_cast<ptrdiff_t>(common), y.begin());
}

// Whether they part where one goes on by a name and the other by a position.
bool conflict(const DocumentPath& a, const DocumentPath& b) {
  const auto& x = a.elements();
  const auto& y = b.elements();
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i].kind != y[i].kind) return true;
    if (!(x[i] == y[i])) return false;
  }
  return false;
}

enum class Clash : uint8_t { kNone, kConflict, kOverlap };

// Puts the path into the tree, and tells whether it clashes with one that is there.
Clash insert(const DocumentPath& path, uint32_t target, PathNode* root) {
  Clash clash = Clash::kNone;
  PathNode* node = root;
  for (const PathElement& element : path.elements()) {
    if (node->is_target()) return Clash::kOverlap;
    auto& children = node->children;
    if (!children.empty() &&
        (children.front().element.kind != element.kind || children.back().element.kind != element.kind)) {
      clash = Clash::kConflict;
    }
    auto at = std::lower_bound(
        children.begin(), children.end(), element,
        [](const PathNode& child, const PathElement& sought) { return is_before(child.element, sought); });
    if (at == children.end() || !(at->element == element)) {
      at = children.insert(at, PathNode());
      at->element = element;
    }
    node = &*at;
  }
  if (node->is_target() || !node->children.empty()) return Clash::kOverlap;
  node->target = target;
  return clash;
}

// The error for the path of that number and the first before it with which it clashes.
Status clash_error(ExpressionKind kind, const std::vector<DocumentPath>& paths, size_t later, Clash clash) {
  const auto clashes = clash == Clash::kOverlap ? overlap : conflict;
  size_t earlier = 0;
  while (!clashes(paths[earlier], paths[later])) ++earlier;
  return expression_error(kind, clash == Clash::kOverlap ? Error::kPathsOverlap : Error::kPathsConflict,
                          paths[later].offset(), {paths[earlier].to_text(), paths[later].to_text()});
}

}  // namespace

Result<PathTree> PathTree::make(ExpressionKind kind, const std::vector<DocumentPath>& paths) {
  PathTree tree;
  std::optional<size_t> conflicting;
  for (size_t i = 0; i < paths.size(); ++i) {
    const Clash clash = insert(paths[i], static_cast<uint32_t>(i), &tree.root_);
    if (clash == Clash::kOverlap) return clash_error(kind, paths, i, clash);
    if (clash == Clash::kConflict && !conflicting) conflicting = i;
  }
  if (conflicting) return clash_error(kind, paths, *conflicting, Clash::kConflict);
  return tree;
}

}  // namespace sheaf
