#include "engine/item/json_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "engine/item/utf8.h"

namespace sheaf {
namespace {

namespace ondemand = simdjson::ondemand;
using Kind = JsonNode::Kind;

Status syntax_error(std::string_view what, size_t offset) { return Status(Error::kJsonSyntax, {what}).at(offset); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// JSON's own grammar, which is narrower than Number's: no plus sign, no leading zeros, digits on both sides of the point.
bool is_json_number(std::string_view text) {
  size_t i = 0;
  const auto skip_digits = [&] {
    const size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i > start;
  };
  if (i < text.size() && text[i] == '-') ++i;
  const bool begins_with_zero = i < text.size() && text[i] == '0';
  const size_t start = i;
  if (!skip_digits() || (begins_with_zero && i - start > 1)) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!skip_digits()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!skip_digits()) return false;
  }
  return i == text.size();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The library's tokens reach up to the next one.
std::string_view without_trailing_space(std::string_view token) {
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

// The library's first pass says that the text is bad, not where. Escapes are followed outside strings too, as it does.
Status locate_bad_text(std::string_view json) {
  for (size_t i = 0; i < json.size();) {
    const size_t size = utf8_sequence_size(json.substr(i));
    if (size == 0) return Status(Error::kValueNotUtf8, {"the JSON text"}).at(i);
    i += size;
  }
  bool in_string = false;
  size_t string_start = json.size();
  for (size_t i = 0; i < json.size(); ++i) {
    if (in_string && static_cast<uint8_t>(json[i]) < 0x20) {
      return syntax_error("a control character stands bare in a string", i);
    }
    if (json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      in_string = !in_string;
      string_start = i;
    }
  }
  return syntax_error("a string is not closed", in_string ? string_start : json.size());
}

struct Found {
  Kind kind;
  bool truth;
};

// What DynamoDB says to a value of the wrong kind (dynamodb-semantics.md 7).
std::string aws_kind_text(Kind expected, Found found) {
  if (found.kind == Kind::kObject) return "Start of structure or map found where not expected";
  if (found.kind == Kind::kArray) return "Start of list found where not expected";
  const char* const target = expected == Kind::kString   ? "String"
                             : expected == Kind::kNumber ? "Integer"
                             : expected == Kind::kBool   ? "Boolean"
                                                         : nullptr;
  if (target == nullptr || found.kind == Kind::kNull) return "Unexpected token received from parser";
  const char* const token = found.kind == Kind::kNumber   ? "NUMBER_VALUE"
                            : found.kind == Kind::kString ? "STRING_VALUE"
                            : found.truth                 ? "TRUE_VALUE"
                                                          : "FALSE_VALUE";
  return std::string(token) + " cannot be converted to " + target;
}

}  // namespace

struct JsonReader::Impl {
  // One open container.
  struct Frame {
    bool is_object = false;
    bool is_begun = false;  // the iterator stands on a member, no longer before the first
    ondemand::array_iterator element;
    ondemand::object_iterator field;
  };

  // The text stands in an array of one element, so that a scalar root is a member like any other and trailing content is a
  // second element: the library treats scalar roots apart and does not look behind containers.
  std::unique_ptr<char[]> buffer;
  size_t size = 0;  // of the text, without the brackets
  ondemand::parser parser;
  ondemand::document document;
  ondemand::value value;
  int depth = 0;  // open frames, the array around the text among them
  Frame frames[kMaxJsonLevels + 1];
  const char* bare_root_end = nullptr;  // when the root is no string and no container

  simdjson::error_code load(std::string_view json);

  size_t offset_of(const char* position) const {
    const auto distance = static_cast<size_t>(position - buffer.get());
    return std::min(std::max(distance, size_t{1}) - 1, size);
  }

