// A fresh in-memory database with the tables of a conformance case, and what comes back from it. One request at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "capi/sheaf.h"
#include "tests/conformance/script.h"

namespace sheaf::conformance {

// What became of one action or lookup.
struct PartAnswer {
  sheaf_status status = SHEAF_OK;
  std::string code;     // of a reason: DynamoDB's
  std::string message;  // of a reason
  std::string aws_message;
  std::string item_json;  // the looked up item, or the one that did not meet the condition; "" when there is none
};

// What came back. `trouble` is not empty when the request could not be made, or when the answer is none that such a request
// may have: then nothing else holds.
struct Answer {
  std::string trouble;
  sheaf_status status = SHEAF_OK;
  int64_t offset = -1;
  std::string message;  // the engine's own text and DynamoDB's, of an error
  std::string aws_message;
  std::string exception;        // DynamoDB's name of an error
  bool is_only_named = false;   // of an error: statuses that DynamoDB has one name for are not told apart
  std::string item_json;        // of a get; "" when there was none
  std::string attributes_json;  // of a write with `return`, and of a failed condition; "" when there were none
  std::string response_json;    // of a call
  std::vector<std::string> rows_json;
  uint64_t returned = 0;
  uint64_t scanned = 0;
  std::vector<PartAnswer> reasons;  // of an error of a transaction or batch
  std::vector<PartAnswer> lookups;
};

class Session {
 public:
  Session() = default;
  virtual ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  virtual Answer answer(const Request& request) = 0;
};

// `trouble` says why it could not be made.
std::unique_ptr<Session> open_session(const Case& from, Way way, std::string* trouble);

}  // namespace sheaf::conformance
