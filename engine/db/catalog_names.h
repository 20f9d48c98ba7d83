// The names under which the catalog finds what belongs to a table: its families and its record. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/schema/catalog_record.h"

namespace sheaf {

inline std::string base_family_name(const TableDef& def) { return "b" + std::to_string(def.id); }
inline std::string index_family_name(uint64_t index_id) { return "x" + std::to_string(index_id); }
inline std::string record_key(std::string_view table_name) {
  return std::string(kCatalogTablePrefix) + std::string(table_name);
}

}  // namespace sheaf
