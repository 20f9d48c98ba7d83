// How the generator writes values: equal values in many spellings.
#include <algorithm>

#include "tests/model/generator.h"

namespace sheaf::model {

std::string Generator::joined(std::vector<std::string> parts) {
  for (size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[below(i)]);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : one_in(8) ? " , " : ",") + part;
  return text;
}

std::string Generator::spelled(const Decimal& number) {
  if (number.is_zero() && one_in(3)) return one_in(2) ? "-0" : "-0.0e5";
  const std::string sign = number.is_negative ? "-" : one_in(6) ? "+" : "";
  if (number.whole.ends_with('0') && number.fraction.empty() && one_in(2)) {
    const size_t zeros = number.whole.size() - 1 - number.whole.find_last_not_of('0');
    return sign + number.whole.substr(0, number.whole.size() - zeros) + (one_in(2) ? "e" : "E+") +
           std::to_string(zeros);
  }
  if (one_in(3)) {
    // All digits as a whole number, and the point moved back by the exponent; zeros in front mean nothing.
    const std::string digits = number.whole + number.fraction;
    const std::string exponent = "-" + std::to_string(number.fraction.size());
    return sign + std::string(below(3), '0') + (digits.empty() ? "0" : digits) + (one_in(2) ? "e" : "E") + exponent;
  }
  std::string text = sign + std::string(below(2), '0') + (number.whole.empty() ? "0" : number.whole);
  if (!number.fraction.empty() || one_in(4)) text += "." + number.fraction + std::string(below(3), '0');
  return text;
}

// Some letters as escapes, which mean the same.
std::string Generator::spelled_text(const std::string& text) {
  std::string json = json_string(text);
  if (!one_in(4)) return json;
  if (const size_t at = json.find('a'); at != std::string::npos) json.replace(at, 1, "\\u0061");
  if (const size_t at = json.find("\xF0\x9F\x98\x80"); at != std::string::npos) json.replace(at, 4, "\\uD83D\\ude00");
  return json;
}

std::string Generator::spelled_payload(const RefValue& value) {
  const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
  const auto member = [&](const RefValue& of_set) {
    if (of_set.kind == Kind::kNumber) return quoted(spelled(of_set.number));
    return of_set.kind == Kind::kString ? spelled_text(of_set.bytes) : quoted(base64(of_set.bytes));
  };
  std::vector<std::string> parts;
  switch (value.kind) {
    case Kind::kNull:
      return "true";
    case Kind::kBool:
      return value.truth ? "true" : "false";
    case Kind::kNumber:
    case Kind::kString:
    case Kind::kBinary:
      return member(value);
    case Kind::kList: {
      std::string text;
      for (const RefValue& item : value.members) text += (text.empty() ? "" : ",") + spelled(item);
      return "[" + text + "]";
    }
    case Kind::kMap:
      for (size_t i = 0; i < value.members.size(); ++i) {
        parts.push_back(spelled_text(value.names[i]) + ":" + spelled(value.members[i]));
      }
      return "{" + joined(std::move(parts)) + "}";
    case Kind::kStringSet:
    case Kind::kNumberSet:
    case Kind::kBinarySet:
      for (const RefValue& of_set : value.members) parts.push_back(member(of_set));
      return "[" + joined(std::move(parts)) + "]";
  }
  return {};
}

std::string Generator::spelled(const RefValue& value) {
  return "{\"" + std::string(kind_tag(value.kind)) + "\":" + spelled_payload(value) + "}";
}

std::string Generator::spelled(const RefItem& item) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : item) parts.push_back(spelled_text(name) + ":" + spelled(value));
  return "{" + joined(std::move(parts)) + "}";
}

std::vector<Spelled> Generator::spelled(const RefKeyValues& values) {
  std::vector<Spelled> all;
  for (const RefValue& value : values) all.push_back({spelled(value), value});
  return all;
}

OperationQuery Generator::spelled(const RefQuery& query) {
  std::vector<Spelled> partition = spelled(query.partition);
  return {query.index,   std::move(partition), query.partition_op, spelled(query.sort),
          query.sort_op, query.is_backward,    query.content};
}

}  // namespace sheaf::model
