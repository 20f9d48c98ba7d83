// The section "tables" of sheaf.h.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

#define KEY_SCHEMA "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}]"
#define ATTRIBUTES "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}]"

static sheaf_status create(sheaf_db* db, const char* json) {
  return sheaf_table_create(db, sheaf_bytes_of(json), slot());
}

static sheaf_status create_named(sheaf_db* db, const char* name) {
  char json[1024];
  snprintf(json, sizeof json, "{\"TableName\":\"%s\"," KEY_SCHEMA "," ATTRIBUTES "}", name);
  return create(db, json);
}

static const char* list(sheaf_db* db, const char* after, uint32_t most, sheaf_buf* buf) {
  CHECK_STATUS(SHEAF_OK, sheaf_table_list(db, after, most, buf, slot()));
  return (const char*)sheaf_buf_bytes(buf).data;
}

static void test_create_list_drop(void) {
  sheaf_db* db = open_memory();
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_TEXT("[]", list(db, NULL, 0, buf));
  CHECK_STATUS(SHEAF_OK, create_named(db, "beta"));
  CHECK_STATUS(SHEAF_OK, create_named(db, "Beta"));
  CHECK_STATUS(SHEAF_OK, create_named(db, "a.b-c_9"));
  CHECK_STATUS(SHEAF_OK, create_named(db, "beta2"));
  CHECK_STATUS(SHEAF_EXISTS, create_named(db, "beta"));
  CHECK_TEXT("[\"Beta\",\"a.b-c_9\",\"beta\",\"beta2\"]", list(db, NULL, 0, buf));
  CHECK_TEXT("[\"Beta\",\"a.b-c_9\"]", list(db, NULL, 2, buf));
  CHECK_TEXT("[\"beta\",\"beta2\"]", list(db, "a.b-c_9", 2, buf));
  CHECK_TEXT("[\"beta2\"]", list(db, "beta", 1000, buf));
  CHECK_TEXT("[\"beta\"]", list(db, "anything that is no name", 1, buf));
  CHECK_TEXT("[]", list(db, "beta2", 0, buf));

  CHECK_STATUS(SHEAF_OK, sheaf_table_drop(db, "beta", slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_drop(db, "beta", slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_drop(db, "never", slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_drop(db, "", slot()));
  CHECK_TEXT("[\"Beta\",\"a.b-c_9\",\"beta2\"]", list(db, NULL, 0, buf));
  sheaf_buf_free(buf);
  sheaf_db_free(db);
}

static void test_names(void) {
  sheaf_db* db = open_memory();
  char longest[257] = "";
  memset(longest, 'n', 255);
  CHECK_STATUS(SHEAF_OK, create_named(db, "abc"));
  CHECK_STATUS(SHEAF_OK, create_named(db, longest));
  longest[255] = 'n';
  CHECK_STATUS(SHEAF_LIMIT, create_named(db, longest));
  CHECK_STATUS(SHEAF_INVALID, create_named(db, "ab"));
  CHECK_STATUS(SHEAF_INVALID, create_named(db, ""));
  CHECK_STATUS(SHEAF_INVALID, create_named(db, "with space"));
  CHECK_STATUS(SHEAF_INVALID, create_named(db, "slash/"));
  CHECK_STATUS(SHEAF_INVALID, create_named(db, "\xC3\xA9\xC3\xA9"));
  CHECK(strstr(sheaf_error_message(slot()), "TableName") != NULL);
  sheaf_db_free(db);
}

// The status, and that the message names the member.
static void check_definition(sheaf_db* db, const char* json, sheaf_status status, const char* named) {
  int good = CHECK_STATUS(status, create(db, json));
  good &= CHECK(strstr(sheaf_error_message(slot()), named) != NULL);
  if (!good) fprintf(stderr, "  %s\n  %s\n", json, sheaf_error_message(slot()));
}

static void test_definitions_that_are_refused(void) {
  sheaf_db* db = open_memory();
  CHECK_STATUS(SHEAF_SYNTAX, create(db, "{\"TableName\":\"Table\" \"x\":1}"));
  CHECK_INT(21, sheaf_error_offset(slot()));
  CHECK_STATUS(SHEAF_SYNTAX, create(db, ""));
  CHECK_INT(0, sheaf_error_offset(slot()));
  CHECK_STATUS(SHEAF_INVALID, create(db, "[]"));
  check_definition(db, "{\"TableName\":\"Table\"," ATTRIBUTES "}", SHEAF_INVALID, "KeySchema");
  check_definition(db, "{\"TableName\":\"Table\"," KEY_SCHEMA "}", SHEAF_INVALID, "AttributeDefinitions");
  check_definition(db, "{" KEY_SCHEMA "," ATTRIBUTES "}", SHEAF_INVALID, "TableName");
  check_definition(db, "{\"TableName\":1," KEY_SCHEMA "," ATTRIBUTES "}", SHEAF_INVALID, "TableName");
  check_definition(db, "{\"TableName\":\"Table\"," KEY_SCHEMA "," ATTRIBUTES ",\"Nonsense\":1}", SHEAF_INVALID,
                   "Nonsense");
  check_definition(db,
                   "{\"TableName\":\"Table\"," KEY_SCHEMA
                   ",\"AttributeDefinitions\":["
                   "{\"AttributeName\":\"pk\",\"AttributeType\":\"BOOL\"}]}",
                   SHEAF_INVALID, "AttributeType");
  check_definition(db,
                   "{\"TableName\":\"Table\"," KEY_SCHEMA
                   ",\"AttributeDefinitions\":["
                   "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"unused\","
                   "\"AttributeType\":\"S\"}]}",
                   SHEAF_INVALID, "AttributeDefinitions");
  check_definition(db,
                   "{\"TableName\":\"Table\"," KEY_SCHEMA "," ATTRIBUTES
                   ",\"LocalSecondaryIndexes\":[{\"IndexName\":\"lsi\"," KEY_SCHEMA
                   ",\"Projection\":{\"ProjectionType\":\"ALL\"}}]}",
                   SHEAF_INVALID, "LocalSecondaryIndexes: Table KeySchema does not have a range key");
  check_definition(db,
                   "{\"TableName\":\"Table\"," KEY_SCHEMA "," ATTRIBUTES
                   ",\"GlobalSecondaryIndexes\":[{\"IndexName\":\"gsi\",\"KeySchema\":[{\"AttributeName\":\"pk\","
                   "\"KeyType\":\"HASH\"},{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
                   "\"Projection\":{\"ProjectionType\":\"ALL\"}}]}",
                   SHEAF_INVALID, "GlobalSecondaryIndexes[0].KeySchema[1].AttributeName: Duplicate attribute 'pk'");
  check_definition(
      db, "{\"TableName\":\"Table\"," KEY_SCHEMA "," ATTRIBUTES ",\"StreamSpecification\":{\"StreamEnabled\":true}}",
      SHEAF_UNSUPPORTED, "StreamSpecification");
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_TEXT("[]", list(db, NULL, 0, buf));
  sheaf_buf_free(buf);
  sheaf_db_free(db);
}

static sheaf_status create_with_indexes(sheaf_db* db, int count) {
  char json[8192] = "{\"TableName\":\"Indexed\"," KEY_SCHEMA "," ATTRIBUTES ",\"GlobalSecondaryIndexes\":[";
  for (int i = 0; i < count; ++i) {
    sprintf(json + strlen(json),
            "%s{\"IndexName\":\"index%d\"," KEY_SCHEMA ",\"Projection\":{\"ProjectionType\":\"ALL\"}}",
            i == 0 ? "" : ",", i);
  }
  strcat(json, "]}");
  return create(db, json);
}

static void test_index_limit(void) {
  sheaf_db* db = open_memory();
  CHECK_STATUS(SHEAF_LIMIT, create_with_indexes(db, 21));
  CHECK(strstr(sheaf_error_message(slot()), "GlobalSecondaryIndexes") != NULL);
  CHECK_STATUS(SHEAF_OK, create_with_indexes(db, 20));
  sheaf_table* table = open_table(db, "Indexed");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"id\":{\"S\":\"p\"}}"));
  const sheaf_range last = {.struct_size = sizeof last, .index = "index19"};
  CHECK_TEXT("p SHEAF_DONE", walk(table, &last).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_describe(void) {
  const struct path path = temp_path("describe");
  sheaf_db* db = open_folder(path.text);
  CHECK_STATUS(SHEAF_OK, create(db,
                                "{\"TableName\":\"App\",\"BillingMode\":\"PAY_PER_REQUEST\",\"Tags\":[{\"Key\":\"k\","
                                "\"Value\":\"v\"}]," KEY_SCHEMA "," ATTRIBUTES
                                ",\"GlobalSecondaryIndexes\":[{\"IndexName\":\"byPk\"," KEY_SCHEMA
                                ",\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"x\"]}}]}"));
  sheaf_buf* buf = sheaf_buf_new();
  for (int round = 0; round < 2; ++round) {  // the same after reopening
    sheaf_table* table = open_table(db, "App");
    CHECK_STATUS(SHEAF_OK, sheaf_table_describe(table, buf, slot()));
    const char* json = (const char*)sheaf_buf_bytes(buf).data;
    CHECK_INT(strlen(json), sheaf_buf_bytes(buf).size);
    static const char* const parts[] = {
        "\"TableName\":\"App\"",
        "\"TableStatus\":\"ACTIVE\"",
        KEY_SCHEMA,
        ATTRIBUTES,
        "\"IndexName\":\"byPk\"",
        "\"IndexStatus\":\"ACTIVE\"",
        "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"x\"]}",
        "\"BillingMode\":\"PAY_PER_REQUEST\"",
        "\"Tags\":[{\"Key\":\"k\",\"Value\":\"v\"}]",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
      if (!CHECK(strstr(json, parts[i]) != NULL)) fprintf(stderr, "  no %s in\n  %s\n", parts[i], json);
    }
    sheaf_table_close(table);
    sheaf_db_free(db);
    db = open_folder(path.text);
  }
  sheaf_buf_free(buf);
  sheaf_db_free(db);
}

// What every call on a handle of a dropped table answers; also when a table of that name was made anew.
static void check_dropped(sheaf_table* table, sheaf_cursor* cursor, sheaf_item* item) {
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  sheaf_buf* buf = sheaf_buf_new();
  sheaf_item* out = sheaf_item_new();
  sheaf_cursor* none = NULL;
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_get(table, &key, out, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_delete(table, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_describe(table, buf, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_open(table, NULL, &none, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_next(cursor, slot()));
  CHECK(sheaf_cursor_item(cursor) == NULL);  // an error leaves it on no row
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_key(cursor, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_cursor_reset(cursor, NULL, slot()));
  CHECK(none == NULL);
  sheaf_item_free(out);
  sheaf_buf_free(buf);
}

static void test_dropped_handles(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"id\":{\"S\":\"old\"}}");
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, NULL, slot()));
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(sheaf_cursor_open(table, NULL, &cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_table_drop(db, "Table", slot()));
  sheaf_table* none = NULL;
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_open(db, "Table", &none, slot()));
  CHECK(none == NULL);
  check_dropped(table, cursor, item);

  sheaf_table* anew = make_table(db, "Table", "S");
  check_dropped(table, cursor, item);
  CHECK_TEXT("SHEAF_DONE", walk(anew, NULL).text);
  CHECK_STATUS(SHEAF_OK, sheaf_put(anew, item, NULL, NULL, slot()));
  CHECK_TEXT("old SHEAF_DONE", walk(anew, NULL).text);
  check_dropped(table, cursor, item);
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_table_close(anew);
  sheaf_item_free(item);
  sheaf_db_free(db);
}

// A drop and a creation are durable: they are the same after reopening.
static void test_catalog_lasts(void) {
  const struct path path = temp_path("catalog");
  sheaf_db* db = open_folder(path.text);
  sheaf_buf* buf = sheaf_buf_new();
  sheaf_table_close(make_table(db, "kept", "S"));
  sheaf_table* table = make_table(db, "dropped", "S");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"id\":{\"S\":\"x\"}}"));
  sheaf_table_close(table);
  CHECK_STATUS(SHEAF_OK, sheaf_table_drop(db, "dropped", slot()));
  sheaf_db_free(db);
  db = open_folder(path.text);
  CHECK_TEXT("[\"kept\"]", list(db, NULL, 0, buf));
  table = make_table(db, "dropped", "S");
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_buf_free(buf);
  sheaf_db_free(db);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* out = (sheaf_table*)&check_failures;
  sheaf_buf* buf = sheaf_buf_new();
  const sheaf_bytes size_without_data = {NULL, 1};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_create(NULL, sheaf_bytes_of("{}"), slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_create(db, size_without_data, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_drop(NULL, "Table", slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_drop(db, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_open(NULL, "Table", &out, slot()));
  CHECK(out == NULL);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_open(db, NULL, &out, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_open(db, "Table", NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_describe(NULL, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_describe(table, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_list(NULL, NULL, 0, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_table_list(db, NULL, 0, NULL, slot()));
  sheaf_table_close(NULL);
  CHECK_TEXT("[\"Table\"]", list(db, NULL, 0, buf));
  sheaf_buf_free(buf);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_create_list_drop();
  test_names();
  test_definitions_that_are_refused();
  test_index_limit();
  test_describe();
  test_dropped_handles();
  test_catalog_lasts();
  test_misuse();
  return check_summary();
}
