// Runs conformance cases and says what was wrong.
#pragma once

#include <string>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// "" when every step came out as it is written, in each of the case's modes; else what the first wrong one was: mode, file and
// line, expected, got. Must not be called for a case with needs.
std::string run(const Case& given);

}  // namespace sheaf::conformance
