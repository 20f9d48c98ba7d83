// Session: prepared statements, and queries and scans by them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/model/reference_select.h"
#include "tests/model/session.h"

namespace sheaf::model {
namespace {

constexpr size_t kMostStatements = 16;

std::optional<std::string_view> text_of(const std::optional<Written>& written) {
  return written.has_value() ? std::optional<std::string_view>(written->text) : std::nullopt;
}

// Borrows the terms; `names` is room for theirs.
StatementText statement_text(StatementKind kind, const Terms& terms, std::vector<StatementName>* names) {
  for (const auto& [placeholder, name] : terms.names) names->push_back({placeholder, name});
  StatementText text;
  text.kind = kind;
  text.answer = terms.counts_only ? StatementAnswer::kCount : StatementAnswer::kRows;
  if (!terms.index.empty()) text.read.index = terms.index;
  text.read.key = text_of(terms.key);
  text.read.filter = text_of(terms.filter);
  text.read.projection = text_of(terms.projection);
  text.read.direction = terms.is_backward ? Direction::kBackward : Direction::kForward;
  text.read.content = static_cast<RowContent>(terms.content);  // the same order
  text.update = text_of(terms.update);
  text.condition = text_of(terms.condition);
  text.names = *names;
  text.row_limit = terms.row_limit;
  text.page_bytes = terms.page_bytes;
  return text;
}

StatementKind walk_kind(const Terms& terms) {
  return terms.key.has_value() ? StatementKind::kQuery : StatementKind::kScan;
}

std::set<std::string> placeholders_of(const Terms& terms) {
  std::set<std::string> used;
  for (const auto* const written : {&terms.condition, &terms.update, &terms.key, &terms.filter}) {
    if (!written->has_value()) continue;
    for (std::string& placeholder : values_of((*written)->trees)) used.insert(std::move(placeholder));
  }
  return used;
}

// Whether a value has a placeholder that no expression uses.
bool has_unused_values(const Terms& terms) {
  const std::set<std::string> used = placeholders_of(terms);
  return std::any_of(terms.values.begin(), terms.values.end(),
                     [&used](const auto& value) { return !used.contains(value.first); });
}

bool has_all_values(const Terms& terms) {
  const std::set<std::string> used = placeholders_of(terms);
  return std::all_of(used.begin(), used.end(),
                     [&terms](const std::string& placeholder) { return terms.values.contains(placeholder); });
}

RefPage::Stop stop_of(StopReason reason) {
  if (reason == StopReason::kRows) return RefPage::Stop::kRows;
  return reason == StopReason::kBytes ? RefPage::Stop::kBytes : RefPage::Stop::kEnd;
}

}  // namespace

bool Session::has_right_terms(const Operation& operation) const {
  const RefTable& table = tables_.at(operation.table);
  const Terms& terms = operation.terms;
  return !verdict_of_form(table, terms).is_refusal() && !has_unused_values(terms) &&
         !verdict_of_values(table, terms).is_refusal();
}

void Session::expect_refused_expression(const Status& status, const Verdict& verdict) {
  EXPECT_TRUE(verdict.allows(status)) << "got " << status.message() << ", expected the like of "
                                      << (verdict.errors.empty() ? "" : Status(*verdict.errors.begin()).message());
  ++counts_.refused_expressions;
  if (verdict.errors.size() == 1) counts_.refusals.insert(*verdict.errors.begin());
}

// The same for statements that differ in the values that they have.
std::string Session::statement_key(StatementKind kind, const Operation& operation) const {
  Terms terms = operation.terms;
  terms.values.clear();
  return std::to_string(tables_.at(operation.table).id()) + "@" + operation.snapshot + " " +
         std::to_string(static_cast<int>(kind)) + " " + json_text(terms);
}

// For a later operation that has the same expressions.
void Session::keep(std::unique_ptr<Statement> statement, const std::string& key) {
  if (statements_.size() >= kMostStatements) statements_.clear();
  statements_.insert_or_assign(key, std::move(statement));
}

std::unique_ptr<Statement> Session::prepare_anew(StatementKind kind, const Operation& operation) {
  const Terms& terms = operation.terms;
  const test::TestTable table = engine_table(operation.table, operation.snapshot);
  std::vector<StatementName> names;
  auto prepared = Statement::prepare(database_, table.handle(), statement_text(kind, terms, &names));
  const Verdict of_form = verdict_of_form(tables_.at(operation.table), terms);
  if (of_form.is_refusal()) {
    expect_refused_expression(prepared.ok() ? Status() : prepared.status(), of_form);
    return nullptr;
  }
  EXPECT_TRUE(prepared.ok()) << prepared.status().message();
  return prepared.ok() ? *std::move(prepared) : nullptr;
}

// The statement with its values, or null when it must be refused, which is checked then. One that has been used before is bound anew
// when it gets all of its values.
std::unique_ptr<Statement> Session::prepare(StatementKind kind, const Operation& operation) {
  const Terms& terms = operation.terms;
  std::unique_ptr<Statement> statement;
  if (auto kept = statements_.extract(statement_key(kind, operation)); !kept.empty() && has_all_values(terms)) {
    statement = std::move(kept.mapped());
    statement->reset();
    ++counts_.statements_bound_anew;
  } else {
    statement = prepare_anew(kind, operation);
    if (statement == nullptr) return nullptr;
  }
  const test::TestItem values(canonical_json(terms.values));
  const Status bound = statement->bind_all(values.view());
  if (has_unused_values(terms)) {
    expect_refused_expression(bound, {.errors = {Error::kValuesUnused}});
    return nullptr;
  }
  EXPECT_TRUE(bound.ok()) << bound.message();
  return statement;
}

// A walk that stands at its start, or nothing when it must be refused.
std::optional<Session::Select> Session::start_select(const Operation& operation) {
  const StatementKind kind = walk_kind(operation.terms);
  Select select{operation.table, operation.snapshot, operation.terms, std::nullopt, "", "", nullptr};
  select.statement_key = statement_key(kind, operation);
  select.statement = prepare(kind, operation);
  if (select.statement == nullptr) return std::nullopt;
  const Verdict of_values = verdict_of_values(tables_.at(operation.table), operation.terms);
  if (!of_values.is_refusal()) return select;
  for (int twice = 0; twice < 2; ++twice) {
    const auto step = select.statement->step();
    expect_refused_expression(step.ok() ? Status() : step.status(), of_values);
  }
  return std::nullopt;
}

// The next page; gives whether something may follow.
bool Session::read_select_page(Select* select) {
  const RefTable table = table_at(select->table, select->snapshot);
  const RefPage expected = page_of(table, select->terms, select->terms.row_limit, select->after);
  Statement& statement = *select->statement;
  const Status resumed = statement.resume(select->token);
  EXPECT_TRUE(resumed.ok()) << resumed.message();
  const test::Page page =
      test::read_page([&] { return statement.step(); }, [&]() -> const ItemView& { return statement.item(); });
  EXPECT_TRUE(page.status.ok()) << page.status.message();
  EXPECT_EQ(page.rows, expected.rows);
  EXPECT_EQ(page.end, expected.stops.contains(RefPage::Stop::kEnd) ? Step::kDone : Step::kPage);
  EXPECT_EQ(statement.scanned(), expected.scanned);
  EXPECT_EQ(statement.returned(), expected.returned);
  EXPECT_TRUE(expected.stops.contains(stop_of(statement.stop_reason()))) << static_cast<int>(statement.stop_reason());
  const auto again = statement.step();
  EXPECT_TRUE(again.ok() && *again == page.end);
  count_select_page(*select, expected);
  if (page.end == Step::kDone || page.rows != expected.rows || statement.scanned() != expected.scanned) return false;
  const auto token = statement.token();
  EXPECT_TRUE(token.ok()) << token.status().message();
  select->token = token.ok() ? *token : "";
  if (expected.last.has_value()) select->after = expected.last;
  return token.ok();
}

void Session::count_select_page(const Select& select, const RefPage& page) {
  counts_.rows_selected += page.rows.size();
  counts_.rows_filtered_out += page.scanned - page.returned;
  if (select.terms.counts_only) counts_.rows_counted += page.returned;
  if (select.terms.projection.has_value()) counts_.rows_projected += page.rows.size();
  if (page.stops.contains(RefPage::Stop::kBytes)) ++counts_.pages_by_bytes;
  if (!select.terms.index.empty()) counts_.rows_selected_on_indexes += page.rows.size();
  if (select.terms.key.has_value() && select.terms.key->trees.size() > 2)
    counts_.rows_of_many_parts += page.rows.size();
}

void Session::select(const Operation& operation) {
  std::optional<Select> select = start_select(operation);
  if (!select.has_value()) return;
  while (read_select_page(&*select)) {
  }
  keep(std::move(select->statement), select->statement_key);
}

void Session::select_page(const Operation& operation) {
  std::optional<Select> select = start_select(operation);
  if (!select.has_value()) return;
  if (read_select_page(&*select)) {
    selects_.emplace(operation.name, *std::move(select));
  } else {
    keep(std::move(select->statement), select->statement_key);
  }
}

void Session::select_next(const Operation& operation) {
  auto entry = selects_.extract(operation.name);
  Select& select = entry.mapped();
  ++counts_.selects_resumed;
  if (operation.count != 0) select.terms.row_limit = operation.count;
  if (operation.count != 0 || select.statement == nullptr) {
    Operation anew;
    anew.table = select.table;
    anew.snapshot = select.snapshot;
    anew.terms = select.terms;
    const StatementKind kind = walk_kind(select.terms);
    select.statement_key = statement_key(kind, anew);
    select.statement = prepare(kind, anew);
    ASSERT_NE(select.statement, nullptr);
  }
  if (read_select_page(&select)) selects_.insert(std::move(entry));
}

void Session::end_selects(const std::string& table) {
  statements_.clear();
  std::erase_if(selects_, [&table](const auto& entry) {
    if (entry.second.table != table) return false;
    Statement* const statement = entry.second.statement.get();
    if (statement == nullptr) return true;
    statement->reset();
    EXPECT_EQ(statement->step().status().code(), StatusCode::kNO_TABLE);
    return true;
  });
}

void Session::close_selects() {
  statements_.clear();
  for (auto& [name, select] : selects_) {
    if (select.statement == nullptr) continue;
    EXPECT_EQ(select.statement->step().status().code(), StatusCode::kCLOSED) << name;
    select.statement.reset();
  }
  std::erase_if(selects_, [](const auto& entry) { return !entry.second.snapshot.empty(); });
}

}  // namespace sheaf::model
