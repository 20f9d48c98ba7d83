// Document paths as text: names parted by dots, list positions in brackets, "Meta.tags[2].name". Names stand as they
// are (no placeholders); one that holds a dot or a bracket cannot be reached this way. Pure.
#pragma once

#include <string_view>

#include "engine/item/item_view.h"

namespace sheaf {

// The value at the path, or kNone. Errors: PathSyntax with the byte offset, PathTooDeep, ItemCorrupt.
Result<ValueView> find_path(const ItemView& item, std::string_view path);

}  // namespace sheaf
