// KeptMembers: the members of a definition that only a hosted service needs. They are stored without being understood, within
// bounds on their size and depth. One thread at a time.
#pragma once

#include <span>

#include "engine/schema/json_place.h"

namespace sheaf {

class KeptMembers {
 public:
  // Copies the members of `object` that the rules call kept, but for those that are null, in their order. Error:
  // DefinitionLimit; the bytes are counted over all calls.
  Status keep(const Place& object, std::span<const MemberRule> rules, JsonNode* kept);

 private:
  size_t bytes_ = 0;
};

}  // namespace sheaf
