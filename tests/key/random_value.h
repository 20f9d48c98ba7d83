// Random key values that are chosen to hurt: neighbours and prefixes of one another, 0x00 0x01, runs of 0xFF,
// lengths at the limit, numbers of every sign and exponent in different spellings. The same seed gives the
// same values everywhere. Works on reference values only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "tests/key/reference_key.h"

namespace sheaf {

// The standard's generator without the standard's distributions, which differ between libraries. One thread
// at a time.
class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  size_t below(size_t limit) { return static_cast<size_t>(generator_() % limit); }
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<size_t>(high - low + 1))); }
  bool one_in(size_t count) { return below(count) == 0; }

  template <typename Items>
  const auto& pick(const Items& items) {
    return items[below(std::size(items))];
  }

 private:
  std::mt19937_64 generator_;
};

// A value that may stand in a key's column: S and B are never empty and fit DynamoDB's limits.
reference::KeyValue random_value(Random& random, reference::Column column);

// The same, and close to `value` in bytes or digits: a prefix or continuation of it, or different in one
// place.
reference::KeyValue random_neighbour(Random& random, reference::Column column, const reference::KeyValue& value);

}  // namespace sheaf
