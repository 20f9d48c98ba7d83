#include "engine/schema/describe.h"

#include <cassert>

#include "engine/schema/definition_kept.h"
#include "engine/schema/describe_parts.h"
#include "engine/schema/json_make.h"
#include "engine/schema/words.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr std::string_view kGlobalIndexes = "GlobalSecondaryIndexes";

JsonNode index_node(const IndexDef& index, const FamilyEstimate& estimate) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("IndexName", make_json_text(index.name), &node);
  add_json_member("KeySchema", describe_key(index.key), &node);
  add_json_member("Projection", describe_projection(index.projection), &node);
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
    const bool is_taken = member.name == kKeptOfIndexes || node->find(member.name) != nullptr;
    if (!is_taken) node->members.push_back(member);
  }
}

}  // namespace

std::string describe_table(const TableDef& table, const FamilyEstimate& base,
                           const std::vector<FamilyEstimate>& indexes) {
  assert(indexes.size() == table.indexes.size());
  const JsonNode kept = parse_kept_json(table.kept_json);
  const JsonNode* kept_of_indexes = kept.find(kKeptOfIndexes);
  JsonNode root = make_json(Kind::kObject);
  add_json_member("TableName", make_json_text(table.name), &root);
  add_json_member("TableId", make_json_text(table.uuid), &root);
  add_json_member("TableStatus", make_json_text(describe_status(table)), &root);
  add_json_member("CreationDateTime", make_json_number(seconds_text(table.created_ms)), &root);
  add_json_member("KeySchema", describe_key(table.key), &root);
  add_json_member("AttributeDefinitions", describe_attributes(table), &root);
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
