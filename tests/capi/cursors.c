// The section "cursors" of sheaf.h: steps, limits, rows and keys, snapshots, reset and misuse. What a range selects
// is ranges.c's, resuming is tokens.c's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"},"
    "{\"AttributeName\":\"gp\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":["
    "{\"IndexName\":\"all\",\"KeySchema\":[{\"AttributeName\":\"gp\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}},"
    "{\"IndexName\":\"keys\",\"KeySchema\":[{\"AttributeName\":\"gp\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}},"
    "{\"IndexName\":\"some\",\"KeySchema\":[{\"AttributeName\":\"gp\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"id\"]}}]}";

static sheaf_table* make_cursors_table(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Table");
}

static void put(sheaf_table* table, int number, const char* id) {
  char json[256];
  snprintf(json, sizeof json,
           "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"%d\"},\"gp\":{\"S\":\"a group with a long "
           "name\"},\"id\":{\"S\":\"%s\"},"
           "\"x\":{\"N\":\"7\"}}",
           number, id);
  REQUIRE_OK(put_json(table, json));
}

static sheaf_cursor* open_cursor(sheaf_table* table, const sheaf_range* range) {
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, range, &cursor, slot()));
  REQUIRE(cursor != NULL);
  return cursor;
}

// A database with the rows 1, 2, 3 (ids "1", "2", "3").
static sheaf_table* make_three_rows(sheaf_db* db) {
  sheaf_table* table = make_cursors_table(db);
  put(table, 1, "1");
  put(table, 2, "2");
  put(table, 3, "3");
  return table;
}

