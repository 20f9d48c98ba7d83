#include "engine/schema/definition_kept.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/schema/definition_checks.h"
#include "engine/schema/json_make.h"

namespace sheaf {
namespace {

// The recursion ends where parse_json_tree refuses to go deeper.
int level_count(const JsonNode& node) {
  int deepest = 0;
  for (const JsonNode& item : node.items) deepest = std::max(deepest, level_count(item));
  for (const JsonMember& member : node.members) deepest = std::max(deepest, level_count(member.value));
  return deepest + 1;
}

}  // namespace

Status KeptMembers::keep(const Place& object, std::span<const MemberRule> rules, JsonNode* kept) {
  for (const JsonMember& member : object.node().members) {
    const auto is_kept = [&](const MemberRule& rule) {
      return rule.presence == Presence::kKept && rule.name == member.name;
    };
    if (member.value.kind == JsonNode::Kind::kNull || std::none_of(rules.begin(), rules.end(), is_kept)) continue;
    if (level_count(member.value) > kMaxKeptLevels) {
      return definition_limit(object.member(member.name),
                              "the value is nested deeper than " + std::to_string(kMaxKeptLevels) + " levels");
    }
    bytes_ += print_json(member.value).size();
    if (bytes_ > kMaxKeptBytes) {
      return definition_limit(object.member(member.name), "the members that are kept for a hosted service have over " +
                                                              std::to_string(kMaxKeptBytes) +
                                                              " bytes; shorten this one");
    }
    kept->members.push_back(member);
  }
  return {};
}

}  // namespace sheaf
