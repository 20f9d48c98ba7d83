// What keys and items have to be for sheaf_get, sheaf_put and sheaf_delete, and that nothing is written when they are
// not.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"gp\",\"AttributeType\":\"S\"},{\"AttributeName\":\"gs\",\"AttributeType\":\"N\"}],"
    "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"index\",\"KeySchema\":[{\"AttributeName\":\"gp\","
    "\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"gs\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}]}";

static sheaf_table* make_indexed_table(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Table");
}

// `count` times the text. Owned by the caller.
static char* repeat(const char* text, size_t count) {
  const size_t size = strlen(text);
  char* out = malloc(size * count + 1);
  REQUIRE(out != NULL);
  for (size_t i = 0; i < count; ++i) memcpy(out + i * size, text, size);
  out[size * count] = '\0';
  return out;
}

// Put, get and delete with this key all answer the same; the item is there in between when they answer OK.
static void check_key(sheaf_table* table, sheaf_value partition, sheaf_value sort, sheaf_status expected) {
  const sheaf_value parts[2] = {partition, sort};
  const sheaf_key key = {.parts = parts, .count = 2};
  sheaf_item* item = sheaf_item_new();
  REQUIRE_OK(sheaf_item_set(item, sheaf_bytes_of("pk"), &parts[0], slot()));
  REQUIRE_OK(sheaf_item_set(item, sheaf_bytes_of("sk"), &parts[1], slot()));
  CHECK_STATUS(expected, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_STATUS(expected, sheaf_get(table, &key, item, slot()));
  CHECK_INT(expected == SHEAF_OK ? 2 : 0, sheaf_item_count(item));
  CHECK_STATUS(expected, sheaf_delete(table, &key, NULL, NULL, slot()));
  CHECK_STATUS(expected == SHEAF_OK ? SHEAF_NOT_FOUND : expected, sheaf_get(table, &key, item, slot()));
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  sheaf_item_free(item);
}

// The limits are bytes: 341 times U+4E2D is 1,023 of them and 342 times 1,026.
static void test_B101_key_limits_are_bytes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed_table(db);
  char* sort_fits = repeat("\xE4\xB8\xAD", 341);
  char* sort_too_long = repeat("\xE4\xB8\xAD", 342);
  char* longest_sort = repeat("s", 1024);
  char* longest_partition = repeat("p", 2048);
  char* partition_too_long = repeat("p", 2049);
  const sheaf_value partition = sheaf_string_of("p");
  const sheaf_value sort = sheaf_string_of("s");
  check_key(table, partition, sheaf_string_of(sort_fits), SHEAF_OK);
  check_key(table, partition, sheaf_string_of(sort_too_long), SHEAF_LIMIT);
  check_key(table, partition, sheaf_string_of(longest_sort), SHEAF_OK);
  check_key(table, sheaf_string_of(longest_partition), sort, SHEAF_OK);
  check_key(table, sheaf_string_of(longest_partition), sheaf_string_of(longest_sort), SHEAF_OK);
  check_key(table, sheaf_string_of(partition_too_long), sort, SHEAF_LIMIT);
  free(sort_fits);
  free(sort_too_long);
  free(longest_sort);
  free(longest_partition);
  free(partition_too_long);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_key_types_and_shapes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed_table(db);
  const sheaf_value text = sheaf_string_of("p");
  const sheaf_value empty = sheaf_string_of("");
  const sheaf_value number = sheaf_number_of("1");
  const sheaf_value binary = {SHEAF_BINARY, 0, {(const uint8_t*)"p", 1}};
  const sheaf_value truth = {SHEAF_BOOL, 0, {(const uint8_t*)"\1", 1}};
  check_key(table, text, empty, SHEAF_INVALID);
  check_key(table, empty, text, SHEAF_INVALID);
  check_key(table, text, number, SHEAF_TYPE);
  check_key(table, number, text, SHEAF_TYPE);
  check_key(table, text, binary, SHEAF_TYPE);
  check_key(table, truth, text, SHEAF_TYPE);

  const sheaf_value parts[8] = {text, text, text, text, text, text, text, text};
  sheaf_item* out = sheaf_item_new();
  static const uint32_t counts[] = {0, 1, 3, 5, 6, 8};
  for (int i = 0; i < 6; ++i) {
    const sheaf_key key = {.parts = parts, .count = counts[i]};
    CHECK_STATUS(SHEAF_INVALID, sheaf_get(table, &key, out, slot()));
    CHECK_STATUS(SHEAF_INVALID, sheaf_delete(table, &key, NULL, NULL, slot()));
  }
  CHECK_STATUS(SHEAF_INVALID, put_json(table, "{\"pk\":{\"S\":\"p\"}}"));
  CHECK(strstr(sheaf_error_message(slot()), "sk") != NULL);
  CHECK_STATUS(SHEAF_INVALID, put_json(table, "{\"sk\":{\"S\":\"s\"}}"));
  CHECK_STATUS(SHEAF_INVALID, put_json(table, "{}"));
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  sheaf_item_free(out);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// An index key attribute of a wrong kind refuses the whole write; what was stored stays.
static void test_index_key_attributes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed_table(db);
  const char* const stored = "{\"gp\":{\"S\":\"g\"},\"gs\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";
  CHECK_STATUS(SHEAF_OK, put_json(table, stored));
  CHECK_STATUS(SHEAF_TYPE, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"gp\":{\"N\":\"1\"}}"));
  CHECK_STATUS(SHEAF_TYPE, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"gs\":{\"S\":\"1\"}}"));
  CHECK_STATUS(SHEAF_TYPE, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"gp\":{\"NULL\":true}}"));
  CHECK_STATUS(SHEAF_INVALID, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"gp\":{\"S\":\"\"}}"));
  char* long_text = repeat("g", 2049);
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}");
  const sheaf_value too_long = sheaf_string_of(long_text);
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("gp"), &too_long, slot()));
  CHECK_STATUS(SHEAF_LIMIT, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_TEXT(stored, get_json(table, "p", "s"));

  // An item without one of them is not in the index.
  const sheaf_range all = {.struct_size = sizeof all, .index = "index"};
  CHECK_TEXT("? SHEAF_DONE", walk(table, &all).text);
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"gp\":{\"S\":\"g\"}}"));
  CHECK_TEXT("SHEAF_DONE", walk(table, &all).text);
  free(long_text);
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Puts {pk: p, sk: s, b: `size` bytes}: 2 + 1 + 2 + 1 + 1 bytes beside the binary's own.
static sheaf_status put_binary(sheaf_table* table, size_t size, uint64_t item_size) {
  uint8_t* bytes = malloc(size);
  REQUIRE(bytes != NULL);
  memset(bytes, 0xAB, size);
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}");
  const sheaf_value value = {SHEAF_BINARY, 0, {bytes, size}};
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("b"), &value, slot()));
  CHECK_INT(item_size, sheaf_item_size_bytes(item));
  const sheaf_status status = sheaf_put(table, item, NULL, NULL, slot());
  if (status == SHEAF_OK) {
    sheaf_value parts[2];
    const sheaf_key key = key_of(parts, "p", "s");
    sheaf_value read = {SHEAF_NONE, 0, {NULL, 0}};
    CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
    CHECK_INT(item_size, sheaf_item_size_bytes(item));
    CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("b"), &read, slot()));
    CHECK(read.data.size == size && memcmp(read.data.data, bytes, size) == 0);
  }
  sheaf_item_free(item);
  free(bytes);
  return status;
}

