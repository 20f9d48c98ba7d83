// Memory ends at the n-th allocation of one call on a statement: the header's rules hold, and no row is lost silently. Only calls
// in which RocksDB allocates nothing are cut short: it aborts when its own memory ends.
#include <gtest/gtest.h>

#include <string>

#include "capi/sheaf.h"
#include "tests/memory/failing_new.h"

namespace {

constexpr int kRows = 10;
constexpr const char* kDefinition = R"({"TableName":"App",
  "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"}]})";

class StatementMemory : public testing::Test {
 protected:
  StatementMemory() {
    sheaf_open_options options = {};
    options.struct_size = sizeof(options);
    options.flags = SHEAF_OPEN_MEMORY;
    EXPECT_EQ(sheaf_open(nullptr, &options, &database_, nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_table_create(database_, sheaf_bytes_of(kDefinition), nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_table_open(database_, "App", &table_, nullptr), SHEAF_OK);
    sheaf_item* const item = sheaf_item_new();
    for (int i = 0; i < kRows; ++i) {
      // Rows grow, so that each needs more memory than the one before.
      const std::string json = R"({"PK":"a","SK":")" + std::string(40 + 100 * i, 's') + R"(","m":{"x":[")" +
                               std::string(100 * (i + 1), 'x') + R"(","y"]}})";
      EXPECT_EQ(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(json.c_str()), nullptr), SHEAF_OK);
      EXPECT_EQ(sheaf_put(table_, item, nullptr, nullptr, nullptr), SHEAF_OK);
    }
    sheaf_item_free(item);
  }
  ~StatementMemory() override {
    sheaf_table_close(table_);
    sheaf_db_free(database_);
  }

  sheaf_stmt* prepare(const char* projection = "SK, m.x[0]") {
    sheaf_stmt_text text = {};
    text.struct_size = sizeof(text);
    text.kind = SHEAF_STMT_QUERY;
    text.key = "PK = :p";
    text.filter = "size(m) > :n";
    text.projection = projection;
    sheaf_stmt* stmt = nullptr;
    EXPECT_EQ(sheaf_stmt_prepare(table_, &text, &stmt, nullptr), SHEAF_OK);
    const sheaf_bytes values = sheaf_bytes_of(R"({":p":"a",":n":0})");
    EXPECT_EQ(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, values, nullptr), SHEAF_OK);
    return stmt;
  }

  // Goes on from the token that the statement gives now; the number of rows.
  int rows_from_here(sheaf_stmt* stmt) {
    sheaf_buf* const token = sheaf_buf_new();
    EXPECT_EQ(sheaf_stmt_token(stmt, token, nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_stmt_resume(stmt, sheaf_buf_bytes(token), nullptr), SHEAF_OK);
    sheaf_buf_free(token);
    int rows = 0;
    sheaf_status step = SHEAF_ROW;
    while ((step = sheaf_stmt_step(stmt, nullptr)) == SHEAF_ROW) ++rows;
    EXPECT_EQ(step, SHEAF_DONE);
    return rows;
  }

  sheaf_db* database_ = nullptr;
  sheaf_table* table_ = nullptr;
};

TEST_F(StatementMemory, ARowThatCouldNotBeMadeIsNotSkipped) {
  bool has_failed = true;
  long n = 0;
  for (; has_failed; ++n) {
    ASSERT_LT(n, 100) << "the call allocates without end";
    sheaf_stmt* const stmt = prepare();
    for (int i = 0; i < 3; ++i) ASSERT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_ROW);
    fail_allocation(n);
    const sheaf_status fourth = sheaf_stmt_step(stmt, nullptr);
    fail_no_allocation();
    has_failed = fourth != SHEAF_ROW;
    if (has_failed) {
      EXPECT_EQ(fourth, SHEAF_NO_MEMORY);
      EXPECT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_NO_MEMORY) << "an error is answered again";
      EXPECT_EQ(sheaf_stmt_item(stmt), nullptr);
      EXPECT_EQ(sheaf_stmt_returned(stmt), 3u);
      EXPECT_EQ(3 + rows_from_here(stmt), kRows) << "allocation " << n;
    }
    sheaf_stmt_free(stmt);
  }
  EXPECT_GT(n, 1) << "some calls were cut short";
}

TEST_F(StatementMemory, APageThatCouldNotBeMadeLeavesTheBufEmpty) {
  // Rows that are as large as any before, so that RocksDB's own memory is there.
  sheaf_stmt* const stmt = prepare();
  sheaf_buf* const token = sheaf_buf_new();
  for (int i = 0; i < 3; ++i) ASSERT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_ROW);
  ASSERT_EQ(sheaf_stmt_token(stmt, token, nullptr), SHEAF_OK);
  sheaf_buf* const json = sheaf_buf_new();
  fail_allocation(0);
  const sheaf_status paged = sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 2, json, nullptr);
  fail_no_allocation();
  EXPECT_EQ(paged, SHEAF_NO_MEMORY);
  EXPECT_EQ(sheaf_buf_bytes(json).size, 0u);
  ASSERT_EQ(sheaf_stmt_resume(stmt, sheaf_buf_bytes(token), nullptr), SHEAF_OK);
  EXPECT_EQ(sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, json, nullptr), SHEAF_DONE);
  EXPECT_EQ(sheaf_stmt_returned(stmt), uint64_t{kRows - 3});
  sheaf_buf_free(json);
  sheaf_buf_free(token);
  sheaf_stmt_free(stmt);
}

