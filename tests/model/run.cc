#include "tests/model/run.h"

#include <gtest/gtest.h>

namespace sheaf::model {
namespace {

constexpr size_t kMostTables = 4;
constexpr size_t kMostOpen = 4;  // walks, and as many cursors
constexpr size_t kShownOperations = 12;
constexpr uint64_t kVerifyEvery = 300;

char type_letter(Kind kind) { return kind_tag(kind)[0]; }

test::TableShape shape_of(const RefTable& table) {
  const auto part = [](const RefKey& key, size_t i) {
    return i < key.size() ? key[i].name + ":" + type_letter(key[i].kind) : std::string();
  };
  test::TableShape shape{.name = table.name(), .hash = part(table.key(), 0), .sort = part(table.key(), 1)};
  for (const RefIndex& index : table.indexes()) {
    std::string projection = index.projection == RefProjection::kAll ? "ALL" : "KEYS_ONLY";
    if (index.projection == RefProjection::kInclude) {
      projection = "INCLUDE";
      for (const std::string& name : index.included) projection += (projection == "INCLUDE" ? " " : ",") + name;
    }
    shape.indexes.push_back({index.name, part(index.key, 0), part(index.key, 1), projection});
  }
  return shape;
}

std::string text_of(const RefKeyValues& values) {
  std::string text;
  for (const RefValue& value : values) text += canonical_json(value);
  return text;
}

std::string text_of(const RefQuery& query) {
  std::string text = "index " + std::to_string(query.index) + (query.is_backward ? " backward" : " forward");
  if (query.partition.has_value()) {
    text += " partition op " + std::to_string(static_cast<int>(query.partition_op)) + canonical_json(*query.partition);
  }
  return text + " sort op " + std::to_string(static_cast<int>(query.sort_op)) + text_of(query.sort) + " content " +
         std::to_string(static_cast<int>(query.content));
}

std::vector<std::string> texts_of(const std::vector<RefRow>& rows, size_t most) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < rows.size() && i < most; ++i) texts.push_back(rows[i].json);
  return texts;
}

}  // namespace

ModelRun::ModelRun(const ModelRunOptions& options)
    : options_(options), random_(options.seed), database_(std::make_unique<test::TestDatabase>(options.path)) {}

ModelRunCounts ModelRun::run() {
  for (size_t i = 0; i < kMostTables; ++i) create_table();  // two or three: some take the same name
  while (step_ < options_.steps && !testing::Test::HasFailure()) {
    ++step_;
    step();
    if (step_ % kVerifyEvery == 0) verify_all();
  }
  verify_all();
  if (testing::Test::HasFailure()) {
    ADD_FAILURE() << "model run with SHEAF_MODEL_SEED=" << options_.seed << " failed at step " << step_
                  << "; the last operations:" << history();
  }
  return counts_;
}

void ModelRun::step() {
  if (random_.one_in(200)) return tables_.size() < kMostTables ? create_table() : drop_table();
  if (random_.one_in(700)) return drop_table();
  if (random_.one_in(150)) return reopen();
  if (random_.one_in(60)) return flush();
  if (tables_.empty()) return create_table();
  Table& table = any_table();
  const size_t dice = random_.below(20);
  if (dice < 6) return put(table);
  if (dice < 8) return erase(table);
  if (dice < 9) return get(table);
  if (dice < 12) return walk(table);
  if (dice < 14) return start_pages(table);
  if (dice < 16) return continue_pages();
  if (dice < 17) return open_cursor(table);
  advance_cursor();
}

void ModelRun::create_table() {
  const std::string name = "table-" + std::to_string(random_.below(kMostTables));
  if (tables_.contains(name)) return;
  RefTable reference = random_.table(name);
  const test::TableShape shape = shape_of(reference);
  note("create " + definition_json(shape));
  ++counts_.tables_made;
  tables_.emplace(name, Table{std::move(reference), database_->create(shape)});
}

void ModelRun::drop_table() {
  if (tables_.empty()) return;
  const std::string name = any_table().reference.name();
  note("drop " + name);
  test::TestTable handle = tables_.at(name).engine;
  const RefKeyValues some_key = random_.key(tables_.at(name).reference);
  const Status dropped = (*database_)->drop_table(name);
  EXPECT_TRUE(dropped.ok()) << dropped.message();
  EXPECT_EQ(handle.get_status(values_of(some_key)).code(), StatusCode::kNO_TABLE);
  tables_.erase(name);
  std::erase_if(walks_, [&name](const OpenWalk& walk) { return walk.table == name; });
  std::erase_if(cursors_, [&name](const OpenCursor& open) {
    if (open.table != name) return false;
    const auto step = open.cursor->next();
    EXPECT_FALSE(step.ok());
    EXPECT_EQ(step.status().code(), StatusCode::kNO_TABLE);
    return true;
  });
}

