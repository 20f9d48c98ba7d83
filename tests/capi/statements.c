// The section "prepared statements" of sheaf.h: parameters and values, steps, explaining, and the ends of handles. What prepare
// refuses is statements_refused.c's, pages and tokens are pages.c's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/statement.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"},"
    "{\"AttributeName\":\"st\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":["
    "{\"IndexName\":\"by_st\",\"KeySchema\":[{\"AttributeName\":\"st\",\"KeyType\":\"HASH\"}],"
    "\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}]}";

// The rows p/1 to p/4; id is the number, st "odd" or "even".
static sheaf_table* make_rows(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  sheaf_table* table = open_table(db, "Table");
  for (int i = 1; i <= 4; ++i) {
    char json[256];
    snprintf(json, sizeof json,
             "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"%d\"},\"id\":{\"S\":\"%d\"},\"st\":{\"S\":\"%s\"}}", i, i,
             i % 2 == 0 ? "even" : "odd");
    REQUIRE_OK(put_json(table, json));
  }
  return table;
}

static void test_queries_and_scans(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p"};
  CHECK_TEXT("1 2 3 4 SHEAF_DONE", ask(table, &text, "{\":p\":{\"S\":\"p\"}}").text);
  text.flags = SHEAF_REVERSE;
  text.filter = "st = :s";
  CHECK_TEXT("4 2 SHEAF_DONE", ask(table, &text, "{\":p\":{\"S\":\"p\"},\":s\":{\"S\":\"even\"}}").text);
  const sheaf_name names[] = {{"#p", sheaf_bytes_of("pk")}, {"#s", sheaf_bytes_of("sk")}};
  text = (sheaf_stmt_text){.struct_size = sizeof text,
                           .kind = SHEAF_STMT_QUERY,
                           .key = "#s BETWEEN :a AND :b AND :p = #p",
                           .names = names,
                           .name_count = 2};
  CHECK_TEXT("2 3 SHEAF_DONE",
             ask(table, &text, "{\":p\":{\"S\":\"p\"},\":a\":{\"N\":\"1.5\"},\":b\":{\"N\":\"3\"}}").text);
  text = (sheaf_stmt_text){.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .filter = "sk IN (:a, :b)"};
  CHECK_TEXT("1 4 SHEAF_DONE", ask(table, &text, "{\":a\":{\"N\":\"1\"},\":b\":{\"N\":\"4\"}}").text);
  text = (sheaf_stmt_text){.struct_size = sizeof text,
                           .kind = SHEAF_STMT_QUERY,
                           .index = "by_st",
                           .flags = SHEAF_FULL_ITEM,
                           .key = "st = :s"};
  CHECK_TEXT("1 3 SHEAF_DONE", ask(table, &text, "{\":s\":{\"S\":\"odd\"}}").text);
  text.flags = 0;
  CHECK_TEXT("? ? SHEAF_DONE", ask(table, &text, "{\":s\":{\"S\":\"odd\"}}").text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_items_of_rows(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p", .projection = "sk, id"};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":p\":{\"S\":\"p\"}}"));
  CHECK(sheaf_stmt_item(stmt) == NULL);
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"1\"},\"sk\":{\"N\":\"1\"}}", json_of(sheaf_stmt_item(stmt)));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"2\"},\"sk\":{\"N\":\"2\"}}", json_of(sheaf_stmt_item(stmt)));
  sheaf_stmt_reset(stmt);
  CHECK(sheaf_stmt_item(stmt) == NULL);
  sheaf_stmt_free(stmt);
  text.projection = NULL;
  text.flags = SHEAF_KEYS_ONLY;
  text.filter = "st = :s";
  stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":p\":{\"S\":\"p\"},\":s\":{\"S\":\"even\"}}"));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"2\"}}", json_of(sheaf_stmt_item(stmt)));
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_parameters(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  const sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p AND sk > :s", .filter = "x IN (:p, :x)"};
  sheaf_stmt* stmt = prepare(table, &text);
  int found = 0;
  for (int32_t i = 0; i < 3; ++i) {
    const char* const name = sheaf_stmt_parameter_name(stmt, i);
    REQUIRE(name != NULL);
    CHECK_INT(i, sheaf_stmt_parameter(stmt, name));
    found |= strcmp(name, ":p") == 0 ? 1 : strcmp(name, ":s") == 0 ? 2 : strcmp(name, ":x") == 0 ? 4 : 8;
  }
  CHECK_INT(7, found);
  CHECK(sheaf_stmt_parameter_name(stmt, 3) == NULL);
  CHECK(sheaf_stmt_parameter_name(stmt, -1) == NULL);
  CHECK_INT(-1, sheaf_stmt_parameter(stmt, ":y"));
  CHECK_INT(-1, sheaf_stmt_parameter(stmt, "p"));
  CHECK_INT(-1, sheaf_stmt_parameter(stmt, NULL));
  CHECK_INT(-1, sheaf_stmt_parameter(NULL, ":p"));
  CHECK(sheaf_stmt_parameter_name(NULL, 0) == NULL);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_values(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p AND sk >= :s"};
  sheaf_stmt* stmt = prepare(table, &text);
  const int32_t p = sheaf_stmt_parameter(stmt, ":p");
  const int32_t s = sheaf_stmt_parameter(stmt, ":s");
  char copied[] = "p";
  sheaf_value value = sheaf_string_of(copied);
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind(stmt, p, &value, slot()));
  copied[0] = 'x';
  CHECK_STATUS(SHEAF_INVALID, sheaf_stmt_step(stmt, slot()));  // :s has no value
  CHECK_STATUS(SHEAF_INVALID, sheaf_stmt_step(stmt, slot()));
  value = sheaf_number_of("3");
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(stmt, s, &value, slot()));  // the first step was made
  sheaf_stmt_reset(stmt);
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind(stmt, s, &value, slot()));
  CHECK_TEXT("3 4 SHEAF_DONE", step_on(stmt).text);
  sheaf_stmt_reset(stmt);
  value = sheaf_number_of("4.0");
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind(stmt, s, &value, slot()));
  CHECK_TEXT("4 SHEAF_DONE", step_on(stmt).text);
  sheaf_stmt_reset(stmt);
  value = sheaf_string_of("4");
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind(stmt, s, &value, slot()));
  CHECK_TEXT("SHEAF_TYPE", step_on(stmt).text);
  sheaf_stmt_reset(stmt);

  // What cannot be bound leaves the value before it.
  value = sheaf_number_of("2");
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind(stmt, s, &value, slot()));
  value = sheaf_number_of("two");
  CHECK_STATUS(SHEAF_INVALID, sheaf_stmt_bind(stmt, s, &value, slot()));
  value = sheaf_number_of("1e999");
  CHECK_STATUS(SHEAF_LIMIT, sheaf_stmt_bind(stmt, s, &value, slot()));
  value = sheaf_string_of("\xFF");
  CHECK_STATUS(SHEAF_INVALID, sheaf_stmt_bind(stmt, s, &value, slot()));
  value = (sheaf_value){99, 0, {NULL, 0}};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(stmt, s, &value, slot()));
  value = sheaf_number_of("1");
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(stmt, 2, &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(stmt, -1, &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(stmt, s, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind(NULL, s, &value, slot()));
  CHECK_TEXT("2 3 4 SHEAF_DONE", step_on(stmt).text);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_values_from_json(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p AND sk >= :s"};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":p\":{\"S\":\"p\"},\":s\":{\"N\":\"3\"}}"));
  CHECK_TEXT("3 4 SHEAF_DONE", step_on(stmt).text);
  CHECK_STATUS(SHEAF_MISUSE, bind_json(stmt, "{\":s\":{\"N\":\"1\"}}"));
  sheaf_stmt_reset(stmt);
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of("{\":s\":4}"), slot()));
  CHECK_TEXT("4 SHEAF_DONE", step_on(stmt).text);
  sheaf_stmt_reset(stmt);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{}"));

  // All or nothing.
  CHECK_STATUS(SHEAF_INVALID, bind_json(stmt, "{\":s\":{\"N\":\"1\"},\":z\":{\"N\":\"1\"},\":y\":{\"N\":\"1\"}}"));
  CHECK_TEXT("values that no expression uses: :y, :z", sheaf_error_message(slot()));
  CHECK_STATUS(SHEAF_SYNTAX, bind_json(stmt, "{\":s\":{\"N\":\"1\"}"));
  CHECK(sheaf_error_offset(slot()) >= 0);
  CHECK_STATUS(SHEAF_INVALID, bind_json(stmt, "{\":s\":{\"N\":\"x\"}}"));
  CHECK_STATUS(SHEAF_INVALID, bind_json(stmt, "{\":s\":{\"N\":\"1\"},\":s\":{\"N\":\"2\"}}"));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind_json(stmt, 3, sheaf_bytes_of("{}"), slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind_json(NULL, SHEAF_JSON_PLAIN, sheaf_bytes_of("{}"), slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, (sheaf_bytes){NULL, 2}, slot()));
  CHECK_TEXT("4 SHEAF_DONE", step_on(stmt).text);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_ends_repeat(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .row_limit = 1};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_INT(SHEAF_STOP_NONE, sheaf_stmt_stop(stmt));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_INT(SHEAF_STOP_NONE, sheaf_stmt_stop(stmt));
  for (int i = 0; i < 3; ++i) CHECK_STATUS(SHEAF_PAGE, sheaf_stmt_step(stmt, slot()));
  CHECK(sheaf_stmt_item(stmt) == NULL);
  CHECK_INT(SHEAF_STOP_ROWS, sheaf_stmt_stop(stmt));
  sheaf_stmt_free(stmt);
  text.row_limit = 0;
  stmt = prepare(table, &text);
  CHECK_TEXT("1 2 3 4 SHEAF_DONE", step_on(stmt).text);
  for (int i = 0; i < 3; ++i) CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(stmt, slot()));
  CHECK_INT(SHEAF_STOP_END, sheaf_stmt_stop(stmt));
  CHECK_INT(4, sheaf_stmt_scanned(stmt));
  CHECK_INT(4, sheaf_stmt_returned(stmt));
  sheaf_stmt_reset(stmt);
  CHECK_INT(SHEAF_STOP_NONE, sheaf_stmt_stop(stmt));
  CHECK_INT(0, sheaf_stmt_scanned(stmt));
  CHECK_INT(0, sheaf_stmt_returned(stmt));
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_counts(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_stmt_text text = {.struct_size = sizeof text,
                          .kind = SHEAF_STMT_QUERY,
                          .flags = SHEAF_COUNT,
                          .key = "pk = :p",
                          .filter = "st = :s",
                          .row_limit = 3};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":p\":{\"S\":\"p\"},\":s\":{\"S\":\"odd\"}}"));
  for (int i = 0; i < 2; ++i) CHECK_STATUS(SHEAF_PAGE, sheaf_stmt_step(stmt, slot()));
  CHECK(sheaf_stmt_item(stmt) == NULL);
  CHECK_INT(3, sheaf_stmt_scanned(stmt));
  CHECK_INT(2, sheaf_stmt_returned(stmt));
  CHECK_INT(SHEAF_STOP_ROWS, sheaf_stmt_stop(stmt));
  sheaf_stmt_free(stmt);
  CHECK_INT(0, sheaf_stmt_scanned(NULL));
  CHECK_INT(0, sheaf_stmt_returned(NULL));
  CHECK_INT(SHEAF_STOP_NONE, sheaf_stmt_stop(NULL));
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_timeout(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .timeout_ms = 150};
  sheaf_stmt* stmt = prepare(table, &text);
  sleep_ms(200);  // before the first step no clock runs
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  sleep_ms(200);
  CHECK_STATUS(SHEAF_PAGE, sheaf_stmt_step(stmt, slot()));
  CHECK_INT(SHEAF_STOP_TIME, sheaf_stmt_stop(stmt));
  CHECK_INT(2, sheaf_stmt_scanned(stmt));
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_explain(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_buf* json = sheaf_buf_new();
  const sheaf_stmt_text texts[] = {
      {.struct_size = sizeof texts[0], .kind = SHEAF_STMT_QUERY, .index = "by_st", .key = "st = :s"},
      {.struct_size = sizeof texts[0], .kind = SHEAF_STMT_SCAN},
      {.struct_size = sizeof texts[0], .kind = SHEAF_STMT_UPDATE, .update = "SET x = :s"},
      {.struct_size = sizeof texts[0], .kind = SHEAF_STMT_CONDITION, .condition = "x = :s"}};
  for (int i = 0; i < 4; ++i) {
    sheaf_stmt* stmt = prepare(table, &texts[i]);
    CHECK_STATUS(SHEAF_OK, sheaf_stmt_explain(stmt, json, slot()));
    const sheaf_bytes bytes = sheaf_buf_bytes(json);
    CHECK(bytes.size > 2 && bytes.data[0] == '{' && bytes.data[bytes.size - 1] == '}');
    CHECK(strstr((const char*)bytes.data, "\"Table\"") != NULL);
    CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_explain(stmt, NULL, slot()));
    sheaf_stmt_free(stmt);
  }
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_explain(NULL, json, slot()));
  sheaf_buf_free(json);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_kinds_that_are_not_stepped(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_CONDITION, .condition = "x = :v"};
  sheaf_stmt* stmt = prepare(table, &text);
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_step(stmt, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_token(stmt, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_resume(stmt, sheaf_bytes_of(""), slot()));
  CHECK(sheaf_stmt_item(stmt) == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_step(NULL, slot()));
  CHECK(sheaf_stmt_item(NULL) == NULL);
  sheaf_stmt_reset(stmt);
  sheaf_stmt_reset(NULL);
  sheaf_stmt_free(NULL);
  sheaf_buf_free(buf);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// The statement outlives its table handle and its snapshot, and keeps reading what the handle was bound to.
static void test_bound_tables(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_snapshot* snapshot = NULL;
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_open(db, &snapshot, slot()));
  REQUIRE_OK(sheaf_snapshot_table(snapshot, table, &bound, slot()));
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .filter = "st = :s"};
  sheaf_stmt* then = prepare(bound, &text);
  sheaf_stmt* now = prepare(table, &text);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  const sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("2")};
  const sheaf_key second = {.parts = parts, .count = 2};
  REQUIRE_OK(sheaf_delete(table, &second, NULL, NULL, slot()));
  sheaf_table_close(table);
  for (int i = 0; i < 2; ++i) {
    if (i == 0) CHECK_STATUS(SHEAF_OK, bind_json(then, "{\":s\":{\"S\":\"even\"}}"));
    if (i == 0) CHECK_STATUS(SHEAF_OK, bind_json(now, "{\":s\":{\"S\":\"even\"}}"));
    CHECK_TEXT("2 4 SHEAF_DONE", step_on(then).text);
    CHECK_TEXT("4 SHEAF_DONE", step_on(now).text);
    sheaf_stmt_reset(then);
    sheaf_stmt_reset(now);
  }
  sheaf_stmt_free(then);
  sheaf_stmt_free(now);
  sheaf_db_free(db);
}

