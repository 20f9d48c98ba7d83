// JSON text as a tree, read without the engine's parser and without a library that the engine uses. Text that is no JSON throws
// std::invalid_argument.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sheaf::model {

struct Json {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool truth = false;              // kBool
  std::string text;                // kString: what it means; kNumber: as it is written
  std::vector<Json> items;         // of an array, or an object's values
  std::vector<std::string> names;  // kObject: of the items

  const Json& at(std::string_view name) const;  // throws when there is no such member
  const Json* find(std::string_view name) const;
};

Json parse_json(std::string_view text);

// Takes one JSON value from the front of the text.
Json take_json(std::string_view* text);

}  // namespace sheaf::model
