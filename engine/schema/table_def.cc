#include "engine/schema/table_def.h"

#include <algorithm>

namespace sheaf {

const IndexDef* TableDef::find_index(std::string_view index_name) const {
  const auto has_name = [&](const IndexDef& index) { return index.name == index_name; };
  const auto found = std::find_if(indexes.begin(), indexes.end(), has_name);
  return found == indexes.end() ? nullptr : &*found;
}

}  // namespace sheaf
