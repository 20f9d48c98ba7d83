// Session: queries, pages by tokens, and cursors.
#include <gtest/gtest.h>

#include <thread>

#include "tests/model/session.h"

namespace sheaf::model {
namespace {

test::Query engine_query(const OperationQuery& query) {
  test::Query engine;
  engine.index = query.index;
  engine.partition = engine_values(query.partition);
  engine.partition_op = static_cast<RangeOp>(query.partition_op);  // the same order
  engine.sort = engine_values(query.sort);
  engine.sort_op = static_cast<RangeOp>(query.sort_op);
  engine.direction = query.is_backward ? Direction::kBackward : Direction::kForward;
  engine.content = static_cast<RowContent>(query.content);  // the same order
  return engine;
}

std::vector<std::string> texts_of(const std::vector<RefRow>& rows, size_t most) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < rows.size() && i < most; ++i) texts.push_back(rows[i].json);
  return texts;
}

// A deadline that has passed already, made once.
Deadline passed_deadline() {
  static const Deadline deadline = [] {
    const Deadline soon = Deadline::after_ms(1);
    while (!soon.has_passed()) std::this_thread::yield();
    return soon;
  }();
  return deadline;
}

}  // namespace

std::vector<RefRow> Session::expected_rows(const RefTable& table, const RefQuery& query,
                                           const std::optional<RefKeyValues>& after) const {
  std::vector<RefRow> rows = table.rows(query, after);
  if (options_.distortion.rows) options_.distortion.rows(query, &rows);
  return rows;
}

// Whether the query must be refused; then that is checked too.
bool Session::is_refused(const Operation& operation) {
  const RefQuery query = meaning_of(operation.query);
  const Refusals refusals = tables_.at(operation.table).refusals_of_query(query);
  if (refusals.empty()) return false;
  const test::Page page = engine_table(operation.table, operation.snapshot).page(engine_query(operation.query));
  EXPECT_TRUE(refusals.contains(page.status.code()))
      << "got " << static_cast<int>(page.status.code()) << " " << page.status.message();
  ++counts_.refused_queries;
  return true;
}

void Session::query(const Operation& operation) {
  if (is_refused(operation)) return;
  const RefTable table = table_at(operation.table, operation.snapshot);
  const RefQuery query = meaning_of(operation.query);
  const std::vector<RefRow> expected = expected_rows(table, query);
  const test::Page page = engine_table(operation.table, operation.snapshot).page(engine_query(operation.query));
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.end, Step::kDone);
  EXPECT_EQ(page.rows, texts_of(expected, expected.size()));
  const RefIndex* const index = table.definition().find_index(query.index);
  counts_.rows += expected.size();
  if (!operation.snapshot.empty()) counts_.rows_of_snapshots += expected.size();
  if (index != nullptr && index->is_local) counts_.rows_of_local_indexes += expected.size();
  if (query.partition.size() > 1 || query.sort.size() > 2) counts_.rows_of_many_parts += expected.size();
}

void Session::hasty(const Operation& operation) {
  if (is_refused(operation)) return;
  test::TestTable table = engine_table(operation.table, operation.snapshot);
  const std::vector<RefRow> expected =
      expected_rows(table_at(operation.table, operation.snapshot), meaning_of(operation.query));
  std::vector<std::string> rows;
  hasty_pages(operation, &table, &rows);
  EXPECT_EQ(rows, texts_of(expected, expected.size()));
}

// Each page must get on, by a row or by a part of a long run of deleted ones.
void Session::hasty_pages(const Operation& operation, test::TestTable* table, std::vector<std::string>* rows) {
  const test::Query query = engine_query(operation.query);
  const test::RequestOf request(query);
  CursorLimits limits;
  limits.deadline = passed_deadline();
  DatabaseCursor cursor(database_, table->handle());
  std::string token;
  while (true) {
    const Status started = cursor.start(request.request(), limits, token);
    ASSERT_TRUE(started.ok()) << started.message();
    const test::Page page =
        test::read_page([&] { return cursor.next(); }, [&]() -> const ItemView& { return cursor.item(); });
    ASSERT_TRUE(page.status.ok()) << page.status.message();
    ++counts_.hasty_pages;
    rows->insert(rows->end(), page.rows.begin(), page.rows.end());
    if (page.end == Step::kDone) return;
    EXPECT_LE(page.rows.size(), 1u);
    const auto next_token = cursor.token();
    ASSERT_TRUE(next_token.ok()) << next_token.status().message();
    ASSERT_NE(*next_token, token) << "a page ends where it began";
    token = *next_token;
  }
}

