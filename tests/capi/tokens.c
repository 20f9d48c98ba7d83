// Resume tokens: paging over tables and indexes in both directions, in a reopened database, and where a token is
// refused.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kDefinition =
    "{\"TableName\":\"%s\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"},"
    "{\"AttributeName\":\"gp\",\"AttributeType\":\"S\"},{\"AttributeName\":\"gs\",\"AttributeType\":\"S\"}],"
    "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"index\",\"KeySchema\":[{\"AttributeName\":\"gp\","
    "\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"gs\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}},"
    "{\"IndexName\":\"twin\",\"KeySchema\":[{\"AttributeName\":\"gp\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"gs\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}]}";

static sheaf_table* make_tokens_table(sheaf_db* db, const char* name) {
  char json[1024];
  snprintf(json, sizeof json, kDefinition, name);
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(json), slot()));
  return open_table(db, name);
}

// An item in the group g/same of both indexes; its id is its keys.
static void put(sheaf_table* table, const char* partition, int sort) {
  char json[256];
  snprintf(json, sizeof json,
           "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"},\"gp\":{\"S\":\"g\"},\"gs\":{\"S\":\"same\"},\"id\":"
           "{\"S\":\"%s%d\"}}",
           partition, sort, partition, sort);
  REQUIRE_OK(put_json(table, json));
}

static sheaf_table* make_five_rows(sheaf_db* db, const char* name) {
  sheaf_table* table = make_tokens_table(db, name);
  for (int sort = 1; sort <= 5; ++sort) put(table, "p", sort);
  return table;
}

// One page, from the token in `token` (empty: from the start), which then holds where it ended.
static struct line page(sheaf_table* table, sheaf_range range, sheaf_buf* token) {
  range.token = sheaf_buf_bytes(token);
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
  const struct line line = walk_on(cursor);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  sheaf_cursor_free(cursor);
  return line;
}

// The token after `rows` rows of the range. The caller frees it.
static sheaf_buf* token_after(sheaf_table* table, sheaf_range range, uint64_t rows) {
  sheaf_buf* token = sheaf_buf_new();
  range.row_limit = rows;
  (void)page(table, range, token);
  CHECK(sheaf_buf_bytes(token).size > 0);
  return token;
}

