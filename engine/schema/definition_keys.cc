#include "engine/schema/definition_keys.h"

#include <algorithm>

#include "engine/schema/definition_checks.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr MemberRule kAttributeMembers[] = {
    {"AttributeName", Kind::kString},
    {"AttributeType", Kind::kString},
};

// DynamoDB's words for a key with more elements than there are definitions.
constexpr std::string_view kNoDefinition = "Invalid KeySchema: Some index key attribute have no definition";

constexpr MemberRule kElementMembers[] = {
    {"AttributeName", Kind::kString},
    {"KeyType", Kind::kString},
};

}  // namespace

Status DefinitionKeys::read_attributes(const Place& definitions) {
  for (size_t i = 0; i < definitions.size(); ++i) {
    const Place definition = definitions.item(i);
    SHEAF_RETURN_IF_ERROR(definition.check_members(kAttributeMembers));
    const Place name = definition.member("AttributeName");
    SHEAF_RETURN_IF_ERROR(check_schema_attribute_name(name));
    SHEAF_ASSIGN_OR_RETURN(const Type type, read_word(definition.member("AttributeType"), kKeyTypeWords, "[B, N, S]"));
    if (!by_name_.emplace(name.text(), attributes_.size()).second) {
      return definition_fault(
          name, {"Duplicate AttributeName " + quoted(name.text()), "; define each attribute once, with one type"});
    }
    attributes_.push_back({name.text(), type});
  }
  return {};
}

std::optional<Type> DefinitionKeys::type_of(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return attributes_[found->second].type;
}

Result<KeySchema> DefinitionKeys::read_key(const Place& schema, KeyOwner owner) {
  SHEAF_ASSIGN_OR_RETURN(const std::vector<Role> roles, read_roles(schema, owner));
  SHEAF_RETURN_IF_ERROR(check_names_differ(schema, roles, owner));
  KeySchema key;
  for (size_t i = 0; i < roles.size(); ++i) {
    SHEAF_ASSIGN_OR_RETURN(KeyPart part, read_part(schema, i, owner));
    (roles[i] == Role::kHash ? key.partition : key.sort).push_back(std::move(part));
  }
  return key;
}

bool DefinitionKeys::lacks_definitions(const Place& schema, KeyOwner owner) const {
  return owner == KeyOwner::kTable && schema.size() > attributes_.size();
}

Status DefinitionKeys::check_names_differ(const Place& schema, const std::vector<Role>& roles, KeyOwner owner) const {
  constexpr std::string_view kSame = "Both the Hash Key and the Range Key element in the KeySchema have the same name";
  std::map<std::string_view, Role> seen;
  for (size_t i = 0; i < roles.size(); ++i) {
    const Place element = schema.item(i);
    const std::string_view name = element.text_of("AttributeName");
    const auto [earlier, is_new] = seen.emplace(name, roles[i]);
    if (is_new) continue;
    const Place place = element.member("AttributeName");
    if (earlier->second == roles[i]) {
      return definition_fault(
          place, {"Duplicate attribute " + quoted(name) + " in the KeySchema", "; name each attribute once"});
    }
    return definition_fault(place, {kSame, "", lacks_definitions(schema, owner) ? kNoDefinition : kSame});
  }
  return {};
}

Result<std::vector<DefinitionKeys::Role>> DefinitionKeys::read_roles(const Place& schema, KeyOwner owner) {
  static constexpr Word<Role> kRoleWords[] = {{Role::kHash, "HASH"}, {Role::kRange, "RANGE"}};
  const size_t most = owner == KeyOwner::kGlobalIndex ? 2 * kMaxIndexKeyParts : 2;
  if (schema.size() == 0) return schema.fault("the key schema is empty; name at least a HASH attribute");
  if (schema.size() > most) {
    return definition_limit(schema, "the key schema has " + std::to_string(schema.size()) +
                                        " elements; Member must have length less than or equal to " +
                                        std::to_string(most));
  }
  std::vector<Role> roles;
  for (size_t i = 0; i < schema.size(); ++i) {
    const Place element = schema.item(i);
    SHEAF_RETURN_IF_ERROR(element.check_members(kElementMembers));
    SHEAF_RETURN_IF_ERROR(check_schema_attribute_name(element.member("AttributeName")));
    SHEAF_ASSIGN_OR_RETURN(const Role role, read_word(element.member("KeyType"), kRoleWords, "[HASH, RANGE]"));
    roles.push_back(role);
  }
  if (roles[0] != Role::kHash) {
    constexpr std::string_view kText = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
    return definition_fault(schema.item(0).member("KeyType"), {kText, "", kText});
  }
  SHEAF_RETURN_IF_ERROR(owner == KeyOwner::kGlobalIndex ? check_global_roles(schema, roles)
                                                        : check_pair_roles(schema, roles));
  return roles;
}

