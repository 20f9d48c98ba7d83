// Memory ends at the n-th allocation of one call on a cursor: the header's rules hold, and no row is lost silently. Only
// calls in which RocksDB allocates nothing are cut short: it aborts when its own memory ends.
#include <gtest/gtest.h>

#include <string>

#include "capi/sheaf.h"
#include "tests/memory/failing_new.h"

namespace {

constexpr int kRows = 10;
constexpr const char* kDefinition = R"({"TableName":"App",
  "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
  "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"}]})";

class CursorMemory : public testing::Test {
 protected:
  CursorMemory() {
    sheaf_open_options options = {};
    options.struct_size = sizeof(options);
    options.flags = SHEAF_OPEN_MEMORY;
    EXPECT_EQ(sheaf_open(nullptr, &options, &database_, nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_table_create(database_, sheaf_bytes_of(kDefinition), nullptr), SHEAF_OK);
    EXPECT_EQ(sheaf_table_open(database_, "App", &table_, nullptr), SHEAF_OK);
    sheaf_item* const item = sheaf_item_new();
    for (int i = 0; i < kRows; ++i) {
      // Longer than what a string holds without memory of its own.
      const std::string json = R"({"PK":"a","SK":")" + std::string(40, 's') + std::to_string(i) + "\"}";
      EXPECT_EQ(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(json.c_str()), nullptr), SHEAF_OK);
      EXPECT_EQ(sheaf_put(table_, item, nullptr, nullptr, nullptr), SHEAF_OK);
    }
    sheaf_item_free(item);
  }
  ~CursorMemory() override {
    sheaf_table_close(table_);
    sheaf_db_free(database_);
  }

  sheaf_db* database_ = nullptr;
  sheaf_table* table_ = nullptr;
};

TEST_F(CursorMemory, ARowThatCouldNotBeReadIsNotSkipped) {
  bool has_failed = true;
  long n = 0;
  for (; has_failed; ++n) {
    ASSERT_LT(n, 100) << "the call allocates without end";
    sheaf_range range = {};
    range.struct_size = sizeof(range);
    range.flags = SHEAF_KEYS_ONLY;
    sheaf_cursor* cursor = nullptr;
    ASSERT_EQ(sheaf_cursor_open(table_, &range, &cursor, nullptr), SHEAF_OK);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(sheaf_cursor_next(cursor, nullptr), SHEAF_ROW);
    fail_allocation(n);
    const sheaf_status fourth = sheaf_cursor_next(cursor, nullptr);
    fail_no_allocation();
    has_failed = fourth != SHEAF_ROW;
    if (has_failed) {
      EXPECT_EQ(fourth, SHEAF_NO_MEMORY);
      EXPECT_EQ(sheaf_cursor_next(cursor, nullptr), SHEAF_NO_MEMORY) << "an error is answered again";
      EXPECT_EQ(sheaf_cursor_item(cursor), nullptr);
      sheaf_buf* const token = sheaf_buf_new();
      ASSERT_EQ(sheaf_cursor_token(cursor, token, nullptr), SHEAF_OK);
      range.token = sheaf_buf_bytes(token);
      ASSERT_EQ(sheaf_cursor_reset(cursor, &range, nullptr), SHEAF_OK);
      int rows = 3;
      while (sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW) ++rows;
      EXPECT_EQ(rows, kRows) << "allocation " << n;
      sheaf_buf_free(token);
    }
    sheaf_cursor_free(cursor);
  }
  EXPECT_GT(n, 3) << "some calls were cut short";
}

// Up to where RocksDB begins to make a new iterator; a cursor that keeps its own gets through.
TEST_F(CursorMemory, AResetThatFailedLeavesTheCursorNowhere) {
  const std::string other(1500, 'z');
  bool has_failed = true;
  long n = 0;
  for (; has_failed; ++n) {
    ASSERT_LT(n, 100) << "the call allocates without end";
    const sheaf_value partition = sheaf_string_of("a");
    sheaf_range range = {};
    range.struct_size = sizeof(range);
    range.partition = sheaf_key_of(&partition, 1);
    sheaf_cursor* cursor = nullptr;
    ASSERT_EQ(sheaf_cursor_open(table_, &range, &cursor, nullptr), SHEAF_OK);
    ASSERT_EQ(sheaf_cursor_next(cursor, nullptr), SHEAF_ROW);
    const sheaf_value other_partition = sheaf_string_of(other.c_str());
    range.partition = sheaf_key_of(&other_partition, 1);
    fail_allocation(n);
    const sheaf_status reset = sheaf_cursor_reset(cursor, &range, nullptr);
    fail_no_allocation();
    has_failed = reset != SHEAF_OK;
    EXPECT_EQ(reset, has_failed ? SHEAF_NO_MEMORY : SHEAF_OK);
    EXPECT_EQ(sheaf_cursor_next(cursor, nullptr), has_failed ? SHEAF_MISUSE : SHEAF_DONE) << "allocation " << n;
    range.partition = sheaf_key_of(&partition, 1);
    ASSERT_EQ(sheaf_cursor_reset(cursor, &range, nullptr), SHEAF_OK) << "it can be used again";
    EXPECT_EQ(sheaf_cursor_next(cursor, nullptr), SHEAF_ROW);
    sheaf_cursor_free(cursor);
  }
  EXPECT_GT(n, 3) << "some calls were cut short";
}

}  // namespace
