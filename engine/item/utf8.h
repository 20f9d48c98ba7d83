// UTF-8 validation, apart from JSON so that only one file needs the library behind it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sheaf {

// True when `text` is valid UTF-8 (no overlong forms, no surrogates).
bool is_valid_utf8(std::string_view text);

// The bytes of the UTF-8 sequence at the start of `text`, or 0 when there is none.
size_t utf8_sequence_size(std::string_view text);

// The text with U+FFFD in place of each byte that is in no sequence, such as those that are left where a text was cut.
std::string with_valid_utf8(std::string_view text);

}  // namespace sheaf
