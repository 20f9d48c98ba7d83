#include "engine/read/explain.h"
#include "engine/read/explain_parts.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

JsonNode update_node(const UpdateExpression* update) {
  if (update == nullptr) return make_json(Kind::kNull);
  JsonNode node = make_json(Kind::kObject);
  add_json_member("expression", make_json_text(update->text()), &node);
  add_json_member("reads", paths_node(update->sources()), &node);
  add_json_member("writes", paths_node(update->targets()), &node);
  return node;
}

// What becomes of the row that the item has in each index, and for which attributes.
JsonNode indexes_node(const OpenTable& table, const UpdateExpression* update) {
  JsonNode list = make_json(Kind::kArray);
  for (const OpenIndex& open : table.indexes()) {
    const IndexDef& index = *open.def;
    std::vector<std::string> in_key;
    std::vector<std::string> beside_key;
    for (const std::string& name : update != nullptr ? update->attributes() : std::vector<std::string>()) {
      if (has_part(index.key, name)) {
        in_key.push_back(name);
      } else if (holds_attribute(index, table.def().key, name)) {
        beside_key.push_back(name);
      }
    }
    const bool moves = !in_key.empty();
    const char* const row = moves ? "moves" : beside_key.empty() ? "stays" : "changes";
    JsonNode node = make_json(Kind::kObject);
    add_json_member("index", make_json_text(index.name), &node);
    add_json_member("index_kind", make_json_text(index.kind == IndexKind::kGlobal ? "global" : "local"), &node);
    add_json_member("row", make_json_text(row), &node);
    add_json_member("attributes", make_json_texts(moves ? in_key : beside_key), &node);
    list.items.push_back(std::move(node));
  }
  return list;
}

}  // namespace

std::string explain_write(const ExplainedWrite& write) {
  const bool is_update = write.kind == ExplainedWrite::Kind::kUpdate;
  JsonNode node = make_json(Kind::kObject);
  add_json_member("statement", make_json_text(is_update ? "update" : "condition"), &node);
  add_json_member("table", make_json_text(write.table->def().name), &node);
  if (is_update) {
    const bool makes_none = write.update != nullptr && write.update->only_takes_away();
    add_json_member("update", update_node(write.update), &node);
    add_json_member("new_item", make_json_text(makes_none ? "not made" : "made when there is none"), &node);
    add_json_member("indexes", indexes_node(*write.table, write.update), &node);
  }
  add_json_member("condition", condition_node(write.condition), &node);
  add_json_member("warnings", make_json(Kind::kArray), &node);
  return print_json(node);
}

}  // namespace sheaf
