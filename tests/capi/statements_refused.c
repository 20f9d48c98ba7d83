// The section "prepared statements" of sheaf.h: what sheaf_stmt_prepare refuses, as misuse and for what the expressions say.
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

static sheaf_table* make_statements_table(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Table");
}

static void check_misuse(sheaf_table* table, sheaf_stmt_text text) {
  sheaf_stmt* stmt = (sheaf_stmt*)&text;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_prepare(table, &text, &stmt, slot()));
  CHECK(stmt == NULL);
}

static const sheaf_stmt_text kQuery = {.struct_size = sizeof kQuery, .kind = SHEAF_STMT_QUERY, .key = "pk = :p"};

static void test_misuse_of_prepare(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_statements_table(db);
  sheaf_stmt* stmt = NULL;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_prepare(NULL, &kQuery, &stmt, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_prepare(table, NULL, &stmt, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_prepare(table, &kQuery, NULL, slot()));
  sheaf_stmt_text text = kQuery;
  text.struct_size = 0;
  check_misuse(table, text);
  text.struct_size = sizeof text - 1;
  check_misuse(table, text);
  for (uint32_t kind = 0; kind <= 5; kind += 5) {
    text = kQuery;
    text.kind = kind;
    check_misuse(table, text);
  }
  text = kQuery;
  text.reserved = 1;
  check_misuse(table, text);
  static const uint32_t flags[] = {16, SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM, 1u << 31};
  for (int i = 0; i < 3; ++i) {
    text = kQuery;
    text.flags = flags[i];
    check_misuse(table, text);
  }
  static const uint32_t no_projection[] = {SHEAF_KEYS_ONLY, SHEAF_COUNT};
  for (int i = 0; i < 2; ++i) {
    text = kQuery;
    text.projection = "id";
    text.flags = no_projection[i];
    check_misuse(table, text);
  }

  text = kQuery;
  text.name_count = 1;
  check_misuse(table, text);
  const sheaf_name no_placeholder = {NULL, sheaf_bytes_of("pk")};
  text.names = &no_placeholder;
  check_misuse(table, text);
  const sheaf_name no_data = {"#p", {NULL, 3}};
  text.names = &no_data;
  check_misuse(table, text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_members_of_other_kinds(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_statements_table(db);
  const sheaf_stmt_text scan = {.struct_size = sizeof scan, .kind = SHEAF_STMT_SCAN};
  const sheaf_stmt_text update = {.struct_size = sizeof update, .kind = SHEAF_STMT_UPDATE, .update = "SET x = :v"};
  const sheaf_stmt_text condition = {
      .struct_size = sizeof condition, .kind = SHEAF_STMT_CONDITION, .condition = "x = :v"};
  sheaf_stmt_text text = kQuery;
  text.condition = "x = :v";
  check_misuse(table, text);
  text = kQuery;
  text.update = "SET x = :v";
  check_misuse(table, text);
  text = kQuery;
  text.total_segments = 2;
  check_misuse(table, text);
  text = scan;
  text.key = "pk = :p";
  check_misuse(table, text);
  text = update;
  text.flags = SHEAF_REVERSE;
  check_misuse(table, text);
  text = update;
  text.filter = "x = :v";
  check_misuse(table, text);
  text = update;
  text.index = "by_st";
  check_misuse(table, text);
  text = update;
  text.row_limit = 1;
  check_misuse(table, text);
  text = condition;
  text.update = "SET x = :v";
  check_misuse(table, text);
  text = condition;
  text.condition = NULL;
  check_misuse(table, text);
  text = condition;
  text.timeout_ms = 1;
  check_misuse(table, text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_refused(sheaf_table* table, sheaf_stmt_text text, sheaf_status status, int64_t offset) {
  sheaf_stmt* stmt = (sheaf_stmt*)&text;
  CHECK_STATUS(status, sheaf_stmt_prepare(table, &text, &stmt, slot()));
  CHECK(stmt == NULL);
  CHECK_INT(offset, sheaf_error_offset(slot()));
  CHECK(sheaf_error_message(slot())[0] != '\0');
}

static void test_what_prepare_refuses(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_statements_table(db);
  sheaf_stmt_text text = kQuery;
  text.key = NULL;
  check_refused(table, text, SHEAF_INVALID, -1);
  text.key = "";
  check_refused(table, text, SHEAF_SYNTAX, 0);
  text.key = "pk == :p";
  check_refused(table, text, SHEAF_SYNTAX, 4);
  text.key = "sk = :s";
  check_refused(table, text, SHEAF_INVALID, 0);
  text = kQuery;
  text.index = "none";
  check_refused(table, text, SHEAF_NO_INDEX, -1);
  text = kQuery;
  text.filter = "status = :s";
  check_refused(table, text, SHEAF_SYNTAX, 0);
  text.filter = "x = :x AND sk = :s";
  check_refused(table, text, SHEAF_INVALID, 11);
  text.filter = "x = #x";
  check_refused(table, text, SHEAF_INVALID, 4);
  const sheaf_stmt_text by_st = {.struct_size = sizeof by_st,
                                 .kind = SHEAF_STMT_QUERY,
                                 .index = "by_st",
                                 .key = "st = :s",
                                 .projection = "pk, id"};
  check_refused(table, by_st, SHEAF_INVALID, 4);
  const sheaf_stmt_text segment = {
      .struct_size = sizeof segment, .kind = SHEAF_STMT_SCAN, .segment = 2, .total_segments = 2};
  check_refused(table, segment, SHEAF_INVALID, -1);
  const sheaf_name names[] = {{"#x", sheaf_bytes_of("x")}, {"x", sheaf_bytes_of("x")}};
  text = kQuery;
  text.names = names;
  text.name_count = 1;
  check_refused(table, text, SHEAF_INVALID, -1);  // not used
  text.filter = "#x = :x";
  text.name_count = 2;
  check_refused(table, text, SHEAF_INVALID, -1);  // no placeholder
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_misuse_of_prepare();
  test_members_of_other_kinds();
  test_what_prepare_refuses();
  return check_summary();
}
