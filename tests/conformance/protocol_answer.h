// Reads what comes back in DynamoDB's JSON into what the runner compares. A response must have exactly the members that
// such a request calls for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/conformance/session.h"

namespace sheaf::conformance {

// What sheaf_call gave.
struct ProtocolReply {
  sheaf_status status = SHEAF_OK;
  std::string json;
  int64_t offset = -1;  // these of an error
  std::string message;
  std::vector<sheaf_status> reasons;
};

struct ProtocolTables {
  std::string own;                                            // the case's
  std::map<std::string, std::vector<std::string>> key_names;  // by table
};

// `request` is the query or scan when the reply is that to a `next`.
Answer read_reply(const Request& request, const ProtocolTables& tables, const ProtocolReply& reply);

}  // namespace sheaf::conformance
