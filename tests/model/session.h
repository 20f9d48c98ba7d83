// Session: a database and its reference side by side. Each operation is done on both, and an answer that differs fails the test. One
// thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/db/statement.h"
#include "tests/model/operation.h"
#include "tests/model/reference_select.h"
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
  uint64_t conditions_held = 0;
  uint64_t conditions_failed = 0;
  uint64_t updates = 0;
  uint64_t refused_updates = 0;      // by what the item is
  uint64_t refused_expressions = 0;  // by what they are
  uint64_t updated_images = 0;
  uint64_t rows_selected = 0;  // by prepared statements
  uint64_t rows_selected_on_indexes = 0;
  uint64_t rows_projected = 0;
  uint64_t rows_filtered_out = 0;
  uint64_t rows_counted = 0;
  uint64_t pages_by_bytes = 0;
  uint64_t selects_resumed = 0;
  uint64_t statements_bound_anew = 0;
  uint64_t transactions_done = 0;
  uint64_t transactions_canceled = 0;
  uint64_t most_conditions_failed = 0;  // of one transaction
  uint64_t tokens_honoured = 0;
  uint64_t tokens_mismatched = 0;
  uint64_t batches_written = 0;
  uint64_t longest_batch = 0;
  uint64_t items_looked_up = 0;
  uint64_t lookups_cut_off = 0;
  std::set<Error> refusals;  // by what the rules about expressions and updates forbid
};

// Makes the reference wrong: what it expects of a query, a condition, an update or a transaction is changed by these. For the proof that differences
// are found.
struct Distortion {
  std::function<void(const RefQuery& query, std::vector<RefRow>* expected)> rows = {};
  std::function<void(const Tree& condition, const RefItem& item, bool* holds)> condition = {};
  std::function<void(std::vector<Tree>* actions)> update = {};
  std::function<void(std::vector<Operation>* actions)> transaction = {};  // what is done of one that is not refused
};

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
  std::vector<std::string> selects() const;
  RefTable table_of_cursor(const std::string& cursor) const;
  // Of a write: whether its expressions and their values are right, and whether the item takes it then.
  bool has_right_terms(const Operation& operation) const;
  bool would_be_done(const Operation& operation) const { return !expected_of_write(operation).verdict.is_refusal(); }

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

  // A walk by a prepared statement that stopped at the end of a page.
  struct Select {
    std::string table;
    std::string snapshot;
    Terms terms;
    std::optional<RefKeyValues> after;
    std::string token;
    std::string statement_key;
    std::unique_ptr<Statement> statement;  // null after the database was opened anew
  };

  // What a write must do.
  struct Expected {
    Verdict verdict;
    RefKeyValues key;  // empty when the key or the item is refused
    std::shared_ptr<const RefItem> old_item;
    std::shared_ptr<const RefItem> new_item;
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

  // Writes with expressions.
  void write_if(const Operation& operation);
  Expected expected_of_write(const Operation& operation) const;
  bool expected_to_hold(const Terms& terms, const RefItem& item) const;
  void count_write(const Operation& operation, const Expected& expected);
  void expect_item(const std::string& table, const RefKeyValues& key);

  // Many items in one call.
  struct ManyAnswer;
  struct PreparedActions;
  void transact(const Operation& operation);
  void batch_write(const Operation& operation);
  void batch_get(const Operation& operation);
  bool prepare_actions(const Operation& operation, PreparedActions* prepared);
  std::optional<ManyAnswer> read_only_answer(const Operation& operation) const;
  std::optional<ManyAnswer> answer_of_repeats(const Operation& operation, Error error) const;
  ManyAnswer answer_of_right_request(const Operation& operation) const;
  std::vector<ManyAnswer> answers_of_transaction(const Operation& operation) const;
  std::vector<ManyAnswer> answers_of_batch(const Operation& operation) const;
  void expect_answer(const Status& status, const ActionOutcomes& outcomes, const std::vector<ManyAnswer>& answers);
  size_t expect_old_images(const Operation& operation, const ActionOutcomes& outcomes);
  void expect_lookups(const Operation& operation, const std::vector<LookupRequest>& lookups);
  std::string content_of(const Operation& operation) const;
  void do_parts(const Operation& operation, const ManyAnswer& answer);
  void expect_items(const Operation& operation);
  std::optional<RefKeyValues> key_of(const Operation& part) const;

  // Prepared statements.
  std::unique_ptr<Statement> prepare(StatementKind kind, const Operation& operation);
  std::unique_ptr<Statement> prepare_anew(StatementKind kind, const Operation& operation);
  std::string statement_key(StatementKind kind, const Operation& operation) const;
  void keep(std::unique_ptr<Statement> statement, const std::string& key);
  void expect_refused_expression(const Status& status, const Verdict& verdict);
  void select(const Operation& operation);
  void select_page(const Operation& operation);
  void select_next(const Operation& operation);
  std::optional<Select> start_select(const Operation& operation);
  bool read_select_page(Select* select);
  void count_select_page(const Select& select, const RefPage& page);
  void end_selects(const std::string& table);
  void close_selects();

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
  std::map<std::string, Select> selects_;
  std::map<std::string, std::unique_ptr<Statement>> statements_;  // that can be bound anew, by statement_key
  std::map<std::string, std::string> tokens_;                     // with the content of their transactions
  uint64_t next_table_id_ = 1;
  SessionCounts counts_;
};

// For messages.
std::string text_of(const RefKeyValues& values);

// The values as the engine reads them.
std::vector<Value> engine_values(const std::vector<Spelled>& spelled);

}  // namespace sheaf::model
