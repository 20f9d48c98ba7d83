// Compares JSON by value, with the few patterns that an expectation may hold (README.md). Made apart from the engine, which is
// what is judged.
#pragma once

#include <optional>
#include <string>

namespace sheaf::protocol_cases {

// "" when `got` is what `expected` says, else what is wrong and where. `expected` is JSON.
std::string mismatch_of(const std::string& expected, const std::string& got);

// The value at a path of members and positions that are parted by dots, as JSON.
std::optional<std::string> value_at(const std::string& json, const std::string& path);

// What an error document says. Nothing when it is none: no object with a string __type and one message.
struct ErrorDocument {
  std::string prefix;  // before the '#'
  std::string code;
  std::string message;
};
std::optional<ErrorDocument> read_error_document(const std::string& json);

// Whether it is JSON in valid UTF-8, an object.
bool is_object(const std::string& json);

// Whether it is an object with such a member.
bool has_member(const std::string& json, const std::string& name);

}  // namespace sheaf::protocol_cases
