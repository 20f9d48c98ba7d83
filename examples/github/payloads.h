// Items from a file of documents, one a line: examples/data/github.ndjson, which make_github.py made from GitHub's
// webhook payloads.
#pragma once

#include "patterns.h"

namespace github {

// Sends each document through the pattern that makes its Type, so that counters, indexes and guards come out as if
// people had done it. Issues and pull requests must get the Number that they have in the file. Stops at the first
// failure.
Outcome load_payloads(Table& table, const std::string& path, uint64_t* count);

}  // namespace github
