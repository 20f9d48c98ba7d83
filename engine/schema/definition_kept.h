// The members of a definition that only a hosted service needs, and what becomes of them. KeptMembers: reads the members of a definition that only a hosted service needs. They are stored without being understood, within
// bounds on their size and depth. One thread at a time.
#pragma once

#include <span>
#include <string_view>

#include "engine/schema/json_place.h"

namespace sheaf {

// The member among those that are kept that holds what is kept of the indexes, by their names.
inline constexpr std::string_view kKeptOfIndexes = "GlobalSecondaryIndexes";

// That member of `kept`; made when it is not there.
JsonNode* kept_indexes_of(JsonNode* kept);

// Takes out what is kept of the index of that name.
void forget_kept_index(std::string_view name, JsonNode* kept);

// Whether what is kept of a table says that it must not be dropped.
bool is_drop_protected(std::string_view kept_json);

// Whether a catalog record can hold all of this; for what was changed after the definition. Error: DefinitionLimit.
Status check_kept(const JsonNode& kept);

class KeptMembers {
 public:
  // `bytes` are kept already.
  explicit KeptMembers(size_t bytes = 0) : bytes_(bytes) {}

  // Copies the members of `object` that the rules call kept, but for those that are null, in their order. Error:
  // DefinitionLimit; the bytes are counted over all calls.
  Status keep(const Place& object, std::span<const MemberRule> rules, JsonNode* kept);

 private:
  size_t bytes_;
};

}  // namespace sheaf
