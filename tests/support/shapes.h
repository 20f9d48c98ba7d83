// Short notations for tables: key attributes as "name:TYPE", projections as "ALL", "KEYS_ONLY" or "INCLUDE a,b".
//
//   TableShape{.hash = "pk:S", .sort = "sk:N",
//              .indexes = {{"by_g", "a:S b:N", "c:B", "KEYS_ONLY"}, {"by_l", "pk:S", "l:N", "ALL", IndexKind::kLocal}}}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/table_def.h"

namespace sheaf::test {

struct IndexShape {
  std::string name = {};
  std::string hash = {};  // several parts: "a:S b:N"
  std::string sort = {};  // "" is none
  std::string projection = "ALL";
  IndexKind kind = IndexKind::kGlobal;
};

struct TableShape {
  std::string name = "tab";
  std::string hash = "pk:S";
  std::string sort = {};  // "" is none
  std::vector<IndexShape> indexes = {};
};

// For Database::create_table: JSON in the shape of DynamoDB's CreateTable. Global and local indexes stand in it in their order.
std::string definition_json(const TableShape& shape);

// For OpenTable directly; everything the engine's structs can say. Ids are 1, 2, ... in order.
TableDef definition_of(const TableShape& shape);
KeySchema key_schema(std::string_view hash, std::string_view sort);
Projection projection_of(std::string_view text);

}  // namespace sheaf::test
