// Tables and indexes of every shape, as a C program uses them: a local index, a global index of 2+2 and one of 4+4 key attributes,
// a table without a sort key. The rows are named by their attribute id.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kOrders =
    "{\"TableName\":\"Orders\","
    "\"KeySchema\":[{\"AttributeName\":\"customer\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"number\",\"KeyType\":"
    "\"RANGE\"}],"
    "\"AttributeDefinitions\":[{\"AttributeName\":\"customer\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"number\",\"AttributeType\":\"N\"},{\"AttributeName\":\"total\",\"AttributeType\":\"N\"},"
    "{\"AttributeName\":\"country\",\"AttributeType\":\"S\"},{\"AttributeName\":\"city\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"year\",\"AttributeType\":\"N\"},{\"AttributeName\":\"sku\",\"AttributeType\":\"S\"}],"
    "\"LocalSecondaryIndexes\":[{\"IndexName\":\"by_total\",\"KeySchema\":["
    "{\"AttributeName\":\"customer\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"total\",\"KeyType\":\"RANGE\"}],"
    "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"id\"]}}],"
    "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"by_place\",\"KeySchema\":["
    "{\"AttributeName\":\"country\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"city\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"year\",\"KeyType\":\"RANGE\"},{\"AttributeName\":\"sku\",\"KeyType\":\"RANGE\"}],"
    "\"Projection\":{\"ProjectionType\":\"ALL\"}}]}";

static sheaf_table* make_orders(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kOrders), slot()));
  return open_table(db, "Orders");
}

static sheaf_status put_order(sheaf_table* table, const char* id, const char* customer, const char* number,
                              const char* more) {
  char json[512];
  snprintf(json, sizeof json, "{\"customer\":{\"S\":\"%s\"},\"number\":{\"N\":\"%s\"},\"id\":{\"S\":\"%s\"}%s}",
           customer, number, id, more);
  return put_json(table, json);
}

static void delete_order(sheaf_table* table, const char* customer, const char* number) {
  const sheaf_value parts[2] = {sheaf_string_of(customer), sheaf_number_of(number)};
  const sheaf_key key = sheaf_key_of(parts, 2);
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, NULL, slot()));
}

// Walks the range forwards and backwards, in one go and by pages of one row.
static void check_walk(sheaf_table* table, sheaf_range range, const char* forwards, const char* backwards) {
  CHECK_TEXT(forwards, walk(table, &range).text);
  sheaf_buf* token = sheaf_buf_new();
  char rows[4096] = "";
  range.row_limit = 1;
  while (1) {
    sheaf_cursor* cursor = NULL;
    REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
    const struct line page = walk_on(cursor);
    const char* const end = strstr(page.text, "SHEAF_");
    REQUIRE(end != NULL && strlen(rows) + sizeof "SHEAF_DONE" + (size_t)(end - page.text) < sizeof rows);
    strncat(rows, page.text, (size_t)(end - page.text));
    CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
    sheaf_cursor_free(cursor);
    if (strcmp(end, "SHEAF_PAGE") != 0) break;
    range.token = sheaf_buf_bytes(token);
  }
  CHECK_TEXT(forwards, strcat(rows, "SHEAF_DONE"));
  sheaf_buf_free(token);
  range.row_limit = 0;
  range.token = sheaf_bytes_of("");
  range.flags |= SHEAF_REVERSE;
  CHECK_TEXT(backwards, walk(table, &range).text);
}

