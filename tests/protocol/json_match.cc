#include "tests/protocol/json_match.h"

#include <simdjson.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace sheaf::protocol_cases {
namespace {

using simdjson::dom::element;

constexpr std::string_view kAnything = "...";
constexpr std::string_view kAnyNumber = "#";
constexpr std::string_view kMoreMembers = "+";
constexpr std::string_view kAnyOrder = "unordered";

std::string as_text(element value) {
  std::string text = simdjson::minify(value);
  return text.size() <= 600 ? text : text.substr(0, 600) + "... (" + std::to_string(text.size()) + " bytes)";
}

std::string place(const std::string& path) { return "at " + (path.empty() ? "the top" : path.substr(1)); }

std::string differs(const std::string& path, element expected, element got) {
  return place(path) + "\nexpected " + as_text(expected) + "\n     got " + as_text(got);
}

bool is_set_name(std::string_view name) { return name == "SS" || name == "NS" || name == "BS"; }

std::vector<element> elements_of(simdjson::dom::array array) {
  std::vector<element> out;
  for (const element each : array) out.push_back(each);
  return out;
}

std::string match(const std::string& path, element expected, element got);

// Each of the expected elements finds one of its own. An element with patterns may take another's, so patterns are written
// such that they do not overlap.
std::string match_any_order(const std::string& path, std::vector<element> expected, std::vector<element> got) {
  if (expected.size() != got.size()) {
    return place(path) + ": expected " + std::to_string(expected.size()) + " elements, got " +
           std::to_string(got.size());
  }
  for (const element& each : expected) {
    const auto found =
        std::find_if(got.begin(), got.end(), [&](element one) { return match(path, each, one).empty(); });
    if (found == got.end()) return place(path) + ": nothing is like " + as_text(each);
    got.erase(found);
  }
  return {};
}

std::string match_arrays(const std::string& path, element expected_array, element got_array) {
  simdjson::dom::array array;
  if (got_array.get(array) != simdjson::SUCCESS) return differs(path, expected_array, got_array);
  std::vector<element> got = elements_of(array);
  std::vector<element> expected = elements_of(simdjson::dom::array(expected_array));
  std::string_view first;
  if (!expected.empty() && expected.front().get(first) == simdjson::SUCCESS && first == kAnyOrder) {
    expected.erase(expected.begin());
    return match_any_order(path, std::move(expected), std::move(got));
  }
  if (expected.size() != got.size()) return differs(path, expected_array, got_array);
  for (size_t i = 0; i < got.size(); ++i) {
    std::string wrong = match(path + '.' + std::to_string(i), expected[i], got[i]);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string match_set(const std::string& path, element expected, element got) {
  simdjson::dom::array expected_array;
  simdjson::dom::array got_array;
  if (expected.get(expected_array) != simdjson::SUCCESS || got.get(got_array) != simdjson::SUCCESS) {
    return match(path, expected, got);
  }
  return match_any_order(path, elements_of(expected_array), elements_of(got_array));
}

std::string match_objects(const std::string& path, element expected_object, element got_object) {
  simdjson::dom::object got;
  if (got_object.get(got) != simdjson::SUCCESS) return differs(path, expected_object, got_object);
  const simdjson::dom::object expected = expected_object;
  size_t named = 0;
  bool may_have_more = false;
  for (const auto member : expected) {
    if (member.key == kMoreMembers) {
      may_have_more = true;
      continue;
    }
    ++named;
    element found;
    if (got.at_key(member.key).get(found) != simdjson::SUCCESS) {
      return place(path) + ": no member " + std::string(member.key) + " in " + as_text(got_object);
    }
    const std::string below = path + '.' + std::string(member.key);
    std::string wrong = expected.size() == 1 && is_set_name(member.key) ? match_set(below, member.value, found)
                                                                        : match(below, member.value, found);
    if (!wrong.empty()) return wrong;
  }
  // A member that stands twice counts twice.
  if (!may_have_more && got.size() != named) return differs(path, expected_object, got_object);
  return {};
}

// "..." is any value, "#" any number, "...text..." any string with that text in it.
bool fits_pattern(std::string_view pattern, element got) {
  if (pattern == kAnything) return true;
  if (pattern == kAnyNumber) return got.is_number();
  std::string_view text;
  if (got.get(text) != simdjson::SUCCESS) return false;
  const bool is_part =
      pattern.size() > 2 * kAnything.size() && pattern.starts_with(kAnything) && pattern.ends_with(kAnything);
  if (!is_part) return text == pattern;
  pattern.remove_prefix(kAnything.size());
  pattern.remove_suffix(kAnything.size());
  return text.find(pattern) != std::string_view::npos;
}

std::string match(const std::string& path, element expected, element got) {
  if (expected.is_object()) return match_objects(path, expected, got);
  if (expected.is_array()) return match_arrays(path, expected, got);
  std::string_view pattern;
  double expected_number = 0;
  bool is_same = false;
  if (expected.get(pattern) == simdjson::SUCCESS) {
    is_same = fits_pattern(pattern, got);
  } else if (expected.get(expected_number) == simdjson::SUCCESS) {
    double number = 0;
    is_same = got.get(number) == simdjson::SUCCESS && number == expected_number;
  } else {
    is_same = std::string(simdjson::minify(expected)) == std::string(simdjson::minify(got));
  }
  return is_same ? std::string() : differs(path, expected, got);
}

}  // namespace

std::string mismatch_of(const std::string& expected_json, const std::string& got_json) {
  simdjson::dom::parser expected_parser;
  simdjson::dom::parser got_parser;
  element expected;
  element got;
  if (expected_parser.parse(simdjson::padded_string(expected_json)).get(expected) != simdjson::SUCCESS) {
    return "the expectation is no JSON";
  }
  if (got_parser.parse(simdjson::padded_string(got_json)).get(got) != simdjson::SUCCESS) {
    return "expected JSON, got " + got_json.substr(0, 600);
  }
  return match("", expected, got);
}

std::optional<std::string> value_at(const std::string& json, const std::string& path) {
  simdjson::dom::parser parser;
  element value;
  if (parser.parse(simdjson::padded_string(json)).get(value) != simdjson::SUCCESS) return std::nullopt;
  std::istringstream steps(path);
  for (std::string step; std::getline(steps, step, '.');) {
    const bool is_found = value.is_array() ? value.at(std::stoul(step)).get(value) == simdjson::SUCCESS
                                           : value.at_key(step).get(value) == simdjson::SUCCESS;
    if (!is_found) return std::nullopt;
  }
  return std::string(simdjson::minify(value));
}

std::optional<ErrorDocument> read_error_document(const std::string& json) {
  simdjson::dom::parser parser;
  element document;
  std::string_view type;
  if (parser.parse(simdjson::padded_string(json)).get(document) != simdjson::SUCCESS) return std::nullopt;
  if (document.at_key("__type").get(type) != simdjson::SUCCESS) return std::nullopt;
  std::string_view small;
  std::string_view large;
  const bool has_small = document.at_key("message").get(small) == simdjson::SUCCESS;
  const bool has_large = document.at_key("Message").get(large) == simdjson::SUCCESS;
  if ((!has_small && !has_large) || (has_small && has_large && small != large)) return std::nullopt;
  const size_t mark = type.find('#');
  if (mark == std::string_view::npos) return std::nullopt;
  return ErrorDocument{std::string(type.substr(0, mark)), std::string(type.substr(mark + 1)),
                       std::string(has_small ? small : large)};
}

bool is_object(const std::string& json) {
  simdjson::dom::parser parser;
  element document;
  return parser.parse(simdjson::padded_string(json)).get(document) == simdjson::SUCCESS && document.is_object();
}

bool has_member(const std::string& json, const std::string& name) {
  simdjson::dom::parser parser;
  element found;
  return parser.parse(simdjson::padded_string(json)).at_key(name).get(found) == simdjson::SUCCESS;
}

}  // namespace sheaf::protocol_cases
