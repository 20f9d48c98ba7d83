// Reads the outcomes of conformance files: what stands behind `expect`, and conditions in one line.
#pragma once

#include <optional>
#include <string_view>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// What stands in `expect items` for a lookup without an item.
inline constexpr std::string_view kNoItem = "null";

// What stands behind `expect`. Nothing when it is malformed.
std::optional<Outcome> parse_outcome(std::string_view text);

// `SYNTAX@3 "text"`: an error. What stands behind it is given back in `rest`.
std::optional<Outcome> parse_error(std::string_view text, std::string_view* rest);

}  // namespace sheaf::conformance
