#include "tests/model/reference_definition.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace sheaf::model {
namespace {

std::string member(const std::string& name, const std::string& json) { return json_string(name) + ":" + json; }
std::string text_member(const std::string& name, const std::string& text) { return member(name, json_string(text)); }

std::string list_json(const std::vector<std::string>& elements) {
  std::string text;
  for (const std::string& element : elements) text += (text.empty() ? "" : ",") + element;
  return "[" + text + "]";
}

std::string key_json(const RefKey& key) {
  std::vector<std::string> elements;
  const auto add = [&elements](const std::vector<RefPart>& parts, const char* role) {
    for (const RefPart& part : parts) {
      elements.push_back("{" + text_member("AttributeName", part.name) + "," + text_member("KeyType", role) + "}");
    }
  };
  add(key.partition, "HASH");
  add(key.sort, "RANGE");
  return member("KeySchema", list_json(elements));
}

std::string index_json(const RefIndex& index) {
  std::string projection = text_member("ProjectionType", index.projection == RefProjection::kAll        ? "ALL"
                                                         : index.projection == RefProjection::kKeysOnly ? "KEYS_ONLY"
                                                                                                        : "INCLUDE");
  if (index.projection == RefProjection::kInclude) {
    std::vector<std::string> names;
    for (const std::string& name : index.included) names.push_back(json_string(name));
    projection += "," + member("NonKeyAttributes", list_json(names));
  }
  return "{" + text_member("IndexName", index.name) + "," + key_json(index.key) + "," +
         member("Projection", "{" + projection + "}") + "}";
}

std::string attributes_json(const RefDefinition& definition) {
  std::map<std::string, Kind> kinds;
  for (const RefPart& part : definition.key.parts()) kinds.emplace(part.name, part.kind);
  for (const RefIndex& index : definition.indexes) {
    for (const RefPart& part : index.key.parts()) kinds.emplace(part.name, part.kind);
  }
  std::vector<std::string> elements;
  for (const auto& [name, kind] : kinds) {
    elements.push_back("{" + text_member("AttributeName", name) + "," + text_member("AttributeType", kind_tag(kind)) +
                       "}");
  }
  return member("AttributeDefinitions", list_json(elements));
}

std::map<std::string, Kind> read_kinds(const Json& attributes) {
  std::map<std::string, Kind> kinds;
  for (const Json& attribute : attributes.items) {
    const std::string& type = attribute.at("AttributeType").text;
    kinds[attribute.at("AttributeName").text] = type == "N"   ? Kind::kNumber
                                                : type == "S" ? Kind::kString
                                                              : Kind::kBinary;
  }
  return kinds;
}

RefKey read_key(const Json& schema, const std::map<std::string, Kind>& kinds) {
  RefKey key;
  for (const Json& element : schema.items) {
    const std::string& name = element.at("AttributeName").text;
    const auto kind = kinds.find(name);
    if (kind == kinds.end()) throw std::invalid_argument("no type for the key attribute " + name);
    (element.at("KeyType").text == "HASH" ? key.partition : key.sort).push_back({name, kind->second});
  }
  if (key.partition.empty()) throw std::invalid_argument("a key without a partition part");
  return key;
}

RefIndex read_index(const Json& json, const std::map<std::string, Kind>& kinds) {
  RefIndex index;
  index.name = json.at("IndexName").text;
  index.key = read_key(json.at("KeySchema"), kinds);
  const std::string& projection = json.at("Projection").at("ProjectionType").text;
  index.projection = projection == "ALL"         ? RefProjection::kAll
                     : projection == "KEYS_ONLY" ? RefProjection::kKeysOnly
                                                 : RefProjection::kInclude;
  if (index.projection == RefProjection::kInclude) {
    for (const Json& name : json.at("Projection").at("NonKeyAttributes").items) index.included.push_back(name.text);
  }
  return index;
}

}  // namespace

std::vector<RefPart> RefKey::parts() const {
  std::vector<RefPart> all = partition;
  all.insert(all.end(), sort.begin(), sort.end());
  return all;
}

const RefIndex* RefDefinition::find_index(std::string_view index_name) const {
  const auto has_name = [index_name](const RefIndex& index) { return index.name == index_name; };
  const auto found = std::find_if(indexes.begin(), indexes.end(), has_name);
  return found == indexes.end() ? nullptr : &*found;
}

std::string definition_json(const RefDefinition& definition) {
  std::vector<std::string> global;
  std::vector<std::string> local;
  for (const RefIndex& index : definition.indexes) (index.is_local ? local : global).push_back(index_json(index));
  std::string json = "{" + text_member("TableName", definition.name) + "," + key_json(definition.key) + "," +
                     attributes_json(definition);
  if (!global.empty()) json += "," + member("GlobalSecondaryIndexes", list_json(global));
  if (!local.empty()) json += "," + member("LocalSecondaryIndexes", list_json(local));
  return json + "}";
}

RefDefinition read_definition(const Json& json) {
  RefDefinition definition;
  definition.name = json.at("TableName").text;
  const std::map<std::string, Kind> kinds = read_kinds(json.at("AttributeDefinitions"));
  definition.key = read_key(json.at("KeySchema"), kinds);
  for (const char* const list : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}) {
    if (json.find(list) == nullptr) continue;
    for (const Json& index : json.at(list).items) {
      definition.indexes.push_back(read_index(index, kinds));
      definition.indexes.back().is_local = list[0] == 'L';
    }
  }
  return definition;
}

}  // namespace sheaf::model
