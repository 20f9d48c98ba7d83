#include "engine/schema/describe_parts.h"

#include <algorithm>
#include <set>

#include "engine/schema/json_make.h"
#include "engine/schema/words.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

void add_key_elements(const std::vector<KeyPart>& parts, std::string_view key_type, JsonNode* list) {
  for (const KeyPart& part : parts) {
    JsonNode element = make_json(Kind::kObject);
    add_json_member("AttributeName", make_json_text(part.name), &element);
    add_json_member("KeyType", make_json_text(key_type), &element);
    list->items.push_back(std::move(element));
  }
}

}  // namespace

JsonNode describe_key(const KeySchema& key) {
  JsonNode list = make_json(Kind::kArray);
  add_key_elements(key.partition, "HASH", &list);
  add_key_elements(key.sort, "RANGE", &list);
  return list;
}

JsonNode describe_attributes(const TableDef& table) {
  JsonNode list = make_json(Kind::kArray);
  std::set<std::string_view> seen;
  const auto add_parts = [&](const std::vector<KeyPart>& parts) {
    for (const KeyPart& part : parts) {
      if (!seen.insert(part.name).second) continue;
      JsonNode definition = make_json(Kind::kObject);
      add_json_member("AttributeName", make_json_text(part.name), &definition);
      add_json_member("AttributeType", make_json_text(word_of(kKeyTypeWords, part.type)), &definition);
      list.items.push_back(std::move(definition));
    }
  };
  add_parts(table.key.partition);
  add_parts(table.key.sort);
  for (const IndexDef& index : table.indexes) {
    add_parts(index.key.partition);
    add_parts(index.key.sort);
  }
  return list;
}

JsonNode describe_projection(const Projection& projection) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("ProjectionType", make_json_text(word_of(kProjectionWords, projection.kind)), &node);
  if (projection.kind == ProjectionKind::kInclude) {
    add_json_member("NonKeyAttributes", make_json_texts(projection.non_key_attributes), &node);
  }
  return node;
}

void add_index_status(IndexState state, JsonNode* index) {
  const bool is_building = state == IndexState::kBuilding;
  const IndexState shown_state = is_building ? IndexState::kCreating : state;
  add_json_member("IndexStatus", make_json_text(word_of(kIndexStateWords, shown_state)), index);
  if (shown_state != IndexState::kCreating) return;
  add_json_member("Backfilling", make_json_truth(is_building), index);
}

std::string_view describe_status(const TableDef& table) {
  const bool is_changing = std::any_of(table.indexes.begin(), table.indexes.end(),
                                       [](const IndexDef& index) { return index.state != IndexState::kActive; });
  return table.state == TableState::kActive && is_changing ? "UPDATING" : word_of(kTableStateWords, table.state);
}

std::string seconds_text(int64_t ms) {
  const uint64_t distance = ms < 0 ? 0 - static_cast<uint64_t>(ms) : static_cast<uint64_t>(ms);
  const std::string decimals = std::to_string(1000 + distance % 1000).substr(1);
  return (ms < 0 ? "-" : "") + std::to_string(distance / 1000) + "." + decimals;
}

}  // namespace sheaf
