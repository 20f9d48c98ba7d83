#include "engine/read/explain_parts.h"

#include <algorithm>

namespace sheaf {
namespace {

JsonNode distinct_texts(std::vector<std::string> texts) {
  std::vector<std::string> distinct;
  for (std::string& text : texts) {
    if (std::find(distinct.begin(), distinct.end(), text) == distinct.end()) distinct.push_back(std::move(text));
  }
  return make_json_texts(distinct);
}

}  // namespace

JsonNode paths_node(const std::vector<DocumentPath>& paths) {
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  for (const DocumentPath& path : paths) texts.push_back(readable_path(path));
  return distinct_texts(std::move(texts));
}

JsonNode condition_node(const ConditionExpression* condition) {
  if (condition == nullptr) return make_json(JsonNode::Kind::kNull);
  std::vector<std::string> attributes;
  attributes.reserve(condition->paths().size());
  for (const DocumentPath& path : condition->paths()) attributes.push_back(path.attribute());
  JsonNode node = make_json(JsonNode::Kind::kObject);
  add_json_member("expression", make_json_text(condition->text()), &node);
  add_json_member("attributes", distinct_texts(std::move(attributes)), &node);
  return node;
}

JsonNode number_or_null(uint64_t number) {
  return number != 0 ? make_json_number(number) : make_json(JsonNode::Kind::kNull);
}

}  // namespace sheaf
