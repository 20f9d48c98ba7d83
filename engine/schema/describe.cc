#include "engine/schema/describe.h"

#include <cassert>
#include <set>

#include "engine/schema/json_make.h"
#include "engine/schema/words.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr std::string_view kGlobalIndexes = "GlobalSecondaryIndexes";  // here, and among the kept members

void add_key_elements(const std::vector<KeyPart>& parts, std::string_view key_type, JsonNode* list) {
  for (const KeyPart& part : parts) {
    JsonNode element = make_json(Kind::kObject);
    add_json_member("AttributeName", make_json_text(part.name), &element);
    add_json_member("KeyType", make_json_text(key_type), &element);
    list->items.push_back(std::move(element));
  }
}

JsonNode key_schema_node(const KeySchema& key) {
  JsonNode list = make_json(Kind::kArray);
  add_key_elements(key.partition, "HASH", &list);
  add_key_elements(key.sort, "RANGE", &list);
  return list;
}

// Each key attribute of the table and its indexes once, in the order of first use.
JsonNode attribute_definitions_node(const TableDef& table) {
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

JsonNode projection_node(const Projection& projection) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("ProjectionType", make_json_text(word_of(kProjectionWords, projection.kind)), &node);
  if (projection.kind == ProjectionKind::kInclude) {
    add_json_member("NonKeyAttributes", make_json_texts(projection.non_key_attributes), &node);
  }
  return node;
}

// DynamoDB shows an index that is being built as CREATING, with Backfilling beside it.
void add_index_status(IndexState state, JsonNode* node) {
  const bool is_building = state == IndexState::kBuilding;
  const IndexState shown_state = is_building ? IndexState::kCreating : state;
  add_json_member("IndexStatus", make_json_text(word_of(kIndexStateWords, shown_state)), node);
  if (shown_state != IndexState::kCreating) return;
  JsonNode backfilling = make_json(Kind::kBool);
  backfilling.truth = is_building;
  add_json_member("Backfilling", std::move(backfilling), node);
}

JsonNode index_node(const IndexDef& index, const FamilyEstimate& estimate) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("IndexName", make_json_text(index.name), &node);
  add_json_member("KeySchema", key_schema_node(index.key), &node);
  add_json_member("Projection", projection_node(index.projection), &node);
  if (index.kind == IndexKind::kGlobal) add_index_status(index.state, &node);
  add_json_member("IndexSizeBytes", make_json_number(estimate.size_bytes), &node);
  add_json_member("ItemCount", make_json_number(estimate.item_count), &node);
  return node;
}

// Kept members follow what the engine itself says and never stand in its place. Those of the indexes are not
// the table's.
void add_kept(const JsonNode* kept, JsonNode* node) {
  if (kept == nullptr) return;
  for (const JsonMember& member : kept->members) {
    const bool is_taken = member.name == kGlobalIndexes || node->find(member.name) != nullptr;
    if (!is_taken) node->members.push_back(member);
  }
}

// Seconds with three decimals.
std::string seconds_text(int64_t ms) {
  const uint64_t distance = ms < 0 ? 0 - static_cast<uint64_t>(ms) : static_cast<uint64_t>(ms);
  const std::string decimals = std::to_string(1000 + distance % 1000).substr(1);
  return (ms < 0 ? "-" : "") + std::to_string(distance / 1000) + "." + decimals;
}

}  // namespace

std::string describe_table(const TableDef& table, const FamilyEstimate& base,
                           const std::vector<FamilyEstimate>& indexes) {
  assert(indexes.size() == table.indexes.size());
  const JsonNode kept = parse_kept_json(table.kept_json);
  const JsonNode* kept_of_indexes = kept.find(kGlobalIndexes);
  JsonNode root = make_json(Kind::kObject);
  add_json_member("TableName", make_json_text(table.name), &root);
  add_json_member("TableId", make_json_text(table.uuid), &root);
  add_json_member("TableStatus", make_json_text(word_of(kTableStateWords, table.state)), &root);
  add_json_member("CreationDateTime", make_json_number(seconds_text(table.created_ms)), &root);
  add_json_member("KeySchema", key_schema_node(table.key), &root);
  add_json_member("AttributeDefinitions", attribute_definitions_node(table), &root);
  add_json_member("ItemCount", make_json_number(base.item_count), &root);
  add_json_member("TableSizeBytes", make_json_number(base.size_bytes), &root);
  JsonNode globals = make_json(Kind::kArray);
  JsonNode locals = make_json(Kind::kArray);
  for (size_t i = 0; i < table.indexes.size(); ++i) {
    const IndexDef& index = table.indexes[i];
    JsonNode node = index_node(index, indexes[i]);
    if (index.kind == IndexKind::kGlobal && kept_of_indexes != nullptr) {
      add_kept(kept_of_indexes->find(index.name), &node);
    }
    (index.kind == IndexKind::kGlobal ? globals : locals).items.push_back(std::move(node));
  }
  if (!globals.items.empty()) add_json_member(kGlobalIndexes, std::move(globals), &root);
  if (!locals.items.empty()) add_json_member("LocalSecondaryIndexes", std::move(locals), &root);
  add_kept(&kept, &root);
  return print_json(root);
}

}  // namespace sheaf
