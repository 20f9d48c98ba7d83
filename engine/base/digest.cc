#include "engine/base/digest.h"

#include <cstring>

// The header holds the whole of the hash: nothing is linked, and nothing of it is exported.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sheaf {

struct Digest::State {
  XXH3_state_t hash;
};

Digest::Digest() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->hash); }
Digest::~Digest() = default;

void Digest::add(std::string_view field) {
  add(uint64_t{field.size()});
  XXH3_128bits_update(&state_->hash, field.data(), field.size());
}

void Digest::add(uint64_t number) {
  std::array<unsigned char, sizeof(number)> bytes;  // little-endian on every machine
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(number & 0xFF);
    number >>= 8;
  }
  XXH3_128bits_update(&state_->hash, bytes.data(), bytes.size());
}

std::array<char, Digest::kBytes> Digest::value() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_->hash));
  std::array<char, kBytes> bytes;
  static_assert(sizeof(canonical.digest) == kBytes);
  std::memcpy(bytes.data(), canonical.digest, kBytes);
  return bytes;
}

}  // namespace sheaf
