// A fresh in-memory database with the tables of a conformance case, spoken to through the C ABI. One request at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capi/sheaf.h"
#include "tests/conformance/script.h"

namespace sheaf::conformance {

// What became of one action or lookup.
struct PartAnswer {
  sheaf_status status = SHEAF_OK;
  std::string message;  // of a reason
  std::string aws_message;
  std::string item_json;  // the looked up item, or the one that did not meet the condition; "" when there is none
};

// What came back. `trouble` is not empty when the request could not be made: then nothing else holds.
struct Answer {
  std::string trouble;
  sheaf_status status = SHEAF_OK;
  int64_t offset = -1;
  std::string message;  // the engine's own text and DynamoDB's, of an error
  std::string aws_message;
  std::string item_json;        // of a get; "" when there was none
  std::string attributes_json;  // of a write with `return`, and of a failed condition; "" when there were none
  std::vector<std::string> rows_json;
  uint64_t returned = 0;
  uint64_t scanned = 0;
  std::vector<PartAnswer> reasons;  // of an error of a transaction or batch
  std::vector<PartAnswer> lookups;
};

class Session {
 public:
  // `mode` is a flag of sheaf_open or 0; `trouble` says why it could not be made.
  static std::unique_ptr<Session> open(const Case& from, uint32_t mode, std::string* trouble);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Answer answer(const Request& request);

 private:
  struct Table {
    sheaf_table* handle = nullptr;
    std::vector<std::string> key_names;
  };

  struct ActionParts;  // what an action borrows

  Session() = default;
  const Table& table_of(const Request& request) const;
  Answer get(const Request& request);
  Answer write(const Request& request);
  Answer read(const Request& request);
  Answer next();
  Answer write_many(const Request& request);
  Answer look_up(const Request& request);

  // Makes a statement of the request's texts with its values, or leaves *out NULL.
  sheaf_status prepare(const Request& request, uint32_t kind, sheaf_stmt** out, std::string* trouble);
  sheaf_status read_action(const Request& given, ActionParts* parts, sheaf_action* action, std::string* trouble);
  void fill_error(Answer* answer) const;
  std::vector<PartAnswer> reasons() const;
  Answer page();

  sheaf_db* db_ = nullptr;
  std::map<std::string, Table> tables_;
  std::string table_name_;      // of the case's own
  sheaf_stmt* page_ = nullptr;  // of the last query or scan
  sheaf_error* error_ = nullptr;
};

}  // namespace sheaf::conformance
