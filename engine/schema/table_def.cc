#include "engine/schema/table_def.h"

#include <algorithm>

namespace sheaf {

bool has_part(const KeySchema& schema, std::string_view name) {
  const auto is_it = [name](const KeyPart& part) { return part.name == name; };
  return std::any_of(schema.partition.begin(), schema.partition.end(), is_it) ||
         std::any_of(schema.sort.begin(), schema.sort.end(), is_it);
}

bool holds_attribute(const IndexDef& index, const KeySchema& base, std::string_view attribute) {
  if (index.projection.kind == ProjectionKind::kAll) return true;
  const std::vector<std::string>& others = index.projection.non_key_attributes;
  return has_part(index.key, attribute) || has_part(base, attribute) ||
         std::find(others.begin(), others.end(), attribute) != others.end();
}

std::vector<std::string> held_attributes(const KeySchema& index, const KeySchema& base,
                                         const std::vector<std::string>& others) {
  std::vector<std::string> names = others;
  for (const KeySchema* schema : {&index, &base}) {
    for (const KeyPart& part : schema->partition) names.push_back(part.name);
    for (const KeyPart& part : schema->sort) names.push_back(part.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

const IndexDef* TableDef::find_index(std::string_view index_name) const {
  const auto has_name = [&](const IndexDef& index) { return index.name == index_name; };
  const auto found = std::find_if(indexes.begin(), indexes.end(), has_name);
  return found == indexes.end() ? nullptr : &*found;
}

}  // namespace sheaf
