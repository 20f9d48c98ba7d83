// ProjectionExpression: the parts of an item that a reader wants. Paths that an item does not have give nothing; members
// picked from a list close up in their order. Also what makes the "updated" images of an update. Immutable; any thread.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/expr/path_tree.h"
#include "engine/expr/vocabulary.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"

namespace sheaf {

// Takes the parts of items that lie on a tree's paths. Keeps its memory from one item to the next. One thread at a time.
class Projector {
 public:
  // Appends to `out`. Error: ItemCorrupt.
  Status project(const PathTree& tree, const ItemView& item, ItemBuilder* out);

 private:
  // What is made while the children of a node are gone through, by the node's level: the members of its container, and
  // the slices that stand for itself and its neighbours until the container around them is made.
  struct Level {
    std::vector<AttributeView> members;
    std::vector<ValueView> values;
    std::vector<std::unique_ptr<std::string>> slices;  // which views borrow, so they must not move
    size_t slices_used = 0;
  };

  Result<ValueView> pick(const PathNode& node, ValueView value, size_t level);
  Result<ValueView> pick_members(const PathNode& node, ValueView container, size_t level);

  std::array<Level, kMaxPathElements + 1> levels_;
};

class ProjectionExpression {
 public:
  // Errors: those of parse_expression, ReservedWord, NameUndefined, PathsOverlap, PathsConflict.
  static Result<ProjectionExpression> parse(std::string_view text, Vocabulary* vocabulary);

  const PathTree& tree() const { return tree_; }
  const std::vector<DocumentPath>& paths() const { return paths_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<DocumentPath> paths_;
  PathTree tree_;
};

}  // namespace sheaf
