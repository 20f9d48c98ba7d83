// Reads the examples of a document: its fenced blocks marked `sheaf` hold conformance cases (README.md, "Documents").
#pragma once

#include <string>
#include <string_view>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

// One document's text. `name` stands in errors and cases, and lines are the document's.
Script parse_document(const std::string& name, std::string_view text);

// A file. One that cannot be read, or that has no case, is an error.
Script read_document(const std::string& path);

}  // namespace sheaf::conformance
