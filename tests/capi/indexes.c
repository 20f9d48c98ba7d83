// Indexes that are added to a table with items, and dropped, through the ABI: arguments, answers, and what older handles,
// statements, cursors and snapshots see.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/statement.h"

static const char* const by_g =
    "{\"AttributeDefinitions\":[{\"AttributeName\":\"g\",\"AttributeType\":\"S\"}],\"IndexName\":\"by_g\","
    "\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}";

static sheaf_status add(sheaf_db* db, const char* definition) {
  return sheaf_index_add(db, "tab", sheaf_bytes_of(definition), slot());
}

// The ids of the rows of that partition of by_g, and how the walk ended.
static struct line rows_of(sheaf_table* table, const char* group) {
  char values[64];
  snprintf(values, sizeof values, "{\":g\":{\"S\":\"%s\"}}", group);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .index = "by_g", .key = "g = :g"};
  return ask(table, &text, values);
}

static void arguments(void) {
  sheaf_db* db = open_memory();
  sheaf_table_close(make_table(db, "tab", "S"));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_add(NULL, "tab", sheaf_bytes_of(by_g), slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_add(db, NULL, sheaf_bytes_of(by_g), slot()));
  const sheaf_bytes no_data = {NULL, 1};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_add(db, "tab", no_data, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_drop(NULL, "tab", "by_g", slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_drop(db, NULL, "by_g", slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_index_drop(db, "tab", NULL, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_index_add(db, "none", sheaf_bytes_of(by_g), slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_index_drop(db, "none", "by_g", slot()));
  CHECK_STATUS(SHEAF_NO_INDEX, sheaf_index_drop(db, "tab", "by_g", slot()));
  CHECK_STATUS(SHEAF_SYNTAX, add(db, "{\"IndexName\":"));
  CHECK_INT(13, sheaf_error_offset(slot()));
  CHECK_STATUS(SHEAF_INVALID, add(db, "{}"));
  CHECK_STATUS(SHEAF_OK, sheaf_index_add(db, "tab", sheaf_bytes_of(by_g), NULL));
  CHECK_STATUS(SHEAF_EXISTS, add(db, by_g));
  sheaf_close(db);
  CHECK_STATUS(SHEAF_CLOSED, add(db, by_g));
  CHECK_STATUS(SHEAF_CLOSED, sheaf_index_drop(db, "tab", "by_g", slot()));
  sheaf_db_free(db);
}

static void older_handles_follow(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "tab", "S");
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"},\"id\":{\"S\":\"a1\"}}"));
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"2\"},\"g\":{\"N\":\"1\"},\"id\":{\"S\":\"a2\"}}"));
  sheaf_snapshot* snapshot = NULL;
  REQUIRE_OK(sheaf_snapshot_open(db, &snapshot, slot()));
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_table(snapshot, table, &bound, slot()));

  REQUIRE_OK(add(db, by_g));
  CHECK_TEXT("a1 SHEAF_DONE", rows_of(table, "x").text);
  CHECK_TEXT("SHEAF_NOT_READY", rows_of(bound, "x").text);
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"b\"},\"sk\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"},\"id\":{\"S\":\"b1\"}}"));
  CHECK_STATUS(SHEAF_TYPE, put_json(table, "{\"pk\":{\"S\":\"b\"},\"sk\":{\"S\":\"2\"},\"g\":{\"N\":\"1\"}}"));
  CHECK_TEXT("a1 b1 SHEAF_DONE", rows_of(table, "x").text);

  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .index = "by_g", .key = "g = :g"};
  sheaf_stmt* stmt = prepare(table, &text);
  REQUIRE_OK(bind_json(stmt, "{\":g\":{\"S\":\"x\"}}"));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  REQUIRE_OK(sheaf_index_drop(db, "tab", "by_g", slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(stmt, slot()));
  sheaf_stmt_reset(stmt);
  CHECK_STATUS(SHEAF_NO_INDEX, sheaf_stmt_step(stmt, slot()));
  REQUIRE_OK(add(db, by_g));
  sheaf_stmt_reset(stmt);
  CHECK_TEXT("a1 b1 SHEAF_DONE", step_on(stmt).text);

  sheaf_stmt_free(stmt);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A condition that was prepared before works on handles that were opened after, and the other way round.
static void statements_and_handles_of_different_ages(void) {
  sheaf_db* db = open_memory();
  sheaf_table* before = make_table(db, "tab", "S");
  const sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_CONDITION, .condition = "attribute_not_exists(pk)"};
  sheaf_stmt* older = prepare(before, &text);
  REQUIRE_OK(add(db, by_g));
  sheaf_table* after = open_table(db, "tab");
  sheaf_stmt* newer = prepare(after, &text);
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"},\"id\":{\"S\":\"a1\"}}");
  CHECK_STATUS(SHEAF_OK, sheaf_put(after, item, older, NULL, slot()));
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_put(before, item, newer, NULL, slot()));
  CHECK_TEXT("a1 SHEAF_DONE", rows_of(before, "x").text);
  sheaf_item_free(item);
  sheaf_stmt_free(older);
  sheaf_stmt_free(newer);
  sheaf_table_close(before);
  sheaf_table_close(after);
  sheaf_db_free(db);
}

static void they_are_there_after_a_reopening(void) {
  const struct path path = temp_path("reopened");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_table(db, "tab", "S");
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"g\":{\"S\":\"x\"},\"id\":{\"S\":\"a1\"}}"));
  REQUIRE_OK(add(db, by_g));
  sheaf_table_close(table);
  sheaf_db_free(db);
  db = open_folder(path.text);
  table = open_table(db, "tab");
  CHECK_TEXT("a1 SHEAF_DONE", rows_of(table, "x").text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  arguments();
  older_handles_follow();
  statements_and_handles_of_different_ages();
  they_are_there_after_a_reopening();
  return check_summary();
}
