// A session through the C ABI's own calls.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/conformance/session.h"

namespace sheaf::conformance {

class NativeSession : public Session {
 public:
  // `mode` is a flag of sheaf_open or 0; `trouble` says why it could not be made.
  static std::unique_ptr<Session> open(const Case& from, uint32_t mode, std::string* trouble);
  ~NativeSession() override;

  Answer answer(const Request& request) override;

 private:
  struct Table {
    sheaf_table* handle = nullptr;
    std::vector<std::string> key_names;
  };

  struct ActionParts;  // what an action borrows

  NativeSession() = default;
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
