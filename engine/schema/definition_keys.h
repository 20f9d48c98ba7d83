// DefinitionKeys: the AttributeDefinitions of a table definition, and the key schemas that are read with their
// types. Borrows the JSON tree. One thread at a time.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/schema/json_place.h"
#include "engine/schema/table_def.h"

namespace sheaf {

// The key of a table or a local index has one HASH and at most one RANGE attribute, that of a global index up to
// kMaxIndexKeyParts of each.
enum class KeyOwner : uint8_t { kTable, kGlobalIndex, kLocalIndex };

class DefinitionKeys {
 public:
  // Must be called once, before the others.
  Status read_attributes(const Place& definitions);

  // The type that the attribute is defined with, if it is.
  std::optional<Type> type_of(std::string_view name) const;

  Result<KeySchema> read_key(const Place& schema, KeyOwner owner);

  // To be called after all keys: no attribute may be defined for nothing. `indexes` are those that were read.
  Status check_all_used(const Place& definitions, const std::vector<IndexDef>& indexes) const;

 private:
  enum class Role : uint8_t { kHash, kRange };

  struct Attribute {
    std::string_view name;
    Type type = Type::kString;
    size_t uses = 0;
  };

  static Result<std::vector<Role>> read_roles(const Place& schema, KeyOwner owner);
  static Status check_pair_roles(const Place& schema, const std::vector<Role>& roles);
  static Status check_global_roles(const Place& schema, const std::vector<Role>& roles);
  bool lacks_definitions(const Place& schema, KeyOwner owner) const;
  Status check_names_differ(const Place& schema, const std::vector<Role>& roles, KeyOwner owner) const;
  Result<KeyPart> read_part(const Place& schema, size_t index, KeyOwner owner);

  std::vector<Attribute> attributes_;  // in the order given
  std::map<std::string_view, size_t> by_name_;
};

}  // namespace sheaf
