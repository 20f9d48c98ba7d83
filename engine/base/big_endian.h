// Integers as eight bytes that sort like them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf {

inline void append_big_endian(uint64_t number, std::string* out) {
  for (int shift = 56; shift >= 0; shift -= 8) out->push_back(static_cast<char>(number >> shift & 0xFF));
}

// Missing bytes are zeros in front.
inline uint64_t read_big_endian(std::string_view bytes) {
  uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<uint8_t>(byte);
  return number;
}

}  // namespace sheaf