static void test_local_index(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_orders(db);
  CHECK_STATUS(SHEAF_OK, put_order(table, "a", "ann", "1", ",\"total\":{\"N\":\"10\"}"));
  CHECK_STATUS(SHEAF_OK, put_order(table, "b", "ann", "2", ",\"total\":{\"N\":\"9.5\"}"));
  CHECK_STATUS(SHEAF_OK, put_order(table, "c", "ann", "10", ",\"total\":{\"N\":\"1e1\"}"));
  CHECK_STATUS(SHEAF_OK, put_order(table, "d", "ann", "3", ""));
  CHECK_STATUS(SHEAF_OK, put_order(table, "e", "bob", "1", ",\"total\":{\"N\":\"-1\"}"));
  const sheaf_value ann = sheaf_string_of("ann");
  const sheaf_value operands[2] = {sheaf_number_of("9.5"), sheaf_number_of("10.0")};
  sheaf_range range = {.struct_size = sizeof range, .index = "by_total", .partition = sheaf_key_of(&ann, 1)};
  check_walk(table, range, "b a c SHEAF_DONE", "c a b SHEAF_DONE");
  range.sort = sheaf_key_of(operands, 1);
  range.sort_op = SHEAF_GT;
  check_walk(table, range, "a c SHEAF_DONE", "c a SHEAF_DONE");
  range.sort = sheaf_key_of(operands, 2);
  range.sort_op = SHEAF_BETWEEN;
  check_walk(table, range, "b a c SHEAF_DONE", "c a b SHEAF_DONE");
  const sheaf_range all = {.struct_size = sizeof all, .index = "by_total"};
  check_walk(table, all, "b a c e SHEAF_DONE", "e c a b SHEAF_DONE");

  CHECK_STATUS(SHEAF_OK, put_order(table, "a", "ann", "1", ",\"total\":{\"N\":\"11\"}"));
  CHECK_STATUS(SHEAF_OK, put_order(table, "d", "ann", "3", ",\"total\":{\"N\":\"0\"}"));
  CHECK_STATUS(SHEAF_OK, put_order(table, "c", "ann", "10", ""));
  delete_order(table, "bob", "1");
  check_walk(table, all, "d b a SHEAF_DONE", "a b d SHEAF_DONE");
  CHECK_STATUS(SHEAF_TYPE, put_order(table, "b", "ann", "2", ",\"total\":{\"S\":\"9.5\"}"));
  CHECK_TEXT("attribute 'total' has type S; it is a key of index 'by_total' and must be N",
             sheaf_error_message(slot()));
  check_walk(table, all, "d b a SHEAF_DONE", "a b d SHEAF_DONE");
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_part(const char* expected, const sheaf_value* part) {
  char text[SHEAF_NUMBER_TEXT_BYTES];
  if (part->type == SHEAF_STRING) {
    CHECK_BYTES(expected, part->data);
  } else if (CHECK_STATUS(SHEAF_OK, sheaf_number_text(part, text))) {
    CHECK_TEXT(expected, text);
  }
}

// The keys of the first row that the range gives: the index's own parts and the table's.
static void check_keys(sheaf_table* table, const sheaf_range* range, const char* const* index_parts,
                       uint32_t index_count, const char* const* base_parts, uint32_t base_count) {
  sheaf_cursor* cursor = NULL;
  sheaf_key index_key;
  sheaf_key base_key;
  REQUIRE_OK(sheaf_cursor_open(table, range, &cursor, slot()));
  REQUIRE(sheaf_cursor_next(cursor, slot()) == SHEAF_ROW);
  REQUIRE_OK(sheaf_cursor_key(cursor, &index_key, &base_key, slot()));
  if (CHECK_INT(index_count, index_key.count)) {
    for (uint32_t i = 0; i < index_count; ++i) check_part(index_parts[i], &index_key.parts[i]);
  }
  if (CHECK_INT(base_count, base_key.count)) {
    for (uint32_t i = 0; i < base_count; ++i) check_part(base_parts[i], &base_key.parts[i]);
  }
  // What came out may go in again: the row is found by the key that it gave.
  sheaf_item* item = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &base_key, item, slot()));
  sheaf_item_free(item);
  sheaf_cursor_free(cursor);
}

