#include "tests/model/reference_read.h"

#include <stdexcept>

namespace sheaf::model {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("no value: " + what); }

std::string read_base64(std::string_view text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const size_t letter = kAlphabet.find(c);
    if (letter == std::string_view::npos) fail("base64 " + std::string(text));
    bits = (bits << 6 | static_cast<unsigned>(letter)) & 0xFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>(static_cast<unsigned char>(bits >> count)));
  }
  return out;
}

Kind kind_of(std::string_view tag) {
  for (int i = 0; i <= static_cast<int>(Kind::kBinarySet); ++i) {
    if (tag == kind_tag(static_cast<Kind>(i))) return static_cast<Kind>(i);
  }
  fail("the tag " + std::string(tag));
}

const Json& expect(Json::Kind kind, const Json& json) {
  if (json.kind != kind) fail("a payload of another kind");
  return json;
}

RefValue member_of_set(Kind kind, const Json& json) {
  const std::string& text = expect(Json::Kind::kString, json).text;
  RefValue value;
  value.kind = kind;
  if (kind == Kind::kNumber) {
    value.number = read_decimal(text);
  } else {
    value.bytes = kind == Kind::kString ? text : read_base64(text);
  }
  return value;
}

RefValue set_of(Kind kind, Kind member_kind, const Json& json) {
  RefValue set;
  set.kind = kind;
  for (const Json& member : expect(Json::Kind::kArray, json).items) {
    set.members.push_back(member_of_set(member_kind, member));
  }
  return set;
}

}  // namespace

Decimal read_decimal(std::string_view text) {
  Decimal number;
  number.is_negative = text.starts_with('-');
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  long point = e == std::string_view::npos ? 0 : std::stol(std::string(text.substr(e + 1)));
  const size_t dot = mantissa.find('.');
  std::string digits(mantissa.substr(0, dot));
  point += static_cast<long>(digits.size());  // digits in front of the point
  if (dot != std::string_view::npos) digits += mantissa.substr(dot + 1);
  if (digits.find_first_not_of("0123456789") != std::string::npos) fail("the number " + std::string(text));
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, first);
  point -= static_cast<long>(first);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) return {};
  if (point <= 0) {
    number.fraction = std::string(static_cast<size_t>(-point), '0') + digits;
  } else if (static_cast<size_t>(point) >= digits.size()) {
    number.whole = digits + std::string(static_cast<size_t>(point) - digits.size(), '0');
  } else {
    number.whole = digits.substr(0, static_cast<size_t>(point));
    number.fraction = digits.substr(static_cast<size_t>(point));
  }
  return number;
}

RefValue read_value(const Json& json) {
  if (json.kind != Json::Kind::kObject || json.items.size() != 1) fail("not one member with a tag");
  const Json& payload = json.items[0];
  RefValue value;
  value.kind = kind_of(json.names[0]);
  switch (value.kind) {
    case Kind::kNull:
      break;
    case Kind::kBool:
      value.truth = expect(Json::Kind::kBool, payload).truth;
      break;
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kBinary:
      return member_of_set(value.kind, payload);
    case Kind::kList:
      for (const Json& member : expect(Json::Kind::kArray, payload).items) value.members.push_back(read_value(member));
      break;
    case Kind::kMap:
      for (const Json& member : expect(Json::Kind::kObject, payload).items) value.members.push_back(read_value(member));
      value.names = payload.names;
      break;
    case Kind::kStringSet:
      return set_of(value.kind, Kind::kString, payload);
    case Kind::kNumberSet:
      return set_of(value.kind, Kind::kNumber, payload);
    case Kind::kBinarySet:
      return set_of(value.kind, Kind::kBinary, payload);
  }
  return value;
}

RefItem read_item(const Json& json) {
  RefItem item;
  for (size_t i = 0; i < expect(Json::Kind::kObject, json).items.size(); ++i) {
    item.emplace(json.names[i], read_value(json.items[i]));
  }
  return item;
}

}  // namespace sheaf::model
