#include "tests/protocol_units/calls.h"

#include <gtest/gtest.h>

#include "engine/protocol/call.h"

namespace sheaf::test {

std::string ProtocolDatabase::call(std::string_view operation, std::string_view request) const {
  std::string response;
  protocol::FailureDetail failure;
  const Status status = protocol::call(database_.shared(), operation, request, &response, &failure);
  return status.ok() ? response : std::string(status.aws_name()) + ": " + status.aws_message();
}

std::string ProtocolDatabase::done(std::string_view operation, std::string_view request) const {
  std::string response = call(operation, request);
  EXPECT_EQ(response.substr(0, 1), "{") << request;
  return response;
}

}  // namespace sheaf::test
