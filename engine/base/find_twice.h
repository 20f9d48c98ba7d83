// Which of many names stands twice. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace sheaf {

// Two are the same when all three are. An empty key is the same as none.
struct OwnedKey {
  const void* owner = nullptr;
  const void* state = nullptr;
  std::string_view key;
};

// The first that repeats an earlier one, and that one; both are the count when none does.
struct Twice {
  size_t first = 0;
  size_t second = 0;
};
Twice find_twice(std::span<const OwnedKey> keys);

}  // namespace sheaf