static void check_gone(sheaf_stmt* stmt, sheaf_status status) {
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(status, sheaf_stmt_step(stmt, slot()));
  CHECK_STATUS(status, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, buf, slot()));
  CHECK_INT(0, sheaf_buf_bytes(buf).size);
  CHECK_STATUS(status, sheaf_stmt_token(stmt, buf, slot()));
  CHECK_STATUS(status, sheaf_stmt_explain(stmt, buf, slot()));
  CHECK(sheaf_stmt_item(stmt) == NULL);
  sheaf_buf_free(buf);
}

static void test_drop_and_close(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_rows(db);
  sheaf_table* other = make_table(db, "Other", "S");
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN};
  sheaf_stmt* dropped = prepare(table, &text);
  sheaf_stmt* closed = prepare(other, &text);
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(dropped, slot()));
  CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(closed, slot()));
  REQUIRE_OK(sheaf_table_drop(db, "Table", slot()));
  check_gone(dropped, SHEAF_NO_TABLE);
  sheaf_stmt_reset(dropped);
  check_gone(dropped, SHEAF_NO_TABLE);
  sheaf_stmt* stmt = NULL;
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_stmt_prepare(table, &text, &stmt, slot()));
  sheaf_close(db);
  check_gone(dropped, SHEAF_CLOSED);
  check_gone(closed, SHEAF_CLOSED);
  CHECK_STATUS(SHEAF_CLOSED, bind_json(closed, "{}"));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_stmt_resume(closed, sheaf_bytes_of(""), slot()));
  sheaf_stmt_reset(closed);
  check_gone(closed, SHEAF_CLOSED);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_stmt_prepare(other, &text, &stmt, slot()));
  CHECK(stmt == NULL);
  sheaf_table_close(table);
  sheaf_table_close(other);
  sheaf_db_free(db);
  check_gone(closed, SHEAF_CLOSED);
  sheaf_stmt_free(dropped);
  sheaf_stmt_free(closed);
}

int main(void) {
  test_queries_and_scans();
  test_items_of_rows();
  test_parameters();
  test_values();
  test_values_from_json();
  test_ends_repeat();
  test_counts();
  test_timeout();
  test_explain();
  test_kinds_that_are_not_stepped();
  test_bound_tables();
  test_drop_and_close();
  return check_summary();
}
