// One run of the model: random operations on a database and on the reference, whose answers must be the same.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/model/generator.h"
#include "tests/support/test_database.h"

namespace sheaf::model {

struct ModelRunOptions {
  uint64_t seed = 1;
  uint64_t steps = 1000;
  std::string path;  // "" is in memory, where nothing can be reopened
};

// How much of each kind a run did, so that a test can show that it was not idle.
struct ModelRunCounts {
  uint64_t puts = 0;
  uint64_t refused_puts = 0;
  uint64_t old_items = 0;  // given back by writes
  uint64_t items_got = 0;
  uint64_t rows_walked = 0;
  uint64_t refused_queries = 0;
  uint64_t pages_resumed = 0;
  uint64_t rows_of_snapshots = 0;
  uint64_t tables_made = 0;
  uint64_t reopenings = 0;
};

class ModelRun {
 public:
  explicit ModelRun(const ModelRunOptions& options);

  // Ends at the first difference, which fails the test with the seed, the step and the last operations.
  ModelRunCounts run();

 private:
  struct Table {
    RefTable reference;
    test::TestTable engine;
  };
  using Tables = std::map<std::string, Table>;

  // A walk that stopped at a limit and goes on by its token.
  struct OpenWalk {
    std::string table;
    RefQuery query;
    std::optional<RefKeyValues> after;
    std::string token;
  };

  // A cursor that keeps its snapshot while the table changes.
  struct OpenCursor {
    std::string table;
    std::unique_ptr<DatabaseCursor> cursor;
    std::vector<RefRow> expected;
    size_t next = 0;
  };

  void step();
  void create_table();
  void drop_table();
  void reopen();
  void flush();
  void put(Table& table);
  void erase(Table& table);
  void get(Table& table);
  void walk(Table& table);
  void start_pages(Table& table);
  void continue_pages();
  void read_page(OpenWalk walk);
  void open_cursor(Table& table);
  void advance_cursor();
  void expect_row(OpenCursor& open);
  void expect_old_item(const std::optional<std::string>& json, const std::optional<RefItem>& item);
  void verify_all();

  test::Query query_of(const RefTable& table, const RefQuery& query);
  std::vector<Value> values_of(const RefKeyValues& values);
  Table& any_table();
  void note(const std::string& operation);
  std::string history() const;

  ModelRunOptions options_;
  Generator random_;
  std::unique_ptr<test::TestDatabase> database_;
  Tables tables_;
  std::vector<OpenWalk> walks_;
  std::vector<OpenCursor> cursors_;
  std::deque<std::string> history_;
  uint64_t step_ = 0;
  ModelRunCounts counts_;
};

}  // namespace sheaf::model
