// Runs conformance cases and says what was wrong.
#pragma once

#include <string>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// "" when every step came out as it is written; else what the first wrong one was: way, file and line, expected, got.
std::string run(const Case& given, Way way);

// The same in each of the case's ways.
std::string run(const Case& given);

// The way in which the case is run where time is dear: always the same, and over many cases each of them.
Way one_way(const Case& given);

}  // namespace sheaf::conformance
