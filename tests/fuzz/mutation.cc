#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <string_view>

namespace sheaf::fuzz {
namespace {

size_t below(size_t bound, std::mt19937* random) { return bound == 0 ? 0 : (*random)() % bound; }

const std::string& any_of(const std::vector<std::string>& inputs, std::mt19937* random) {
  return inputs[below(inputs.size(), random)];
}

// A piece of an input, mostly a short one.
std::string_view piece_of(std::string_view input, std::mt19937* random) {
  const size_t at = below(input.size(), random);
  const size_t longest = below(4, random) == 0 ? input.size() : 12;
  return input.substr(at, 1 + below(longest, random));
}

void change_once(const std::vector<std::string>& inputs, std::string* bytes, std::mt19937* random) {
  const size_t at = below(bytes->size() + 1, random);
  const bool is_inside = at < bytes->size();
  switch (below(5, random)) {
    case 0:
      if (is_inside) (*bytes)[at] = static_cast<char>((*bytes)[at] ^ 1 << below(8, random));
      return;
    case 1:
      if (is_inside) (*bytes)[at] = static_cast<char>(below(256, random));
      return;
    case 2:
      if (is_inside) bytes->erase(at, 1 + below(8, random));
      return;
    case 3:
      bytes->insert(at, piece_of(any_of(inputs, random), random));
      return;
    default: {
      const std::string_view piece = piece_of(any_of(inputs, random), random);
      bytes->replace(at, std::min(bytes->size() - at, piece.size()), piece);
    }
  }
}

}  // namespace

std::string mutated_input(const std::vector<std::string>& inputs, std::mt19937* random) {
  std::string bytes = any_of(inputs, random);
  for (size_t changes = 1 + below(4, random); changes > 0; --changes) change_once(inputs, &bytes, random);
  return bytes;
}

}  // namespace sheaf::fuzz
