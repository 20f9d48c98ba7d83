#include "tests/support/bare_table.h"

#include <gtest/gtest.h>

#include "engine/schema/item_key.h"

namespace sheaf::test {
namespace {

std::unique_ptr<Store> open_store() {
  auto store = Store::open({});
  EXPECT_TRUE(store.ok()) << store.status().message();
  return *std::move(store);
}

void append_rows(const Store& store, const Family& family, std::vector<StoredRow>* rows) {
  const auto iterator = store.iterate(family, {}, {});
  while (iterator->next()) {
    rows->push_back({family.name(), std::string(iterator->key()), std::string(iterator->value())});
  }
  EXPECT_TRUE(iterator->status().ok()) << iterator->status().message();
}

void write_batch(Store& store, Batch* batch) {
  const Status status = store.write(batch);
  EXPECT_TRUE(status.ok()) << status.message();
}

}  // namespace

std::vector<StoredRow> stored_rows(const Store& store, const OpenTable& table) {
  std::vector<StoredRow> rows;
  append_rows(store, table.base(), &rows);
  for (const OpenIndex& index : table.indexes()) append_rows(store, *index.family, &rows);
  return rows;
}

void write_raw(Store& store, const Family& family, std::string_view key, std::string_view value) {
  Batch batch;
  batch.put(family, key, value);
  write_batch(store, &batch);
}

void erase_raw(Store& store, const Family& family, std::string_view key) {
  Batch batch;
  batch.erase(family, key);
  write_batch(store, &batch);
}

BareTable::BareTable(const TableShape& shape) : store_(open_store()), pipeline_(*store_) {
  TableDef def = definition_of(shape);
  std::vector<std::string> names{"b1"};
  for (const IndexDef& index : def.indexes) names.push_back("x" + std::to_string(index.id));
  auto families = store_->create_families(names);
  EXPECT_TRUE(families.ok()) << families.status().message();
  const std::vector<std::shared_ptr<Family>> of_indexes(families->begin() + 1, families->end());
  table_ = std::make_unique<OpenTable>(std::move(def), families->front(), of_indexes);
}

Status BareTable::put(const ItemView& item) {
  Action action;
  action.kind = ActionKind::kPut;
  action.table = table_.get();
  action.item = item;
  const auto result = pipeline_.run(&action);
  return result.ok() ? Status() : result.status();
}

Status BareTable::erase(const std::vector<Value>& key) {
  Action action;
  action.kind = ActionKind::kDelete;
  action.table = table_.get();
  const std::vector<ValueView> key_views = views_of(key);
  action.key = key_views;
  const auto result = pipeline_.run(&action);
  return result.ok() ? Status() : result.status();
}

Page BareTable::page(const Query& query) {
  const RequestOf request(query);
  Page page;
  auto plan = make_plan(*table_, request.request());
  if (!plan.ok()) {
    page.status = plan.status();
    return page;
  }
  CursorLimits limits;
  limits.rows = query.limit;
  auto cursor = open_cursor(*store_, *std::move(plan), limits, {});
  EXPECT_TRUE(cursor.ok()) << cursor.status().message();
  return read_page([&] { return next_row(&*cursor); }, [&]() -> const ItemView& { return cursor->item(); });
}

std::vector<std::string> BareTable::rows(const Query& query) {
  Page page = this->page(query);
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.end, Step::kDone);
  return page.rows;
}

VerifyReport BareTable::verify() {
  auto report = verify_table(*store_, *table_);
  EXPECT_TRUE(report.ok()) << report.status().message();
  return report.ok() ? *std::move(report) : VerifyReport();
}

std::string BareTable::key_of(std::string_view item_json) const {
  std::string key;
  const Status status = append_item_key(table_->def().key, TestItem(item_json).view(), &key);
  EXPECT_TRUE(status.ok()) << item_json << ": " << status.message();
  return key;
}

}  // namespace sheaf::test
