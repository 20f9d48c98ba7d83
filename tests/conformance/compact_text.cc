#include "tests/conformance/compact_text.h"

#include <charconv>
#include <cstdint>

namespace sheaf::conformance {
namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";
constexpr uint32_t kMostRepeats = 2'000'000;

bool take(std::string_view* text, std::string_view expected) {
  if (!text->starts_with(expected)) return false;
  text->remove_prefix(expected.size());
  return true;
}

// A text in single or double quotes, which holds no such quote.
std::optional<std::string_view> take_quoted(std::string_view* text) {
  if (text->empty() || (text->front() != '"' && text->front() != '\'')) return std::nullopt;
  const size_t end = text->find(text->front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view quoted = text->substr(1, end - 1);
  text->remove_prefix(end + 1);
  return quoted;
}

std::optional<char> take_character(std::string_view* text) {
  if (take(text, "space")) return ' ';
  if (take(text, "tab")) return '\t';
  if (take(text, "newline")) return '\n';
  if (take(text, "return")) return '\r';
  return std::nullopt;
}

void append_numbered(std::string_view text, uint32_t number, std::string* out) {
  for (const char c : text) {
    if (c == '$') {
      out->append(std::to_string(number));
    } else {
      out->push_back(c);
    }
  }
}

// What stands behind "{{", with its "}}".
bool take_notation(std::string_view* text, std::string* out) {
  if (const std::optional<char> character = take_character(text)) {
    out->push_back(*character);
    return take(text, kClose);
  }
  uint32_t count = 0;
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), count);
  if (parsed.ec != std::errc() || count > kMostRepeats) return false;
  text->remove_prefix(static_cast<size_t>(parsed.ptr - text->data()));
  if (!take(text, " of ")) return false;
  const std::optional<std::string_view> repeated = take_quoted(text);
  if (!repeated) return false;
  std::optional<std::string_view> separator = "";
  if (take(text, " by ")) separator = take_quoted(text);
  if (!separator || !take(text, kClose)) return false;
  for (uint32_t number = 1; number <= count; ++number) {
    if (number != 1) out->append(*separator);
    append_numbered(*repeated, number, out);
  }
  return true;
}

}  // namespace

std::optional<std::string> expand(std::string_view line) {
  std::string out;
  while (true) {
    const size_t open = line.find(kOpen);
    out.append(line.substr(0, open));
    if (open == std::string_view::npos) return out;
    line.remove_prefix(open + kOpen.size());
    if (!take_notation(&line, &out)) return std::nullopt;
  }
}

}  // namespace sheaf::conformance