  // Where the library stopped: at the token that it could not use.
  size_t failure_offset() {
    const char* position = nullptr;
    return document.current_location().get(position) == simdjson::SUCCESS ? offset_of(position) : size;
  }
};

simdjson::error_code JsonReader::Impl::load(std::string_view json) {
  size = json.size();
  depth = 0;
  const size_t wrapped_size = size + 2;
  const size_t capacity = wrapped_size + simdjson::SIMDJSON_PADDING;
  buffer = std::unique_ptr<char[]>(new char[capacity]);
  char* to = buffer.get();
  to[0] = '[';
  if (!json.empty()) std::memcpy(to + 1, json.data(), size);
  to[size + 1] = ']';
  std::memset(to + wrapped_size, 0, simdjson::SIMDJSON_PADDING);
  return parser.iterate(to, wrapped_size, capacity).get(document);
}

JsonReader::JsonReader() : impl_(std::make_unique<Impl>()) {}
JsonReader::~JsonReader() = default;

Status JsonReader::open(std::string_view json) {
  if (json.size() > kMaxJsonBytes) {
    return Status(Error::kJsonTooLarge, {std::to_string(json.size()), std::to_string(kMaxJsonBytes)}).at(kMaxJsonBytes);
  }
  const simdjson::error_code error = impl_->load(json);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error != simdjson::SUCCESS) return locate_bad_text(json);
  ondemand::array wrapper;
  if (impl_->document.get_array().get(wrapper) != simdjson::SUCCESS) return syntax_error("the text is no document", 0);
  impl_->frames[0] = {};
  if (wrapper.begin().get(impl_->frames[0].element) != simdjson::SUCCESS) {
    return syntax_error("the text is no document", 0);
  }
  impl_->depth = 1;
  SHEAF_ASSIGN_OR_RETURN(const bool has_root, next());
  if (!has_root) {
    return syntax_error("the text holds no value", std::min(json.find_first_not_of(" \t\n\r"), json.size()));
  }
  const bool is_bare = kind_ == Kind::kNull || kind_ == Kind::kBool || kind_ == Kind::kNumber;
  impl_->bare_root_end = is_bare ? text_.data() + text_.size() : nullptr;
  return {};
}

Status JsonReader::expect(JsonNode::Kind kind) const {
  if (kind_ == kind) return {};
  const std::string aws_text = aws_kind_text(kind, {kind_, truth_});
  return Status(Error::kJsonKind, {json_kind_name(kind), json_kind_name(kind_), aws_text}).at(offset_);
}

Status JsonReader::skip() {
  const bool is_leaf = kind_ != Kind::kArray && kind_ != Kind::kObject;
  if (is_leaf) return {};
  const int outside = impl_->depth;
  SHEAF_RETURN_IF_ERROR(enter());
  while (impl_->depth > outside) {
    SHEAF_ASSIGN_OR_RETURN(const bool has_member, next());
    if (has_member && (kind_ == Kind::kArray || kind_ == Kind::kObject)) SHEAF_RETURN_IF_ERROR(enter());
  }
  return {};
}

Status JsonReader::enter() {
  assert(kind_ == Kind::kArray || kind_ == Kind::kObject);
  if (impl_->depth > kMaxJsonLevels) return Status(Error::kTooDeep).at(offset_);
  Impl::Frame& frame = impl_->frames[impl_->depth];
  frame = {};
  frame.is_object = kind_ == Kind::kObject;
  simdjson::error_code error = simdjson::SUCCESS;
  if (frame.is_object) {
    ondemand::object object;
    error = impl_->value.get_object().get(object);
    if (error == simdjson::SUCCESS) error = object.begin().get(frame.field);
  } else {
    ondemand::array array;
    error = impl_->value.get_array().get(array);
    if (error == simdjson::SUCCESS) error = array.begin().get(frame.element);
  }
  if (error != simdjson::SUCCESS) return syntax_error("a container is not closed", impl_->failure_offset());
  ++impl_->depth;
  return {};
}

Result<bool> JsonReader::next() {
  Impl::Frame& frame = impl_->frames[impl_->depth - 1];
  if (frame.is_object) {
    if (frame.is_begun) ++frame.field;
  } else if (frame.is_begun) {
    ++frame.element;
  }
  frame.is_begun = true;
  // The library compares an iterator with any other to tell whether its container is still open.
  if (frame.is_object ? !(frame.field != frame.field) : !(frame.element != frame.element)) {
    --impl_->depth;
    return false;
  }
  if (frame.is_object) {
    ondemand::field field;
    if ((*frame.field).get(field) != simdjson::SUCCESS) {
      return syntax_error("expected a quoted name, a colon, a comma or '}'", impl_->failure_offset());
    }
    name_offset_ = impl_->offset_of(field.key().raw()) - 1;
    if (field.unescaped_key().get(name_) != simdjson::SUCCESS) {
      return syntax_error("a name holds a malformed escape or a lone surrogate", name_offset_);
    }
    impl_->value = field.value();
  } else if ((*frame.element).get(impl_->value) != simdjson::SUCCESS) {
    return syntax_error("expected a comma or ']'", impl_->failure_offset());
  }
  SHEAF_RETURN_IF_ERROR(stand_on_value());
  return true;
}

Status JsonReader::stand_on_value() {
  const std::string_view token = impl_->value.raw_json_token();
  offset_ = impl_->offset_of(token.data());
  switch (token.empty() ? '\0' : token.front()) {
    case '{':
      kind_ = Kind::kObject;
      return {};
    case '[':
      kind_ = Kind::kArray;
      return {};
    case '"':
      kind_ = Kind::kString;
      if (impl_->value.get_string().get(text_) == simdjson::SUCCESS) return {};
      return syntax_error("a string holds a malformed escape or a lone surrogate", offset_);
    default:
      text_ = without_trailing_space(token);
      return stand_on_bare_word();
  }
}

Status JsonReader::stand_on_bare_word() {
  if (text_ == "null") {
    kind_ = Kind::kNull;
    return {};
  }
  if (text_ == "true" || text_ == "false") {
    kind_ = Kind::kBool;
    truth_ = text_ == "true";
    return {};
  }
  kind_ = Kind::kNumber;
  return is_json_number(text_) ? Status() : syntax_error("expected a value", offset_);
}

Status JsonReader::finish() {
  assert(impl_->depth == 1);
  // The library stands behind the root, except that it has not yet passed a bare word.
  const char* position = impl_->bare_root_end;
  if (position == nullptr && impl_->document.current_location().get(position) != simdjson::SUCCESS) {
    return syntax_error("the text is no document", impl_->size);
  }
  const char* const end = impl_->buffer.get() + 1 + impl_->size;
  while (position < end && is_space(*position)) ++position;
  return position == end ? Status() : syntax_error("something follows the document", impl_->offset_of(position));
}

Status check_unique_names(std::span<const JsonName> names) {
  constexpr size_t kFewNames = 16;  // comparing all pairs, mostly by length, beats sorting
  if (names.size() <= kFewNames) {
    for (size_t i = 1; i < names.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (names[i].name == names[k].name) return Status(Error::kNameDuplicate, {names[i].name}).at(names[i].offset);
      }
    }
    return {};
  }
  std::vector<JsonName> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), [](const JsonName& a, const JsonName& b) {
    const int order = a.name.compare(b.name);
    return order != 0 ? order < 0 : a.offset < b.offset;
  });
  const JsonName* first = nullptr;
  for (size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].name != sorted[i - 1].name) continue;
    if (first == nullptr || sorted[i].offset < first->offset) first = &sorted[i];
  }
  return first == nullptr ? Status() : Status(Error::kNameDuplicate, {first->name}).at(first->offset);
}

}  // namespace sheaf