// What a row holds: the projection, the keys alone, or the whole item.
static void test_contents_and_keys(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_orders(db);
  CHECK_STATUS(SHEAF_OK, put_order(table, "a", "ann", "1",
                                   ",\"total\":{\"N\":\"7\"},\"country\":{\"S\":\"it\"},\"city\":{\"S\":\"rome\"},"
                                   "\"year\":{\"N\":\"-44\"},\"sku\":{\"S\":\"x\"},\"note\":{\"BOOL\":true}"));
  static const struct {
    const char* index;
    uint32_t flags;
    const char* json;
  } cases[] = {
      {"by_total", 0,
       "{\"customer\":{\"S\":\"ann\"},\"id\":{\"S\":\"a\"},\"number\":{\"N\":\"1\"},\"total\":{\"N\":\"7\"}}"},
      {"by_total", SHEAF_KEYS_ONLY, "{\"customer\":{\"S\":\"ann\"},\"number\":{\"N\":\"1\"},\"total\":{\"N\":\"7\"}}"},
      {"by_total", SHEAF_FULL_ITEM,
       "{\"city\":{\"S\":\"rome\"},\"country\":{\"S\":\"it\"},\"customer\":{\"S\":\"ann\"},\"id\":{\"S\":\"a\"},"
       "\"note\":{\"BOOL\":true},\"number\":{\"N\":\"1\"},\"sku\":{\"S\":\"x\"},\"total\":{\"N\":\"7\"},\"year\":{"
       "\"N\":"
       "\"-44\"}}"},
      {"by_place", SHEAF_KEYS_ONLY,
       "{\"city\":{\"S\":\"rome\"},\"country\":{\"S\":\"it\"},\"customer\":{\"S\":\"ann\"},\"number\":{\"N\":\"1\"},"
       "\"sku\":{\"S\":\"x\"},\"year\":{\"N\":\"-44\"}}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_range range = {.struct_size = sizeof range, .flags = cases[i].flags, .index = cases[i].index};
    sheaf_cursor* cursor = NULL;
    REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
    REQUIRE(sheaf_cursor_next(cursor, slot()) == SHEAF_ROW);
    CHECK_TEXT(cases[i].json, json_of(sheaf_cursor_item(cursor)));
    CHECK_STATUS(SHEAF_DONE, sheaf_cursor_next(cursor, slot()));
    sheaf_cursor_free(cursor);
  }
  static const char* const base[] = {"ann", "1"};
  static const char* const total[] = {"ann", "7"};
  static const char* const place[] = {"it", "rome", "-44", "x"};
  const sheaf_range by_total = {.struct_size = sizeof by_total, .index = "by_total"};
  const sheaf_range by_place = {.struct_size = sizeof by_place, .index = "by_place"};
  check_keys(table, &by_total, total, 2, base, 2);
  check_keys(table, &by_place, place, 4, base, 2);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static sheaf_status put_place(sheaf_table* table, const char* id, const char* number, const char* city,
                              const char* year, const char* sku) {
  char more[256];
  snprintf(more, sizeof more,
           ",\"country\":{\"S\":\"it\"},\"city\":{\"S\":\"%s\"},\"year\":{\"N\":\"%s\"},\"sku\":{\"S\":\"%s\"}", city,
           year, sku);
  return put_order(table, id, "c", number, more);
}

static void test_two_and_two(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_orders(db);
  CHECK_STATUS(SHEAF_OK, put_place(table, "a", "6", "rome", "999", "k-2"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "b", "5", "rome", "2000", "k-1"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "c", "4", "rome", "2000", "k-10"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "d", "3", "rome", "2000", "m"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "e", "2", "rome", "2001", "a"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "f", "1", "ro", "2000", "k-1"));
  // Sparse: three of four parts are not enough.
  CHECK_STATUS(SHEAF_OK, put_order(table, "g", "c", "7",
                                   ",\"country\":{\"S\":\"it\"},\"city\":{\"S\":\"rome\"},\"year\":{\"N\":\"2000\"}"));
  const sheaf_value rome[2] = {sheaf_string_of("it"), sheaf_string_of("rome")};
  sheaf_range range = {.struct_size = sizeof range, .index = "by_place", .partition = sheaf_key_of(rome, 2)};
  check_walk(table, range, "a b c d e SHEAF_DONE", "e d c b a SHEAF_DONE");
  const sheaf_value sort[3] = {sheaf_number_of("2000"), sheaf_string_of("k"), sheaf_string_of("k-10")};
  range.sort = sheaf_key_of(sort, 1);
  range.sort_op = SHEAF_EQ;
  check_walk(table, range, "b c d SHEAF_DONE", "d c b SHEAF_DONE");
  range.sort_op = SHEAF_LT;
  check_walk(table, range, "a SHEAF_DONE", "a SHEAF_DONE");
  range.sort_op = SHEAF_GE;
  check_walk(table, range, "b c d e SHEAF_DONE", "e d c b SHEAF_DONE");
  range.sort = sheaf_key_of(sort, 2);
  range.sort_op = SHEAF_BEGINS_WITH;
  check_walk(table, range, "b c SHEAF_DONE", "c b SHEAF_DONE");
  range.sort_op = SHEAF_GT;
  check_walk(table, range, "b c d SHEAF_DONE", "d c b SHEAF_DONE");
  range.sort = sheaf_key_of(sort, 3);
  range.sort_op = SHEAF_BETWEEN;
  check_walk(table, range, "b c SHEAF_DONE", "c b SHEAF_DONE");
  const sheaf_range all = {.struct_size = sizeof all, .index = "by_place"};
  check_walk(table, all, "f a b c d e SHEAF_DONE", "e d c b a f SHEAF_DONE");

  CHECK_STATUS(SHEAF_OK, put_place(table, "b", "5", "rome", "2002", "k-1"));
  delete_order(table, "c", "4");
  check_walk(table, all, "f a d e b SHEAF_DONE", "b e d a f SHEAF_DONE");
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// The status and the message of a range that does not open.
static void check_refused(sheaf_table* table, const sheaf_range* range, sheaf_status status, const char* message) {
  sheaf_cursor* cursor = NULL;
  CHECK_STATUS(status, sheaf_cursor_open(table, range, &cursor, slot()));
  CHECK_TEXT(message, sheaf_error_message(slot()));
  CHECK(cursor == NULL);
}

static void test_ranges_that_are_refused(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_orders(db);
  const sheaf_value parts[6] = {sheaf_string_of("it"), sheaf_string_of("rome"), sheaf_string_of("x"),
                                sheaf_string_of("x"),  sheaf_string_of("x"),    sheaf_string_of("x")};
  const sheaf_value none = {SHEAF_NONE, 0, {NULL, 0}};
  const sheaf_value gap[2] = {none, sheaf_string_of("k")};
  const sheaf_value skipped[1] = {sheaf_string_of("k")};
  const sheaf_value three[3] = {sheaf_number_of("1"), sheaf_string_of("k"), sheaf_string_of("l")};
  sheaf_range range = {.struct_size = sizeof range, .index = "by_place", .partition = sheaf_key_of(parts, 1)};
  check_refused(table, &range, SHEAF_INVALID, "the condition gives 1 of 2 partition key parts; 'city' is missing");
  range.partition = sheaf_key_of(parts, 3);
  check_refused(table, &range, SHEAF_INVALID, "the number of partition key parts is 3; it must be 2");
  range.partition = sheaf_key_of(parts, 6);
  check_refused(table, &range, SHEAF_INVALID, "the key has 6 parts; fewer are needed");
  range.partition = sheaf_key_of(parts, 2);
  range.partition_op = SHEAF_BEGINS_WITH;
  check_refused(table, &range, SHEAF_INVALID,
                "begins_with on the partition key needs a key with one partition part and one operand");
  range.partition_op = SHEAF_EQ;
  range.sort_op = SHEAF_EQ;
  range.sort = sheaf_key_of(skipped, 1);
  check_refused(table, &range, SHEAF_TYPE, "key attribute 'year' has type S; the key needs N");
  range.sort = sheaf_key_of(gap, 2);
  check_refused(table, &range, SHEAF_MISUSE, "a value has no known type");
  range.sort = sheaf_key_of(three, 3);
  check_refused(table, &range, SHEAF_INVALID, "the sort condition has more operands than the key has sort parts");
  range.sort = sheaf_key_of(three, 1);
  range.sort_op = SHEAF_BEGINS_WITH;
  check_refused(table, &range, SHEAF_INVALID, "begins_with needs a string or binary key; 'year' is a number");
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// As many parts as an index may have, and one operand more for a between on the last of them.
static void test_four_and_four(void) {
  sheaf_db* db = open_memory();
  char json[2048] =
      "{\"TableName\":\"Wide\",\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}],"
      "\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}";
  for (char name = 'a'; name <= 'h'; ++name)
    sprintf(json + strlen(json), ",{\"AttributeName\":\"%c\",\"AttributeType\":\"S\"}", name);
  strcat(json, "],\"GlobalSecondaryIndexes\":[{\"IndexName\":\"wide\",\"KeySchema\":[");
  for (char name = 'a'; name <= 'h'; ++name)
    sprintf(json + strlen(json), "%s{\"AttributeName\":\"%c\",\"KeyType\":\"%s\"}", name == 'a' ? "" : ",", name,
            name <= 'd' ? "HASH" : "RANGE");
  strcat(json, "],\"Projection\":{\"ProjectionType\":\"ALL\"}}]}");
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(json), slot()));
  sheaf_table* table = open_table(db, "Wide");
  static const char* const ends[] = {"1", "2", "3", "4"};
  for (int i = 0; i < 4; ++i) {
    char item[512];
    snprintf(item, sizeof item, "{\"id\":{\"S\":\"%d\"},\"h\":{\"S\":\"%s\"}", 9 - i, ends[i]);
    for (char name = 'a'; name <= 'g'; ++name) sprintf(item + strlen(item), ",\"%c\":{\"S\":\"%c\"}", name, name);
    CHECK_STATUS(SHEAF_OK, put_json(table, strcat(item, "}")));
  }
  sheaf_value partition[4];
  sheaf_value sort[5];
  static const char* const names[] = {"a", "b", "c", "d", "e", "f", "g"};
  for (int i = 0; i < 4; ++i) partition[i] = sheaf_string_of(names[i]);
  for (int i = 0; i < 3; ++i) sort[i] = sheaf_string_of(names[4 + i]);
  sort[3] = sheaf_string_of("2");
  sort[4] = sheaf_string_of("3");
  sheaf_range range = {.struct_size = sizeof range,
                       .index = "wide",
                       .partition = sheaf_key_of(partition, 4),
                       .sort_op = SHEAF_BETWEEN,
                       .sort = sheaf_key_of(sort, 5)};
  check_walk(table, range, "8 7 SHEAF_DONE", "7 8 SHEAF_DONE");
  range.sort = sheaf_key_of(sort, 4);
  range.sort_op = SHEAF_GE;
  check_walk(table, range, "8 7 6 SHEAF_DONE", "6 7 8 SHEAF_DONE");
  static const char* const base[] = {"8"};
  static const char* const key[] = {"a", "b", "c", "d", "e", "f", "g", "2"};
  check_keys(table, &range, key, 8, base, 1);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A table without a sort key, with a global index without one: every call.
static void test_hash_only(void) {
  sheaf_db* db = open_memory();
  REQUIRE_OK(sheaf_table_create(
      db,
      sheaf_bytes_of("{\"TableName\":\"Users\",\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}],"
                     "\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"},"
                     "{\"AttributeName\":\"mail\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":[{\"IndexName\":"
                     "\"by_mail\",\"KeySchema\":[{\"AttributeName\":\"mail\",\"KeyType\":\"HASH\"}],"
                     "\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}]}"),
      slot()));
  sheaf_table* table = open_table(db, "Users");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"id\":{\"S\":\"b\"},\"mail\":{\"S\":\"x\"}}"));
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"id\":{\"S\":\"a\"},\"mail\":{\"S\":\"x\"}}"));
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"id\":{\"S\":\"c\"}}"));
  sheaf_range range = {.struct_size = sizeof range};
  check_walk(table, range, "a b c SHEAF_DONE", "c b a SHEAF_DONE");
  const sheaf_value x = sheaf_string_of("x");
  range.index = "by_mail";
  range.partition = sheaf_key_of(&x, 1);
  check_walk(table, range, "a b SHEAF_DONE", "b a SHEAF_DONE");
  range.sort = sheaf_key_of(&x, 1);
  range.sort_op = SHEAF_EQ;
  check_refused(table, &range, SHEAF_INVALID, "the key has no sort part");

  sheaf_value parts[2] = {sheaf_string_of("b"), sheaf_string_of("s")};
  sheaf_key key = sheaf_key_of(parts, 1);
  sheaf_item* item = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"b\"},\"mail\":{\"S\":\"x\"}}", json_of(item));
  key.count = 2;
  CHECK_STATUS(SHEAF_INVALID, sheaf_get(table, &key, item, slot()));
  CHECK_STATUS(SHEAF_INVALID, sheaf_delete(table, &key, NULL, NULL, slot()));
  key.count = 1;
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = item};
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"b\"},\"mail\":{\"S\":\"x\"}}", json_of(item));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_get(table, &key, item, slot()));
  const sheaf_range index = {.struct_size = sizeof index, .index = "by_mail"};
  check_walk(table, index, "a SHEAF_DONE", "a SHEAF_DONE");
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// The description, and the rows, are the same after reopening.
static void test_describe_and_reopen(void) {
  static const char* const parts[] = {
      "\"KeySchema\":[{\"AttributeName\":\"customer\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"number\",\"KeyType\":"
      "\"RANGE\"}]",
      "{\"IndexName\":\"by_place\",\"KeySchema\":[{\"AttributeName\":\"country\",\"KeyType\":\"HASH\"},"
      "{\"AttributeName\":\"city\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"year\",\"KeyType\":\"RANGE\"},"
      "{\"AttributeName\":\"sku\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"},\"IndexStatus\":"
      "\"ACTIVE\"",
      "\"LocalSecondaryIndexes\":[{\"IndexName\":\"by_total\",\"KeySchema\":[{\"AttributeName\":\"customer\","
      "\"KeyType\":"
      "\"HASH\"},{\"AttributeName\":\"total\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"INCLUDE\","
      "\"NonKeyAttributes\":[\"id\"]},\"IndexSizeBytes\":",
  };
  const struct path path = temp_path("shapes");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_orders(db);
  CHECK_STATUS(SHEAF_OK, put_order(table, "a", "ann", "1", ",\"total\":{\"N\":\"7\"}"));
  CHECK_STATUS(SHEAF_OK, put_place(table, "b", "1", "rome", "2000", "k"));
  sheaf_buf* buf = sheaf_buf_new();
  const sheaf_range by_total = {.struct_size = sizeof by_total, .index = "by_total"};
  const sheaf_range by_place = {.struct_size = sizeof by_place, .index = "by_place"};
  for (int round = 0; round < 2; ++round) {
    CHECK_STATUS(SHEAF_OK, sheaf_table_describe(table, buf, slot()));
    const char* json = (const char*)sheaf_buf_bytes(buf).data;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
      if (!CHECK(strstr(json, parts[i]) != NULL)) fprintf(stderr, "  no %s in\n  %s\n", parts[i], json);
    }
    CHECK_TEXT("a SHEAF_DONE", walk(table, &by_total).text);
    CHECK_TEXT("b SHEAF_DONE", walk(table, &by_place).text);
    sheaf_table_close(table);
    sheaf_db_free(db);
    db = open_folder(path.text);
    table = open_table(db, "Orders");
  }
  sheaf_buf_free(buf);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_local_index();
  test_contents_and_keys();
  test_two_and_two();
  test_ranges_that_are_refused();
  test_four_and_four();
  test_hash_only();
  test_describe_and_reopen();
  return check_summary();
}
