#include "engine/item/name_hash.h"

#include <cstring>

namespace sheaf {
namespace {

constexpr uint64_t kSeed = 0x5348454146303031;        // "SHEAF001"
constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // odd, 2^64 / golden ratio

// Little-endian integers, on machines of either order.
uint64_t load_eight(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

uint64_t load_four(const char* bytes) {
  uint32_t word;
  std::memcpy(&word, bytes, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  return word;
}

// One to seven bytes as one integer. Reads that overlap are cheaper than a loop over the bytes.
uint64_t load_few(const char* bytes, size_t count) {
  const auto at = [bytes](size_t i) { return uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i); };
  if (count >= 4) return load_four(bytes) | load_four(bytes + count - 4) << (8 * (count - 4));
  return at(0) | at(count / 2) | at(count - 1);
}

uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * kMultiplier;
  return hash ^ (hash >> 32);
}

}  // namespace

uint16_t name_hash(std::string_view name) {
  const char* at = name.data();
  size_t left = name.size();
  uint64_t hash = kSeed ^ left;
  if (left >= 8) {
    const char* last_eight = at + left - 8;
    do {
      hash = mix(hash, load_eight(at));
      at += 8;
      left -= 8;
    } while (left >= 8);
    if (left > 0) hash = mix(hash, load_eight(last_eight) >> (8 * (8 - left)));
  } else if (left > 0) {
    hash = mix(hash, load_few(at, left));
  }
  return static_cast<uint16_t>((hash * kMultiplier) >> 48);
}

}  // namespace sheaf
