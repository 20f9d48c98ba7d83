#include "engine/schema/definition_kept.h"

#include <algorithm>
#include <string>

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

// Of what stands around the kept members, which are counted by their values when a definition is read: names and punctuation.
constexpr size_t kKeptFrameBytes = 32u << 10;

}  // namespace

JsonNode* kept_indexes_of(JsonNode* kept) {
  for (JsonMember& member : kept->members) {
    if (member.name == kKeptOfIndexes) return &member.value;
  }
  add_json_member(kKeptOfIndexes, make_json(JsonNode::Kind::kObject), kept);
  return &kept->members.back().value;
}

void forget_kept_index(std::string_view name, JsonNode* kept) {
  if (kept->find(kKeptOfIndexes) == nullptr) return;
  JsonNode* const indexes = kept_indexes_of(kept);
  std::erase_if(indexes->members, [name](const JsonMember& member) { return member.name == name; });
  if (!indexes->members.empty()) return;
  std::erase_if(kept->members, [](const JsonMember& member) { return member.name == kKeptOfIndexes; });
}

bool is_drop_protected(std::string_view kept_json) {
  const JsonNode kept = parse_kept_json(kept_json);
  const JsonNode* const protection = kept.find("DeletionProtectionEnabled");
  return protection != nullptr && protection->kind == JsonNode::Kind::kBool && protection->truth;
}

// Those of the indexes lie two levels deeper than they did in their definitions.
Status check_kept(const JsonNode& kept) {
  const auto limit = [](std::string_view path, const std::string& text) {
    return Status(Error::kDefinitionLimit, {path, text});
  };
  for (const JsonMember& member : kept.members) {
    const int extra_levels = member.name == kKeptOfIndexes ? 2 : 0;
    if (level_count(member.value) > kMaxKeptLevels + extra_levels) {
      return limit(member.name, "the value is nested deeper than " + std::to_string(kMaxKeptLevels) + " levels");
    }
  }
  if (print_json(kept).size() <= kMaxKeptBytes + kKeptFrameBytes) return {};
  return limit("",
               "the members that are kept for a hosted service have over " + std::to_string(kMaxKeptBytes) + " bytes");
}

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
