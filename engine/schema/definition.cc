#include "engine/schema/definition.h"

#include "engine/schema/definition_checks.h"
#include "engine/schema/definition_indexes.h"
#include "engine/schema/json_make.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr MemberRule kTableMembers[] = {
    {"TableName", Kind::kString},
    {"KeySchema", Kind::kArray},
    {"AttributeDefinitions", Kind::kArray},
    {"GlobalSecondaryIndexes", Kind::kArray, Presence::kOptional},
    {"LocalSecondaryIndexes", Kind::kArray, Presence::kOptional},
    {"VectorIndexes", Kind::kArray, Presence::kOptional},
    {"StreamSpecification", Kind::kObject, Presence::kKept},
    {"DeletionProtectionEnabled", Kind::kBool, Presence::kKept},
    {"BillingMode", Kind::kString, Presence::kKept},
    {"ProvisionedThroughput", Kind::kObject, Presence::kKept},
    {"OnDemandThroughput", Kind::kObject, Presence::kKept},
    {"WarmThroughput", Kind::kObject, Presence::kKept},
    {"SSESpecification", Kind::kObject, Presence::kKept},
    {"TableClass", Kind::kString, Presence::kKept},
    {"Tags", Kind::kArray, Presence::kKept},
    {"ResourcePolicy", Kind::kString, Presence::kKept},
};

constexpr MemberRule kStreamMembers[] = {
    {"StreamEnabled", Kind::kBool},
    {"StreamViewType", Kind::kString, Presence::kOptional},
};

// Members that change what the user gets are refused, not ignored.
Status check_supported(const Place& root) {
  for (const std::string_view list : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes", "VectorIndexes"}) {
    if (root.has(list) && root.member(list).size() == 0) {
      const std::string aws_text =
          "One or more parameter values were invalid: List of " + std::string(list) + " is empty";
      return definition_fault(root.member(list), {"the list is empty", "; leave it out", aws_text});
    }
  }
  if (root.has("VectorIndexes")) {
    return definition_unsupported(root.member("VectorIndexes"), "vector indexes");
  }
  if (!root.has("StreamSpecification")) return {};
  const Place stream = root.member("StreamSpecification");
  SHEAF_RETURN_IF_ERROR(stream.check_members(kStreamMembers));
  const Place enabled = stream.member("StreamEnabled");
  if (enabled.node().truth) {
    return definition_unsupported(enabled, "change streams; leave StreamSpecification out");
  }
  if (!stream.has("StreamViewType")) return {};
  return stream.member_fault("StreamViewType",
                             "Table is being created with a stream disabled, UpdateViewType should not be specified");
}

Result<TableDef> read_definition(const Place& root) {
  TableDef table;
  SHEAF_RETURN_IF_ERROR(root.check_members(kTableMembers));
  SHEAF_RETURN_IF_ERROR(check_resource_name(root.member("TableName")));
  table.name = root.text_of("TableName");
  DefinitionKeys keys;
  SHEAF_RETURN_IF_ERROR(keys.read_attributes(root.member("AttributeDefinitions")));
  SHEAF_ASSIGN_OR_RETURN(table.key, keys.read_key(root.member("KeySchema"), KeyOwner::kTable));
  SHEAF_RETURN_IF_ERROR(check_supported(root));
  KeptMembers kept_members;
  JsonNode kept = make_json(Kind::kObject);
  SHEAF_RETURN_IF_ERROR(kept_members.keep(root, kTableMembers, &kept));
  DefinitionIndexes indexes(&keys, &kept_members, &table);
  if (root.has("GlobalSecondaryIndexes")) {
    SHEAF_RETURN_IF_ERROR(indexes.read_global(root.member("GlobalSecondaryIndexes"), &kept));
  }
  if (root.has("LocalSecondaryIndexes")) {
    SHEAF_RETURN_IF_ERROR(indexes.read_local(root.member("LocalSecondaryIndexes")));
  }
  SHEAF_RETURN_IF_ERROR(keys.check_all_used(root.member("AttributeDefinitions"), table.indexes));
  table.kept_json = print_json(kept);
  return table;
}

}  // namespace

Result<TableDef> parse_definition(std::string_view json) {
  SHEAF_ASSIGN_OR_RETURN(const JsonNode root, parse_json_tree(json));
  if (root.kind != Kind::kObject) {
    return Status(Error::kJsonKind, {"an object", json_kind_name(root.kind)}).at(root.offset);
  }
  const MakeFault make_fault = definition_invalid;
  return read_definition(Place(root, "", make_fault));
}

}  // namespace sheaf
