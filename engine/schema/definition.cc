#include "engine/schema/definition.h"

#include <algorithm>
#include <set>

#include "engine/base/limits.h"
#include "engine/schema/definition_checks.h"
#include "engine/schema/definition_keys.h"
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

constexpr MemberRule kIndexMembers[] = {
    {"IndexName", Kind::kString},
    {"KeySchema", Kind::kArray},
    {"Projection", Kind::kObject, Presence::kOptional},  // read_projection has DynamoDB's text for its absence
    {"ProvisionedThroughput", Kind::kObject, Presence::kKept},
    {"OnDemandThroughput", Kind::kObject, Presence::kKept},
    {"WarmThroughput", Kind::kObject, Presence::kKept},
};

constexpr MemberRule kProjectionMembers[] = {
    {"ProjectionType", Kind::kString, Presence::kOptional},
    {"NonKeyAttributes", Kind::kArray, Presence::kOptional},
};

constexpr MemberRule kStreamMembers[] = {
    {"StreamEnabled", Kind::kBool},
    {"StreamViewType", Kind::kString, Presence::kOptional},
};

// The recursion ends where parse_json_tree refuses to go deeper.
int level_count(const JsonNode& node) {
  int deepest = 0;
  for (const JsonNode& item : node.items) deepest = std::max(deepest, level_count(item));
  for (const JsonMember& member : node.members) deepest = std::max(deepest, level_count(member.value));
  return deepest + 1;
}

