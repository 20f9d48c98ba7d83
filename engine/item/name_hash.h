// The 16-bit hash that stands beside each attribute name of a stored item, so that a search touches names only on a match.
// Function and constants are on-disk format (golden test): changing them makes every stored attribute unfindable.
#pragma once

#include <cstdint>
#include <string_view>

namespace sheaf {

uint16_t name_hash(std::string_view name);

}  // namespace sheaf
