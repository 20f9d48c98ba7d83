// A session through DynamoDB's own protocol, in process: every request is one sheaf_call, the tables' too.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tests/conformance/abi_holders.h"
#include "tests/conformance/protocol_answer.h"
#include "tests/conformance/protocol_request.h"
#include "tests/conformance/session.h"

namespace sheaf::conformance {

class ProtocolSession : public Session {
 public:
  // `trouble` says why it could not be made.
  static std::unique_ptr<Session> open(const Case& from, std::string* trouble);
  ~ProtocolSession() override;

  Answer answer(const Request& request) override;

 private:
  ProtocolSession() = default;
  ProtocolReply call(const ProtocolRequest& request);

  sheaf_db* db_ = nullptr;
  sheaf_error* error_ = nullptr;
  Buf response_{sheaf_buf_new()};
  ProtocolTables tables_;
  std::optional<Request> page_;  // the last query or scan
  ProtocolRequest page_request_;
  std::string page_end_;  // its LastEvaluatedKey; "" at the end
};

}  // namespace sheaf::conformance
