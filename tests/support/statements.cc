#include "tests/support/statements.h"

#include <gtest/gtest.h>

namespace sheaf::test {
namespace {

std::optional<std::string_view> optional_text(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return std::string_view(text);
}

}  // namespace

Result<std::unique_ptr<Statement>> prepare(const TestTable& table, const Ask& ask) {
  std::vector<StatementName> names;
  for (const auto& [placeholder, attribute] : ask.names) names.push_back({placeholder, attribute});
  StatementText text;
  text.kind = ask.kind;
  text.answer = ask.answer;
  text.read.index = optional_text(ask.index);
  text.read.key = optional_text(ask.key);
  text.read.filter = optional_text(ask.filter);
  text.read.projection = optional_text(ask.projection);
  text.read.direction = ask.direction;
  text.read.content = ask.content;
  text.update = optional_text(ask.update);
  text.condition = optional_text(ask.condition);
  text.names = names;
  text.row_limit = ask.row_limit;
  text.page_bytes = ask.page_bytes;
  text.timeout_ms = ask.timeout_ms;
  text.segment = ask.segment;
  text.total_segments = ask.total_segments;
  return Statement::prepare(table.shared_database(), table.handle(), text);
}

Status prepare_error(const TestTable& table, const Ask& ask) {
  const auto statement = prepare(table, ask);
  EXPECT_FALSE(statement.ok()) << ask.key << " / " << ask.filter << " / " << ask.projection << " is accepted";
  return statement.ok() ? Status() : statement.status();
}

Status bind_json(Statement* statement, std::string_view values) { return statement->bind_all(TestItem(values).view()); }

Answer read_answer(Statement* statement) {
  Answer answer;
  Page page = read_page([&] { return statement->step(); }, [&]() -> const ItemView& { return statement->item(); });
  answer.rows = std::move(page.rows);
  answer.status = std::move(page.status);
  answer.end = page.end;
  answer.scanned = statement->scanned();
  answer.returned = statement->returned();
  answer.stop = statement->stop_reason();
  if (!answer.status.ok()) return answer;
  const auto token = statement->token();
  EXPECT_TRUE(token.ok()) << token.status().message();
  if (token.ok()) answer.token = *token;
  return answer;
}

Answer answer(const TestTable& table, const Ask& ask) {
  Answer failed;
  const auto statement = prepare(table, ask);
  failed.status = statement.status();
  if (failed.status.ok()) failed.status = bind_json(statement->get(), ask.values);
  if (failed.status.ok()) failed.status = (*statement)->resume(ask.token);
  return failed.status.ok() ? read_answer(statement->get()) : std::move(failed);
}

std::vector<std::string> answer_rows(const TestTable& table, const Ask& ask) {
  Answer given = answer(table, ask);
  EXPECT_TRUE(given.status.ok()) << given.status.message();
  EXPECT_EQ(given.end, Step::kDone);
  return given.rows;
}

std::vector<std::string> answer_by_pages(const TestTable& table, Ask ask) {
  std::vector<std::string> rows;
  while (true) {
    const Answer page = answer(table, ask);
    EXPECT_TRUE(page.status.ok()) << page.status.message();
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    if (!page.status.ok() || page.end == Step::kDone) return rows;
    if (page.token == ask.token) {
      ADD_FAILURE() << "a page ends where it began";
      return rows;
    }
    ask.token = page.token;
  }
}

}  // namespace sheaf::test
