// Session: a database and its reference side by side. Each operation is done on both, and an answer that differs fails the test. One
// thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/operation.h"
#include "tests/support/test_database.h"

namespace sheaf::model {

// How much of each kind was done, so that a test can show that a run was not idle.
struct SessionCounts {
  uint64_t puts = 0;
  uint64_t refused_writes = 0;
  uint64_t old_items = 0;  // given back by writes
  uint64_t items_got = 0;
  uint64_t rows = 0;  // by queries
  uint64_t rows_of_local_indexes = 0;
  uint64_t rows_of_many_parts = 0;  // by conditions on two parts of a key or more
  uint64_t refused_queries = 0;
  uint64_t pages_resumed = 0;
  uint64_t hasty_pages = 0;
  uint64_t rows_of_cursors = 0;
  uint64_t resets = 0;
  uint64_t rows_of_snapshots = 0;
  uint64_t tables_made = 0;
  uint64_t reopenings = 0;
  uint64_t rows_buried = 0;
};

// Makes the reference wrong: what it expects of a query is changed by this. For the proof that differences are found.
using Distortion = std::function<void(const RefQuery& query, std::vector<RefRow>* expected)>;

struct SessionOptions {
  std::string path;  // "" is in memory, where nothing can be reopened
  Distortion distortion;
  SessionCounts counts;  // of earlier sessions; what this one does is added
};

class Session {
 public:
  explicit Session(const SessionOptions& options);

  // Whether what the operation names is there, and what it makes is not.
  bool fits(const Operation& operation) const;

  // The operation must fit.
  void run(const Operation& operation);

  const SessionCounts& counts() const { return counts_; }
  bool has_folder() const { return !options_.path.empty(); }
  bool is_read_only() const { return is_read_only_; }

  // What there is, for those who choose operations.
  const std::map<std::string, RefTable>& tables() const { return tables_; }
  RefTable table_at(const std::string& table, const std::string& snapshot) const;
  std::vector<std::string> snapshots() const;
  std::vector<std::string> walks() const;
  std::vector<std::string> cursors() const;
  RefTable table_of_cursor(const std::string& cursor) const;

 private:
  // A walk that stopped at a limit and goes on by its token.
  struct Walk {
    std::string table;
    std::string snapshot;
    OperationQuery query;
    std::optional<RefKeyValues> after;
    std::string token;
  };

  // A cursor that keeps its state while the table changes.
  struct Cursor {
    std::string table;
    std::optional<RefTable> bound;  // the state, when it is opened on a bound table
    std::unique_ptr<DatabaseCursor> cursor;
    std::vector<RefRow> expected;
    size_t next = 0;
  };

  struct State {
    std::shared_ptr<DatabaseSnapshot> snapshot;
    std::map<std::string, RefTable> tables;
  };

  // Schema and the life of the database.
  void open(OpenMode mode);
  void reopen(OpenMode mode);
  void create(const Operation& operation);
  void drop(const std::string& name);
  void snapshot(const std::string& name);
  void release(const std::string& name);
  void flush(const std::string& name);
  void verify();
  void verify_table(const std::string& name);

  // Single items.
  void put(const Operation& operation);
  void erase(const Operation& operation);
  void bury(const Operation& operation);
  void get(const Operation& operation);
  Refusals refusals_of_write(const Operation& operation, Refusals of_content) const;
  void expect_refused(const Status& status, const Refusals& refusals);
  void expect_old_item(const std::optional<std::string>& json, const std::shared_ptr<const RefItem>& item);

  // Rows.
  void query(const Operation& operation);
  void hasty(const Operation& operation);
  void hasty_pages(const Operation& operation, test::TestTable* table, std::vector<std::string>* rows);
  void page(const Operation& operation);
  void next_page(const Operation& operation);
  std::optional<Walk> read_page(Walk walk, uint64_t most);
  void open_cursor(const Operation& operation);
  void next_rows(const Operation& operation);
  void reset(const Operation& operation);
  void expect_row(Cursor* open);
  bool is_refused(const Operation& operation);
  std::vector<RefRow> expected_rows(const RefTable& table, const RefQuery& query,
                                    const std::optional<RefKeyValues>& after = std::nullopt) const;

  test::TestTable engine_table(const std::string& table, const std::string& snapshot) const;

  SessionOptions options_;
  bool is_read_only_ = false;
  std::shared_ptr<Database> database_;
  std::map<std::string, RefTable> tables_;
  std::map<std::string, test::TestTable> engine_tables_;
  std::vector<test::TestTable> dropped_tables_;
  std::map<std::string, State> states_;
  std::map<std::string, Walk> walks_;
  std::map<std::string, Cursor> cursors_;
  uint64_t next_table_id_ = 1;
  SessionCounts counts_;
};

// For messages.
std::string text_of(const RefKeyValues& values);

// The values as the engine reads them.
std::vector<Value> engine_values(const std::vector<Spelled>& spelled);

}  // namespace sheaf::model
