#include "engine/schema/definition_indexes.h"

#include <set>

#include "engine/base/limits.h"
#include "engine/schema/definition_checks.h"
#include "engine/schema/json_make.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr MemberRule kGlobalMembers[] = {
    {"IndexName", Kind::kString},
    {"KeySchema", Kind::kArray},
    {"Projection", Kind::kObject, Presence::kOptional},  // read_projection has DynamoDB's text for its absence
    {"ProvisionedThroughput", Kind::kObject, Presence::kKept},
    {"OnDemandThroughput", Kind::kObject, Presence::kKept},
    {"WarmThroughput", Kind::kObject, Presence::kKept},
};

// Of an index that is added to a table. Which of them are kept is said above.
constexpr MemberRule kAddedMembers[] = {
    {"AttributeDefinitions", Kind::kArray},
    {"IndexName", Kind::kString},
    {"KeySchema", Kind::kArray},
    {"Projection", Kind::kObject, Presence::kOptional},
    {"ProvisionedThroughput", Kind::kObject, Presence::kKept},
    {"OnDemandThroughput", Kind::kObject, Presence::kKept},
    {"WarmThroughput", Kind::kObject, Presence::kKept},
};

// A local index uses its table's throughput, so it has no members of that kind.
constexpr MemberRule kLocalMembers[] = {
    {"IndexName", Kind::kString},
    {"KeySchema", Kind::kArray},
    {"Projection", Kind::kObject, Presence::kOptional},
};

constexpr MemberRule kProjectionMembers[] = {
    {"ProjectionType", Kind::kString, Presence::kOptional},
    {"NonKeyAttributes", Kind::kArray, Presence::kOptional},
};

Status check_global_count(const Place& place, size_t count) {
  if (count <= kMaxGlobalIndexes) return {};
  return definition_limit(place, "GlobalSecondaryIndex count exceeds the per-table limit of " +
                                     std::to_string(kMaxGlobalIndexes) + ": " + std::to_string(count));
}

}  // namespace

DefinitionIndexes::DefinitionIndexes(DefinitionKeys* keys, KeptMembers* kept_members, TableDef* table)
    : keys_(keys), kept_members_(kept_members), table_(table), non_key_count_(0) {
  for (const IndexDef& index : table->indexes) non_key_count_ += index.projection.non_key_attributes.size();
}

Status DefinitionIndexes::read_global(const Place& list, JsonNode* kept_of_table) {
  SHEAF_RETURN_IF_ERROR(check_global_count(list, list.size()));
  JsonNode kept_of_indexes = make_json(Kind::kObject);
  for (size_t i = 0; i < list.size(); ++i) {
    const Place place = list.item(i);
    SHEAF_RETURN_IF_ERROR(place.check_members(kGlobalMembers));
    SHEAF_RETURN_IF_ERROR(read_members(place, &kept_of_indexes));
  }
  if (!kept_of_indexes.members.empty()) {
    add_json_member(kKeptOfIndexes, std::move(kept_of_indexes), kept_of_table);
  }
  return {};
}

Status DefinitionIndexes::read_members(const Place& place, JsonNode* kept_of_indexes) {
  IndexDef index;
  SHEAF_RETURN_IF_ERROR(read_name(place.member("IndexName"), &index));
  SHEAF_ASSIGN_OR_RETURN(index.key, keys_->read_key(place.member("KeySchema"), KeyOwner::kGlobalIndex));
  SHEAF_ASSIGN_OR_RETURN(index.projection, read_projection(place));
  JsonNode kept_of_index = make_json(Kind::kObject);
  SHEAF_RETURN_IF_ERROR(kept_members_->keep(place, kGlobalMembers, &kept_of_index));
  if (!kept_of_index.members.empty()) add_json_member(index.name, std::move(kept_of_index), kept_of_indexes);
  table_->indexes.push_back(std::move(index));
  return {};
}

Status DefinitionIndexes::check_added(const Place& index) { return index.check_members(kAddedMembers); }

Status DefinitionIndexes::read_added(const Place& index, JsonNode* kept_of_table) {
  const Place name = index.member("IndexName");
  SHEAF_RETURN_IF_ERROR(check_resource_name(name));
  if (table_->find_index(name.text()) != nullptr) return Status(Error::kIndexExists, {name.text(), table_->name});
  size_t count = 1;
  for (const IndexDef& other : table_->indexes) count += other.kind == IndexKind::kGlobal ? 1 : 0;
  SHEAF_RETURN_IF_ERROR(check_global_count(index, count));
  JsonNode kept_of_indexes = make_json(Kind::kObject);
  SHEAF_RETURN_IF_ERROR(read_members(index, &kept_of_indexes));
  for (JsonMember& member : kept_of_indexes.members) {
    kept_indexes_of(kept_of_table)->members.push_back(std::move(member));
  }
  return {};
}

Status DefinitionIndexes::read_local(const Place& list) {
  if (table_->key.sort.empty()) {
    return list.fault(
        "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex");
  }
  if (list.size() > kMaxLocalIndexes) {
    return definition_limit(list, "Number of LocalSecondaryIndexes exceeds per-table limit of " +
                                      std::to_string(kMaxLocalIndexes) + ": " + std::to_string(list.size()));
  }
  for (size_t i = 0; i < list.size(); ++i) {
    const Place place = list.item(i);
    SHEAF_RETURN_IF_ERROR(place.check_members(kLocalMembers));
    IndexDef index;
    index.kind = IndexKind::kLocal;
    SHEAF_RETURN_IF_ERROR(read_name(place.member("IndexName"), &index));
    SHEAF_ASSIGN_OR_RETURN(index.key, read_local_key(place.member("KeySchema"), index.name));
    SHEAF_ASSIGN_OR_RETURN(index.projection, read_projection(place));
    table_->indexes.push_back(std::move(index));
  }
  return {};
}

Status DefinitionIndexes::read_name(const Place& name, IndexDef* index) const {
  SHEAF_RETURN_IF_ERROR(check_resource_name(name));
  if (table_->find_index(name.text()) != nullptr) {
    return definition_fault(
        name, {"Duplicate index name: " + shown(name.text()), "; give each index of the table its own name"});
  }
  index->name = name.text();
  return {};
}

Result<KeySchema> DefinitionIndexes::read_local_key(const Place& schema, std::string_view index_name) {
  SHEAF_ASSIGN_OR_RETURN(KeySchema key, keys_->read_key(schema, KeyOwner::kLocalIndex));
  if (key.sort.empty()) {
    return schema.fault("Index KeySchema does not have a range key for index: " + shown(index_name));
  }
  const std::string& own = key.partition[0].name;
  const std::string& of_table = table_->key.partition[0].name;
  if (own == of_table) return key;
  return schema.item(0).member_fault(
      "AttributeName",
      "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + shown(index_name) +
          ". index hash key: " + shown(own) + ", table hash key: " + shown(of_table));
}

Result<Projection> DefinitionIndexes::read_projection(const Place& index) {
  constexpr std::string_view kNoType = "Unknown ProjectionType: null; set ProjectionType to ALL, KEYS_ONLY or INCLUDE";
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

Result<std::vector<std::string>> DefinitionIndexes::read_non_key_attributes(const Place& list) {
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

}  // namespace sheaf
