#include "tests/fuzz/compact.h"

#include <set>
#include <string>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/utf8.h"
#include "tests/fuzz/fuzz_target.h"

namespace sheaf::fuzz {
namespace {

constexpr char kEndOfContainer = ']';

std::string text_of(std::string_view bytes) {
  if (is_valid_utf8(bytes)) return std::string(bytes);
  std::string text;
  for (const char c : bytes) text.push_back(static_cast<char>(c & 0x7F));
  return text;
}

// A text that is no number gives one that depends on all of it, of any magnitude and with up to 17 digits.
Number number_of(std::string_view text) {
  const auto parsed = Number::parse(text);
  if (parsed.ok()) return *parsed;
  uint64_t mixed = 0;
  for (const char c : text) mixed = mixed * 31 + static_cast<uint8_t>(c);
  const int exponent = static_cast<int>(mixed % 240) - 120;
  const auto digits = static_cast<int64_t>(mixed >> 8);
  const auto number = Number::parse(std::to_string(digits % 100000) + "e" + std::to_string(exponent));
  return number.ok() ? *number : Number();
}

std::string member_of(Type set, std::string_view bytes) {
  if (set == Type::kStringSet) return text_of(bytes);
  return set == Type::kNumberSet ? number_of(bytes).encode() : std::string(bytes);
}

// Whether a container goes on; takes its end.
bool goes_on(FuzzInput* input) {
  if (input->is_empty()) return false;
  if (input->peek() != kEndOfContainer) return true;
  input->take();
  return false;
}

Value take_set(Type type, FuzzInput* input) {
  std::set<std::string> members;
  while (goes_on(input)) members.insert(member_of(type, input->take_until(';')));
  if (members.empty()) members.insert(member_of(type, "1"));
  const std::vector<std::string_view> views(members.begin(), members.end());
  auto set = make_set(type, views);
  SHEAF_REQUIRE_OK(set.status(), "a set of different members is made");
  return *std::move(set);
}

Value take_list(FuzzInput* input, int level) {
  std::vector<Value> members;
  while (goes_on(input)) members.push_back(take_value(input, level + 1));
  std::vector<ValueView> views;
  for (const Value& member : members) views.push_back(member.view());
  return make_list(views);
}

std::string take_name(FuzzInput* input, std::set<std::string>* taken) {
  std::string name = text_of(input->take_until(';'));
  while (name.empty() || !taken->insert(name).second) name += "_";
  return name;
}

Value take_map(FuzzInput* input, int level) {
  std::set<std::string> taken;
  std::vector<std::string> names;
  std::vector<Value> values;
  while (goes_on(input)) {
    names.push_back(take_name(input, &taken));
    values.push_back(take_value(input, level + 1));
  }
  std::vector<AttributeView> members;
  for (size_t i = 0; i < names.size(); ++i) members.push_back({names[i], values[i].view()});
  auto map = make_map(members);
  SHEAF_REQUIRE_OK(map.status(), "a map of different names is made");
  return *std::move(map);
}

}  // namespace

Value take_value(FuzzInput* input, int level) {
  const char kind = input->take();
  switch (kind) {
    case 'N':
      return make_number(number_of(input->take_until(';')));
    case 'S':
      return make_string(text_of(input->take_until(';')));
    case 'B':
      return make_binary(input->take_until(';'));
    case 'T':
    case 'F':
      return make_bool(kind == 'T' ? 1 : 0);
    default:
      break;
  }
  // What a list or map holds is a level deeper; the members of a set are not.
  const bool may_hold = level < kMaxNestingLevels;
  switch (kind) {
    case 'L':
      return may_hold ? take_list(input, level) : make_list({});
    case 'M':
      return may_hold ? take_map(input, level) : *make_map({});
    case 's':
      return take_set(Type::kStringSet, input);
    case 'n':
      return take_set(Type::kNumberSet, input);
    case 'b':
      return take_set(Type::kBinarySet, input);
    default:
      return make_null();
  }
}

std::vector<Value> take_values(FuzzInput input) {
  std::vector<Value> values;
  while (!input.is_empty()) values.push_back(take_value(&input));
  return values;
}

void take_item(FuzzInput input, ItemBuilder* out) {
  std::set<std::string> taken;
  out->clear();
  while (!input.is_empty()) {
    const std::string name = take_name(&input, &taken);
    const Value value = take_value(&input);
    SHEAF_REQUIRE_OK(out->set(name, value.view()), "an attribute is set");
  }
}

}  // namespace sheaf::fuzz
