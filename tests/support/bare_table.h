// BareTable: a table on a store in memory, without catalog or facade, for tests of single layers: they look at stored rows, write
// past the pipeline and call the plan and the cursor by themselves. What a user can do is tested through TestDatabase.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/maintain/verify.h"
#include "engine/read/open_table.h"
#include "engine/store/store.h"
#include "engine/write/pipeline.h"
#include "tests/support/items.h"
#include "tests/support/query.h"
#include "tests/support/shapes.h"

namespace sheaf::test {

// A row as it is stored.
struct StoredRow {
  std::string family;
  std::string key;
  std::string value;

  friend bool operator==(const StoredRow&, const StoredRow&) = default;
};

// Every row of the table and its indexes.
std::vector<StoredRow> stored_rows(const Store& store, const OpenTable& table);

// Writes past the pipeline.
void write_raw(Store& store, const Family& family, std::string_view key, std::string_view value);
void erase_raw(Store& store, const Family& family, std::string_view key);

class BareTable {
 public:
  explicit BareTable(const TableShape& shape);

  Store& store() { return *store_; }
  Pipeline& pipeline() { return pipeline_; }
  const OpenTable& table() const { return *table_; }
  const OpenIndex& index(std::string_view name) const { return *table_->find_index(name); }

  Status put(const ItemView& item);
  Status put(std::string_view item_json) { return put(TestItem(item_json).view()); }
  Status erase(const std::vector<Value>& key);

  Page page(const Query& query);                           // no token
  std::vector<std::string> rows(const Query& query = {});  // an error or a stop before the end fails the test
  std::vector<StoredRow> stored() { return stored_rows(*store_, *table_); }
  VerifyReport verify();

  // The table's key of that item.
  std::string key_of(std::string_view item_json) const;

 private:
  std::unique_ptr<Store> store_;
  std::unique_ptr<OpenTable> table_;
  Pipeline pipeline_;
};

}  // namespace sheaf::test
