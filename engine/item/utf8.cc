#include "engine/item/utf8.h"

#include <simdjson.h>

#include <cstring>

namespace sheaf {
namespace {

template <typename Integer>
Integer load(const char* from) {
  Integer integer;
  std::memcpy(&integer, from, sizeof(integer));
  return integer;
}

// Most attribute names and keys are short ASCII; this decides them without a call through the library's dispatcher, and
// without a loop over single bytes: the last ones are read together with some before them.
bool is_ascii(std::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const char* at = text.data();
  size_t left = text.size();
  if (left >= sizeof(uint64_t)) {
    uint64_t seen = load<uint64_t>(at + left - sizeof(uint64_t));
    for (; left > 4 * sizeof(uint64_t); at += 4 * sizeof(uint64_t), left -= 4 * sizeof(uint64_t)) {
      seen |= load<uint64_t>(at) | load<uint64_t>(at + 8) | load<uint64_t>(at + 16) | load<uint64_t>(at + 24);
    }
    for (; left > sizeof(uint64_t); at += sizeof(uint64_t), left -= sizeof(uint64_t)) seen |= load<uint64_t>(at);
    return (seen & kHighBits) == 0;
  }
  uint64_t seen = 0;
  if (left >= sizeof(uint32_t)) {
    seen = load<uint32_t>(at) | load<uint32_t>(at + left - sizeof(uint32_t));
  } else {
    for (const char c : text) seen |= static_cast<uint8_t>(c);
  }
  return (seen & kHighBits) == 0;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  return is_ascii(text) || simdjson::validate_utf8(text.data(), text.size());
}

size_t utf8_sequence_size(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool is_overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool is_surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !is_overlong && !is_surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool is_overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool is_too_high = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !is_overlong && !is_too_high ? 4 : 0;
  }
  return 0;
}

std::string with_valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t size = utf8_sequence_size(text.substr(i));
    out += size == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(i, size);
    i += size == 0 ? 1 : size;
  }
  return out;
}

}  // namespace sheaf
