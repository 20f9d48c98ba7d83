// Statements for tests: prepared from short texts, with values as JSON, and their answers as text. Calls that give a Status leave
// the judgement to the test.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/db/statement.h"
#include "tests/support/test_database.h"

namespace sheaf::test {

// What is asked; "" is none.
struct Ask {
  StatementKind kind = StatementKind::kQuery;
  std::string index = {};
  std::string key = {};
  std::string filter = {};
  std::string projection = {};
  std::string update = {};
  std::string condition = {};
  std::vector<std::pair<std::string, std::string>> names = {};
  std::string values = "{}";  // {":v":{"S":"a"}}
  Direction direction = Direction::kForward;
  RowContent content = RowContent::kStored;
  StatementAnswer answer = StatementAnswer::kRows;
  uint64_t row_limit = 0;
  uint64_t page_bytes = 0;
  uint64_t timeout_ms = 0;
  uint32_t segment = 0;
  uint32_t total_segments = 0;
  std::string token = {};
};

inline Ask scan_of(std::string filter, std::string values) {
  return {.kind = StatementKind::kScan, .filter = std::move(filter), .values = std::move(values)};
}

// Without values.
Result<std::unique_ptr<Statement>> prepare(const TestTable& table, const Ask& ask);
// The error of preparing it, which must have one. An error that is none of that fails the test and gives OK.
Status prepare_error(const TestTable& table, const Ask& ask);

Status bind_json(Statement* statement, std::string_view values);

struct Answer {
  std::vector<std::string> rows;  // as JSON
  Status status;                  // why it ended, when that was an error; also of prepare and bind
  Step end = Step::kDone;         // kDone or kPage
  uint64_t scanned = 0;
  uint64_t returned = 0;
  StopReason stop = StopReason::kNone;
  std::string token;  // what a next page goes on from; "" after an error
};

// Steps to the end of the page.
Answer read_answer(Statement* statement);
// Prepares, binds, resumes after the token, and steps to the end of the page.
Answer answer(const TestTable& table, const Ask& ask);
// All rows of one page that is the whole; anything else fails the test.
std::vector<std::string> answer_rows(const TestTable& table, const Ask& ask);
// The same page by page, by tokens.
std::vector<std::string> answer_by_pages(const TestTable& table, Ask ask);

}  // namespace sheaf::test
