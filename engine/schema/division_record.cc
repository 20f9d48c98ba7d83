#include "engine/schema/division_record.h"

#include "engine/base/checksum.h"
#include "engine/base/limits.h"
#include "engine/item/json_text.h"
#include "engine/schema/json_make.h"
#include "engine/schema/json_place.h"

namespace sheaf {
namespace {

using Kind = JsonNode::Kind;

constexpr uint64_t kDivisionFormat = 1;

constexpr MemberRule kMembers[] = {
    {"format", Kind::kNumber},
    {"used_ms", Kind::kNumber},
    {"family_bytes", Kind::kNumber},
    {"split_keys", Kind::kArray},
};

Result<std::vector<std::string>> read_split_keys(const Place& list) {
  std::vector<std::string> keys;
  if (list.size() > kMaxSplitKeys) return list.fault("too many split keys");
  for (size_t i = 0; i < list.size(); ++i) {
    const Place place = list.item(i);
    SHEAF_RETURN_IF_ERROR(place.expect(Kind::kString));
    auto key = decode_base64(place.text());
    if (!key.ok()) return place.fault(key.status().message());
    if (key->empty() || (i > 0 && *key <= keys.back())) return place.fault("split keys do not ascend");
    keys.push_back(*std::move(key));
  }
  return keys;
}

}  // namespace

uint64_t Division::version() const {
  uint64_t sum = kChecksumStart;
  for (const std::string& key : split_keys) sum = checksum64(key, checksum64(std::to_string(key.size()) + ":", sum));
  return sum != 0 ? sum : 1;
}

std::string division_key_prefix(std::string_view family_name) {
  return std::string(kDivisionPrefix) + std::string(family_name) + "/";
}

std::string division_key(std::string_view family_name, size_t parts) {
  return division_key_prefix(family_name) + std::to_string(parts);
}

std::string_view family_of_division_key(std::string_view key) {
  key.remove_prefix(kDivisionPrefix.size());
  return key.substr(0, key.find('/'));
}

std::string encode_division(const Division& division) {
  JsonNode keys = make_json(Kind::kArray);
  for (const std::string& key : division.split_keys) {
    std::string text;
    append_base64(key, &text);
    keys.items.push_back(make_json_text(text));
  }
  JsonNode record = make_json(Kind::kObject);
  add_json_member("format", make_json_number(kDivisionFormat), &record);
  add_json_member("used_ms", make_json_number(std::to_string(division.used_ms)), &record);
  add_json_member("family_bytes", make_json_number(division.family_bytes), &record);
  add_json_member("split_keys", std::move(keys), &record);
  return print_json(record);
}

Result<Division> decode_division(std::string_view record) {
  const MakeFault make_fault = [](std::string_view path, std::string_view text, size_t) {
    return Status(Error::kStoreCorrupt, {"division record, " + std::string(path) + ": " + std::string(text)});
  };
  const auto root = parse_json_tree(record);
  if (!root.ok()) return make_fault("", root.status().message(), 0);
  const Place place(*root, "", make_fault);
  SHEAF_RETURN_IF_ERROR(place.check_members(kMembers));
  SHEAF_ASSIGN_OR_RETURN(const uint64_t format, place.member("format").whole_number());
  if (format != kDivisionFormat) return place.member_fault("format", "is not of this file format");
  Division division;
  SHEAF_ASSIGN_OR_RETURN(const uint64_t used_ms, place.member("used_ms").whole_number(INT64_MAX));
  division.used_ms = static_cast<int64_t>(used_ms);
  SHEAF_ASSIGN_OR_RETURN(division.family_bytes, place.member("family_bytes").whole_number());
  SHEAF_ASSIGN_OR_RETURN(division.split_keys, read_split_keys(place.member("split_keys")));
  return division;
}

}  // namespace sheaf
