// SHEAF_OPEN_DYNAMODB: what it refuses to cursors, statements and reads of many, and that it is the handle's and not the folder's. Its
// limits of transactions and batches are in transactions_refused.c, many_writes.c and many_reads.c.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/many.h"
#include "tests/capi/writes.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"g\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":["
    "{\"IndexName\":\"keys\",\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}},"
    "{\"IndexName\":\"some\",\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"x\"]}},"
    "{\"IndexName\":\"all\",\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"ALL\"}}],\"LocalSecondaryIndexes\":["
    "{\"IndexName\":\"local\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"g\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}]}";

static sheaf_table* make_filled(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  sheaf_table* table = open_table(db, "Table");
  REQUIRE_OK(put_json(
      table,
      "{\"pk\":{\"S\":\"p1\"},\"sk\":{\"S\":\"s\"},\"g\":{\"S\":\"g\"},\"id\":{\"S\":\"a\"},\"x\":{\"N\":\"1\"}}"));
  return table;
}

// What a walk over the range answers in each mode.
static void check_range(const sheaf_range* range, const char* engine, const char* dynamodb) {
  static const uint32_t modes[] = {0, SHEAF_OPEN_DYNAMODB};
  for (int i = 0; i < 2; ++i) {
    sheaf_db* db = open_memory_with(modes[i]);
    sheaf_table* table = make_filled(db);
    CHECK_TEXT(i == 0 ? engine : dynamodb, walk(table, range).text);
    sheaf_table_close(table);
    sheaf_db_free(db);
  }
}

static void test_ranges(void) {
  const sheaf_value prefix[1] = {sheaf_string_of("p")};
  const sheaf_value whole[1] = {sheaf_string_of("p1")};
  const sheaf_value group[1] = {sheaf_string_of("g")};
  const sheaf_value sort[1] = {sheaf_string_of("s")};
  sheaf_range range = {.struct_size = sizeof range};
  check_range(&range, "a SHEAF_DONE", "a SHEAF_DONE");
  range.partition = sheaf_key_of(whole, 1);
  range.sort = sheaf_key_of(sort, 1);
  range.sort_op = SHEAF_BEGINS_WITH;
  check_range(&range, "a SHEAF_DONE", "a SHEAF_DONE");
  const sheaf_range by_prefix = {
      .struct_size = sizeof by_prefix, .partition = sheaf_key_of(prefix, 1), .partition_op = SHEAF_BEGINS_WITH};
  check_range(&by_prefix, "a SHEAF_DONE", "SHEAF_UNSUPPORTED");
  static const struct {
    const char* index;
    const char* dynamodb;
  } indexes[] = {{"keys", "SHEAF_UNSUPPORTED"}, {"some", "SHEAF_UNSUPPORTED"}, {"all", "a SHEAF_DONE"}};
  for (int i = 0; i < 3; ++i) {
    const sheaf_range full = {.struct_size = sizeof full,
                              .flags = SHEAF_FULL_ITEM,
                              .index = indexes[i].index,
                              .partition = sheaf_key_of(group, 1)};
    check_range(&full, "a SHEAF_DONE", indexes[i].dynamodb);
  }
  const sheaf_range stored = {.struct_size = sizeof stored, .index = "some"};
  check_range(&stored, "? SHEAF_DONE", "? SHEAF_DONE");
  const sheaf_range local = {.struct_size = sizeof local, .flags = SHEAF_FULL_ITEM, .index = "local"};
  check_range(&local, "a SHEAF_DONE", "a SHEAF_DONE");
  const sheaf_range table = {.struct_size = sizeof table, .flags = SHEAF_FULL_ITEM};
  check_range(&table, "a SHEAF_DONE", "a SHEAF_DONE");
}

