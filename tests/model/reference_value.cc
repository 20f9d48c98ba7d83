#include "tests/model/reference_value.h"

#include <algorithm>

namespace sheaf::model {
namespace {

int sign_of(bool is_less, bool is_greater) { return is_less ? -1 : is_greater ? 1 : 0; }

int compare_magnitudes(const Decimal& a, const Decimal& b) {
  if (a.whole.size() != b.whole.size()) return a.whole.size() < b.whole.size() ? -1 : 1;
  if (a.whole != b.whole) return a.whole < b.whole ? -1 : 1;
  return sign_of(a.fraction < b.fraction, b.fraction < a.fraction);
}

int compare_bytes(std::string_view a, std::string_view b) {
  const auto less = [](std::string_view x, std::string_view y) {
    const auto below = [](char p, char q) { return static_cast<unsigned char>(p) < static_cast<unsigned char>(q); };
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), below);
  };
  return sign_of(less(a, b), less(b, a));
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

// The member of a set as it stands in the array.
std::string member_text(const RefValue& member) {
  if (member.kind == Kind::kNumber) return in_quotes(plain_text(member.number));
  return member.kind == Kind::kString ? json_string(member.bytes) : in_quotes(base64(member.bytes));
}

std::string set_text(const RefValue& set) {
  std::vector<RefValue> members = set.members;
  std::sort(members.begin(), members.end(),
            [](const RefValue& a, const RefValue& b) { return compare_keys(a, b) < 0; });
  std::string text;
  for (const RefValue& member : members) text += (text.empty() ? "" : ",") + member_text(member);
  return "[" + text + "]";
}

std::string list_text(const RefValue& list) {
  std::string text;
  for (const RefValue& member : list.members) text += (text.empty() ? "" : ",") + canonical_json(member);
  return "[" + text + "]";
}

std::string map_text(const RefValue& map) {
  RefItem sorted;
  for (size_t i = 0; i < map.members.size(); ++i) sorted.emplace(map.names[i], map.members[i]);
  return canonical_json(sorted);
}

std::string payload_text(const RefValue& value) {
  switch (value.kind) {
    case Kind::kNull:
      return "true";
    case Kind::kBool:
      return value.truth ? "true" : "false";
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kBinary:
      return member_text(value);
    case Kind::kList:
      return list_text(value);
    case Kind::kMap:
      return map_text(value);
    case Kind::kStringSet:
    case Kind::kNumberSet:
    case Kind::kBinarySet:
      return set_text(value);
  }
  return {};
}

}  // namespace

int compare(const Decimal& a, const Decimal& b) {
  const auto rank = [](const Decimal& number) { return number.is_zero() ? 0 : number.is_negative ? -1 : 1; };
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  return a.is_negative ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

std::string plain_text(const Decimal& number) {
  std::string text = number.is_negative ? "-" : "";
  text += number.whole.empty() ? "0" : number.whole;
  return number.fraction.empty() ? text : text + "." + number.fraction;
}

const char* kind_tag(Kind kind) {
  constexpr const char* kTags[] = {"NULL", "BOOL", "N", "S", "B", "L", "M", "SS", "NS", "BS"};
  return kTags[static_cast<size_t>(kind)];
}

int compare_keys(const RefValue& a, const RefValue& b) {
  return a.kind == Kind::kNumber ? compare(a.number, b.number) : compare_bytes(a.bytes, b.bytes);
}

std::string canonical_json(const RefValue& value) {
  return "{" + in_quotes(kind_tag(value.kind)) + ":" + payload_text(value) + "}";
}

std::string canonical_json(const RefItem& item) {
  std::string text;
  for (const auto& [name, value] : item)
    text += (text.empty() ? "" : ",") + json_string(name) + ":" + canonical_json(value);
  return "{" + text + "}";
}

std::string json_string(std::string_view text) {
  constexpr std::string_view kShort = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (const size_t at = kShort.find(c); at != std::string_view::npos) {
      out += '\\';
      out += kLetters[at];
    } else if (byte < 0x20) {
      out += std::string("\\u00") + kHex[byte / 16] + kHex[byte % 16];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string base64(std::string_view bytes) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t start = 0; start < bytes.size(); start += 3) {
    const size_t given = std::min<size_t>(3, bytes.size() - start);
    unsigned bits = 0;
    for (size_t i = 0; i < 3; ++i) bits = bits * 256 + (i < given ? static_cast<unsigned char>(bytes[start + i]) : 0);
    for (size_t letter = 0; letter < 4; ++letter) {
      out += letter <= given ? kAlphabet[bits >> (18 - 6 * letter) & 63] : '=';
    }
  }
  return out;
}

}  // namespace sheaf::model
