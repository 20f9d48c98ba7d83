#include "engine/expr/literal_text.h"

#include "engine/item/json_text.h"

namespace sheaf {
namespace {

constexpr size_t kMostBytes = 256;

}  // namespace

std::string_view shorten(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  size_t size = kMostBytes;
  while (size > 0 && (static_cast<uint8_t>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

std::string literal_text(ValueView value) {
  std::string text = std::string("{") + type_tag(value.type) + ":";
  if (!is_key_type(value.type)) return text + "...}";
  if (value.type == Type::kNumber) {
    const auto number = Number::decode(value.data);
    text += number.ok() ? number->to_text() : std::string("?");
  } else if (value.type == Type::kBinary) {
    append_base64(value.data.substr(0, kMostBytes), &text);
  } else {
    text += shorten(value.data);
  }
  return text + (value.data.size() > kMostBytes ? "...}" : "}");
}

}  // namespace sheaf
