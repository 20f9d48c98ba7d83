#include "engine/read/key_paths.h"

#include <algorithm>

namespace sheaf {

Status check_key_scalars(const TableDef& table, const std::vector<DocumentPath>& paths) {
  for (const DocumentPath& path : paths) {
    if (!path.is_nested()) continue;
    const std::string& name = path.attribute();
    if (has_part(table.key, name)) return Status(Error::kKeyNotScalar, {"Key", name}).at(path.offset());
    const auto has_it = [&name](const IndexDef& index) { return has_part(index.key, name); };
    if (std::any_of(table.indexes.begin(), table.indexes.end(), has_it)) {
      return Status(Error::kKeyNotScalar, {"IndexKey", name}).at(path.offset());
    }
  }
  return {};
}

}  // namespace sheaf
