// Schema, the life of the database, and which operation is done by which function.
#include "tests/model/session.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sheaf::model {
namespace {

constexpr size_t kMostNames = 100;

template <typename Map>
std::vector<std::string> names_of(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : map) names.push_back(name);
  return names;
}

// Whether the verb may stand within that of many.
bool is_part(Verb many, Verb part) {
  if (many == Verb::kBatchGet) return part == Verb::kGet;
  if (part == Verb::kCheck) return many == Verb::kTransact;
  return part == Verb::kPutIf || part == Verb::kDeleteIf || part == Verb::kUpdate;
}

}  // namespace

Session::Session(const SessionOptions& options) : options_(options), counts_(options.counts) {
  open(OpenMode::kCreateIfMissing);
}

std::vector<std::string> Session::snapshots() const { return names_of(states_); }
std::vector<std::string> Session::walks() const { return names_of(walks_); }
std::vector<std::string> Session::cursors() const { return names_of(cursors_); }
std::vector<std::string> Session::selects() const { return names_of(selects_); }

bool Session::fits(const Operation& operation) const {
  const bool has_place =
      tables_.contains(operation.table) && (operation.snapshot.empty() || states_.contains(operation.snapshot));
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kVerify:
      return true;
    case Verb::kDrop:
    case Verb::kPut:
    case Verb::kPutOld:
    case Verb::kDelete:
    case Verb::kDeleteOld:
    case Verb::kGet:
    case Verb::kQuery:
    case Verb::kHasty:
    case Verb::kPutIf:
    case Verb::kDeleteIf:
    case Verb::kUpdate:
    case Verb::kSelect:
      return has_place;
    case Verb::kCheck:
      return has_place && operation.terms.condition.has_value();
    case Verb::kSelectPage:
      return has_place && !selects_.contains(operation.name);
    case Verb::kSelectNext:
      return selects_.contains(operation.name);
    case Verb::kBury:
    case Verb::kFlush:
      return has_place && !is_read_only_;
    case Verb::kPage:
      return has_place && operation.count > 0 && !walks_.contains(operation.name);
    case Verb::kNextPage:
      return operation.count > 0 && walks_.contains(operation.name);
    case Verb::kOpen:
      return has_place && !cursors_.contains(operation.name);
    case Verb::kNext:
    case Verb::kReset:
    case Verb::kClose:
      return cursors_.contains(operation.name);
    case Verb::kSnapshot:
      return !states_.contains(operation.name);
    case Verb::kRelease:
      return states_.contains(operation.name);
    case Verb::kReopen:
    case Verb::kReopenReadOnly:
      return has_folder();
    case Verb::kTransact:
    case Verb::kBatchWrite:
    case Verb::kBatchGet:
      return std::all_of(operation.parts.begin(), operation.parts.end(),
                         [&](const Operation& part) { return is_part(operation.verb, part.verb) && fits(part); });
  }
  return false;
}

void Session::run(const Operation& operation) {
  switch (operation.verb) {
    case Verb::kCreate:
      return create(operation);
    case Verb::kDrop:
      return drop(operation.table);
    case Verb::kPut:
    case Verb::kPutOld:
      return put(operation);
    case Verb::kDelete:
    case Verb::kDeleteOld:
      return erase(operation);
    case Verb::kPutIf:
    case Verb::kDeleteIf:
    case Verb::kUpdate:
      return write_if(operation);
    case Verb::kCheck:
      return transact({.verb = Verb::kTransact, .name = kNoToken, .parts = {operation}});
    case Verb::kTransact:
      return transact(operation);
    case Verb::kBatchWrite:
      return batch_write(operation);
    case Verb::kBatchGet:
      return batch_get(operation);
    case Verb::kBury:
      return bury(operation);
    case Verb::kGet:
      return get(operation);
    case Verb::kQuery:
      return query(operation);
    case Verb::kHasty:
      return hasty(operation);
    case Verb::kPage:
      return page(operation);
    case Verb::kNextPage:
      return next_page(operation);
    case Verb::kOpen:
      return open_cursor(operation);
    case Verb::kNext:
      return next_rows(operation);
    case Verb::kReset:
      return reset(operation);
    case Verb::kClose:
      cursors_.erase(operation.name);
      return;
    case Verb::kSelect:
      return select(operation);
    case Verb::kSelectPage:
      return select_page(operation);
    case Verb::kSelectNext:
      return select_next(operation);
    case Verb::kSnapshot:
      return snapshot(operation.name);
    case Verb::kRelease:
      return release(operation.name);
    case Verb::kFlush:
      return flush(operation.table);
    case Verb::kVerify:
      return verify();
    case Verb::kReopen:
      return reopen(OpenMode::kMustExist);
    case Verb::kReopenReadOnly:
      return reopen(OpenMode::kReadOnly);
  }
}

RefTable Session::table_at(const std::string& table, const std::string& snapshot) const {
  const RefTable& now = tables_.at(table);
  if (snapshot.empty()) return now;
  const auto& tables = states_.at(snapshot).tables;
  const auto then = tables.find(table);
  if (then != tables.end() && then->second.id() == now.id()) return then->second;
  RefTable made_later = now;
  made_later.clear();
  return made_later;
}

RefTable Session::table_of_cursor(const std::string& cursor) const {
  const Cursor& open = cursors_.at(cursor);
  return open.bound.value_or(tables_.at(open.table));
}

