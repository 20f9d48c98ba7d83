#include "engine/schema/catalog_record.h"

#include "engine/schema/json_make.h"
#include "engine/schema/words.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

JsonNode parts_node(const std::vector<KeyPart>& parts) {
  JsonNode list = make_json(Kind::kArray);
  for (const KeyPart& part : parts) {
    JsonNode source = make_json(Kind::kObject);
    add_json_member("attribute", make_json_text(part.name), &source);
    JsonNode node = make_json(Kind::kObject);
    add_json_member("name", make_json_text(part.name), &node);
    add_json_member("type", make_json_text(word_of(kKeyTypeWords, part.type)), &node);
    add_json_member("source", std::move(source), &node);
    list.items.push_back(std::move(node));
  }
  return list;
}

JsonNode key_node(const KeySchema& key) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("partition", parts_node(key.partition), &node);
  add_json_member("sort", parts_node(key.sort), &node);
  return node;
}

JsonNode projection_node(const Projection& projection) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("kind", make_json_text(word_of(kProjectionWords, projection.kind)), &node);
  add_json_member("non_key_attributes", make_json_texts(projection.non_key_attributes), &node);
  return node;
}

JsonNode derivation_node(const IndexDef& index) {
  JsonNode node = make_json(Kind::kObject);
  add_json_member("id", make_json_number(index.id), &node);
  add_json_member("kind", make_json_text(word_of(kIndexKindWords, index.kind)), &node);
  add_json_member("name", make_json_text(index.name), &node);
  add_json_member("key", key_node(index.key), &node);
  add_json_member("projection", projection_node(index.projection), &node);
  add_json_member("state", make_json_text(word_of(kIndexStateWords, index.state)), &node);
  return node;
}

}  // namespace

std::string encode_catalog_ids(const CatalogIds& ids) {
  JsonNode record = make_json(Kind::kObject);
  add_json_member("format", make_json_number(kCatalogFormat), &record);
  add_json_member("next_table_id", make_json_number(ids.next_table_id), &record);
  add_json_member("next_derivation_id", make_json_number(ids.next_derivation_id), &record);
  return print_json(record);
}

std::string encode_catalog_record(const TableDef& table) {
  JsonNode record = make_json(Kind::kObject);
  add_json_member("format", make_json_number(kCatalogFormat), &record);
  std::vector<std::string> requirements;
  if (table.state == TableState::kLoading) requirements.emplace_back(kRequiresLoading);
  add_json_member("requires", make_json_texts(requirements), &record);
  add_json_member("id", make_json_number(table.id), &record);
  add_json_member("name", make_json_text(table.name), &record);
  add_json_member("uuid", make_json_text(table.uuid), &record);
  add_json_member("created_ms", make_json_number(std::to_string(table.created_ms)), &record);
  add_json_member("state", make_json_text(word_of(kTableStateWords, table.state)), &record);
  add_json_member("key", key_node(table.key), &record);
  JsonNode derivations = make_json(Kind::kArray);
  for (const IndexDef& index : table.indexes) derivations.items.push_back(derivation_node(index));
  add_json_member("derivations", std::move(derivations), &record);
  add_json_member("limits", make_json(Kind::kObject), &record);
  add_json_member("model", make_json(Kind::kNull), &record);
  add_json_member("kept", parse_kept_json(table.kept_json), &record);
  return print_json(record);
}

}  // namespace sheaf
