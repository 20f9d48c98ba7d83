// One operation of the protocol on a database of its own, with JSON in and out.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/test_database.h"

namespace sheaf::test {

class ProtocolDatabase {
 public:
  // The response, or "ExceptionName: message".
  std::string call(std::string_view operation, std::string_view request) const;
  // The same, but an error fails the test.
  std::string done(std::string_view operation, std::string_view request) const;

  TestDatabase& database() { return database_; }

 private:
  TestDatabase database_;
};

}  // namespace sheaf::test