test::TestTable Session::engine_table(const std::string& table, const std::string& snapshot) const {
  const test::TestTable& now = engine_tables_.at(table);
  return snapshot.empty() ? now : now.at(states_.at(snapshot).snapshot);
}

void Session::open(OpenMode mode) {
  DatabaseOptions options;
  options.path = options_.path;
  options.mode = mode;
  options.sync = SyncMode::kNormal;
  auto database = Database::open(options);
  ASSERT_TRUE(database.ok()) << database.status().message();
  database_ = *std::move(database);
  is_read_only_ = mode == OpenMode::kReadOnly;
}

// Everything that was acknowledged must be there again; tokens go on, cursors and snapshots do not.
void Session::reopen(OpenMode mode) {
  ++counts_.reopenings;
  database_->close();
  for (const auto& [name, open] : cursors_) EXPECT_EQ(open.cursor->next().status().code(), StatusCode::kCLOSED) << name;
  for (const auto& [name, table] : engine_tables_) {
    EXPECT_EQ(table.get_status({}).code(), StatusCode::kCLOSED) << name;
    for (const auto& [snapshot, state] : states_) {
      EXPECT_EQ(table.at(state.snapshot).get_status({}).code(), StatusCode::kCLOSED) << name << "@" << snapshot;
    }
  }
  EXPECT_EQ(database_->snapshot().status().code(), StatusCode::kCLOSED);
  std::erase_if(walks_, [](const auto& walk) { return !walk.second.snapshot.empty(); });
  close_selects();
  cursors_.clear();
  states_.clear();
  engine_tables_.clear();
  dropped_tables_.clear();
  open(mode);
  for (const auto& [name, table] : tables_) {
    auto handle = database_->open_table(name);
    ASSERT_TRUE(handle.ok()) << name << ": " << handle.status().message();
    engine_tables_.emplace(name, test::TestTable(database_, *std::move(handle)));
  }
}

void Session::create(const Operation& operation) {
  const Status created = database_->create_table(operation.json);
  if (is_read_only_) return expect_refused(created, {StatusCode::kREAD_ONLY});
  if (tables_.contains(operation.table)) return expect_refused(created, {StatusCode::kEXISTS});
  ASSERT_TRUE(created.ok()) << created.message();
  ++counts_.tables_made;
  tables_.emplace(operation.table, RefTable(next_table_id_++, read_definition(parse_json(operation.json))));
  auto handle = database_->open_table(operation.table);
  ASSERT_TRUE(handle.ok()) << handle.status().message();
  engine_tables_.emplace(operation.table, test::TestTable(database_, *std::move(handle)));
}

void Session::drop(const std::string& name) {
  const Status dropped = database_->drop_table(name);
  if (is_read_only_) return expect_refused(dropped, {StatusCode::kREAD_ONLY});
  EXPECT_TRUE(dropped.ok()) << dropped.message();
  std::erase_if(cursors_, [&name](const auto& entry) {
    if (entry.second.table != name) return false;
    EXPECT_EQ(entry.second.cursor->next().status().code(), StatusCode::kNO_TABLE);
    return true;
  });
  for (const auto& [snapshot, state] : states_) {
    EXPECT_EQ(engine_table(name, snapshot).get_status({}).code(), StatusCode::kNO_TABLE) << snapshot;
  }
  std::erase_if(walks_, [&name](const auto& entry) { return entry.second.table == name; });
  end_selects(name);
  dropped_tables_.push_back(engine_tables_.at(name));
  engine_tables_.erase(name);
  tables_.erase(name);
}

void Session::snapshot(const std::string& name) {
  auto snapshot = database_->snapshot();
  ASSERT_TRUE(snapshot.ok()) << snapshot.status().message();
  states_.emplace(name, State{*std::move(snapshot), tables_});
}

void Session::release(const std::string& name) {
  std::erase_if(walks_, [&name](const auto& entry) { return entry.second.snapshot == name; });
  std::erase_if(selects_, [&name](const auto& entry) { return entry.second.snapshot == name; });
  statements_.clear();  // some read the snapshot
  states_.erase(name);
}

void Session::flush(const std::string& name) {
  const OpenTable& table = engine_tables_.at(name).open_table();
  EXPECT_TRUE(database_->store().flush(table.base()).ok());
  for (const OpenIndex& index : table.indexes()) EXPECT_TRUE(database_->store().flush(*index.family).ok());
}

void Session::verify() {
  const auto names = database_->table_names("", kMostNames);
  ASSERT_TRUE(names.ok()) << names.status().message();
  EXPECT_EQ(*names, names_of(tables_));
  // A handle stays with its own table, even when another has its name.
  for (const test::TestTable& table : dropped_tables_) {
    EXPECT_EQ(table.get_status({}).code(), StatusCode::kNO_TABLE);
  }
  for (const auto& [name, table] : tables_) verify_table(name);
}

void Session::verify_table(const std::string& name) {
  const RefTable& table = tables_.at(name);
  uint64_t rows = 0;
  for (const RefIndex& index : table.definition().indexes) rows += table.count_rows(index);
  const VerifyReport report = engine_tables_.at(name).verify();
  EXPECT_TRUE(report.is_clean()) << name << ": " << report.first_problem;
  EXPECT_EQ(report.items, table.items().size()) << name;
  EXPECT_EQ(report.rows, rows) << name;
}

}  // namespace sheaf::model
