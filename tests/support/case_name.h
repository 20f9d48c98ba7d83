// The names under which GoogleTest runs cases that stand in text files.
#pragma once

#include <cctype>
#include <string>

namespace sheaf::test {

// A case's id with '_' for what may not stand in a test's name.
inline std::string case_name(std::string id) {
  for (char& c : id) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return id;
}

}  // namespace sheaf::test
