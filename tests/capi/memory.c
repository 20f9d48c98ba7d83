// B109: memory stays flat over many calls of each function that hands out text, errors or handles. Measured as the
// process's resident pages where the system tells them; under sanitizers only LeakSanitizer looks, because their
// allocators keep what is freed.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

#if defined(__has_feature)
#define HAS_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#else
#define HAS_SANITIZER 0
#endif

#if HAS_SANITIZER
enum { IS_MEASURED = 0, CALLS = 1000 };
#elif defined(__linux__)
enum { IS_MEASURED = 1, CALLS = 100000 };
#else
enum { IS_MEASURED = 0, CALLS = 1000 };
#endif

// 100,000 leaks of the smallest block that malloc hands out are 3.2 MB.
enum { MOST_GROWTH_KB = 1024 };

static long resident_kb(void) {
  long pages = 0;
  long resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  const int fields = fscanf(file, "%ld %ld", &pages, &resident);
  fclose(file);
  REQUIRE(fields == 2);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// What the calls work on.
static sheaf_db* db;
static sheaf_table* table;
static sheaf_item* item;
static sheaf_item* holder;
static sheaf_buf* buf;
static sheaf_cursor* cursor;

// Runs the call often enough to fill every cache, then CALLS times while memory may not grow.
static void check_flat(void (*call)(void), const char* name) {
  for (int i = 0; i < CALLS / 10; ++i) call();
  const long before = IS_MEASURED ? resident_kb() : 0;
  for (int i = 0; i < CALLS; ++i) call();
  const long growth = IS_MEASURED ? resident_kb() - before : 0;
  if (!CHECK(growth <= MOST_GROWTH_KB)) fprintf(stderr, "  %d calls of %s took %ld KB\n", (int)CALLS, name, growth);
}

static sheaf_key first_key(sheaf_value parts[2]) { return key_of(parts, "a partition of some length", "a sort key"); }

static void call_texts(void) {
  CHECK(sheaf_version_text()[0] != '\0');
  CHECK(sheaf_status_name(SHEAF_LOCKED)[0] != '\0');
}

static void call_error(void) {
  sheaf_value value;
  CHECK_STATUS(SHEAF_SYNTAX, sheaf_item_get_path(item, "a..b", &value, slot()));
  CHECK(sheaf_error_message(slot())[0] != '\0');
  sheaf_error* own = sheaf_error_new();
  CHECK_STATUS(SHEAF_INVALID, sheaf_item_parse(holder, SHEAF_JSON_PLAIN, sheaf_bytes_of("{\"a\":1,\"a\":2}"), own));
  sheaf_error_free(own);
}

static void call_open_error(void) {
  sheaf_db* none = NULL;
  sheaf_table* no_table = NULL;
  CHECK_STATUS(SHEAF_IO, sheaf_open("/no/such/folder", NULL, &none, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_open(db, "none", &no_table, slot()));
  CHECK_STATUS(SHEAF_INVALID, sheaf_table_create(db, sheaf_bytes_of("{\"TableName\":1}"), slot()));
}

static void call_items(void) {
  sheaf_item* made = sheaf_item_new();
  const sheaf_value value = sheaf_number_of("12.5");
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(made, sheaf_bytes_of("n"), &value, slot()));
  sheaf_buf* made_buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(made, SHEAF_JSON_PLAIN, made_buf, slot()));
  sheaf_buf_free(made_buf);
  sheaf_item_free(made);
}

static void call_parse_and_print(void) {
  CHECK_STATUS(SHEAF_OK,
               sheaf_item_parse(holder, SHEAF_JSON_PLAIN, sheaf_bytes_of("{\"a\":[1,{\"b\":\"text\"}]}"), slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(holder, SHEAF_JSON_DYNAMODB, buf, slot()));
}

// A counter in one long-lived item, as a writer has it that changes a few attributes and puts, over and over.
static void call_set_again(void) {
  static char text[1024];
  static sheaf_item* reused;
  if (reused == NULL) reused = item_of("{\"pk\":{\"S\":\"reused\"},\"sk\":{\"S\":\"s\"}}");
  memset(text, 'x', sizeof text);
  const sheaf_value value = {SHEAF_STRING, 0, {(const uint8_t*)text, sizeof text}};
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(reused, sheaf_bytes_of("payload"), &value, slot()));
  CHECK_INT(3, sheaf_item_count(reused));
}

static void call_tables(void) {
  sheaf_table* opened = NULL;
  CHECK_STATUS(SHEAF_OK, sheaf_table_open(db, "Table", &opened, slot()));
  sheaf_table_close(opened);
  CHECK_STATUS(SHEAF_OK, sheaf_table_list(db, NULL, 0, buf, slot()));
}

static void call_describe(void) { CHECK_STATUS(SHEAF_OK, sheaf_table_describe(table, buf, slot())); }

static void call_get(void) {
  sheaf_value parts[2];
  const sheaf_key key = first_key(parts);
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, holder, slot()));
}

// A put that changes nothing and one that is refused: neither makes the database itself grow.
static void call_put(void) {
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = holder};
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, &options, slot()));
  sheaf_item_clear(holder);
  CHECK_STATUS(SHEAF_INVALID, sheaf_put(table, holder, NULL, NULL, slot()));
}

static void call_cursor_open(void) {
  sheaf_cursor* opened = NULL;
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_open(table, NULL, &opened, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(opened, slot()));
  sheaf_cursor_free(opened);
}

static void call_cursor_row(void) {
  sheaf_key index_key;
  sheaf_key base_key;
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, buf, slot()));
}

static void test_B109_memory_is_flat(void) {
#define CHECK_FLAT(call) check_flat(call, #call)
  CHECK_FLAT(call_texts);
  CHECK_FLAT(call_error);
  CHECK_FLAT(call_open_error);
  CHECK_FLAT(call_items);
  CHECK_FLAT(call_parse_and_print);
  CHECK_FLAT(call_set_again);
  CHECK_FLAT(call_tables);
  CHECK_FLAT(call_describe);
  CHECK_FLAT(call_get);
  CHECK_FLAT(call_put);
  CHECK_FLAT(call_cursor_open);
  CHECK_FLAT(call_cursor_row);
#undef CHECK_FLAT
}

int main(void) {
  db = open_memory();
  table = make_table(db, "Table", "S");
  item = item_of("{\"pk\":{\"S\":\"a partition of some length\"},\"sk\":{\"S\":\"a sort key\"},\"a\":{\"N\":\"1\"}}");
  holder = sheaf_item_new();
  buf = sheaf_buf_new();
  REQUIRE_OK(sheaf_put(table, item, NULL, NULL, slot()));
  REQUIRE_OK(sheaf_cursor_open(table, NULL, &cursor, slot()));
  test_B109_memory_is_flat();
  sheaf_cursor_free(cursor);
  sheaf_buf_free(buf);
  sheaf_item_free(holder);
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
  return check_summary();
}