static void test_B017_reverse_page_starts_after_the_token(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  sheaf_buf* token = sheaf_buf_new();
  const sheaf_value partition = sheaf_string_of("p");
  const sheaf_range range = {.struct_size = sizeof range,
                             .flags = SHEAF_REVERSE,
                             .partition = {.parts = &partition, .count = 1},
                             .row_limit = 2};
  CHECK_TEXT("p5 p4 SHEAF_PAGE", page(table, range, token).text);
  CHECK_TEXT("p3 p2 SHEAF_PAGE", page(table, range, token).text);
  CHECK_TEXT("p1 SHEAF_DONE", page(table, range, token).text);
  CHECK_TEXT("SHEAF_DONE", page(table, range, token).text);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_B019_ties_on_the_index_sort_key(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  sheaf_buf* token = sheaf_buf_new();
  const sheaf_value group = sheaf_string_of("g");
  const sheaf_range range = {
      .struct_size = sizeof range, .index = "index", .partition = {.parts = &group, .count = 1}, .row_limit = 2};
  CHECK_TEXT("p1 p2 SHEAF_PAGE", page(table, range, token).text);
  CHECK_TEXT("p3 p4 SHEAF_PAGE", page(table, range, token).text);
  CHECK_TEXT("p5 SHEAF_DONE", page(table, range, token).text);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_B020_ties_across_base_partitions(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_tokens_table(db, "Table");
  static const char* const partitions[] = {"p2-", "p3-", "p1-"};
  for (int i = 0; i < 3; ++i) put(table, partitions[i], 1);
  const sheaf_value group = sheaf_string_of("g");
  sheaf_range range = {
      .struct_size = sizeof range, .index = "index", .partition = {.parts = &group, .count = 1}, .row_limit = 1};
  static const char* const pages[2][3] = {{"p1-1 SHEAF_PAGE", "p2-1 SHEAF_PAGE", "p3-1 SHEAF_PAGE"},
                                          {"p3-1 SHEAF_PAGE", "p2-1 SHEAF_PAGE", "p1-1 SHEAF_PAGE"}};
  for (int direction = 0; direction < 2; ++direction) {
    range.flags = direction == 0 ? 0 : SHEAF_REVERSE;
    sheaf_buf* token = sheaf_buf_new();
    for (int i = 0; i < 3; ++i) CHECK_TEXT(pages[direction][i], page(table, range, token).text);
    CHECK_TEXT("SHEAF_DONE", page(table, range, token).text);
    sheaf_buf_free(token);
  }
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_what_a_token_is(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  sheaf_buf* token = sheaf_buf_new();
  sheaf_buf* again = sheaf_buf_new();
  sheaf_range range = {.struct_size = sizeof range, .row_limit = 2};
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  CHECK_INT(0, sheaf_buf_bytes(token).size);  // nothing was returned: from the start
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  const sheaf_bytes bytes = sheaf_buf_bytes(token);
  CHECK(bytes.size > 0);
  for (size_t i = 0; i < bytes.size; ++i) CHECK(bytes.data[i] > 0x20 && bytes.data[i] < 0x7F);
  CHECK_STATUS(SHEAF_PAGE, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, again, slot()));
  CHECK_TEXT((const char*)bytes.data, (const char*)sheaf_buf_bytes(again).data);

  // A cursor that resumed and has returned nothing yet gives the token that it was given; reset takes one too.
  range.token = bytes;
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &range, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, again, slot()));
  CHECK_TEXT((const char*)bytes.data, (const char*)sheaf_buf_bytes(again).data);
  CHECK_TEXT("p3 p4 SHEAF_PAGE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);

  // An empty token with an address is no token.
  range.token.size = 0;
  CHECK_TEXT("p1 p2 SHEAF_PAGE", walk(table, &range).text);
  sheaf_buf_free(token);
  sheaf_buf_free(again);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// The token is a place between keys, not a row: the row may be gone, new ones may stand behind it, and what a row
// shall hold is free to change.
static void test_the_rows_may_change(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  sheaf_range range = {.struct_size = sizeof range};
  sheaf_buf* token = token_after(table, range, 2);
  const sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("2")};
  const sheaf_key second = {.parts = parts, .count = 2};
  REQUIRE_OK(sheaf_delete(table, &second, NULL, NULL, slot()));
  put(table, "p", 9);
  put(table, "o", 1);
  range.token = sheaf_buf_bytes(token);
  CHECK_TEXT("p3 p4 p5 p9 SHEAF_DONE", walk(table, &range).text);
  range.flags = SHEAF_KEYS_ONLY;
  CHECK_TEXT("? ? ? ? SHEAF_DONE", walk(table, &range).text);

  // After DONE it continues behind the last row of then.
  range.flags = 0;
  range.token = sheaf_bytes_of(NULL);
  sheaf_buf* end = sheaf_buf_new();
  CHECK_TEXT("o1 p1 p3 p4 p5 p9 SHEAF_DONE", page(table, range, end).text);
  put(table, "q", 1);
  CHECK_TEXT("q1 SHEAF_DONE", page(table, range, end).text);
  sheaf_buf_free(end);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_reopened_database(void) {
  const struct path path = temp_path("reopened");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_five_rows(db, "Table");
  const sheaf_range forwards = {.struct_size = sizeof forwards};
  const sheaf_range backwards = {.struct_size = sizeof backwards, .index = "index", .flags = SHEAF_REVERSE};
  sheaf_buf* token = token_after(table, forwards, 3);
  sheaf_buf* index_token = token_after(table, backwards, 3);
  sheaf_table_close(table);
  sheaf_db_free(db);
  db = open_folder(path.text);
  table = open_table(db, "Table");
  CHECK_TEXT("p4 p5 SHEAF_DONE", page(table, forwards, token).text);
  CHECK_TEXT("p2 p1 SHEAF_DONE", page(table, backwards, index_token).text);
  sheaf_buf_free(token);
  sheaf_buf_free(index_token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_refused(sheaf_table* table, sheaf_range range, sheaf_bytes token) {
  sheaf_cursor* cursor = NULL;
  range.token = token;
  CHECK_STATUS(SHEAF_INVALID, sheaf_cursor_open(table, &range, &cursor, slot()));
  CHECK(cursor == NULL);
  sheaf_cursor_free(cursor);
}

// Made for partition p of the table, forwards; given to everything that differs in one thing.
static void test_other_places_refuse_it(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  sheaf_table* twin = make_five_rows(db, "Twin");
  sheaf_db* other_db = open_memory();
  sheaf_table* other = make_five_rows(other_db, "Table");
  const sheaf_value partition = sheaf_string_of("p");
  const sheaf_value four = sheaf_number_of("4");
  const sheaf_value group = sheaf_string_of("g");
  const sheaf_range range = {.struct_size = sizeof range, .partition = {.parts = &partition, .count = 1}};
  sheaf_buf* buf = token_after(table, range, 2);
  const sheaf_bytes token = sheaf_buf_bytes(buf);
  check_refused(twin, range, token);
  check_refused(other, range, token);
  sheaf_range changed = range;
  changed.flags = SHEAF_REVERSE;
  check_refused(table, changed, token);
  changed = range;
  changed.partition.parts = &group;
  check_refused(table, changed, token);
  changed = range;
  changed.sort_op = SHEAF_LE;
  changed.sort = (sheaf_key){.parts = &four, .count = 1};
  check_refused(table, changed, token);
  changed = (sheaf_range){.struct_size = sizeof changed};
  check_refused(table, changed, token);
  changed.index = "index";
  check_refused(table, changed, token);

  // Two indexes with the same rows are two places.
  sheaf_buf* index_buf = token_after(table, changed, 2);
  changed.index = "twin";
  check_refused(table, changed, sheaf_buf_bytes(index_buf));
  changed.index = NULL;
  check_refused(table, changed, sheaf_buf_bytes(index_buf));

  // A reset that is refused leaves the cursor nowhere, until one succeeds.
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  changed.token = token;
  CHECK_STATUS(SHEAF_INVALID, sheaf_cursor_reset(cursor, &changed, slot()));
  CHECK_TEXT("SHEAF_MISUSE", walk_on(cursor).text);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &range, slot()));
  CHECK_TEXT("p1 p2 p3 p4 p5 SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  CHECK_TEXT("p3 p4 p5 SHEAF_DONE", page(table, range, buf).text);
  sheaf_buf_free(buf);
  sheaf_buf_free(index_buf);
  sheaf_table_close(other);
  sheaf_db_free(other_db);
  sheaf_table_close(twin);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Every cut, every changed character, and what never was a token.
static void test_damaged_tokens(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db, "Table");
  const sheaf_range range = {.struct_size = sizeof range};
  sheaf_buf* buf = token_after(table, range, 2);
  const sheaf_bytes token = sheaf_buf_bytes(buf);
  uint8_t* damaged = malloc(token.size + 1);
  REQUIRE(damaged != NULL);
  for (size_t size = 1; size < token.size; ++size) check_refused(table, range, (sheaf_bytes){token.data, size});
  for (size_t i = 0; i < token.size; ++i) {
    memcpy(damaged, token.data, token.size);
    damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
    check_refused(table, range, (sheaf_bytes){damaged, token.size});
  }
  memcpy(damaged, token.data, token.size);
  damaged[token.size] = '\n';
  check_refused(table, range, (sheaf_bytes){damaged, token.size + 1});
  check_refused(table, range, sheaf_bytes_of("x"));
  check_refused(table, range, sheaf_bytes_of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  check_refused(table, range, (sheaf_bytes){(const uint8_t*)"\0\xFF", 2});
  free(damaged);
  sheaf_buf_free(buf);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_B017_reverse_page_starts_after_the_token();
  test_B019_ties_on_the_index_sort_key();
  test_B020_ties_across_base_partitions();
  test_what_a_token_is();
  test_the_rows_may_change();
  test_reopened_database();
  test_other_places_refuse_it();
  test_damaged_tokens();
  return check_summary();
}
