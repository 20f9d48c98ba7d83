// TestDatabase and TestTable: the facade with JSON in and out. Calls that a test expects to succeed fail it when they do not;
// calls that give a Status leave the judgement to the test.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/db/database.h"
#include "engine/db/database_cursor.h"
#include "engine/maintain/verify.h"
#include "tests/support/items.h"
#include "tests/support/query.h"
#include "tests/support/shapes.h"

namespace sheaf::test {

class TestTable {
 public:
  TestTable(std::shared_ptr<Database> database, TableHandle table)
      : database_(std::move(database)), table_(std::move(table)) {}

  Status put(std::string_view item_json) { return put(TestItem(item_json)); }
  Status put(const TestItem& item, SyncMode sync = SyncMode::kNormal);
  Status erase(const std::vector<Value>& key);

  // The same, and the item as it was before, or nothing.
  std::optional<std::string> put_over(std::string_view item_json);
  std::optional<std::string> erase_old(const std::vector<Value>& key);

  // The item as JSON, or nothing.
  std::optional<std::string> get(const std::vector<Value>& key) const;
  Status get_status(const std::vector<Value>& key) const;

  // Opens a cursor, walks it until it stops, and asks for the token there. An error to open stands in the page's status.
  Page page(const Query& query) const;
  // All rows as JSON; an error or a stop before the end fails the test.
  std::vector<std::string> rows(const Query& query = {}) const;
  // The same page by page, `limit` rows each, by tokens.
  std::vector<std::string> rows_by_pages(Query query, uint64_t limit) const;
  // One attribute's JSON of each row, read in both directions, which must mirror each other; "-" where it is missing.
  std::vector<std::string> column(std::string_view attribute, const Query& query = {}) const;

  VerifyReport verify() const;

  Database& database() const { return *database_; }
  const std::shared_ptr<Database>& shared_database() const { return database_; }
  OpenTable& open_table() const { return *table_.table; }
  const TableHandle& handle() const { return table_; }

  // The same table bound to that snapshot.
  TestTable at(std::shared_ptr<DatabaseSnapshot> snapshot) const {
    return {database_, TableHandle(table_.table, std::move(snapshot))};
  }

 private:
  std::shared_ptr<Database> database_;
  TableHandle table_;
};

// Options for a database in a folder, with the least memory that is allowed.
DatabaseOptions folder_options(const std::string& path, OpenMode mode = OpenMode::kCreateIfMissing);

class TestDatabase {
 public:
  TestDatabase() : TestDatabase(std::string()) {}  // in memory
  explicit TestDatabase(const std::string& path, SyncMode sync = SyncMode::kNormal);

  TestTable create(const TableShape& shape);
  TestTable table(std::string_view name);
  void close() { database_->close(); }
  Database& operator*() const { return *database_; }
  Database* operator->() const { return database_.get(); }
  std::shared_ptr<Database> shared() const { return database_; }

 private:
  std::shared_ptr<Database> database_;
};

}  // namespace sheaf::test
