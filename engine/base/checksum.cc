#include "engine/base/checksum.h"

namespace sheaf {

uint64_t checksum64(std::string_view bytes, uint64_t so_far) {
  constexpr uint64_t kPrime = 0x100000001B3;
  for (const char c : bytes) so_far = (so_far ^ static_cast<uint8_t>(c)) * kPrime;
  return so_far;
}

std::string checksum_text(uint64_t checksum) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 16; i-- > 0; checksum >>= 4) text[i] = kDigits[checksum & 0xF];
  return text;
}

}  // namespace sheaf