// A refused reset leaves the cursor standing nowhere, as every error of it does.
static void test_a_reset_cursor(void) {
  sheaf_db* db = open_memory_with(SHEAF_OPEN_DYNAMODB);
  sheaf_table* table = make_filled(db);
  const sheaf_value prefix[1] = {sheaf_string_of("p")};
  const sheaf_range by_prefix = {
      .struct_size = sizeof by_prefix, .partition = sheaf_key_of(prefix, 1), .partition_op = SHEAF_BEGINS_WITH};
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, NULL, &cursor, slot()));
  CHECK_STATUS(SHEAF_UNSUPPORTED, sheaf_cursor_reset(cursor, &by_prefix, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK_TEXT("a SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// What preparing the statement answers in each mode.
static void check_statement(sheaf_stmt_text text, sheaf_status engine, sheaf_status dynamodb) {
  static const uint32_t modes[] = {0, SHEAF_OPEN_DYNAMODB};
  for (int i = 0; i < 2; ++i) {
    sheaf_db* db = open_memory_with(modes[i]);
    sheaf_table* table = make_filled(db);
    sheaf_stmt* stmt = NULL;
    text.struct_size = sizeof text;
    CHECK_STATUS(i == 0 ? engine : dynamodb, sheaf_stmt_prepare(table, &text, &stmt, slot()));
    CHECK((stmt != NULL) == ((i == 0 ? engine : dynamodb) == SHEAF_OK));
    sheaf_stmt_free(stmt);
    sheaf_table_close(table);
    sheaf_db_free(db);
  }
}

static void test_statements(void) {
  const sheaf_stmt_text scan = {.kind = SHEAF_STMT_SCAN};
  const sheaf_stmt_text query = {.kind = SHEAF_STMT_QUERY, .key = "pk = :p"};
  const sheaf_stmt_text kinds[] = {scan, query};
  for (int i = 0; i < 2; ++i) {
    sheaf_stmt_text text = kinds[i];
    text.page_bytes = 1u << 20;
    text.row_limit = 2147483647;
    check_statement(text, SHEAF_OK, SHEAF_OK);
    text.page_bytes = (1u << 20) + 1;
    check_statement(text, SHEAF_OK, SHEAF_LIMIT);
    text.page_bytes = UINT64_MAX;
    check_statement(text, SHEAF_OK, SHEAF_LIMIT);
    text.page_bytes = 0;
    text.row_limit = 2147483648u;
    check_statement(text, SHEAF_OK, SHEAF_LIMIT);
  }
  static const struct {
    const char* index;
    sheaf_status dynamodb;
  } indexes[] = {{"keys", SHEAF_UNSUPPORTED}, {"some", SHEAF_UNSUPPORTED}, {"all", SHEAF_OK}};
  for (int i = 0; i < 3; ++i) {
    sheaf_stmt_text text = {.kind = SHEAF_STMT_SCAN, .flags = SHEAF_FULL_ITEM, .index = indexes[i].index};
    check_statement(text, SHEAF_OK, indexes[i].dynamodb);
    text.kind = SHEAF_STMT_QUERY;
    text.key = "g = :g";
    check_statement(text, SHEAF_OK, indexes[i].dynamodb);
    text.flags = 0;
    check_statement(text, SHEAF_OK, SHEAF_OK);
  }
  const sheaf_stmt_text local = {.kind = SHEAF_STMT_SCAN, .flags = SHEAF_FULL_ITEM, .index = "local"};
  check_statement(local, SHEAF_OK, SHEAF_OK);
}

static void test_bytes_of_reads(void) {
  sheaf_db* db = open_memory_with(SHEAF_OPEN_DYNAMODB);
  sheaf_table* table = make_filled(db);
  sheaf_value parts[2];
  sheaf_item* item = sheaf_item_new();
  sheaf_lookup lookup = {.table = table, .key = key_of(parts, "p1", "s"), .item = item};
  sheaf_get_options options = {.struct_size = sizeof options, .max_bytes = 16u << 20};
  CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, &lookup, 1, &options, slot()));
  options.max_bytes = 1;
  CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, &lookup, 1, &options, slot()));
  static const uint64_t too_many[] = {(16u << 20) + 1, UINT64_MAX};
  for (int i = 0; i < 2; ++i) {
    options.max_bytes = too_many[i];
    CHECK_STATUS(SHEAF_LIMIT, sheaf_get_all(db, &lookup, 1, &options, slot()));
    CHECK_INT(0, sheaf_item_count(item));
  }
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_the_mode_is_of_the_handle(void) {
  const struct path path = temp_path("folder");
  const sheaf_value prefix[1] = {sheaf_string_of("p")};
  const sheaf_range by_prefix = {
      .struct_size = sizeof by_prefix, .partition = sheaf_key_of(prefix, 1), .partition_op = SHEAF_BEGINS_WITH};
  static const struct {
    uint32_t flags;
    const char* expected;
  } opens[] = {
      {SHEAF_OPEN_CREATE | SHEAF_OPEN_DYNAMODB, "SHEAF_UNSUPPORTED"},
      {SHEAF_OPEN_CREATE, "a SHEAF_DONE"},
      {SHEAF_OPEN_READ_ONLY | SHEAF_OPEN_DYNAMODB, "SHEAF_UNSUPPORTED"},
      {SHEAF_OPEN_READ_ONLY, "a SHEAF_DONE"},
  };
  for (int i = 0; i < 4; ++i) {
    const sheaf_open_options options = {.struct_size = sizeof options, .flags = opens[i].flags};
    sheaf_db* db = NULL;
    REQUIRE_OK(sheaf_open(path.text, &options, &db, slot()));
    sheaf_table* table = i == 0 ? make_filled(db) : open_table(db, "Table");
    CHECK_TEXT(opens[i].expected, walk(table, &by_prefix).text);
    sheaf_table_close(table);
    sheaf_db_free(db);
  }
}

int main(void) {
  test_ranges();
  test_a_reset_cursor();
  test_statements();
  test_bytes_of_reads();
  test_the_mode_is_of_the_handle();
  return check_summary();
}