// Members that change what the user gets are refused, not ignored.
Status check_supported(const Place& root) {
  for (const std::string_view list : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes", "VectorIndexes"}) {
    if (root.has(list) && root.member(list).size() == 0) {
      return root.member_fault(list, "the list is empty; leave it out");
    }
  }
  if (root.has("LocalSecondaryIndexes")) {
    return definition_unsupported(root.member("LocalSecondaryIndexes"), "local secondary indexes; use a global one");
  }
  if (root.has("VectorIndexes")) {
    return definition_unsupported(root.member("VectorIndexes"), "vector indexes");
  }
  if (root.has("DeletionProtectionEnabled")) {
    const Place protection = root.member("DeletionProtectionEnabled");
    if (protection.node().truth) {
      return definition_unsupported(protection, "deletion protection; leave it out");
    }
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

// Reads one definition.
class DefinitionReader {
 public:
  Result<TableDef> read(const Place& root) {
    SHEAF_RETURN_IF_ERROR(root.check_members(kTableMembers));
    SHEAF_RETURN_IF_ERROR(check_resource_name(root.member("TableName")));
    table_.name = root.text_of("TableName");
    SHEAF_RETURN_IF_ERROR(keys_.read_attributes(root.member("AttributeDefinitions")));
    SHEAF_ASSIGN_OR_RETURN(table_.key, keys_.read_key(root.member("KeySchema"), KeyOwner::kTable));
    SHEAF_RETURN_IF_ERROR(check_supported(root));
    JsonNode kept = make_json(Kind::kObject);
    SHEAF_RETURN_IF_ERROR(keep_members(root, kTableMembers, &kept));
    if (root.has("GlobalSecondaryIndexes")) {
      SHEAF_RETURN_IF_ERROR(read_indexes(root.member("GlobalSecondaryIndexes"), &kept));
    }
    SHEAF_RETURN_IF_ERROR(keys_.check_all_used(root.member("AttributeDefinitions"), table_.indexes));
    table_.kept_json = print_json(kept);
    return std::move(table_);
  }

 private:
  Status read_indexes(const Place& list, JsonNode* kept) {
    if (list.size() > kMaxGlobalIndexes) {
      return definition_limit(list, "GlobalSecondaryIndex count exceeds the per-table limit of " +
                                        std::to_string(kMaxGlobalIndexes) + ": " + std::to_string(list.size()));
    }
    JsonNode kept_of_indexes = make_json(Kind::kObject);
    for (size_t i = 0; i < list.size(); ++i) {
      const Place place = list.item(i);
      SHEAF_ASSIGN_OR_RETURN(IndexDef index, read_index(place));
      JsonNode kept_of_index = make_json(Kind::kObject);
      SHEAF_RETURN_IF_ERROR(keep_members(place, kIndexMembers, &kept_of_index));
      if (!kept_of_index.members.empty()) {
        add_json_member(index.name, std::move(kept_of_index), &kept_of_indexes);
      }
      table_.indexes.push_back(std::move(index));
    }
    if (!kept_of_indexes.members.empty()) {
      add_json_member("GlobalSecondaryIndexes", std::move(kept_of_indexes), kept);
    }
    return {};
  }

  Result<IndexDef> read_index(const Place& place) {
    SHEAF_RETURN_IF_ERROR(place.check_members(kIndexMembers));
    const Place name = place.member("IndexName");
    SHEAF_RETURN_IF_ERROR(check_resource_name(name));
    if (table_.find_index(name.text()) != nullptr) {
      return name.fault("Duplicate index name: " + shown(name.text()) + "; give each index of the table its own name");
    }
    IndexDef index;
    index.name = name.text();
    SHEAF_ASSIGN_OR_RETURN(index.key, keys_.read_key(place.member("KeySchema"), KeyOwner::kGlobalIndex));
    SHEAF_ASSIGN_OR_RETURN(index.projection, read_projection(place));
    return index;
  }

  Result<Projection> read_projection(const Place& index) {
    constexpr std::string_view kNoType =
        "Unknown ProjectionType: null; set ProjectionType to ALL, KEYS_ONLY or INCLUDE";
    if (!index.has("Projection")) return index.member_fault("Projection", kNoType);
    const Place place = index.member("Projection");
    SHEAF_RETURN_IF_ERROR(place.check_members(kProjectionMembers));
    if (!place.has("ProjectionType")) return place.member_fault("ProjectionType", kNoType);
    const Place type = place.member("ProjectionType");
    Projection projection;
    SHEAF_ASSIGN_OR_RETURN(projection.kind, read_word(type, kProjectionWords, "[ALL, INCLUDE, KEYS_ONLY]"));
    const bool is_include = projection.kind == ProjectionKind::kInclude;
    if (is_include != place.has("NonKeyAttributes")) {
      const std::string text = "ProjectionType is " + std::string(type.text()) + ", but NonKeyAttributes is ";
      return place.member_fault("NonKeyAttributes", text + (is_include ? "not specified; list the attributes to copy"
                                                                       : "specified; leave it out or use INCLUDE"));
    }
    if (!is_include) return projection;
    SHEAF_ASSIGN_OR_RETURN(projection.non_key_attributes, read_non_key_attributes(place.member("NonKeyAttributes")));
    return projection;
  }

  Result<std::vector<std::string>> read_non_key_attributes(const Place& list) {
    if (list.size() == 0) return list.fault("the list is empty; name at least one attribute");
    if (list.size() > kMaxNonKeyAttributesPerIndex) {
      return definition_limit(list, std::to_string(list.size()) + " attributes; at most " +
                                        std::to_string(kMaxNonKeyAttributesPerIndex) + " are allowed in one index");
    }
    non_key_count_ += list.size();
    if (non_key_count_ > kMaxNonKeyAttributesPerTable) {
      return definition_limit(list, "the indexes up to here name " + std::to_string(non_key_count_) +
                                        " attributes; at most " + std::to_string(kMaxNonKeyAttributesPerTable) +
                                        " are allowed in one table");
    }
    std::vector<std::string> names;
    std::set<std::string_view> seen;
    for (size_t i = 0; i < list.size(); ++i) {
      const Place name = list.item(i);
      SHEAF_RETURN_IF_ERROR(check_schema_attribute_name(name));
      if (!seen.insert(name.text()).second) {
        return name.fault("Duplicate attribute " + quoted(name.text()) + "; name each attribute once");
      }
      names.emplace_back(name.text());
    }
    return names;
  }

  Status keep_members(const Place& object, std::span<const MemberRule> rules, JsonNode* kept) {
    for (const JsonMember& member : object.node().members) {
      const auto is_kept = [&](const MemberRule& rule) {
        return rule.presence == Presence::kKept && rule.name == member.name;
      };
      if (member.value.kind == Kind::kNull || std::none_of(rules.begin(), rules.end(), is_kept)) continue;
      if (level_count(member.value) > kMaxKeptLevels) {
        return definition_limit(object.member(member.name),
                                "the value is nested deeper than " + std::to_string(kMaxKeptLevels) + " levels");
      }
      kept_bytes_ += print_json(member.value).size();
      if (kept_bytes_ > kMaxKeptBytes) {
        return definition_limit(object.member(member.name),
                                "the members that are kept for a hosted service have over " +
                                    std::to_string(kMaxKeptBytes) + " bytes; shorten this one");
      }
      kept->members.push_back(member);
    }
    return {};
  }

  TableDef table_;
  DefinitionKeys keys_;
  size_t non_key_count_ = 0;
  size_t kept_bytes_ = 0;
};

}  // namespace

Result<TableDef> parse_definition(std::string_view json) {
  SHEAF_ASSIGN_OR_RETURN(const JsonNode root, parse_json_tree(json));
  if (root.kind != Kind::kObject) {
    return Status(Error::kJsonKind, {"an object", json_kind_name(root.kind)}).at(root.offset);
  }
  const MakeFault make_fault = definition_invalid;
  return DefinitionReader().read(Place(root, "", make_fault));
}

}  // namespace sheaf
