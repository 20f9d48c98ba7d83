// Writes with expressions for tests: what they answer and the images they give, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/statements.h"

namespace sheaf::test {

struct Written {
  Status status;
  std::optional<std::string> old_image;  // as JSON; nothing when there was no item
  std::optional<std::string> new_image;  // of an update
};

// The expressions of a write and their values.
struct Terms {
  std::string update = {};
  std::string condition = {};
  std::string values = "{}";
  std::vector<std::pair<std::string, std::string>> names = {};
  ImageParts parts = ImageParts::kWhole;
};

// Each prepares a statement, binds the values and asks for all images; the first error is in the answer.
Written update(const TestTable& table, const std::vector<Value>& key, const Terms& terms);
Written put_if(const TestTable& table, std::string_view item_json, const Terms& terms);
Written erase_if(const TestTable& table, const std::vector<Value>& key, const Terms& terms);

}  // namespace sheaf::test
