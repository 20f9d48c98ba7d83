#include "tests/model/json.h"

#include <cctype>
#include <stdexcept>

namespace sheaf::model {
namespace {

constexpr int kMostLevels = 100;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Json value(int level);
  std::string_view rest() const { return text_.substr(at_); }
  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("JSON: " + what + " at byte " + std::to_string(at_) + " of " + std::string(text_));
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(char wanted) {
    skip_spaces();
    if (peek() != wanted) fail(std::string("no ") + wanted);
    ++at_;
  }
  // Whether that character comes next; moves behind it.
  bool takes(char wanted) {
    skip_spaces();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  Json word(std::string_view word, Json meaning) {
    if (!rest().starts_with(word)) fail("no value");
    at_ += word.size();
    return meaning;
  }
  Json number();
  Json list(int level);
  Json object(int level);
  std::string string();
  char32_t hex4();
  void append_escape(std::string* out);

  std::string_view text_;
  size_t at_ = 0;
};

void append_utf8(char32_t point, std::string* out) {
  const auto add = [out](char32_t byte) { out->push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
  } else {
    add(0xF0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3F));
    add(0x80 | (point >> 6 & 0x3F));
  }
  add(0x80 | (point & 0x3F));
}

char32_t Reader::hex4() {
  char32_t number = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = peek();
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) fail("no hexadecimal digit");
    number = number * 16 + static_cast<char32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return number;
}

// Behind the backslash.
void Reader::append_escape(std::string* out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char letter = peek();
  ++at_;
  if (const size_t which = kLetters.find(letter); which != std::string_view::npos) {
    out->push_back(kMeanings[which]);
    return;
  }
  if (letter != 'u') fail("an unknown escape");
  char32_t point = hex4();
  if (point >= 0xD800 && point < 0xDC00) {
    if (!rest().starts_with("\\u")) fail("half of a surrogate pair");
    at_ += 2;
    point = 0x10000 + ((point - 0xD800) << 10) + (hex4() - 0xDC00);
  }
  append_utf8(point, out);
}

std::string Reader::string() {
  expect('"');
  std::string out;
  while (peek() != '"') {
    if (at_ >= text_.size()) fail("a string without an end");
    const char c = text_[at_++];
    if (c == '\\') {
      append_escape(&out);
    } else {
      out.push_back(c);
    }
  }
  ++at_;
  return out;
}

Json Reader::number() {
  Json json;
  json.kind = Json::Kind::kNumber;
  while (std::string_view("+-.eE0123456789").find(peek()) != std::string_view::npos && at_ < text_.size()) {
    json.text.push_back(text_[at_++]);
  }
  if (json.text.empty()) fail("no value");
  return json;
}

Json Reader::list(int level) {
  Json json;
  json.kind = Json::Kind::kArray;
  expect('[');
  if (takes(']')) return json;
  do {
    json.items.push_back(value(level + 1));
  } while (takes(','));
  expect(']');
  return json;
}

Json Reader::object(int level) {
  Json json;
  json.kind = Json::Kind::kObject;
  expect('{');
  if (takes('}')) return json;
  do {
    skip_spaces();
    json.names.push_back(string());
    expect(':');
    json.items.push_back(value(level + 1));
  } while (takes(','));
  expect('}');
  return json;
}

Json Reader::value(int level) {
  if (level > kMostLevels) fail("too many levels");
  skip_spaces();
  Json json;
  switch (peek()) {
    case '{':
      return object(level);
    case '[':
      return list(level);
    case '"':
      json.kind = Json::Kind::kString;
      json.text = string();
      return json;
    case 'n':
      return word("null", json);
    case 't':
    case 'f':
      json.kind = Json::Kind::kBool;
      json.truth = peek() == 't';
      return word(json.truth ? "true" : "false", json);
    default:
      return number();
  }
}

}  // namespace

const Json* Json::find(std::string_view name) const {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return &items[i];
  }
  return nullptr;
}

const Json& Json::at(std::string_view name) const {
  const Json* const member = find(name);
  if (member == nullptr) throw std::invalid_argument("JSON: no member " + std::string(name));
  return *member;
}

Json take_json(std::string_view* text) {
  Reader reader(*text);
  Json json = reader.value(1);
  *text = reader.rest();
  return json;
}

Json parse_json(std::string_view text) {
  Json json = take_json(&text);
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    throw std::invalid_argument("JSON: text follows the value: " + std::string(text));
  }
  return json;
}

}  // namespace sheaf::model
