// The C ABI for tests with many threads: owners that free, a table with indexes of every kind in memory, and a note of
// the first answers that nobody expected. A Worker belongs to one thread; the rest may be shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "capi/sheaf.h"

namespace sheaf::test {

struct Free {
  void operator()(sheaf_db* db) const { sheaf_db_free(db); }
  void operator()(sheaf_table* table) const { sheaf_table_close(table); }
  void operator()(sheaf_snapshot* snapshot) const { sheaf_snapshot_free(snapshot); }
  void operator()(sheaf_cursor* cursor) const { sheaf_cursor_free(cursor); }
  void operator()(sheaf_stmt* stmt) const { sheaf_stmt_free(stmt); }
  void operator()(sheaf_item* item) const { sheaf_item_free(item); }
  void operator()(sheaf_buf* buf) const { sheaf_buf_free(buf); }
  void operator()(sheaf_error* error) const { sheaf_error_free(error); }
};
template <typename Handle>
using Owned = std::unique_ptr<Handle, Free>;

// A fresh database in memory; fails the test when it cannot be opened.
Owned<sheaf_db> open_memory();

// Table "Items": key pk (S) and sk (S); index by_a on a (S), KEYS_ONLY; by_b on b (S) and n (N), ALL; by_c on c (S),
// INCLUDE v; by_m on b (S), c (S) and a (S), n (N), ALL, with two parts of each kind; and by_l on pk and n (N), local,
// INCLUDE v.
sheaf_status create_items(sheaf_db* db);

// Null when the answer is an error, which then stands in *status.
Owned<sheaf_table> open_items(sheaf_db* db, sheaf_status* status);

// Which answers came that should not have. Any thread.
class Surprises {
 public:
  // Notes the answer unless it is one of those.
  sheaf_status expect(const char* call, sheaf_status answer, std::initializer_list<sheaf_status> allowed,
                      const sheaf_error* error = nullptr);
  void note(const std::string& what);

  // What came first, or "".
  std::string first() const;

 private:
  mutable std::mutex mutex_;
  std::string first_;
};

// What one thread needs for its calls.
struct Worker {
  Owned<sheaf_error> error{sheaf_error_new()};
  Owned<sheaf_item> item{sheaf_item_new()};
  Owned<sheaf_item> old_item{sheaf_item_new()};
  Owned<sheaf_buf> buf{sheaf_buf_new()};

  // Sets an attribute of `item`.
  void set_string(const char* name, std::string_view text);
  void set_number(const char* name, int64_t number);
};

// An attribute's text (strings) or number (as text); "" when it is missing.
std::string text_of(const sheaf_item* item, const char* name);
std::string text_of(const sheaf_value& value);

// A key of two strings, which it keeps.
class ItemKey {
 public:
  ItemKey(std::string partition, std::string sort);
  ItemKey(const ItemKey&) = delete;
  ItemKey& operator=(const ItemKey&) = delete;
  const sheaf_key* get() const { return &key_; }

 private:
  std::string partition_;
  std::string sort_;
  sheaf_value parts_[2];
  sheaf_key key_;
};

sheaf_range range_of(const char* index, uint32_t flags = 0);

// Fails the test and gives null when it cannot be opened or bound.
Owned<sheaf_snapshot> open_snapshot(sheaf_db* db);
Owned<sheaf_table> bind_table(sheaf_snapshot* snapshot, sheaf_table* table);

// Opens, or resets when there is one.
sheaf_status open_or_reset(sheaf_table* table, const sheaf_range& range, Owned<sheaf_cursor>* cursor,
                           sheaf_error* error);

}  // namespace sheaf::test
