// The section "bulk load" of sheaf.h.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kItems[] = {"{\"id\":{\"S\":\"third\"},\"pk\":{\"S\":\"b\"},\"sk\":{\"S\":\"1\"}}",
                                     "{\"id\":{\"S\":\"first\"},\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}",
                                     "{\"id\":{\"S\":\"second\"},\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"2\"}}"};

static sheaf_load* begin(sheaf_table* table) {
  sheaf_load* load = NULL;
  REQUIRE_OK(sheaf_load_open(table, NULL, &load, slot()));
  REQUIRE(load != NULL);
  return load;
}

static sheaf_status load_json(sheaf_load* load, const char* json) {
  sheaf_item* item = item_of(json);
  const sheaf_status status = sheaf_load_put(load, item, slot());
  sheaf_item_free(item);
  return status;
}

static void an_empty_table_is_filled(void) {
  sheaf_db* db = open_folder(temp_path("filled").text);
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_load* load = begin(table);
  for (int i = 0; i < 3; ++i) CHECK_STATUS(SHEAF_OK, load_json(load, kItems[i]));
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_OK, sheaf_load_finish(load, slot()));
  CHECK_TEXT("first second third SHEAF_DONE", walk(table, NULL).text);
  sheaf_load_free(load);
  CHECK_TEXT("first second third SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"id\":{\"S\":\"last\"},\"pk\":{\"S\":\"c\"},\"sk\":{\"S\":\"1\"}}"));
  sheaf_table_close(table);
  sheaf_db_free(db);
  db = open_folder(temp_path("filled").text);
  table = open_table(db, "Table");
  CHECK_TEXT("first second third last SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void what_is_not_finished_is_not_there(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_load* load = begin(table);
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[0]));
  CHECK_STATUS(SHEAF_NOT_READY, put_json(table, kItems[1]));
  CHECK_INT(1, sheaf_error_is_retryable(slot()));
  CHECK_STATUS(SHEAF_NOT_READY, sheaf_table_drop(db, "Table", slot()));
  sheaf_load* second = (sheaf_load*)&check_failures;
  CHECK_STATUS(SHEAF_NOT_READY, sheaf_load_open(table, NULL, &second, slot()));
  CHECK(second == NULL);
  sheaf_load_free(load);
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_OK, put_json(table, kItems[1]));
  CHECK_STATUS(SHEAF_INVALID, sheaf_load_open(table, NULL, &second, slot()));
  CHECK_TEXT("table 'Table' is not empty; only an empty one is loaded in bulk", sheaf_error_message(slot()));
  CHECK(second == NULL);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void an_error_refuses_its_item_only(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_load* load = begin(table);
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[1]));
  CHECK_STATUS(SHEAF_INVALID, load_json(load, "{\"pk\":{\"S\":\"a\"}}"));
  CHECK_STATUS(SHEAF_TYPE, load_json(load, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}"));
  CHECK_STATUS(SHEAF_OK, sheaf_load_finish(load, slot()));
  CHECK_TEXT("first SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_MISUSE, load_json(load, kItems[0]));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_finish(load, slot()));
  CHECK_TEXT("the load has ended: its items are in the table", sheaf_error_message(slot()));
  sheaf_load_free(load);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void a_key_that_comes_twice_is_named(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_load* load = begin(table);
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[2]));
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[0]));
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[2]));
  CHECK_STATUS(SHEAF_INVALID, sheaf_load_finish(load, slot()));
  CHECK_TEXT("two items of the load have the key {\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"2\"}}",
             sheaf_error_message(slot()));
  sheaf_load_free(load);
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_OK, put_json(table, kItems[2]));
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void closing_ends_it(void) {
  const struct path path = temp_path("closed");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_load* load = begin(table);
  CHECK_STATUS(SHEAF_OK, load_json(load, kItems[0]));
  sheaf_close(db);
  CHECK_STATUS(SHEAF_CLOSED, load_json(load, kItems[1]));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_load_finish(load, slot()));
  sheaf_load* none = NULL;
  CHECK_STATUS(SHEAF_CLOSED, sheaf_load_open(table, NULL, &none, slot()));
  sheaf_db_free(db);
  sheaf_table_close(table);
  sheaf_load_free(load);
  db = open_folder(path.text);
  table = open_table(db, "Table");
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  CHECK_STATUS(SHEAF_OK, put_json(table, kItems[0]));
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void misuse_changes_nothing(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_item* item = item_of(kItems[0]);
  sheaf_load* load = (sheaf_load*)&check_failures;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_open(NULL, NULL, &load, slot()));
  CHECK(load == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_open(table, NULL, NULL, slot()));
  const sheaf_load_options wrong[] = {{.struct_size = 0},
                                      {.struct_size = sizeof wrong[0], .flags = 1},
                                      {.struct_size = sizeof wrong[0], .memory_bytes = (1 << 20) - 1}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    CHECK_STATUS(SHEAF_MISUSE, sheaf_load_open(table, &wrong[i], &load, slot()));
    CHECK(load == NULL);
  }
  CHECK_STATUS(SHEAF_OK, put_json(table, kItems[0]));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_put(NULL, item, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_finish(NULL, slot()));
  sheaf_load_free(NULL);
  sheaf_table* empty = make_table(db, "Empty", "S");
  const sheaf_load_options least = {.struct_size = sizeof least, .memory_bytes = 1 << 20};
  REQUIRE_OK(sheaf_load_open(empty, &least, &load, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_load_put(load, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_load_put(load, item, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_load_finish(load, slot()));
  CHECK_TEXT("third SHEAF_DONE", walk(empty, NULL).text);
  sheaf_load_free(load);
  sheaf_item_free(item);
  sheaf_table_close(empty);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  an_empty_table_is_filled();
  what_is_not_finished_is_not_there();
  an_error_refuses_its_item_only();
  a_key_that_comes_twice_is_named();
  closing_ends_it();
  misuse_changes_nothing();
  return check_summary();
}