// Everything that was acknowledged must be there again; tokens go on, cursors do not.
void ModelRun::reopen() {
  if (options_.path.empty()) return;
  note("reopen");
  ++counts_.reopenings;
  database_->close();
  for (const OpenCursor& open : cursors_) EXPECT_EQ(open.cursor->next().status().code(), StatusCode::kCLOSED);
  cursors_.clear();
  database_ = nullptr;
  Tables reopened;
  database_ = std::make_unique<test::TestDatabase>(options_.path);
  for (auto& [name, table] : tables_) reopened.emplace(name, Table{std::move(table.reference), database_->table(name)});
  tables_ = std::move(reopened);
}

// Puts rows into files, so that reads merge them with what is in memory.
void ModelRun::flush() {
  if (tables_.empty()) return;
  Table& table = any_table();
  note("flush " + table.reference.name());
  EXPECT_TRUE((*database_)->store().flush(table.engine.open_table().base()).ok());
  for (const OpenIndex& index : table.engine.open_table().indexes()) {
    EXPECT_TRUE((*database_)->store().flush(*index.family).ok());
  }
}

void ModelRun::put(Table& table) {
  const RefItem item = random_.item(table.reference);
  const std::string json = random_.spelled(item);
  note("put into " + table.reference.name() + " " + json);
  const std::set<StatusCode> faults = table.reference.faults_of(item);
  if (!faults.empty()) {
    const Status status = table.engine.put(json);
    EXPECT_TRUE(faults.contains(status.code())) << "got " << status.message();
    ++counts_.refused_puts;
    return;
  }
  ++counts_.puts;
  if (random_.one_in(2)) {
    const Status status = table.engine.put(json);
    EXPECT_TRUE(status.ok()) << status.message();
    table.reference.put(item);
    return;
  }
  const std::optional<std::string> old_json = table.engine.put_over(json);
  const std::optional<RefItem> old_item = table.reference.put(item);
  expect_old_item(old_json, old_item);
}

void ModelRun::erase(Table& table) {
  const RefKeyValues key = random_.key(table.reference);
  note("delete from " + table.reference.name() + " " + text_of(key));
  if (random_.one_in(2)) {
    const Status status = table.engine.erase(values_of(key));
    EXPECT_TRUE(status.ok()) << status.message();
    table.reference.erase(key);
    return;
  }
  const std::optional<std::string> old_json = table.engine.erase_old(values_of(key));
  const std::optional<RefItem> old_item = table.reference.erase(key);
  expect_old_item(old_json, old_item);
}

void ModelRun::expect_old_item(const std::optional<std::string>& json, const std::optional<RefItem>& item) {
  EXPECT_EQ(json, item.has_value() ? std::optional(canonical_json(*item)) : std::nullopt);
  counts_.old_items += item.has_value() ? 1 : 0;
}

void ModelRun::get(Table& table) {
  const RefKeyValues key = random_.key(table.reference);
  note("get from " + table.reference.name() + " " + text_of(key));
  const RefItem* const item = table.reference.find(key);
  counts_.items_got += item != nullptr ? 1 : 0;
  EXPECT_EQ(table.engine.get(values_of(key)), item != nullptr ? std::optional(canonical_json(*item)) : std::nullopt);
}

void ModelRun::walk(Table& table) {
  const RefQuery query = random_.query(table.reference);
  note("walk " + table.reference.name() + " " + text_of(query));
  const test::Page page = table.engine.page(query_of(table.reference, query));
  if (table.reference.refuses(query)) {
    EXPECT_EQ(page.status.code(), StatusCode::kINVALID) << page.status.message();
    ++counts_.refused_queries;
    return;
  }
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.end, Step::kDone);
  const std::vector<RefRow> expected = table.reference.rows(query, std::nullopt);
  EXPECT_EQ(page.rows, texts_of(expected, expected.size()));
  counts_.rows_walked += expected.size();
}

void ModelRun::start_pages(Table& table) {
  const RefQuery query = random_.query(table.reference);
  if (!table.reference.refuses(query)) read_page({table.reference.name(), query, std::nullopt, ""});
}

void ModelRun::continue_pages() {
  if (walks_.empty()) return;
  const size_t which = random_.below(walks_.size());
  OpenWalk walk = std::move(walks_[which]);
  walks_.erase(walks_.begin() + static_cast<ptrdiff_t>(which));
  read_page(std::move(walk));
}

