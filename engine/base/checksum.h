// checksum64: FNV-1a, 64 bits. It finds accidents in small texts of ours (the marker file, resume tokens) and tells
// token scopes apart; it is no defence against somebody who forges them. On-disk format: never change it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf {

inline constexpr uint64_t kChecksumStart = 0xCBF29CE484222325;

// `so_far` chains several pieces into one sum.
uint64_t checksum64(std::string_view bytes, uint64_t so_far = kChecksumStart);

// Sixteen lower-case hexadecimal digits.
std::string checksum_text(uint64_t checksum);

}  // namespace sheaf
