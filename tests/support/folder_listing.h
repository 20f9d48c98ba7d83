// What a folder holds, as text: each thing below it with its kind, permissions, time of change and content. Two equal
// listings mean that nothing was touched.
#pragma once

#include <string>

namespace sheaf::test {

std::string listing_of(const std::string& path);

}  // namespace sheaf::test