void ModelRun::read_page(OpenWalk walk) {
  const Table& table = tables_.at(walk.table);
  test::Query query = query_of(table.reference, walk.query);
  query.limit = 1 + random_.below(4);
  query.token = walk.token;
  note("page of " + std::to_string(query.limit) + " from " + walk.table + " " + text_of(walk.query) +
       (walk.after.has_value() ? " after " + text_of(*walk.after) : std::string()));
  const std::vector<RefRow> expected = table.reference.rows(walk.query, walk.after);
  const test::Page page = table.engine.page(query);
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.rows, texts_of(expected, query.limit));
  EXPECT_EQ(page.end, expected.size() >= query.limit ? Step::kPage : Step::kDone);
  counts_.pages_resumed += walk.after.has_value() ? 1 : 0;
  if (page.end == Step::kDone || walks_.size() == kMostOpen || page.rows.empty()) return;
  walk.after = expected.at(page.rows.size() - 1).position;
  walk.token = page.token;
  walks_.push_back(std::move(walk));
}

void ModelRun::open_cursor(Table& table) {
  const RefQuery query = random_.query(table.reference);
  if (table.reference.refuses(query) || cursors_.size() == kMostOpen) return;
  note("open a cursor on " + table.reference.name() + " " + text_of(query));
  const test::Query engine_query = query_of(table.reference, query);
  const test::RequestOf request(engine_query);
  auto cursor = std::make_unique<DatabaseCursor>(database_->shared(), table.engine.handle());
  const Status started = cursor->start(request.request(), {}, "");
  ASSERT_TRUE(started.ok()) << started.message();
  cursors_.push_back({table.reference.name(), std::move(cursor), table.reference.rows(query, std::nullopt)});
}

void ModelRun::advance_cursor() {
  if (cursors_.empty()) return;
  const size_t which = random_.below(cursors_.size());
  OpenCursor& open = cursors_[which];
  note("advance a cursor on " + open.table);
  for (size_t left = 1 + random_.below(4); left > 0 && open.next < open.expected.size(); --left) expect_row(open);
  if (open.next < open.expected.size()) return;
  const auto step = open.cursor->next();
  EXPECT_TRUE(step.ok() && *step == Step::kDone);
  cursors_.erase(cursors_.begin() + static_cast<ptrdiff_t>(which));
}

void ModelRun::expect_row(OpenCursor& open) {
  const RefRow& expected = open.expected[open.next++];
  const auto step = open.cursor->next();
  ASSERT_TRUE(step.ok()) << step.status().message();
  ASSERT_EQ(*step, Step::kRow);
  EXPECT_EQ(test::json_of(open.cursor->item()), expected.json);
  std::vector<Value> index_key;
  std::vector<Value> base_key;
  ASSERT_TRUE(open.cursor->read_keys(&index_key, &base_key).ok());
  std::string keys;
  for (const auto* values : {&index_key, &base_key}) {
    for (const Value& value : *values) keys += test::json_of(value.view());
  }
  EXPECT_EQ(keys, text_of(expected.position));
  ++counts_.rows_of_snapshots;
}

void ModelRun::verify_all() {
  for (const auto& [name, table] : tables_) {
    uint64_t rows = 0;
    for (size_t i = 0; i < table.reference.indexes().size(); ++i) {
      RefQuery everything;
      everything.index = static_cast<int>(i);
      rows += table.reference.rows(everything, std::nullopt).size();
    }
    const VerifyReport report = table.engine.verify();
    EXPECT_TRUE(report.is_clean()) << name << ": " << report.first_problem;
    EXPECT_EQ(report.items, table.reference.items().size()) << name;
    EXPECT_EQ(report.rows, rows) << name;
  }
}

test::Query ModelRun::query_of(const RefTable& table, const RefQuery& query) {
  test::Query engine_query;
  if (query.index >= 0) engine_query.index = table.indexes()[static_cast<size_t>(query.index)].name;
  if (query.partition.has_value()) {
    engine_query.partition = values_of({*query.partition});
    engine_query.partition_op = query.partition_op == RefOp::kBeginsWith ? RangeOp::kBeginsWith : RangeOp::kEqual;
  }
  engine_query.sort = values_of(query.sort);
  engine_query.sort_op = static_cast<RangeOp>(query.sort_op);  // the same order
  engine_query.direction = query.is_backward ? Direction::kBackward : Direction::kForward;
  engine_query.content = static_cast<RowContent>(query.content);  // the same order
  return engine_query;
}

std::vector<Value> ModelRun::values_of(const RefKeyValues& values) {
  std::vector<Value> engine_values;
  for (const RefValue& value : values) engine_values.push_back(test::value_of(random_.spelled(value)));
  return engine_values;
}

ModelRun::Table& ModelRun::any_table() {
  auto table = tables_.begin();
  std::advance(table, static_cast<ptrdiff_t>(random_.below(tables_.size())));
  return table->second;
}

void ModelRun::note(const std::string& operation) {
  history_.push_back("\n  " + std::to_string(step_) + ": " + operation);
  if (history_.size() > kShownOperations) history_.pop_front();
}

std::string ModelRun::history() const {
  std::string text;
  for (const std::string& operation : history_) text += operation;
  return text;
}

}  // namespace sheaf::model
