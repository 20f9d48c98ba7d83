#include "engine/schema/json_place.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "engine/base/limits.h"
#include "engine/item/json_text.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

bool is_absent(const JsonNode* member, Kind wanted) {
  return member == nullptr || (member->kind == Kind::kNull && wanted != Kind::kNull);
}

std::string wrong_kind(Kind wanted, Kind found) {
  return std::string("expected ") + json_kind_name(wanted) + ", found " + json_kind_name(found);
}

std::string unknown_member(std::span<const MemberRule> rules) {
  std::string text = "unknown member; the members here are ";
  for (const MemberRule& rule : rules) {
    if (&rule != &rules.front()) text += ", ";
    text += rule.name;
  }
  return text;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr size_t kMostBytes = kMaxKeyAttributeNameBytes;  // so every legal name is shown whole
  const auto continues = [&](size_t at) { return (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80; };
  size_t size = std::min(text.size(), kMostBytes);
  while (size > 0 && size < text.size() && continues(size)) --size;
  std::string out;
  append_json_string(text.substr(0, size), &out);
  return out.substr(1, out.size() - 2) + (size < text.size() ? "..." : "");
}

std::string quoted(std::string_view text) { return "'" + shown(text) + "'"; }

std::string Place::path_of(std::string_view name) const {
  return path_.empty() ? shown(name) : path_ + "." + shown(name);
}

Status Place::member_fault(std::string_view name, std::string_view text) const {
  const JsonNode* member = node_->find(name);
  return (*make_fault_)(path_of(name), text, member == nullptr ? node_->offset : member->offset);
}

Status Place::check_members(std::span<const MemberRule> rules) const {
  SHEAF_RETURN_IF_ERROR(expect(Kind::kObject));
  for (const JsonMember& member : node_->members) {
    const auto is_named = [&](const MemberRule& rule) { return rule.name == member.name; };
    const auto rule = std::find_if(rules.begin(), rules.end(), is_named);
    if (rule == rules.end()) return member_fault(member.name, unknown_member(rules));
    if (is_absent(&member.value, rule->kind)) continue;
    SHEAF_RETURN_IF_ERROR(this->member(member.name).expect(rule->kind));
  }
  for (const MemberRule& rule : rules) {
    if (rule.presence == Presence::kRequired && is_absent(node_->find(rule.name), rule.kind)) {
      return member_fault(rule.name, "a required member is missing");
    }
  }
  return {};
}

bool Place::has(std::string_view name) const {
  const JsonNode* member = node_->find(name);
  return member != nullptr && member->kind != Kind::kNull;
}

Place Place::member(std::string_view name) const {
  const JsonNode* member = node_->find(name);
  assert(member != nullptr);
  return Place(*member, path_of(name), *make_fault_);
}

Status Place::expect(Kind kind) const { return node_->kind == kind ? Status() : fault(wrong_kind(kind, node_->kind)); }

Result<uint64_t> Place::whole_number(uint64_t max) const {
  SHEAF_RETURN_IF_ERROR(expect(Kind::kNumber));
  const std::string& text = node_->text;
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > max) {
    return fault("expected a whole number from 0 to " + std::to_string(max) + ", found " + shown(text));
  }
  return value;
}

Place Place::item(size_t index) const {
  return Place(node_->items[index], path_ + "[" + std::to_string(index) + "]", *make_fault_);
}

}  // namespace sheaf
