// Compares what came back from a step with what its case expects.
#pragma once

#include <cstddef>
#include <string>

#include "tests/conformance/script.h"
#include "tests/conformance/session.h"

namespace sheaf::conformance {

// "" when the answer is as every outcome of the step says; else what was expected and what came.
std::string check_step(const Step& step, const Answer& answer, Way way);

// The text, or its beginning and its size when it is long.
std::string shortened(const std::string& text, size_t most_bytes = 1000);

}  // namespace sheaf::conformance