static void test_steps_repeat_at_the_end(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_cursor* cursor = open_cursor(table, NULL);
  CHECK(sheaf_cursor_item(cursor) == NULL);
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
    CHECK(sheaf_cursor_item(cursor) != NULL);
  }
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(cursor, slot()));
    CHECK(sheaf_cursor_item(cursor) == NULL);
  }
  sheaf_cursor_free(cursor);

  static const char* const expected[] = {"1 2 3 SHEAF_DONE", "1 SHEAF_PAGE", "1 2 SHEAF_PAGE", "1 2 3 SHEAF_PAGE",
                                         "1 2 3 SHEAF_DONE"};
  sheaf_range range = {.struct_size = sizeof range};
  for (range.row_limit = 0; range.row_limit < 5; ++range.row_limit) {
    CHECK_TEXT(expected[range.row_limit], walk(table, &range).text);
  }
  range.row_limit = UINT64_MAX;
  range.timeout_ms = UINT64_MAX;
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk(table, &range).text);
  range.timeout_ms = 0;
  range.row_limit = 1;
  cursor = open_cursor(table, &range);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(SHEAF_PAGE, sheaf_cursor_next(cursor, slot()));
    CHECK(sheaf_cursor_item(cursor) == NULL);
  }
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A deadline that has passed answers PAGE, again and again, and the token goes on after the last row.
static void test_timeout(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_buf* token = sheaf_buf_new();
  sheaf_range range = {.struct_size = sizeof range, .timeout_ms = 60000};
  sheaf_cursor* cursor = open_cursor(table, &range);
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk_on(cursor).text);
  range.timeout_ms = 1;
  REQUIRE_OK(sheaf_cursor_reset(cursor, &range, slot()));
  sleep_ms(10);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));  // one in any case
  CHECK_STATUS(SHEAF_PAGE, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_PAGE, sheaf_cursor_next(cursor, slot()));

  range.timeout_ms = 200;
  REQUIRE_OK(sheaf_cursor_reset(cursor, &range, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  sleep_ms(250);
  CHECK_STATUS(SHEAF_PAGE, sheaf_cursor_next(cursor, slot()));
  CHECK(sheaf_cursor_item(cursor) == NULL);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  range.timeout_ms = 0;
  range.token = sheaf_buf_bytes(token);
  REQUIRE_OK(sheaf_cursor_reset(cursor, &range, slot()));
  CHECK_TEXT("2 3 SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_first_row(sheaf_table* table, const char* index, uint32_t flags, const char* json) {
  const sheaf_range range = {.struct_size = sizeof range, .index = index, .flags = flags};
  sheaf_cursor* cursor = open_cursor(table, &range);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  if (!CHECK_TEXT(json, json_of(sheaf_cursor_item(cursor)))) fprintf(stderr, "  flags %d\n", (int)flags);
  CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(cursor, slot()));
  sheaf_cursor_free(cursor);
}

// A row is the whole item on the table, the projection on an index, the keys with KEYS_ONLY, the whole item with
// FULL_ITEM.
static void test_what_a_row_holds(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_cursors_table(db);
  const char* const whole =
      "{\"gp\":{\"S\":\"g\"},\"id\":{\"S\":\"i\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"-1.5\"},\"x\":{\"N\":"
      "\"7\"}}";
  const char* const index_keys = "{\"gp\":{\"S\":\"g\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"-1.5\"}}";
  REQUIRE_OK(put_json(table, whole));
  static const uint32_t directions[] = {0, SHEAF_REVERSE};
  for (int i = 0; i < 2; ++i) {
    const uint32_t direction = directions[i];
    check_first_row(table, NULL, direction, whole);
    check_first_row(table, NULL, direction | SHEAF_FULL_ITEM, whole);
    check_first_row(table, NULL, direction | SHEAF_KEYS_ONLY, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"-1.5\"}}");
    check_first_row(table, "all", direction, whole);
    check_first_row(table, "all", direction | SHEAF_KEYS_ONLY, index_keys);
    check_first_row(table, "keys", direction, index_keys);
    check_first_row(table, "keys", direction | SHEAF_KEYS_ONLY, index_keys);
    check_first_row(table, "keys", direction | SHEAF_FULL_ITEM, whole);
    check_first_row(table, "some", direction,
                    "{\"gp\":{\"S\":\"g\"},\"id\":{\"S\":\"i\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"-1.5\"}}");
    check_first_row(table, "some", direction | SHEAF_FULL_ITEM, whole);
  }
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_number(const sheaf_value* value, const char* expected) {
  char text[SHEAF_NUMBER_TEXT_BYTES] = "";
  CHECK_INT(SHEAF_NUMBER_STORED, value->type);
  CHECK_STATUS(SHEAF_OK, sheaf_number_text(value, text));
  CHECK_TEXT(expected, text);
}

static void check_two_parts(const sheaf_key* key, const char* partition, const char* number) {
  if (!CHECK_INT(2, key->count)) return;
  CHECK_INT(0, key->reserved);
  CHECK_INT(SHEAF_STRING, key->parts[0].type);
  CHECK_BYTES(partition, key->parts[0].data);
  check_number(&key->parts[1], number);
}

static void test_row_keys(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_key index_key = {NULL, 99, 99};
  sheaf_key base_key = {NULL, 99, 99};
  sheaf_cursor* cursor = open_cursor(table, NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  CHECK_INT(99, index_key.count);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  CHECK_INT(0, index_key.count);
  check_two_parts(&base_key, "p", "1");

  // A base key that a cursor hands out finds the item.
  sheaf_item* item = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &base_key, item, slot()));
  CHECK_TEXT(json_of(sheaf_cursor_item(cursor)), json_of(item));
  sheaf_item_free(item);
  while (sheaf_cursor_next(cursor, slot()) == SHEAF_ROW) continue;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  sheaf_cursor_free(cursor);

  const sheaf_range by_group = {
      .struct_size = sizeof by_group, .index = "all", .flags = SHEAF_REVERSE | SHEAF_KEYS_ONLY};
  cursor = open_cursor(table, &by_group);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, &index_key, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, NULL, &base_key, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, NULL, NULL, slot()));
  check_two_parts(&index_key, "a group with a long name", "3");  // still borrowed: the cursor has not moved
  check_two_parts(&base_key, "p", "3");
  sheaf_cursor_free(cursor);

  const sheaf_range hash_only = {.struct_size = sizeof hash_only, .index = "keys"};
  cursor = open_cursor(table, &hash_only);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  if (CHECK_INT(1, index_key.count)) CHECK_BYTES("a group with a long name", index_key.parts[0].data);
  check_two_parts(&base_key, "p", "1");
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Whatever is written after a cursor was opened is not seen by it: puts, replacements, deletions.
static void test_one_snapshot(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  static const sheaf_range ranges[] = {{.struct_size = sizeof(sheaf_range)},
                                       {.struct_size = sizeof(sheaf_range), .index = "all"},
                                       {.struct_size = sizeof(sheaf_range), .index = "some"},
                                       {.struct_size = sizeof(sheaf_range), .index = "keys", .flags = SHEAF_FULL_ITEM}};
  sheaf_cursor* cursors[4];
  for (int i = 0; i < 4; ++i) cursors[i] = open_cursor(table, &ranges[i]);
  const sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("3")};
  const sheaf_key third = {.parts = parts, .count = 2};
  put(table, 0, "new");
  put(table, 2, "replaced");
  REQUIRE_OK(sheaf_delete(table, &third, NULL, NULL, slot()));
  for (int i = 0; i < 4; ++i) {
    CHECK_TEXT("1 2 3 SHEAF_DONE", walk_on(cursors[i]).text);
    CHECK_TEXT("new 1 replaced SHEAF_DONE", walk(table, &ranges[i]).text);
    CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursors[i], &ranges[i], slot()));
    CHECK_TEXT("new 1 replaced SHEAF_DONE", walk_on(cursors[i]).text);
    sheaf_cursor_free(cursors[i]);
  }
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A cursor's row may be written back, also while the cursor goes on.
static void test_writing_rows_while_walking(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_table* copy = make_table(db, "Copy", "N");
  sheaf_cursor* cursor = open_cursor(table, NULL);
  sheaf_key key;
  while (sheaf_cursor_next(cursor, slot()) == SHEAF_ROW) {
    CHECK_STATUS(SHEAF_OK, sheaf_put(copy, sheaf_cursor_item(cursor), NULL, NULL, slot()));
    CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, NULL, &key, slot()));
    CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, NULL, slot()));
  }
  sheaf_cursor_free(cursor);
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk(copy, NULL).text);
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(copy);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_reset(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_cursor* cursor = open_cursor(table, NULL);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK(sheaf_cursor_item(cursor) == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_key(cursor, NULL, NULL, slot()));
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk_on(cursor).text);

  // To another index and direction, and back. The text of a range is the cursor's own: here its key.
  const sheaf_range reverse = {.struct_size = sizeof reverse, .index = "some", .flags = SHEAF_REVERSE, .row_limit = 1};
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &reverse, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  sheaf_key base_key;
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, NULL, &base_key, slot()));
  const sheaf_range from_here = {.struct_size = sizeof from_here,
                                 .partition = {.parts = base_key.parts, .count = 1},
                                 .sort_op = SHEAF_LT,
                                 .sort = {.parts = base_key.parts + 1, .count = 1}};
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &from_here, slot()));
  CHECK_TEXT("1 2 SHEAF_DONE", walk_on(cursor).text);

  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// After an error a cursor stands nowhere until a reset succeeds; misuse changes nothing.
