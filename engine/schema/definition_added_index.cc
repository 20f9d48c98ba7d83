#include "engine/schema/definition_added_index.h"

#include "engine/schema/definition_checks.h"
#include "engine/schema/definition_indexes.h"
#include "engine/schema/json_make.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

Status check_type(const KeyPart& part, const DefinitionKeys& keys) {
  const std::optional<Type> given = keys.type_of(part.name);
  if (!given.has_value() || *given == part.type) return {};
  return Status(Error::kAttributeRedefined,
                {shown(part.name), word_of(kKeyTypeWords, part.type), word_of(kKeyTypeWords, *given)});
}

Status check_types(const KeySchema& schema, const DefinitionKeys& keys) {
  for (const KeyPart& part : schema.partition) SHEAF_RETURN_IF_ERROR(check_type(part, keys));
  for (const KeyPart& part : schema.sort) SHEAF_RETURN_IF_ERROR(check_type(part, keys));
  return {};
}

// An attribute has one type in all keys of a table.
Status check_not_redefined(const TableDef& table, const DefinitionKeys& keys) {
  SHEAF_RETURN_IF_ERROR(check_types(table.key, keys));
  for (const IndexDef& index : table.indexes) SHEAF_RETURN_IF_ERROR(check_types(index.key, keys));
  return {};
}

Status read_added_index(const Place& root, TableDef* table) {
  SHEAF_RETURN_IF_ERROR(DefinitionIndexes::check_added(root));
  DefinitionKeys keys;
  SHEAF_RETURN_IF_ERROR(keys.read_attributes(root.member("AttributeDefinitions")));
  SHEAF_RETURN_IF_ERROR(check_not_redefined(*table, keys));
  JsonNode kept = parse_kept_json(table->kept_json);
  KeptMembers kept_members(table->kept_json.size());
  TableDef with_index = *table;
  DefinitionIndexes indexes(&keys, &kept_members, &with_index);
  SHEAF_RETURN_IF_ERROR(indexes.read_added(root, &kept));
  with_index.kept_json = print_json(kept);
  *table = std::move(with_index);
  return {};
}

}  // namespace

Status append_added_index(std::string_view json, TableDef* table) {
  SHEAF_ASSIGN_OR_RETURN(const JsonNode root, parse_json_tree(json));
  if (root.kind != Kind::kObject) {
    return Status(Error::kJsonKind, {"an object", json_kind_name(root.kind)}).at(root.offset);
  }
  const MakeFault make_fault = definition_invalid;
  return read_added_index(Place(root, "", make_fault), table);
}

}  // namespace sheaf
