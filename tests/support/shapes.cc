#include "tests/support/shapes.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace sheaf::test {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

KeyPart key_part(const std::string& text) {
  const size_t colon = text.find(':');
  EXPECT_EQ(colon, text.size() - 2) << text << " is no name:TYPE";
  const char letter = text.back();
  EXPECT_TRUE(letter == 'S' || letter == 'N' || letter == 'B') << text;
  return {text.substr(0, colon), letter == 'S' ? Type::kString : letter == 'N' ? Type::kNumber : Type::kBinary};
}

std::string in_quotes(const std::string& text) { return '"' + text + '"'; }

std::string key_schema_json(const KeySchema& key) {
  std::string list;
  const auto add = [&list](const KeyPart& part, const std::string& role) {
    if (!list.empty()) list += ",";
    list += R"({"AttributeName":)" + in_quotes(part.name) + R"(,"KeyType":")" + role + "\"}";
  };
  for (const KeyPart& part : key.partition) add(part, "HASH");
  for (const KeyPart& part : key.sort) add(part, "RANGE");
  return "[" + list + "]";
}

std::string projection_json(const Projection& projection) {
  if (projection.kind == ProjectionKind::kAll) return R"({"ProjectionType":"ALL"})";
  if (projection.kind == ProjectionKind::kKeysOnly) return R"({"ProjectionType":"KEYS_ONLY"})";
  std::string names;
  for (const std::string& name : projection.non_key_attributes) names += (names.empty() ? "" : ",") + in_quotes(name);
  return R"({"ProjectionType":"INCLUDE","NonKeyAttributes":[)" + names + "]}";
}

void collect_types(const KeySchema& key, std::map<std::string, Type>* types) {
  for (const auto* parts : {&key.partition, &key.sort}) {
    for (const KeyPart& part : *parts) types->emplace(part.name, part.type);
  }
}

// The member with the indexes of that kind, behind a comma; "" when there is none.
std::string index_list_json(const TableDef& table, IndexKind kind, const std::string& member) {
  std::string list;
  for (const IndexDef& index : table.indexes) {
    if (index.kind != kind) continue;
    if (!list.empty()) list += ",";
    list += R"({"IndexName":)" + in_quotes(index.name) + R"(,"KeySchema":)" + key_schema_json(index.key) +
            R"(,"Projection":)" + projection_json(index.projection) + "}";
  }
  return list.empty() ? "" : "," + in_quotes(member) + ":[" + list + "]";
}

std::string attribute_definitions_json(const TableDef& table) {
  std::map<std::string, Type> types;
  collect_types(table.key, &types);
  for (const IndexDef& index : table.indexes) collect_types(index.key, &types);
  std::string list;
  for (const auto& [name, type] : types) {
    if (!list.empty()) list += ",";
    list += R"({"AttributeName":)" + in_quotes(name) + R"(,"AttributeType":")" + type_tag(type) + "\"}";
  }
  return "[" + list + "]";
}

}  // namespace

KeySchema key_schema(std::string_view hash, std::string_view sort) {
  KeySchema key;
  for (const std::string& part : split(hash, ' ')) key.partition.push_back(key_part(part));
  for (const std::string& part : split(sort, ' ')) key.sort.push_back(key_part(part));
  return key;
}

Projection projection_of(std::string_view text) {
  constexpr std::string_view kInclude = "INCLUDE ";
  if (text == "ALL") return {};
  if (text == "KEYS_ONLY") return {ProjectionKind::kKeysOnly, {}};
  EXPECT_TRUE(text.starts_with(kInclude)) << text;
  return {ProjectionKind::kInclude, split(text.substr(kInclude.size()), ',')};
}

TableDef definition_of(const TableShape& shape) {
  TableDef table;
  table.id = 1;
  table.name = shape.name;
  table.key = key_schema(shape.hash, shape.sort);
  uint64_t id = 0;
  for (const IndexShape& index : shape.indexes) {
    IndexDef& def = table.indexes.emplace_back();
    def.id = ++id;
    def.name = index.name;
    def.kind = index.kind;
    def.key = key_schema(index.hash, index.sort);
    def.projection = projection_of(index.projection);
  }
  return table;
}

std::string definition_json(const TableShape& shape) {
  const TableDef table = definition_of(shape);
  return R"({"TableName":)" + in_quotes(table.name) + R"(,"KeySchema":)" + key_schema_json(table.key) +
         R"(,"AttributeDefinitions":)" + attribute_definitions_json(table) +
         index_list_json(table, IndexKind::kGlobal, "GlobalSecondaryIndexes") +
         index_list_json(table, IndexKind::kLocal, "LocalSecondaryIndexes") + "}";
}

}  // namespace sheaf::test