void Session::page(const Operation& operation) {
  if (is_refused(operation)) return;
  std::optional<Walk> walk =
      read_page({operation.table, operation.snapshot, operation.query, std::nullopt, ""}, operation.count);
  if (walk.has_value()) walks_.emplace(operation.name, *std::move(walk));
}

void Session::next_page(const Operation& operation) {
  const auto entry = walks_.extract(operation.name);
  std::optional<Walk> walk = read_page(entry.mapped(), operation.count);
  ++counts_.pages_resumed;
  if (walk.has_value()) walks_.emplace(operation.name, *std::move(walk));
}

// Gives how the walk goes on, or nothing at its end.
std::optional<Session::Walk> Session::read_page(Walk walk, uint64_t most) {
  test::Query query = engine_query(walk.query);
  query.limit = most;
  query.token = walk.token;
  const std::vector<RefRow> expected =
      expected_rows(table_at(walk.table, walk.snapshot), meaning_of(walk.query), walk.after);
  const test::Page page = engine_table(walk.table, walk.snapshot).page(query);
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.rows, texts_of(expected, most));
  EXPECT_EQ(page.end, expected.size() >= most ? Step::kPage : Step::kDone);
  if (page.end == Step::kDone || page.rows.empty() || page.rows.size() > expected.size()) return std::nullopt;
  walk.after = expected[page.rows.size() - 1].position;
  walk.token = page.token;
  return walk;
}

void Session::open_cursor(const Operation& operation) {
  if (is_refused(operation)) return;
  const test::Query query = engine_query(operation.query);
  const test::RequestOf request(query);
  auto cursor = std::make_unique<DatabaseCursor>(database_, engine_table(operation.table, operation.snapshot).handle());
  const Status started = cursor->start(request.request(), {}, "");
  ASSERT_TRUE(started.ok()) << started.message();
  const RefTable table = table_at(operation.table, operation.snapshot);
  Cursor open{operation.table, std::nullopt, std::move(cursor), expected_rows(table, meaning_of(operation.query))};
  if (!operation.snapshot.empty()) open.bound = table;
  cursors_.emplace(operation.name, std::move(open));
}

void Session::next_rows(const Operation& operation) {
  Cursor& open = cursors_.at(operation.name);
  for (uint64_t left = operation.count; left > 0 && open.next < open.expected.size(); --left) expect_row(&open);
  if (open.next < open.expected.size()) return;
  const auto step = open.cursor->next();
  EXPECT_TRUE(step.ok() && *step == Step::kDone);
  cursors_.erase(operation.name);
}

// A cursor stands nowhere after a walk that was refused.
void Session::reset(const Operation& operation) {
  const RefTable table = table_of_cursor(operation.name);
  Cursor& open = cursors_.at(operation.name);
  const RefQuery query = meaning_of(operation.query);
  const Refusals refusals = table.refusals_of_query(query);
  const test::Query engine = engine_query(operation.query);
  const test::RequestOf request(engine);
  const Status started = open.cursor->start(request.request(), {}, "");
  ++counts_.resets;
  open.next = 0;
  if (refusals.empty()) {
    ASSERT_TRUE(started.ok()) << started.message();
    open.expected = expected_rows(table, query);
    return;
  }
  EXPECT_TRUE(refusals.contains(started.code())) << static_cast<int>(started.code()) << " " << started.message();
  EXPECT_EQ(open.cursor->next().status().code(), StatusCode::kMISUSE);
  cursors_.erase(operation.name);
}

void Session::expect_row(Cursor* open) {
  const RefRow& expected = open->expected[open->next++];
  const auto step = open->cursor->next();
  ASSERT_TRUE(step.ok()) << step.status().message();
  ASSERT_EQ(*step, Step::kRow);
  EXPECT_EQ(test::json_of(open->cursor->item()), expected.json);
  std::vector<Value> index_key;
  std::vector<Value> base_key;
  ASSERT_TRUE(open->cursor->read_keys(&index_key, &base_key).ok());
  std::string keys;
  for (const auto* values : {&index_key, &base_key}) {
    for (const Value& value : *values) keys += test::json_of(value.view());
  }
  EXPECT_EQ(keys, text_of(expected.position));
  ++counts_.rows_of_cursors;
}

}  // namespace sheaf::model