// Rows of a page's JSON.
int rows_of(sheaf_buf* json) {
  const sheaf_bytes bytes = sheaf_buf_bytes(json);
  const std::string text(reinterpret_cast<const char*>(bytes.data), bytes.size);
  int rows = 0;
  for (size_t at = text.find("\"SK\""); at != std::string::npos; at = text.find("\"SK\"", at + 1)) ++rows;
  return rows;
}

TEST_F(StatementMemory, NoRowOfAPageThatWasCutShortIsLost) {
  bool has_failed = true;
  int short_pages = 0;
  long n = 0;
  for (; has_failed; ++n) {
    ASSERT_LT(n, 1000) << "the call allocates without end";
    sheaf_stmt* const stmt = prepare();
    // So that RocksDB has the memory that it needs for the rows.
    while (sheaf_stmt_step(stmt, nullptr) == SHEAF_ROW) continue;
    sheaf_stmt_reset(stmt);
    ASSERT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_ROW);
    sheaf_buf* const json = sheaf_buf_new();
    fail_allocation(n);
    const sheaf_status paged = sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, json, nullptr);
    fail_no_allocation();
    has_failed = paged != SHEAF_DONE;
    const int rows = 1 + rows_of(json);
    if (paged == SHEAF_ROW) ++short_pages;
    if (has_failed) {
      if (paged != SHEAF_ROW) {
        EXPECT_EQ(paged, SHEAF_NO_MEMORY);
        EXPECT_EQ(rows, 1) << "an error comes when no row did";
      }
      EXPECT_EQ(sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, json, nullptr), SHEAF_NO_MEMORY) << "allocation " << n;
    }
    EXPECT_EQ(rows + (has_failed ? rows_from_here(stmt) : 0), kRows) << "allocation " << n;
    sheaf_buf_free(json);
    sheaf_stmt_free(stmt);
  }
  EXPECT_GT(short_pages, 1);
}

TEST_F(StatementMemory, AFirstStepThatFailedAnswersTheSameUntilReset) {
  bool has_failed = true;
  long n = 0;
  for (; has_failed; ++n) {
    ASSERT_LT(n, 100) << "the call allocates without end";
    sheaf_stmt* const stmt = prepare();
    // So that the statement has its iterator.
    while (sheaf_stmt_step(stmt, nullptr) == SHEAF_ROW) continue;
    sheaf_stmt_reset(stmt);
    const std::string other = R"({":p":")" + std::string(1500, 'z') + R"("})";
    ASSERT_EQ(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(other.c_str()), nullptr), SHEAF_OK);
    fail_allocation(n);
    const sheaf_status step = sheaf_stmt_step(stmt, nullptr);
    fail_no_allocation();
    has_failed = step != SHEAF_DONE;
    if (has_failed) {
      EXPECT_EQ(step, SHEAF_NO_MEMORY);
      EXPECT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_NO_MEMORY) << "allocation " << n;
      sheaf_stmt_reset(stmt);
      EXPECT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_DONE);
    }
    sheaf_stmt_free(stmt);
  }
  EXPECT_GT(n, 1) << "some calls were cut short";
}

// Values of the size of those before need none.
TEST_F(StatementMemory, BindingAgainTakesNoMemory) {
  sheaf_stmt* const stmt = prepare();
  const std::string first(100, 'a');
  const std::string second(100, 'b');
  sheaf_value value = sheaf_string_of(first.c_str());
  const int32_t p = sheaf_stmt_parameter(stmt, ":p");
  const int32_t number = sheaf_stmt_parameter(stmt, ":n");
  ASSERT_EQ(sheaf_stmt_bind(stmt, p, &value, nullptr), SHEAF_OK);
  sheaf_value digits = sheaf_number_of("12345678901234567890123456789012345678");
  ASSERT_EQ(sheaf_stmt_bind(stmt, number, &digits, nullptr), SHEAF_OK);
  value = sheaf_string_of(second.c_str());
  fail_allocation(0);
  const sheaf_status bound = sheaf_stmt_bind(stmt, p, &value, nullptr);
  const sheaf_status bound_number = sheaf_stmt_bind(stmt, number, &digits, nullptr);
  fail_no_allocation();
  EXPECT_EQ(bound, SHEAF_OK);
  EXPECT_EQ(bound_number, SHEAF_OK);
  sheaf_stmt_free(stmt);
}

// A filter and a projection take no memory for a row that is no larger than one before it.
TEST_F(StatementMemory, ASecondWalkTakesNoMemoryForItsRows) {
  for (const char* const projection : {"SK, m", "SK, m.x[0]", "m.x[1], m.x[0]"}) {
    sheaf_stmt* const stmt = prepare(projection);
    while (sheaf_stmt_step(stmt, nullptr) == SHEAF_ROW) continue;
    sheaf_stmt_reset(stmt);
    ASSERT_EQ(sheaf_stmt_step(stmt, nullptr), SHEAF_ROW);
    int rows = 1;
    fail_allocation(0);
    while (sheaf_stmt_step(stmt, nullptr) == SHEAF_ROW) ++rows;
    fail_no_allocation();
    EXPECT_EQ(rows, kRows) << projection;
    sheaf_stmt_free(stmt);
  }
}

}  // namespace
