// The section "snapshots" of sheaf.h: bound tables and what they show, refuse and outlive. Snapshots while other
// threads write are tests/threads's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static sheaf_snapshot* open_snapshot(sheaf_db* db) {
  sheaf_snapshot* snapshot = NULL;
  REQUIRE_OK(sheaf_snapshot_open(db, &snapshot, slot()));
  REQUIRE(snapshot != NULL);
  return snapshot;
}

static sheaf_table* bind(sheaf_snapshot* snapshot, sheaf_table* table) {
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_table(snapshot, table, &bound, slot()));
  REQUIRE(bound != NULL && bound != table);
  return bound;
}

// A table with a global index "by_g" on g and a local index "by_l" on l.
static sheaf_table* make_indexed(sheaf_db* db, const char* name) {
  char json[1024];
  snprintf(json, sizeof json,
           "{\"TableName\":\"%s\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
           "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
           "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
           "{\"AttributeName\":\"g\",\"AttributeType\":\"S\"},{\"AttributeName\":\"l\",\"AttributeType\":\"S\"}],"
           "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"by_g\",\"KeySchema\":[{\"AttributeName\":\"g\","
           "\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}],"
           "\"LocalSecondaryIndexes\":[{\"IndexName\":\"by_l\",\"KeySchema\":[{\"AttributeName\":\"pk\","
           "\"KeyType\":\"HASH\"},{\"AttributeName\":\"l\",\"KeyType\":\"RANGE\"}],"
           "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"id\"]}}]}",
           name);
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(json), slot()));
  return open_table(db, name);
}

static void put(sheaf_table* table, const char* sort, const char* id, const char* l) {
  char json[256];
  snprintf(
      json, sizeof json,
      "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"%s\"},\"id\":{\"S\":\"%s\"},\"g\":{\"S\":\"g\"},\"l\":{\"S\":\"%s\"}}",
      sort, id, l);
  REQUIRE_OK(put_json(table, json));
}

static void erase(sheaf_table* table, const char* sort) {
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", sort);
  REQUIRE_OK(sheaf_delete(table, &key, NULL, NULL, slot()));
}

static const sheaf_range kAll = {.struct_size = sizeof(sheaf_range)};
static const sheaf_range kByG = {.struct_size = sizeof(sheaf_range), .index = "by_g"};
static const sheaf_range kByL = {
    .struct_size = sizeof(sheaf_range), .index = "by_l", .flags = SHEAF_REVERSE | SHEAF_FULL_ITEM};

static void check_walks(sheaf_table* table, const char* all, const char* by_l) {
  CHECK_TEXT(all, walk(table, &kAll).text);
  CHECK_TEXT(all, walk(table, &kByG).text);
  CHECK_TEXT(by_l, walk(table, &kByL).text);
}

static void test_bound_tables_show_their_moment(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed(db, "Table");
  sheaf_snapshot* empty = open_snapshot(db);
  put(table, "1", "a", "x");
  put(table, "2", "b", "w");
  sheaf_snapshot* two = open_snapshot(db);
  sheaf_table* at_empty = bind(empty, table);
  sheaf_table* at_two = bind(two, table);
  put(table, "1", "A", "v");
  put(table, "3", "c", "u");
  erase(table, "2");
  check_walks(table, "A c SHEAF_DONE", "A c SHEAF_DONE");
  check_walks(at_two, "a b SHEAF_DONE", "a b SHEAF_DONE");
  check_walks(at_empty, "SHEAF_DONE", "SHEAF_DONE");
  CHECK(strstr(get_json(at_two, "p", "1"), "\"id\":{\"S\":\"a\"}") != NULL);
  CHECK(strstr(get_json(table, "p", "1"), "\"id\":{\"S\":\"A\"}") != NULL);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(table, "p", "2"));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(at_two, "p", "3"));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(at_empty, "p", "1"));

  // A bound table may be bound again: what counts is the snapshot.
  sheaf_table* again = bind(empty, at_two);
  check_walks(again, "SHEAF_DONE", "SHEAF_DONE");
  sheaf_table_close(again);
  again = bind(two, at_empty);
  check_walks(again, "a b SHEAF_DONE", "a b SHEAF_DONE");
  sheaf_table_close(again);

  sheaf_buf* json = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_table_describe(at_two, json, slot()));
  CHECK(strstr((const char*)sheaf_buf_bytes(json).data, "\"TableName\":\"Table\"") != NULL);
  sheaf_buf_free(json);
  sheaf_table_close(at_empty);
  sheaf_table_close(at_two);
  sheaf_snapshot_free(empty);
  sheaf_snapshot_free(two);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_bound_tables_refuse_writes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed(db, "Table");
  put(table, "1", "a", "x");
  sheaf_snapshot* snapshot = open_snapshot(db);
  sheaf_table* bound = bind(snapshot, table);
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"1\"},\"id\":{\"S\":\"new\"}}");
  sheaf_item* old_item = item_of("{\"left\":{\"S\":\"over\"}}");
  sheaf_item* nothing = sheaf_item_new();
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = old_item, .timeout_ms = 1};
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "1");
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(bound, item, NULL, NULL, slot()));
  CHECK(strstr(sheaf_error_message(slot()), "Table") != NULL);
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(bound, nothing, NULL, NULL, slot()));  // whatever the item
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_delete(bound, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(bound, item, NULL, &options, slot()));
  CHECK_INT(0, sheaf_item_count(old_item));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(bound, NULL, NULL, NULL, slot()));
  check_walks(table, "a SHEAF_DONE", "a SHEAF_DONE");
  // The table itself can be written to while a handle on it is bound.
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, &options, slot()));
  CHECK(strstr(json_of(old_item), "\"id\":{\"S\":\"a\"}") != NULL);
  check_walks(bound, "a SHEAF_DONE", "a SHEAF_DONE");
  sheaf_item_free(nothing);
  sheaf_item_free(old_item);
  sheaf_item_free(item);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_is_gone(sheaf_snapshot* snapshot, sheaf_table* table) {
  sheaf_table* none = table;
  sheaf_cursor* cursor = NULL;
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_snapshot_table(snapshot, table, &none, slot()));
  CHECK(none == NULL);
  CHECK_TEXT("SHEAF_NO_TABLE", get_json(table, "p", "1"));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_open(table, NULL, &cursor, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"1\"}}"));
}

