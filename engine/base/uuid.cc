#include "engine/base/uuid.h"

#include <cstdint>
#include <random>

namespace sheaf {

std::string make_uuid() {
  std::random_device device;
  uint32_t words[4];
  for (uint32_t& word : words) word = device();
  words[1] = (words[1] & 0xFFFF0FFF) | 0x00004000;  // version 4
  words[2] = (words[2] & 0x3FFFFFFF) | 0x80000000;  // variant 1
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (size_t digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) text.push_back('-');
    text.push_back(kDigits[(words[digit / 8] >> (28 - 4 * (digit % 8))) & 0xF]);
  }
  return text;
}

}  // namespace sheaf
