// Reads conformance files (README.md is their description). Everything that it does not know is an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// One file's text. `name` stands in errors and cases.
Script parse_script(const std::string& name, std::string_view text);

// All files of a folder that end in ".test", in the order of their names. An id that stands in two of them is an error too, and
// so is a folder without such files.
Script read_scripts(const std::string& folder);

// Several scripts as one.
Script joined(std::vector<Script> scripts);

}  // namespace sheaf::conformance
