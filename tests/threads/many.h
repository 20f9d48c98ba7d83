// Transactions and batches on the C ABI for tests with many threads: a database with two tables, and the actions of a call with all
// that they borrow. The world may be shared; Actions belong to one thread.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/threads/handles.h"

namespace sheaf::test {

// Table "Items" (handles.h), and "Plain" with the same key and no index. All items stand in partition "p".
class TwoTables {
 public:
  TwoTables() : TwoTables(open_memory()) {}
  explicit TwoTables(Owned<sheaf_db> db);  // makes the tables

  sheaf_db* db() const { return db_.get(); }
  sheaf_table* items() const { return items_.get(); }
  sheaf_table* plain() const { return plain_.get(); }

 private:
  Owned<sheaf_db> db_;
  Owned<sheaf_table> items_;
  Owned<sheaf_table> plain_;
};

// Runs body(0) to body(count - 1), each in a thread.
template <typename Body>
void in_threads(size_t count, Body body) {
  std::vector<std::thread> threads;
  for (size_t t = 0; t < count; ++t) threads.emplace_back(body, t);
  for (std::thread& thread : threads) thread.join();
}

// "c3"
inline std::string label(const char* what, size_t number) { return what + std::to_string(number); }

// Each thread has its own. `update` may be null, and for an update `condition` too.
Owned<sheaf_stmt> prepare(sheaf_table* table, const char* update, const char* condition);

// A document from plain JSON: an item, or the values of a statement.
Owned<sheaf_item> document(const std::string& json);

// {"pk":"p","sk":<sort>,<more>}
std::string item_json(const std::string& sort, const std::string& more = "");

// What a call is asked for besides its actions.
struct Asked {
  std::string token = {};
  uint64_t timeout_ms = 0;
};

class Actions {
 public:
  Actions& put(sheaf_table* table, const std::string& json, sheaf_stmt* condition = nullptr);
  Actions& update(sheaf_table* table, const std::string& sort, sheaf_stmt* update, const std::string& values = "");
  Actions& erase(sheaf_table* table, const std::string& sort, sheaf_stmt* condition = nullptr);
  Actions& check(sheaf_table* table, const std::string& sort, sheaf_stmt* condition);
  // The last action gives the item as it is when its condition fails.
  Actions& wants_old();

  size_t size() const { return actions_.size(); }
  sheaf_status write_all(sheaf_db* db, sheaf_error* error, const Asked& asked = {}) const;
  sheaf_status write_each(sheaf_db* db, sheaf_error* error, std::vector<sheaf_status>* results) const;

 private:
  sheaf_action* add(uint32_t kind, sheaf_table* table, sheaf_stmt* stmt);
  void add_key(sheaf_action* action, const std::string& sort);

  std::vector<sheaf_action> actions_;
  std::deque<ItemKey> keys_;
  std::vector<Owned<sheaf_item>> documents_;
};

// The reasons of the last error, by action.
std::vector<sheaf_status> reasons_of(const sheaf_error* error);

// An attribute of an item as a number; 0 when there is no such item or attribute.
int64_t number_in(sheaf_table* table, const std::string& sort, const char* name);

// The numbers of an attribute by sort key, in the table or an index; rows without it count as 0. A sort key that stands twice is noted.
std::map<std::string, int64_t> numbers_in(sheaf_table* table, const char* index, const char* name,
                                          Surprises* surprises);

}  // namespace sheaf::test
