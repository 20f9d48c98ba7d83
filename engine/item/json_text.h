// The small pieces of JSON text that both the item dialects and the catalog write and read: quoted strings and
// base64.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace sheaf {

// Appends `text` in quotes, escaping what JSON requires and nothing else. `text` must be valid UTF-8.
void append_json_string(std::string_view text, std::string* out);

// Standard base64 with padding.
void append_base64(std::string_view bytes, std::string* out);

// Strict: standard alphabet, padded, no white space, no stray bits. Error: Base64.
Result<std::string> decode_base64(std::string_view text);

}  // namespace sheaf
