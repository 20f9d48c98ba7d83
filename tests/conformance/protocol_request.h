// Says the requests of conformance files in DynamoDB's JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tests/conformance/script.h"

namespace sheaf::conformance {

struct ProtocolRequest {
  std::string operation;
  std::string json;
};

// `own_table` is the case's. Nothing when DynamoDB's JSON has no way to say it. `next` is the page before it with a start
// key, so it must not be given here.
std::optional<ProtocolRequest> render(const Request& request, const std::string& own_table);

// The JSON object with one more member at its end.
std::string with_member(const std::string& object_json, const std::string& name, const std::string& value_json);

// The text as a JSON string. It must be UTF-8.
std::string json_quoted(std::string_view text);

}  // namespace sheaf::conformance