static void test_tables_that_were_made_or_dropped_later(void) {
  sheaf_db* db = open_memory();
  sheaf_table* first = make_indexed(db, "Table");
  put(first, "1", "first", "x");
  sheaf_snapshot* snapshot = open_snapshot(db);
  sheaf_table* bound = bind(snapshot, first);
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(bound, NULL, &cursor, slot()));
  REQUIRE_OK(sheaf_table_drop(db, "Table", slot()));
  check_is_gone(snapshot, bound);
  check_is_gone(snapshot, first);
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_next(cursor, slot()));

  // Another table of that name is not the one that the snapshot knows: in it this one is empty.
  sheaf_table* second = make_indexed(db, "Table");
  put(second, "1", "second", "x");
  sheaf_table* second_bound = bind(snapshot, second);
  check_walks(second_bound, "SHEAF_DONE", "SHEAF_DONE");
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(second_bound, "p", "1"));
  check_walks(second, "second SHEAF_DONE", "second SHEAF_DONE");
  check_is_gone(snapshot, bound);
  sheaf_cursor_free(cursor);
  sheaf_table_close(second_bound);
  sheaf_table_close(second);
  sheaf_table_close(bound);
  sheaf_table_close(first);
  sheaf_snapshot_free(snapshot);
  sheaf_db_free(db);
}

// Cursors on a bound table stay in its state when they are reset and when a token goes on; the token fits the table as
// it is now too.
static void test_cursors_and_tokens(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed(db, "Table");
  put(table, "1", "a", "x");
  put(table, "2", "b", "x");
  put(table, "3", "c", "x");
  sheaf_snapshot* snapshot = open_snapshot(db);
  sheaf_table* bound = bind(snapshot, table);
  sheaf_snapshot_free(snapshot);
  erase(table, "2");
  put(table, "4", "d", "x");
  sheaf_range page = kByG;
  page.row_limit = 1;
  sheaf_cursor* cursor = NULL;
  sheaf_buf* token = sheaf_buf_new();
  REQUIRE_OK(sheaf_cursor_open(bound, &page, &cursor, slot()));
  CHECK_TEXT("a SHEAF_PAGE", walk_on(cursor).text);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &kByL, slot()));
  CHECK_TEXT("c b a SHEAF_DONE", walk_on(cursor).text);
  sheaf_range rest = kByG;
  rest.token = sheaf_buf_bytes(token);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &rest, slot()));
  CHECK_TEXT("b c SHEAF_DONE", walk_on(cursor).text);
  CHECK_TEXT("b c SHEAF_DONE", walk(bound, &rest).text);
  CHECK_TEXT("c d SHEAF_DONE", walk(table, &rest).text);
  // The cursor keeps the state when the handle that it was opened on is closed.
  sheaf_table_close(bound);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_reset(cursor, &kAll, slot()));
  CHECK_TEXT("a b c SHEAF_DONE", walk_on(cursor).text);
  sheaf_cursor_free(cursor);
  sheaf_buf_free(token);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_db* other = open_memory();
  sheaf_table* table = make_indexed(db, "Table");
  sheaf_table* foreign = make_indexed(other, "Table");
  sheaf_snapshot* snapshot = (sheaf_snapshot*)&check_failures;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_open(NULL, &snapshot, slot()));
  CHECK(snapshot == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_open(db, NULL, slot()));
  snapshot = open_snapshot(db);
  sheaf_table* bound = table;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_table(NULL, table, &bound, slot()));
  CHECK(bound == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_table(snapshot, NULL, &bound, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_table(snapshot, table, NULL, slot()));
  bound = table;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_table(snapshot, foreign, &bound, slot()));
  CHECK(bound == NULL);
  sheaf_snapshot_free(NULL);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(foreign);
  sheaf_table_close(table);
  sheaf_db_free(other);
  sheaf_db_free(db);
}

// A snapshot lasts in a folder too, when what it shows has been written to files and replaced there.
static void test_in_a_folder(void) {
  const struct path path = temp_path("folder");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_indexed(db, "Table");
  put(table, "1", "a", "x");
  sheaf_snapshot* snapshot = open_snapshot(db);
  sheaf_table* bound = bind(snapshot, table);
  put(table, "1", "b", "y");
  check_walks(bound, "a SHEAF_DONE", "a SHEAF_DONE");
  // Closing and opening anew ends it; the state is then the newest.
  sheaf_close(db);
  CHECK_TEXT("SHEAF_CLOSED", walk(bound, &kByG).text);
  sheaf_db* again = open_folder(path.text);
  sheaf_table* table_again = open_table(again, "Table");
  check_walks(table_again, "b SHEAF_DONE", "b SHEAF_DONE");
  sheaf_table* none = table;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_snapshot_table(snapshot, table_again, &none, slot()));
  sheaf_table_close(table_again);
  sheaf_db_free(again);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_bound_tables_show_their_moment();
  test_bound_tables_refuse_writes();
  test_tables_that_were_made_or_dropped_later();
  test_cursors_and_tokens();
  test_misuse();
  test_in_a_folder();
  return check_summary();
}