static void test_reset_that_fails(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_buf* token = sheaf_buf_new();
  sheaf_cursor* cursor = open_cursor(table, NULL);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  const sheaf_range misuse = {.struct_size = sizeof misuse, .flags = 8};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_reset(cursor, &misuse, slot()));
  CHECK(sheaf_cursor_item(cursor) != NULL);
  CHECK_TEXT("2 3 SHEAF_DONE", walk_on(cursor).text);

  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  const sheaf_range no_index = {.struct_size = sizeof no_index, .index = "none"};
  CHECK_STATUS(SHEAF_NO_INDEX, sheaf_cursor_reset(cursor, &no_index, slot()));
  CHECK(sheaf_cursor_item(cursor) == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_key(cursor, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_token(cursor, token, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A skip scan: the next range begins behind the row that the cursor stands on, and borrows its value from that row.
static void test_reset_to_behind_the_row(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  sheaf_cursor* cursor = open_cursor(table, NULL);
  sheaf_value parts[2];
  sheaf_range behind = {.struct_size = sizeof behind,
                        .partition = {.parts = &parts[0], .count = 1},
                        .sort_op = SHEAF_GT,
                        .sort = {.parts = &parts[1], .count = 1}};
  int rows = 0;
  while (sheaf_cursor_next(cursor, slot()) == SHEAF_ROW) {
    ++rows;
    const sheaf_item* row = sheaf_cursor_item(cursor);
    REQUIRE_OK(sheaf_item_get(row, sheaf_bytes_of("pk"), &parts[0], slot()));
    REQUIRE_OK(sheaf_item_get(row, sheaf_bytes_of("sk"), &parts[1], slot()));
    CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &behind, slot()));
  }
  CHECK_INT(3, rows);
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_range_misuse(sheaf_table* table, const sheaf_range* range) {
  sheaf_cursor* cursor = (sheaf_cursor*)&check_failures;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_open(table, range, &cursor, slot()));
  CHECK(cursor == NULL);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  const sheaf_range good = {.struct_size = sizeof good};
  sheaf_cursor* cursor = open_cursor(table, &good);
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_open(table, &good, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_next(NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_reset(NULL, &good, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_key(NULL, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_token(NULL, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_token(cursor, NULL, slot()));
  CHECK(sheaf_cursor_item(NULL) == NULL);
  sheaf_cursor_free(NULL);
  check_range_misuse(NULL, &good);
  static const uint32_t flags[] = {8, 0x80000000u, SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM};
  for (int i = 0; i < 3; ++i) {
    sheaf_range range = good;
    range.flags = flags[i];
    check_range_misuse(table, &range);
  }
  sheaf_range range = good;
  range.sort_op = 8;
  check_range_misuse(table, &range);
  range = good;
  range.partition_op = 8;
  check_range_misuse(table, &range);
  range = good;
  range.partition.count = 1;
  check_range_misuse(table, &range);
  range = good;
  range.sort.count = 1;
  check_range_misuse(table, &range);
  range = good;
  range.token.size = 1;
  check_range_misuse(table, &range);
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  sheaf_buf_free(buf);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_struct_size(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_three_rows(db);
  static const uint32_t too_small[] = {0, 4, 8, 64, sizeof(sheaf_range) - 1};
  for (int i = 0; i < 5; ++i) {  // in memory of exactly that size
    sheaf_range* range = calloc(1, too_small[i] < 4 ? 4 : too_small[i]);
    REQUIRE(range != NULL);
    memcpy(range, &too_small[i], 4);
    check_range_misuse(table, range);
    free(range);
  }
  struct {
    sheaf_range known;
    uint8_t later[40];
  } newer = {{.struct_size = sizeof newer}, {0}};
  CHECK_TEXT("1 2 3 SHEAF_DONE", walk(table, &newer.known).text);
  newer.later[39] = 1;
  check_range_misuse(table, &newer.known);
  newer.known.struct_size = UINT32_MAX;  // never set: nothing that far is looked at
  check_range_misuse(table, &newer.known);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_steps_repeat_at_the_end();
  test_timeout();
  test_what_a_row_holds();
  test_row_keys();
  test_one_snapshot();
  test_writing_rows_while_walking();
  test_reset();
  test_reset_that_fails();
  test_reset_to_behind_the_row();
  test_misuse();
  test_struct_size();
  return check_summary();
}
