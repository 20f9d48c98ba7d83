#include "tests/support/test_database.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/limits.h"

namespace sheaf::test {
namespace {

std::optional<std::string> old_image_of(const Result<ActionResult>& result, const AlignedBuffer& old_image) {
  EXPECT_TRUE(result.ok()) << result.status().message();
  if (!result.ok() || !result->had_old_image) return std::nullopt;
  return json_of_stored(old_image.view());
}

Status status_of(const Result<ActionResult>& result) { return result.ok() ? Status() : result.status(); }

}  // namespace

Status TestTable::put(const TestItem& item, SyncMode sync) {
  return status_of(database_->put({.table = &table_, .sync = sync}, item.view()));
}

Status TestTable::erase(const std::vector<Value>& key) {
  return status_of(database_->erase({.table = &table_}, views_of(key)));
}

std::optional<std::string> TestTable::put_over(std::string_view item_json) {
  AlignedBuffer old_image;
  return old_image_of(database_->put({.table = &table_, .old_image = &old_image}, TestItem(item_json).view()),
                      old_image);
}

std::optional<std::string> TestTable::erase_old(const std::vector<Value>& key) {
  AlignedBuffer old_image;
  return old_image_of(database_->erase({.table = &table_, .old_image = &old_image}, views_of(key)), old_image);
}

std::optional<std::string> TestTable::get(const std::vector<Value>& key) const {
  AlignedBuffer item;
  const Result<bool> found = database_->get(table_, views_of(key), &item);
  EXPECT_TRUE(found.ok()) << found.status().message();
  if (!found.ok() || !*found) return std::nullopt;
  return json_of_stored(item.view());
}

Status TestTable::get_status(const std::vector<Value>& key) const {
  AlignedBuffer item;
  const Result<bool> found = database_->get(table_, views_of(key), &item);
  return found.ok() ? Status() : found.status();
}

Page TestTable::page(const Query& query) const {
  const RequestOf request(query);
  CursorLimits limits;
  limits.rows = query.limit;
  DatabaseCursor cursor(database_, table_);
  Page page;
  page.status = cursor.start(request.request(), limits, query.token);
  if (!page.status.ok()) return page;
  page = read_page([&] { return cursor.next(); }, [&]() -> const ItemView& { return cursor.item(); });
  if (page.status.ok()) {
    const auto token = cursor.token();
    EXPECT_TRUE(token.ok()) << token.status().message();
    if (token.ok()) page.token = *token;
  }
  return page;
}

std::vector<std::string> TestTable::rows(const Query& query) const {
  Page page = this->page(query);
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.end, Step::kDone);
  return page.rows;
}

std::vector<std::string> TestTable::rows_by_pages(Query query, uint64_t limit) const {
  std::vector<std::string> rows;
  query.limit = limit;
  while (true) {
    Page page = this->page(query);
    EXPECT_TRUE(page.status.ok()) << page.status.message();
    EXPECT_LE(page.rows.size(), limit);
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    if (!page.status.ok() || page.end == Step::kDone) return rows;
    EXPECT_EQ(page.rows.size(), limit);
    if (page.token == query.token) {
      ADD_FAILURE() << "a page ends where it began";
      return rows;
    }
    query.token = page.token;
  }
}

std::vector<std::string> TestTable::column(std::string_view attribute, const Query& query) const {
  const auto values_of = [attribute](const std::vector<std::string>& rows) {
    std::vector<std::string> values;
    for (const std::string& row : rows) {
      const TestItem item(row);
      const ValueView value = item.view().find(attribute);
      values.push_back(value ? json_of(value) : "-");
    }
    return values;
  };
  std::vector<std::string> forward = rows(query);
  std::vector<std::string> mirror = rows(reversed(query));
  std::reverse(mirror.begin(), mirror.end());
  EXPECT_EQ(forward, mirror);
  return values_of(forward);
}

VerifyReport TestTable::verify() const {
  auto report = verify_table(database_->store(), *table_.table);
  EXPECT_TRUE(report.ok()) << report.status().message();
  return report.ok() ? *std::move(report) : VerifyReport();
}

DatabaseOptions folder_options(const std::string& path, OpenMode mode) {
  DatabaseOptions options;
  options.path = path;
  options.mode = mode;
  options.memory_bytes = kMinMemoryBytes;
  return options;
}

TestDatabase::TestDatabase(const std::string& path, SyncMode sync) {
  DatabaseOptions options;
  options.path = path;
  options.mode = OpenMode::kCreateIfMissing;
  options.sync = sync;
  auto database = Database::open(options);
  EXPECT_TRUE(database.ok()) << database.status().message();
  database_ = *std::move(database);
}

TestTable TestDatabase::create(const TableShape& shape) {
  const std::string definition = definition_json(shape);
  const Status created = database_->create_table(definition);
  EXPECT_TRUE(created.ok()) << definition << ": " << created.message();
  return table(shape.name);
}

TestTable TestDatabase::table(std::string_view name) {
  auto table = database_->open_table(name);
  EXPECT_TRUE(table.ok()) << name << ": " << table.status().message();
  return {database_, *std::move(table)};
}

}  // namespace sheaf::test
