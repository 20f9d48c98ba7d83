// A table's definition as the model sees it, from and to JSON in the shape of CreateTable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/model/json.h"
#include "tests/model/reference_value.h"

namespace sheaf::model {

struct RefPart {
  std::string name = {};
  Kind kind = Kind::kString;
};

// One partition part and at most one sort part in a table and in a local index; up to four of each in a global one.
struct RefKey {
  std::vector<RefPart> partition = {};
  std::vector<RefPart> sort = {};

  std::vector<RefPart> parts() const;  // in key order
};

enum class RefProjection { kAll, kKeysOnly, kInclude };

struct RefIndex {
  std::string name = {};
  bool is_local = false;
  RefKey key = {};
  RefProjection projection = RefProjection::kAll;
  std::vector<std::string> included = {};
};

struct RefDefinition {
  std::string name = {};
  RefKey key = {};
  std::vector<RefIndex> indexes = {};

  const RefIndex* find_index(std::string_view index_name) const;
};

std::string definition_json(const RefDefinition& definition);

// Throws std::invalid_argument when the JSON is no such definition.
RefDefinition read_definition(const Json& json);

}  // namespace sheaf::model
