// PathTree: the paths that a projection or an update is about, as a tree: members that share a beginning share its
// nodes. Children are in the order of names' bytes and of list positions. Immutable once all paths are in; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/document_path.h"
#include "engine/expr/expression_kind.h"

namespace sheaf {

struct PathNode {
  static constexpr uint32_t kNoTarget = UINT32_MAX;

  PathElement element;          // meaningless in the root
  uint32_t target = kNoTarget;  // the number of the path that ends here
  std::vector<PathNode> children;

  bool is_target() const { return target != kNoTarget; }
};

class PathTree {
 public:
  // Errors: PathsOverlap when one of the two is the beginning of the other (or both are the same), PathsConflict when they go
  // on by a name here and by a position there; offset is that of the later path. All overlaps are found before conflicts.
  static Result<PathTree> make(ExpressionKind kind, const std::vector<DocumentPath>& paths);

  const PathNode& root() const { return root_; }  // its children are attributes

 private:
  PathNode root_;
};

}  // namespace sheaf
