// Makes nodes of JSON trees, for what the schema layer writes: catalog records and descriptions. Pure.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/item/json_tree.h"

namespace sheaf {

inline JsonNode make_json(JsonNode::Kind kind) {
  JsonNode node;
  node.kind = kind;
  return node;
}

inline JsonNode make_json_text(std::string_view text) {
  JsonNode node = make_json(JsonNode::Kind::kString);
  node.text = text;
  return node;
}

// A number that is already in JSON's form.
inline JsonNode make_json_number(std::string text) {
  JsonNode node = make_json(JsonNode::Kind::kNumber);
  node.text = std::move(text);
  return node;
}

inline JsonNode make_json_number(uint64_t value) { return make_json_number(std::to_string(value)); }

inline JsonNode make_json_truth(bool truth) {
  JsonNode node = make_json(JsonNode::Kind::kBool);
  node.truth = truth;
  return node;
}

inline JsonNode make_json_texts(const std::vector<std::string>& texts) {
  JsonNode node = make_json(JsonNode::Kind::kArray);
  for (const std::string& text : texts) node.items.push_back(make_json_text(text));
  return node;
}

inline void add_json_member(std::string_view name, JsonNode value, JsonNode* object) {
  object->members.push_back({std::string(name), std::move(value)});
}

// A definition's kept members, which this library printed itself.
inline JsonNode parse_kept_json(std::string_view kept_json) {
  auto kept = parse_json_tree(kept_json);
  assert(kept.ok() && kept->kind == JsonNode::Kind::kObject);
  return kept.ok() ? *std::move(kept) : make_json(JsonNode::Kind::kObject);
}

inline std::string print_json(const JsonNode& node) {
  std::string text;
  print_json_tree(node, &text);
  return text;
}

}  // namespace sheaf