// Raw bytes count, not their base64 text; the last one that fits is an item of 409,600 bytes.
static void test_B103_binary_counts_as_raw_bytes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_indexed_table(db);
  CHECK_STATUS(SHEAF_OK, put_binary(table, 300000, 300007));
  CHECK_STATUS(SHEAF_OK, put_binary(table, 409000, 409007));
  CHECK_STATUS(SHEAF_OK, put_binary(table, 409593, 409600));
  CHECK_STATUS(SHEAF_LIMIT, put_binary(table, 409594, 409601));
  CHECK(strstr(sheaf_error_message(slot()), "409601") != NULL);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  sheaf_item* item = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  CHECK_INT(409600, sheaf_item_size_bytes(item));
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A number key is its value: spelled in any way it finds the one item, and so does the stored form that a read hands
// out.
static void test_number_keys(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Numbers", "N");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1000\"},\"id\":{\"S\":\"a\"}}"));
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1e3\"},\"id\":{\"S\":\"b\"}}"));
  CHECK_TEXT("b SHEAF_DONE", walk(table, NULL).text);
  static const char* const spellings[] = {"1000", "1000.0", "1E+3", "+1000", "001000"};
  sheaf_item* item = sheaf_item_new();
  sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("0")};
  const sheaf_key key = {.parts = parts, .count = 2};
  for (int i = 0; i < 5; ++i) {
    parts[1] = sheaf_number_of(spellings[i]);
    CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  }
  sheaf_value stored;
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("sk"), &stored, slot()));
  CHECK_INT(SHEAF_NUMBER_STORED, stored.type);
  parts[1] = stored;
  sheaf_item* again = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, again, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, NULL, slot()));
  CHECK_TEXT("SHEAF_DONE", walk(table, NULL).text);
  parts[1] = sheaf_number_of("1e126");
  CHECK_STATUS(SHEAF_LIMIT, sheaf_get(table, &key, again, slot()));
  parts[1] = sheaf_number_of("x");
  CHECK_STATUS(SHEAF_INVALID, sheaf_get(table, &key, again, slot()));
  sheaf_item_free(again);
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_B101_key_limits_are_bytes();
  test_key_types_and_shapes();
  test_index_key_attributes();
  test_B103_binary_counts_as_raw_bytes();
  test_number_keys();
  return check_summary();
}
