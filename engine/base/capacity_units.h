// The units in which DynamoDB counts what reads and writes cost (dynamodb-semantics.md 5.16).
#pragma once

#include <algorithm>
#include <cstdint>

namespace sheaf {

inline constexpr uint64_t kReadUnitBytes = 4096;
inline constexpr uint64_t kWriteUnitBytes = 1024;

// Nothing costs one unit, too.
constexpr uint64_t read_units(uint64_t bytes) {
  return std::max<uint64_t>(1, (bytes + kReadUnitBytes - 1) / kReadUnitBytes);
}
constexpr uint64_t write_units(uint64_t bytes) {
  return std::max<uint64_t>(1, (bytes + kWriteUnitBytes - 1) / kWriteUnitBytes);
}

}  // namespace sheaf
