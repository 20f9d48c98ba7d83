#include "tests/conformance/table_notation.h"

#include <map>
#include <sstream>

namespace sheaf::conformance {
namespace {

// Splits `name (key) rest`.
bool split(std::string_view text, std::string_view* name, std::string_view* key, std::string_view* rest) {
  const size_t open = text.find(" (");
  const size_t close = text.find(')');
  if (open == std::string_view::npos || open == 0 || close == std::string_view::npos || close < open) return false;
  *name = text.substr(0, open);
  *key = text.substr(open + 2, close - open - 2);
  *rest = text.substr(close + 1);
  return true;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; stream >> word;) out.push_back(word);
  return out;
}

}  // namespace

std::optional<std::vector<TableBuilder::KeyPart>> TableBuilder::read_key(std::string_view text) {
  std::vector<KeyPart> key;
  bool is_partition = true;
  std::vector<std::string> left;
  for (std::string word : words(text)) {
    if (word == "/") {
      if (!is_partition || left.size() != 0) return std::nullopt;
      is_partition = false;
      continue;
    }
    const bool ends_part = word.ends_with(',');
    if (ends_part) word.pop_back();
    left.push_back(word);
    if (left.size() == 2) {
      if (word != "S" && word != "N" && word != "B") return std::nullopt;
      key.push_back({left[0], left[1], is_partition});
      left.clear();
    } else if (ends_part) {
      return std::nullopt;
    }
  }
  if (key.empty() || !left.empty() || !key.front().is_partition) return std::nullopt;
  return key;
}

bool TableBuilder::begin(std::string_view text) {
  std::string_view name;
  std::string_view key;
  std::string_view rest;
  if (!split(text, &name, &key, &rest) || !rest.empty()) return false;
  const auto parts = read_key(key);
  if (!parts) return false;
  name_ = name;
  key_ = *parts;
  return true;
}

bool TableBuilder::add_index(std::string_view text, std::vector<Index>* indexes) {
  std::string_view name;
  std::string_view key;
  std::string_view rest;
  if (name_.empty() || !split(text, &name, &key, &rest)) return false;
  const auto parts = read_key(key);
  std::vector<std::string> projection = words(rest);
  if (!parts || projection.empty()) return false;
  Index index{std::string(name), *parts, projection.front(), {projection.begin() + 1, projection.end()}};
  const bool includes = index.projection == "INCLUDE";
  if (!includes && index.projection != "ALL" && index.projection != "KEYS_ONLY") return false;
  if (includes == index.included.empty()) return false;
  indexes->push_back(std::move(index));
  return true;
}

std::string TableBuilder::key_json(const std::vector<KeyPart>& key) {
  std::string out;
  for (const KeyPart& part : key) {
    if (!out.empty()) out += ',';
    out += R"({"AttributeName":")" + part.name + R"(","KeyType":")" + (part.is_partition ? "HASH" : "RANGE") + "\"}";
  }
  return '[' + out + ']';
}

std::string TableBuilder::indexes_json(const char* member, const std::vector<Index>& indexes) {
  if (indexes.empty()) return {};
  std::string out;
  for (const Index& index : indexes) {
    if (!out.empty()) out += ',';
    out += R"({"IndexName":")" + index.name + R"(","KeySchema":)" + key_json(index.key);
    out += R"(,"Projection":{"ProjectionType":")" + index.projection + '"';
    std::string names;
    for (const std::string& name : index.included) names += (names.empty() ? "\"" : ",\"") + name + '"';
    if (!names.empty()) out += R"(,"NonKeyAttributes":[)" + names + ']';
    out += "}}";
  }
  return std::string(",\"") + member + "\":[" + out + ']';
}

TableNotation TableBuilder::build() const {
  std::map<std::string, std::string> types;
  TableNotation table;
  table.name = name_;
  for (const KeyPart& part : key_) {
    types[part.name] = part.type;
    table.key_names.push_back(part.name);
  }
  for (const auto* indexes : {&global_indexes_, &local_indexes_}) {
    for (const Index& index : *indexes) {
      for (const KeyPart& part : index.key) types[part.name] = part.type;
    }
  }
  std::string definitions;
  for (const auto& [name, type] : types) {
    if (!definitions.empty()) definitions += ',';
    definitions += R"({"AttributeName":")" + name + R"(","AttributeType":")" + type + "\"}";
  }
  table.definition_json = R"({"TableName":")" + name_ + R"(","KeySchema":)" + key_json(key_) +
                          R"(,"AttributeDefinitions":[)" + definitions + ']' +
                          indexes_json("GlobalSecondaryIndexes", global_indexes_) +
                          indexes_json("LocalSecondaryIndexes", local_indexes_) + '}';
  return table;
}

}  // namespace sheaf::conformance
