// The compact notation for long texts in conformance files: {{3 of "ab"}}, {{3 of "a$" by ", "}}, {{space}}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sheaf::conformance {

// The line with its notations written out; nothing when one is malformed.
std::optional<std::string> expand(std::string_view line);

}  // namespace sheaf::conformance
