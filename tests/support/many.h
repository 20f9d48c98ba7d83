// Transactions, batches and lookups of many for tests: what they answer, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/writes.h"

namespace sheaf::test {

// One action; `terms` without texts is none.
struct Act {
  ActionKind kind = ActionKind::kPut;
  const TestTable* table = nullptr;
  std::string item = {};  // kPut
  std::vector<Value> key = {};
  Terms terms = {};
  bool wants_old = false;
};

Act put_of(const TestTable& table, std::string item, Terms terms = {});
Act update_of(const TestTable& table, std::vector<Value> key, Terms terms = {});
Act erase_of(const TestTable& table, std::vector<Value> key, Terms terms = {});
Act check_of(const TestTable& table, std::vector<Value> key, Terms terms);

struct ManyAnswer {
  Status status;
  std::vector<Status> outcomes;                       // by action; empty when the request as a whole is wrong
  std::vector<std::optional<std::string>> old_items;  // as JSON
};

// All actions are on tables of one database.
ManyAnswer write_all(const std::vector<Act>& acts, std::string_view token = {});
ManyAnswer write_each(const std::vector<Act>& acts);

// The names of the outcomes' errors: "ok" and DynamoDB's exception names.
std::vector<std::string> codes(const ManyAnswer& answer);

}  // namespace sheaf::test
