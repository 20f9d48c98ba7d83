// Reads files of protocol cases. README.md describes the text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/protocol/script.h"

namespace sheaf::protocol_cases {

// The setups of each file may be used in all of them. Each file is its name and its text.
Script parse_scripts(const std::vector<std::pair<std::string, std::string>>& files);

// All *.test files of the folder.
Script read_scripts(const std::string& folder);

}  // namespace sheaf::protocol_cases