Status DefinitionKeys::check_pair_roles(const Place& schema, const std::vector<Role>& roles) {
  if (roles.size() < 2 || roles[1] == Role::kRange) return {};
  constexpr std::string_view kText = "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type";
  return definition_fault(schema.item(1).member("KeyType"), {kText, "", kText});
}

Status DefinitionKeys::check_global_roles(const Place& schema, const std::vector<Role>& roles) {
  const auto first_range = std::find(roles.begin(), roles.end(), Role::kRange);
  const auto late_hash = std::find(first_range, roles.end(), Role::kHash);
  if (late_hash != roles.end()) {
    const auto at = static_cast<size_t>(late_hash - roles.begin());
    return schema.item(at).member_fault("KeyType",
                                        "Invalid KeySchema: every HASH element must precede the RANGE elements");
  }
  const auto hash_count = static_cast<size_t>(first_range - roles.begin());
  const size_t most = std::max(hash_count, roles.size() - hash_count);
  if (most <= kMaxIndexKeyParts) return {};
  return definition_limit(schema, "the key schema has " + std::to_string(most) + " elements of one KeyType; at most " +
                                      std::to_string(kMaxIndexKeyParts) +
                                      " HASH and as many RANGE elements are allowed");
}

Result<KeyPart> DefinitionKeys::read_part(const Place& schema, size_t index, KeyOwner owner) {
  const Place element = schema.item(index);
  const std::string_view name = element.text_of("AttributeName");
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) {
    Attribute& attribute = attributes_[found->second];
    ++attribute.uses;
    return KeyPart{std::string(name), attribute.type};
  }
  std::vector<std::string_view> defined;
  for (const Attribute& attribute : attributes_) defined.push_back(attribute.name);
  std::vector<std::string_view> keys;
  for (size_t i = 0; i < schema.size(); ++i) keys.push_back(schema.item(i).text_of("AttributeName"));
  const auto text = [&](const std::string& names) {
    return "Some index key attributes are not defined in AttributeDefinitions. Keys: " + names +
           ", AttributeDefinitions: " + name_list(defined);
  };
  const std::string aws_text = "One or more parameter values were invalid: " + text(name_list(keys));
  return definition_fault(element.member("AttributeName"),
                          {text("[" + shown(name) + "]"), "; define it there with its type",
                           lacks_definitions(schema, owner) ? kNoDefinition : aws_text});
}

Status DefinitionKeys::check_all_used(const Place& definitions, const std::vector<IndexDef>& indexes) const {
  const auto is_unused = [](const Attribute& attribute) { return attribute.uses == 0; };
  const auto unused = std::find_if(attributes_.begin(), attributes_.end(), is_unused);
  if (unused == attributes_.end()) return {};
  std::vector<std::string_view> defined;
  std::vector<std::string_view> used;
  for (const Attribute& attribute : attributes_) {
    defined.push_back(attribute.name);
    if (attribute.uses > 0) used.push_back(attribute.name);
  }
  const std::string advice = "; remove " + quoted(unused->name) + " or use it in a key";
  const Place place = definitions.item(static_cast<size_t>(unused - attributes_.begin()));
  if (indexes.empty()) {
    return definition_fault(place,
                            {"Number of attributes in KeySchema does not exactly match number of attributes defined in "
                             "AttributeDefinitions",
                             advice});
  }
  return definition_fault(place, {"Some AttributeDefinitions are not used. AttributeDefinitions: " +
                                      name_list(defined) + ", keys used: " + name_list(used),
                                  advice});
}

}  // namespace sheaf
