// Closing and freeing in any order: what answers CLOSED, what stays valid, and that nothing is freed twice or used
// after. Run it under AddressSanitizer too. Closing while other threads are at work is tests/threads's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kItem =
    "{\"id\":{\"S\":\"a value too long for any small buffer\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";

// A database with a table, a cursor on its row, and an item that was read.
struct handles {
  sheaf_db* db;
  sheaf_table* table;
  sheaf_cursor* cursor;
  sheaf_item* item;
};

static struct handles open_handles(void) {
  struct handles handles = {open_memory(), NULL, NULL, sheaf_item_new()};
  handles.table = make_table(handles.db, "Table", "S");
  REQUIRE_OK(put_json(handles.table, kItem));
  REQUIRE_OK(sheaf_cursor_open(handles.table, NULL, &handles.cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(handles.cursor, slot()));
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  REQUIRE_OK(sheaf_get(handles.table, &key, handles.item, slot()));
  return handles;
}

static void check_db_closed(sheaf_db* db) {
  sheaf_buf* buf = sheaf_buf_new();
  sheaf_table* none = NULL;
  CHECK_STATUS(SHEAF_CLOSED, sheaf_table_open(db, "Table", &none, slot()));
  CHECK(none == NULL);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_table_list(db, NULL, 0, buf, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_table_drop(db, "Table", slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_table_create(db, sheaf_bytes_of("{}"), slot()));
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  sheaf_snapshot* no_snapshot = (sheaf_snapshot*)&check_failures;
  CHECK_STATUS(SHEAF_CLOSED, sheaf_snapshot_open(db, &no_snapshot, slot()));
  CHECK(no_snapshot == NULL);
  sheaf_buf_free(buf);
}

static void check_table_closed(sheaf_table* table) {
  sheaf_buf* buf = sheaf_buf_new();
  sheaf_item* out = sheaf_item_new();
  sheaf_item* item = item_of(kItem);
  sheaf_cursor* none = NULL;
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options options = {.struct_size = sizeof options, .flags = SHEAF_WRITE_SYNC, .old_item = out};
  CHECK_STATUS(SHEAF_CLOSED, sheaf_get(table, &key, out, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_put(table, item, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_delete(table, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_table_describe(table, buf, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_open(table, NULL, &none, slot()));
  CHECK(none == NULL);
  sheaf_item_free(item);
  sheaf_item_free(out);
  sheaf_buf_free(buf);
}

static void check_cursor_closed(sheaf_cursor* cursor) {
  sheaf_buf* buf = sheaf_buf_new();
  sheaf_key key;
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_next(cursor, slot()));
  CHECK(sheaf_cursor_item(cursor) == NULL);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_key(cursor, &key, &key, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_token(cursor, buf, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_next(cursor, slot()));
  sheaf_buf_free(buf);
}

static void test_everything_answers_closed(void) {
  const struct handles handles = open_handles();
  sheaf_close(handles.db);
  sheaf_key key;
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_key(handles.cursor, NULL, &key, slot()));
  check_db_closed(handles.db);
  check_table_closed(handles.table);
  check_cursor_closed(handles.cursor);
  CHECK_TEXT(kItem, json_of(handles.item));
  sheaf_db_free(handles.db);
  check_table_closed(handles.table);
  check_cursor_closed(handles.cursor);
  CHECK_TEXT(kItem, json_of(handles.item));
  sheaf_cursor_free(handles.cursor);
  sheaf_table_close(handles.table);
  sheaf_item_free(handles.item);
}

// MISUSE is found before the database is looked at: it is the same before and after closing.
static void test_misuse_after_close(void) {
  const struct handles handles = open_handles();
  sheaf_close(handles.db);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_open(handles.db, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(handles.table, NULL, handles.item, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_token(handles.cursor, NULL, slot()));
  const sheaf_range wrong = {.struct_size = 1};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_cursor_reset(handles.cursor, &wrong, slot()));
  sheaf_cursor_free(handles.cursor);
  sheaf_table_close(handles.table);
  sheaf_item_free(handles.item);
  sheaf_db_free(handles.db);
}

// Closed twice, freed, and never used again; what was read before stays.
static void test_B106_close_twice(void) {
  struct handles handles = open_handles();
  sheaf_close(handles.db);
  sheaf_close(handles.db);
  check_db_closed(handles.db);
  sheaf_close(handles.db);
  sheaf_db_free(handles.db);
  sheaf_cursor_free(handles.cursor);
  sheaf_table_close(handles.table);
  CHECK_TEXT(kItem, json_of(handles.item));
  const sheaf_value value = sheaf_string_of("changed");
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(handles.item, sheaf_bytes_of("id"), &value, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"changed\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", json_of(handles.item));
  sheaf_item_free(handles.item);
  sheaf_close(NULL);
  sheaf_db_free(NULL);
}

// Table and index cursors, before their first row, on one, at their end: all are advanced after the close, and then
// freed.
static void test_B107_cursor_outlives_the_database(void) {
  sheaf_db* db = open_memory();
  REQUIRE_OK(sheaf_table_create(
      db,
      sheaf_bytes_of(
          "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
          "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
          "{\"AttributeName\":\"g\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":[{\"IndexName\":"
          "\"index\","
          "\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":"
          "\"KEYS_ONLY\"}}]}"),
      slot()));
  sheaf_table* table = open_table(db, "Table");
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"}}"));
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"2\"},\"g\":{\"S\":\"x\"}}"));
  static const sheaf_range ranges[] = {
      {.struct_size = sizeof(sheaf_range)},
      {.struct_size = sizeof(sheaf_range), .index = "index", .flags = SHEAF_REVERSE},
      {.struct_size = sizeof(sheaf_range), .index = "index", .flags = SHEAF_FULL_ITEM},
      {.struct_size = sizeof(sheaf_range), .flags = SHEAF_KEYS_ONLY},
  };
  sheaf_cursor* cursors[16];
  for (int i = 0; i < 16; ++i) {
    REQUIRE_OK(sheaf_cursor_open(table, &ranges[i / 4], &cursors[i], slot()));
    for (int step = 0; step < i % 4; ++step) (void)sheaf_cursor_next(cursors[i], slot());
  }
  sheaf_cursor_free(cursors[0]);
  sheaf_db_free(db);
  sheaf_table_close(table);
  for (int i = 1; i < 16; ++i) {
    check_cursor_closed(cursors[i]);
    sheaf_cursor_free(cursors[i]);
  }
}

static void release(struct handles* handles, int which) {
  if (which == 0) sheaf_db_free(handles->db);
  if (which == 1) sheaf_table_close(handles->table);
  if (which == 2) sheaf_cursor_free(handles->cursor);
  if (which == 3) sheaf_item_free(handles->item);
}

// All 24 orders of ending database, table, cursor and item, with and without a close before them.
static void test_every_order_of_freeing(void) {
  for (int order = 0; order < 256; ++order) {
    const int steps[4] = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6 & 3};
    if ((1 << steps[0] | 1 << steps[1] | 1 << steps[2] | 1 << steps[3]) != 15) continue;
    for (int close_first = 0; close_first < 2; ++close_first) {
      struct handles handles = open_handles();
      if (close_first) sheaf_close(handles.db);
      for (int i = 0; i < 4; ++i) release(&handles, steps[i]);
    }
  }
}

// What hangs on a snapshot, beside the database and its table.
struct bound_handles {
  sheaf_db* db;
  sheaf_table* table;
  sheaf_snapshot* snapshot;
  sheaf_table* bound;
  sheaf_cursor* cursor;
};
enum { BOUND_HANDLES = 5, BOUND_ORDERS = 120 };

// The cursor stands on a row that the table has lost since.
static struct bound_handles open_bound_handles(void) {
  struct bound_handles handles = {open_memory(), NULL, NULL, NULL, NULL};
  handles.table = make_table(handles.db, "Table", "S");
  REQUIRE_OK(put_json(handles.table, kItem));
  REQUIRE_OK(sheaf_snapshot_open(handles.db, &handles.snapshot, slot()));
  REQUIRE_OK(sheaf_snapshot_table(handles.snapshot, handles.table, &handles.bound, slot()));
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  REQUIRE_OK(sheaf_delete(handles.table, &key, NULL, NULL, slot()));
  REQUIRE_OK(sheaf_cursor_open(handles.bound, NULL, &handles.cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(handles.cursor, slot()));
  return handles;
}

static void release_bound(struct bound_handles* handles, int which) {
  if (which == 0) sheaf_db_free(handles->db);
  if (which == 1) sheaf_table_close(handles->table);
  if (which == 2) sheaf_snapshot_free(handles->snapshot);
  if (which == 3) sheaf_table_close(handles->bound);
  if (which == 4) sheaf_cursor_free(handles->cursor);
}

// The order of that number: which is left to be taken is told by the number's digits to the bases 5, 4, 3 and 2.
static void order_of(int number, int steps[BOUND_HANDLES]) {
  int left[BOUND_HANDLES] = {0, 1, 2, 3, 4};
  for (int i = 0; i < BOUND_HANDLES; ++i) {
    const int count = BOUND_HANDLES - i;
    const int which = number % count;
    number /= count;
    steps[i] = left[which];
    left[which] = left[count - 1];
  }
}

// What is left answers as long as the database is open, and CLOSED then.
static void use_what_is_left(const struct bound_handles* handles, unsigned freed, int is_closed) {
  sheaf_table* again = NULL;
  if ((freed & 1u << 3) == 0) {
    CHECK_TEXT(is_closed ? "SHEAF_CLOSED" : kItem, get_json(handles->bound, "p", "s"));
  }
  if ((freed & 1u << 4) == 0) {
    CHECK_STATUS(is_closed ? SHEAF_CLOSED : SHEAF_OK, sheaf_cursor_reset(handles->cursor, NULL, slot()));
    CHECK_STATUS(is_closed ? SHEAF_CLOSED : SHEAF_ROW, sheaf_cursor_next(handles->cursor, slot()));
  }
  if ((freed & (1u << 1 | 1u << 2)) == 0) {
    CHECK_STATUS(is_closed ? SHEAF_CLOSED : SHEAF_OK,
                 sheaf_snapshot_table(handles->snapshot, handles->table, &again, slot()));
    CHECK((again == NULL) == (is_closed != 0));
    sheaf_table_close(again);
  }
}

// All 120 orders of ending database, table, snapshot, bound table and its cursor, with and without a close before them.
static void test_every_order_of_freeing_with_a_snapshot(void) {
  for (int order = 0; order < BOUND_ORDERS; ++order) {
    int steps[BOUND_HANDLES];
    order_of(order, steps);
    for (int close_first = 0; close_first < 2; ++close_first) {
      struct bound_handles handles = open_bound_handles();
      unsigned freed = 0;
      if (close_first) sheaf_close(handles.db);
      for (int i = 0; i < BOUND_HANDLES; ++i) {
        use_what_is_left(&handles, freed, close_first || (freed & 1u) != 0);
        release_bound(&handles, steps[i]);
        freed |= 1u << steps[i];
      }
      CHECK_INT(31, freed);
    }
  }
}

// A cursor lives on when its table handle is closed.
static void test_cursor_outlives_the_table_handle(void) {
  struct handles handles = open_handles();
  REQUIRE_OK(put_json(handles.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"t\"},\"id\":{\"S\":\"second\"}}"));
  sheaf_table_close(handles.table);
  CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(handles.cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(handles.cursor, NULL, slot()));
  CHECK_TEXT("a value too long for any small buffer second SHEAF_DONE", walk_on(handles.cursor).text);
  sheaf_cursor_free(handles.cursor);
  sheaf_item_free(handles.item);
  sheaf_db_free(handles.db);
}

// Arguments are borrowed for the call only: they may change or go right after it.
static void test_arguments_are_not_kept(void) {
  sheaf_db* db = open_memory();
  char* name = malloc(8);
  char* text = malloc(2);
  sheaf_value* parts = malloc(sizeof *parts);
  sheaf_range* range = calloc(1, sizeof *range);
  REQUIRE(name != NULL && text != NULL && parts != NULL && range != NULL);
  strcpy(name, "Table");
  strcpy(text, "p");
  sheaf_table* table = make_table(db, name, "S");
  REQUIRE_OK(put_json(table, kItem));
  parts[0] = sheaf_string_of(text);
  range->struct_size = sizeof *range;
  range->partition.parts = parts;
  range->partition.count = 1;
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, range, &cursor, slot()));
  memset(name, 0, 8);
  memset(text, 0, 2);
  memset(parts, 0, sizeof *parts);
  memset(range, 0, sizeof *range);
  free(name);
  free(text);
  free(parts);
  free(range);
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_TEXT(kItem, json_of(sheaf_cursor_item(cursor)));
  CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(cursor, slot()));
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_everything_answers_closed();
  test_misuse_after_close();
  test_B106_close_twice();
  test_B107_cursor_outlives_the_database();
  test_every_order_of_freeing();
  test_every_order_of_freeing_with_a_snapshot();
  test_cursor_outlives_the_table_handle();
  test_arguments_are_not_kept();
  return check_summary();
}
