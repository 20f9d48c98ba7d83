// UTF-8 validation, apart from JSON so that only one file needs the library behind it.
#pragma once

#include <cstdint>
#include <string_view>

namespace sheaf {

// True when `text` is valid UTF-8 (no overlong forms, no surrogates).
bool is_valid_utf8(std::string_view text);

}  // namespace sheaf
