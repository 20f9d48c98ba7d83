// Memory ends at every allocation of putting items into a bulk load: an item is wholly in the load or not at all, whichever
// of its rows was being made. RocksDB takes no part in a put.
#include <gtest/gtest.h>

#include <string>

#include "capi/sheaf.h"
#include "tests/memory/failing_new.h"

namespace {

constexpr int kItems = 40;
constexpr const char* kDefinition = R"({"TableName":"App","KeySchema":[{"AttributeName":"PK","KeyType":"HASH"}],
  "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"G","AttributeType":"S"}],
  "GlobalSecondaryIndexes":[
    {"IndexName":"whole","KeySchema":[{"AttributeName":"G","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}},
    {"IndexName":"keys","KeySchema":[{"AttributeName":"G","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}]})";

int count_rows(sheaf_table* table, const char* index) {
  sheaf_range range = {};
  range.struct_size = sizeof(range);
  range.index = index;
  sheaf_cursor* cursor = nullptr;
  EXPECT_EQ(sheaf_cursor_open(table, &range, &cursor, nullptr), SHEAF_OK);
  int rows = 0;
  while (sheaf_cursor_next(cursor, nullptr) == SHEAF_ROW) ++rows;
  sheaf_cursor_free(cursor);
  return rows;
}

TEST(LoadMemory, AnItemIsWhollyInTheLoadOrNotAtAll) {
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_MEMORY;
  sheaf_db* database = nullptr;
  ASSERT_EQ(sheaf_open(nullptr, &options, &database, nullptr), SHEAF_OK);
  ASSERT_EQ(sheaf_table_create(database, sheaf_bytes_of(kDefinition), nullptr), SHEAF_OK);
  sheaf_table* table = nullptr;
  ASSERT_EQ(sheaf_table_open(database, "App", &table, nullptr), SHEAF_OK);
  sheaf_load* load = nullptr;
  ASSERT_EQ(sheaf_load_open(table, nullptr, &load, nullptr), SHEAF_OK);
  sheaf_item* const item = sheaf_item_new();
  int failures = 0;
  for (int i = 0; i < kItems; ++i) {
    const std::string json =
        R"({"PK":")" + std::string(40, 'p') + std::to_string(i) + R"(","G":")" + std::string(40, 'g') + "\"}";
    ASSERT_EQ(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(json.c_str()), nullptr), SHEAF_OK);
    ASSERT_NE(sheaf_item_size_bytes(item), 0u);  // so that it is encoded already
    bool has_failed = true;
    for (long n = 0; has_failed; ++n) {
      ASSERT_LT(n, 100) << "the call allocates without end";
      fail_allocation(n);
      const sheaf_status put = sheaf_load_put(load, item, nullptr);
      fail_no_allocation();
      has_failed = put != SHEAF_OK;
      ASSERT_EQ(put, has_failed ? SHEAF_NO_MEMORY : SHEAF_OK);
      failures += has_failed ? 1 : 0;
    }
  }
  EXPECT_GT(failures, 3 * kItems) << "some calls were cut short";
  EXPECT_EQ(sheaf_load_finish(load, nullptr), SHEAF_OK) << "an item that is there twice would be refused";
  for (const char* const index : {static_cast<const char*>(nullptr), "whole", "keys"}) {
    EXPECT_EQ(count_rows(table, index), kItems) << (index == nullptr ? "the table" : index);
  }
  sheaf_item_free(item);
  sheaf_load_free(load);
  sheaf_table_close(table);
  sheaf_db_free(database);
}

}  // namespace
