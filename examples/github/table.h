// The application's access to its one table: requests, transactions and answers, in a few words each. A statement is a
// constant of the program (Text), prepared at its first use and kept. One thread.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "keys.h"
#include "sheaf_cpp.h"

namespace github {

// A statement as it is written down. `placeholder` ("#status") stands for `attribute`; nullptr for an attribute that is
// given with each use, for a name cannot be bound as a value is.
struct Text {
  uint32_t kind;  // SHEAF_STMT_...
  uint32_t flags = 0;
  const char* index = nullptr;
  const char* key = nullptr;
  const char* filter = nullptr;
  const char* projection = nullptr;
  const char* update = nullptr;
  const char* condition = nullptr;
  const char* placeholder = nullptr;
  const char* attribute = nullptr;
  uint64_t row_limit = 0;
};

// Conditions that many requests share.
inline constexpr Text kIsNew{.kind = SHEAF_STMT_CONDITION, .condition = "attribute_not_exists(PK)"};
inline constexpr Text kIsThere{.kind = SHEAF_STMT_CONDITION, .condition = "attribute_exists(PK)"};

// What it means that the condition of a write does not hold. With `missing` an item that is not there at all is
// kNotFound.
struct Refusal {
  Code code;
  const char* message;
  const char* missing = nullptr;
};

class Table;

// One page of an answer. It lives no longer than its Table.
class Rows {
 public:
  Rows(Rows&&) = default;
  Rows& operator=(Rows&&) = delete;
  ~Rows();

  // The next item, borrowed until the next call; nullptr when the page has ended, or failed: outcome() says which.
  const sheaf_item* next();

  const Outcome& outcome() const { return outcome_; }
  uint64_t read() const { return sheaf_stmt_scanned(stmt_.get()); }
  uint64_t returned() const { return sheaf_stmt_returned(stmt_.get()); }

  // Where the next page goes on; "" when there is none.
  std::string token();

 private:
  friend class Table;
  Rows(Table* table, const Text* text) : table_(table), text_(text) {}

  Table* table_;
  const Text* text_;
  Handle<sheaf_stmt> stmt_;
  Outcome outcome_;
  sheaf_status end_ = SHEAF_ROW;
};

class Table {
 public:
  // Opens a database, and makes the table if it is not there. `folder` is nullptr with SHEAF_OPEN_MEMORY.
  static Outcome open(const char* folder, sheaf_open_options options, std::unique_ptr<Table>* out);

  Outcome get(const Key& key, Item* out);
  Outcome put(const Item& item, const Text& condition, const Refusal& refusal);
  // `updated` is filled with what the update names, as it is afterwards.
  Outcome update(const Key& key, const Text& update, const Item& values, const Refusal& refusal, Item* updated);
  Rows query(const Text& text, const Item& values, std::string_view token = {});

  sheaf_db* db() { return db_.get(); }
  sheaf_table* table() { return table_.get(); }
  sheaf_error* error() { return error_.get(); }

 private:
  friend class Rows;
  friend class Transaction;
  Table();

  Outcome prepare(const Text& text, std::string_view attribute, Handle<sheaf_stmt>* out);
  // The kept statement; stays the table's.
  Outcome statement(const Text& text, sheaf_stmt** out);
  Outcome bind(sheaf_stmt* stmt, const Item& values);

  Handle<sheaf_error> error_;
  Handle<sheaf_db> db_;
  Handle<sheaf_table> table_;
  std::map<const Text*, Handle<sheaf_stmt>> statements_;
};

// Writes that happen together or not at all. Nothing is written before commit.
class Transaction {
 public:
  explicit Transaction(Table& table) : table_(table) {}

  void put(Item item, const Text& condition, const Refusal& refusal);
  void check(Key key, const Text& condition, const Refusal& refusal);
  void update(Key key, const Text& update, Item values, const Refusal& refusal, std::string_view attribute = {});

  // Of several conditions that do not hold, the first one is told. A token of up to 36 bytes makes a retry safe: the
  // same transaction with the same token happens once, however often it is sent in ten minutes.
  Outcome commit(std::string_view token = {});

 private:
  struct Action {
    uint32_t kind;
    Key key;
    Item item;  // of a put; else the values
    Refusal refusal;
    sheaf_stmt* stmt = nullptr;
    Handle<sheaf_stmt> own_stmt = nullptr;
    sheaf_value parts[2] = {};
  };

  void add(Action action, const Text& text, std::string_view attribute);
  Outcome refused() const;

  Table& table_;
  std::deque<Action> actions_;
  Outcome outcome_;  // the first thing that went wrong before commit
};

}  // namespace github
