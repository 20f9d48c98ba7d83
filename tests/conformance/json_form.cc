#include "tests/conformance/json_form.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace sheaf::conformance {
namespace {

using simdjson::dom::element;

std::string joined(const std::vector<std::string>& parts, char open, char close) {
  std::string out(1, open);
  for (const std::string& part : parts) {
    if (out.size() > 1) out += ',';
    out += part;
  }
  return out + close;
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

class FormWriter {
 public:
  explicit FormWriter(Numbers numbers) : numbers_(numbers) {}

  bool is_wrong() const { return is_wrong_; }

  std::string members_of(element object_element) {
    simdjson::dom::object object;
    if (object_element.get(object) != simdjson::SUCCESS) return wrong();
    std::vector<std::string> parts;
    for (const auto field : object) parts.push_back(in_quotes(field.key) + ':' + value(field.value));
    std::sort(parts.begin(), parts.end());
    return joined(parts, '{', '}');
  }

  std::string document(element given) {
    simdjson::dom::array array;
    simdjson::dom::object object;
    std::vector<std::string> parts;
    if (given.get(array) == simdjson::SUCCESS) {
      for (const element each : array) parts.push_back(document(each));
      return joined(parts, '[', ']');
    }
    if (given.get(object) != simdjson::SUCCESS) return simdjson::minify(given);
    for (const auto field : object) parts.push_back(in_quotes(field.key) + ':' + member(field.key, field.value));
    std::sort(parts.begin(), parts.end());
    return joined(parts, '{', '}');
  }

 private:
  // Sets and numbers are what they are whatever stands around them; other members may be anything.
  std::string member(std::string_view name, element given) {
    const bool is_set = name == "SS" || name == "NS" || name == "BS";
    if (is_set && given.is_array()) return elements(name, given);
    return name == "N" && given.is_string() ? number(given) : document(given);
  }

  std::string wrong() {
    is_wrong_ = true;
    return {};
  }

  std::string value(element given) {
    simdjson::dom::object object;
    if (given.get(object) != simdjson::SUCCESS || object.size() != 1) return wrong();
    const auto field = *object.begin();
    return "{\"" + std::string(field.key) + "\":" + content(field.key, field.value) + '}';
  }

  std::string content(std::string_view type, element payload) {
    if (type == "M") return members_of(payload);
    if (type == "N") return number(payload);
    if (type == "L" || type == "SS" || type == "NS" || type == "BS") return elements(type, payload);
    if (type == "S" || type == "B" || type == "BOOL" || type == "NULL") return simdjson::minify(payload);
    return wrong();
  }

  std::string elements(std::string_view type, element payload) {
    simdjson::dom::array array;
    if (payload.get(array) != simdjson::SUCCESS) return wrong();
    std::vector<std::string> parts;
    for (const element member : array) {
      parts.push_back(type == "L" ? value(member) : type == "NS" ? number(member) : simdjson::minify(member));
    }
    if (type != "L") std::sort(parts.begin(), parts.end());
    return joined(parts, '[', ']');
  }

  std::string number(element payload) {
    std::string_view text;
    if (payload.get(text) != simdjson::SUCCESS) return wrong();
    return in_quotes(numbers_ == Numbers::kAnySpelling ? canonical_number(text) : std::string(text));
  }

  Numbers numbers_;
  bool is_wrong_ = false;
};

}  // namespace

std::optional<std::string> item_form(std::string_view json, Numbers numbers) {
  simdjson::dom::parser parser;
  element document;
  if (parser.parse(simdjson::padded_string(json)).get(document) != simdjson::SUCCESS) return std::nullopt;
  FormWriter writer(numbers);
  std::string form = writer.members_of(document);
  if (writer.is_wrong()) return std::nullopt;
  return form;
}

std::optional<std::vector<std::string>> rows_form(std::string_view json, Numbers numbers) {
  simdjson::dom::parser parser;
  simdjson::dom::array rows;
  if (parser.parse(simdjson::padded_string(json)).get(rows) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::string> forms;
  FormWriter writer(numbers);
  for (const element row : rows) forms.push_back(writer.members_of(row));
  if (writer.is_wrong()) return std::nullopt;
  return forms;
}

std::optional<std::string> document_form(std::string_view json, Numbers numbers) {
  simdjson::dom::parser parser;
  element document;
  if (parser.parse(simdjson::padded_string(json)).get(document) != simdjson::SUCCESS) return std::nullopt;
  FormWriter writer(numbers);
  std::string form = writer.document(document);
  if (writer.is_wrong()) return std::nullopt;
  return form;
}

std::string canonical_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  long exponent = 0;
  if (const size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    text = text.substr(0, e);
  }
  std::string digits;
  long before_point = 0;  // how many of the digits stand before the point
  bool is_past_point = false;
  for (const char c : text) {
    if (c == '.') {
      is_past_point = true;
    } else {
      digits += c;
      if (!is_past_point) ++before_point;
    }
  }
  before_point += exponent;
  const size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return "0";
  before_point -= static_cast<long>(first);
  digits = digits.substr(first, digits.find_last_not_of('0') + 1 - first);
  const auto count = static_cast<long>(digits.size());
  if (before_point <= 0) {
    digits = "0." + std::string(static_cast<size_t>(-before_point), '0') + digits;
  } else if (before_point < count) {
    digits.insert(static_cast<size_t>(before_point), 1, '.');
  } else {
    digits.append(static_cast<size_t>(before_point - count), '0');
  }
  return is_negative ? '-' + digits : digits;
}

std::optional<std::vector<std::pair<std::string, std::string>>> members(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(simdjson::padded_string(json)).get(object) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto field : object) out.emplace_back(std::string(field.key), simdjson::minify(field.value));
  return out;
}

std::optional<std::vector<std::string>> elements(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::array array;
  if (parser.parse(simdjson::padded_string(json)).get(array) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::string> out;
  for (const element each : array) out.push_back(simdjson::minify(each));
  return out;
}

std::optional<std::string> string_content(std::string_view json) {
  simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(simdjson::padded_string(json)).get(text) != simdjson::SUCCESS) return std::nullopt;
  return std::string(text);
}

bool is_json(std::string_view json) {
  simdjson::dom::parser parser;
  return parser.parse(simdjson::padded_string(json)).error() == simdjson::SUCCESS;
}

}  // namespace sheaf::conformance
