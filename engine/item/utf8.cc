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

}  // namespace sheaf
