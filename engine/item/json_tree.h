// JsonNode: a small parsed JSON document for definitions and catalog records, where speed does not matter and every
// error must name its place. Nodes own their text. Plain value type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace sheaf {

struct JsonMember;

struct JsonNode {
  enum class Kind : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool truth = false;               // kBool
  std::string text;                 // kString: unescaped; kNumber: as written
  std::vector<JsonNode> items;      // kArray
  std::vector<JsonMember> members;  // kObject, in the order of the text
  size_t offset = 0;                // of its first byte in the text

  // kObject: the member of that name, or nullptr.
  const JsonNode* find(std::string_view name) const;
};

struct JsonMember {
  std::string name;
  JsonNode value;
};

// "null", "a boolean", "a number", "a string", "an array", "an object".
const char* json_kind_name(JsonNode::Kind kind);

// Errors: JsonSyntax, ValueNotUtf8, NameDuplicate, TooDeep, each with an offset.
Result<JsonNode> parse_json_tree(std::string_view json);

// The value that a reader stands on, as a tree. Errors: the same.
class JsonReader;
Result<JsonNode> read_json_tree(JsonReader* reader);

// Writes it back, compact, members in order.
void print_json_tree(const JsonNode& node, std::string* out);

}  // namespace sheaf
