// How errors show a value that was bound: "{N:2}", cut when it is long; of one that is no S, N or B the type. Pure.
#pragma once

#include <string>

#include "engine/item/value.h"

namespace sheaf {

std::string literal_text(ValueView value);

// The text, cut between two characters when it is long.
std::string_view shorten(std::string_view text);

}  // namespace sheaf
