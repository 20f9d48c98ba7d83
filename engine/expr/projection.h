// ProjectionExpression: the parts of an item that a reader wants. Paths that an item does not have give nothing; members
// picked from a list close up in their order. Also what makes the "updated" images of an update. Immutable; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/path_tree.h"
#include "engine/expr/vocabulary.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"

namespace sheaf {

// Appends to `out` the parts of the item that lie on the tree's paths. Error: ItemCorrupt.
Status project(const PathTree& tree, const ItemView& item, ItemBuilder* out);

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
