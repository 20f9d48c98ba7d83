// Timeouts and interrupts as far as one thread can see them: they leave calls alone that wait for nobody, pages get on,
// and an interrupt concerns calls that are in flight only. What they end is tests/threads's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

enum { ROWS = 40 };

static sheaf_table* make_filled(sheaf_db* db) {
  sheaf_table* table = make_table(db, "Table", "N");
  for (int i = 0; i < ROWS; ++i) {
    char json[128];
    snprintf(json, sizeof json, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"%d\"},\"id\":{\"S\":\"%d\"}}", i, i);
    REQUIRE_OK(put_json(table, json));
  }
  return table;
}

static void test_an_interrupt_before_a_call_does_not_touch_it(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_filled(db);
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, NULL, &cursor, slot()));
  sheaf_interrupt(NULL);
  for (int i = 0; i < ROWS; ++i) {
    sheaf_interrupt(db);
    CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
    CHECK(sheaf_cursor_item(cursor) != NULL);
    sheaf_interrupt(db);
    CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"q\"},\"sk\":{\"N\":\"1\"}}"));
  }
  sheaf_interrupt(db);
  CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(cursor, slot()));
  sheaf_close(db);
  sheaf_interrupt(db);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_cursor_next(cursor, slot()));
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_a_timeout_of_a_write_that_waits_for_nobody(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_filled(db);
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"},\"id\":{\"S\":\"new\"}}");
  static const uint64_t timeouts_ms[] = {0, 1, 1000, UINT64_MAX};
  for (size_t i = 0; i < sizeof timeouts_ms / sizeof timeouts_ms[0]; ++i) {
    const sheaf_write_options options = {.struct_size = sizeof options, .timeout_ms = timeouts_ms[i]};
    const sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("2")};
    const sheaf_key key = sheaf_key_of(parts, 2);
    CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, &options, slot()));
    CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &options, slot()));
  }
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Each page has a row at the least, however short its time.
static void test_pages_with_a_timeout_get_on(uint32_t flags) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_filled(db);
  sheaf_range range = {.struct_size = sizeof range, .flags = flags, .timeout_ms = 1};
  sheaf_buf* token = sheaf_buf_new();
  sheaf_cursor* cursor = NULL;
  char rows[1024] = "";
  sheaf_status end = SHEAF_PAGE;
  for (int page = 0; page <= ROWS && end == SHEAF_PAGE; ++page) {
    REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
    sleep_ms(2);
    const struct line line = walk_on(cursor);
    const char* status = strstr(line.text, "SHEAF_");
    end = strcmp(status, "SHEAF_PAGE") == 0 ? SHEAF_PAGE : SHEAF_DONE;
    CHECK_TEXT(end == SHEAF_PAGE ? "SHEAF_PAGE" : "SHEAF_DONE", status);
    CHECK(end == SHEAF_DONE || status != line.text);
    strncat(rows, line.text, (size_t)(status - line.text));
    CHECK_STATUS(end, sheaf_cursor_next(cursor, slot()));
    REQUIRE_OK(sheaf_cursor_token(cursor, token, slot()));
    range.token = sheaf_buf_bytes(token);
    sheaf_cursor_free(cursor);
  }
  char expected[1024] = "";
  for (int i = 0; i < ROWS; ++i) {
    sprintf(expected + strlen(expected), "%d ", (flags & SHEAF_REVERSE) != 0 ? ROWS - 1 - i : i);
  }
  CHECK_TEXT(expected, rows);
  CHECK_STATUS(SHEAF_DONE, end);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_an_interrupt_before_a_call_does_not_touch_it();
  test_a_timeout_of_a_write_that_waits_for_nobody();
  test_pages_with_a_timeout_get_on(0);
  test_pages_with_a_timeout_get_on(SHEAF_REVERSE);
  return check_summary();
}
