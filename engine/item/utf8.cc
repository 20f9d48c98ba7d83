#include "engine/item/utf8.h"

#include <simdjson.h>

#include <cstring>

namespace sheaf {
namespace {

// Most attribute names and keys are short ASCII; this decides them without a call through the library's dispatcher.
bool is_ascii(std::string_view text) {
  uint64_t seen = 0;
  while (text.size() >= sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, text.data(), sizeof(word));
    seen |= word;
    text.remove_prefix(sizeof(word));
  }
  for (const char c : text) seen |= static_cast<uint8_t>(c);
  return (seen & 0x8080808080808080) == 0;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  return is_ascii(text) || simdjson::validate_utf8(text.data(), text.size());
}

}  // namespace sheaf
