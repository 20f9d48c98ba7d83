// What a sheaf_range means: every operator in both directions on a table and on an index, partitions, prefixes, ties,
// and the shapes that are refused. The rows are named by their attribute id.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"gp\",\"AttributeType\":\"S\"},{\"AttributeName\":\"gs\",\"AttributeType\":\"S\"}],"
    "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"index\",\"KeySchema\":[{\"AttributeName\":\"gp\","
    "\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"gs\",\"KeyType\":\"RANGE\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}]}";

static sheaf_table* make_ranges_table(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Table");
}

static void put(sheaf_table* table, const char* partition, const char* sort) {
  char json[512];
  snprintf(json, sizeof json,
           "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"},\"gp\":{\"S\":\"%s\"},\"gs\":{\"S\":\"%s\"},\"id\":{"
           "\"S\":\"%s\"}}",
           partition, sort, partition, sort, sort);
  REQUIRE_OK(put_json(table, json));
}

// Walks partition "p" with one sort condition, forwards and backwards.
static void check_sort(sheaf_table* table, const char* index, uint32_t op, const char* low, const char* high,
                       const char* forwards, const char* backwards) {
  const sheaf_value partition = sheaf_string_of("p");
  const sheaf_value operands[2] = {sheaf_string_of(low), sheaf_string_of(high)};
  sheaf_range range = {.struct_size = sizeof range,
                       .index = index,
                       .partition = {.parts = &partition, .count = 1},
                       .partition_op = SHEAF_EQ,
                       .sort_op = op,
                       .sort = {.parts = operands,
                                .count = op == SHEAF_ALL       ? 0
                                         : op == SHEAF_BETWEEN ? 2
                                                               : 1}};
  int good = CHECK_TEXT(forwards, walk(table, &range).text);
  range.flags = SHEAF_REVERSE;
  good &= CHECK_TEXT(backwards, walk(table, &range).text);
  if (!good) fprintf(stderr, "  operator %d on %s\n", (int)op, index == NULL ? "the table" : index);
}

static void test_every_operator(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_ranges_table(db);
  // Neighbours on both sides, whose keys a careless bound would let in.
  static const char* const neighbours[] = {"o", "p\\u0000", "p\\u0001", "pp", "q"};
  for (int i = 0; i < 5; ++i) put(table, neighbours[i], "b");
  static const char* const sorts[] = {"ba", "a", "c", "ab", "b", "b\\u0000"};
  for (int i = 0; i < 6; ++i) put(table, "p", sorts[i]);
  REQUIRE_OK(
      put_json(table,
               "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"b\\u0000\"},\"gp\":{\"S\":\"p\"},\"gs\":{\"S\":\"b\\u0000\"},"
               "\"id\":{\"S\":\"b0\"}}"));
  static const char* const indexes[] = {NULL, "index"};
  for (int i = 0; i < 2; ++i) {
    const char* on = indexes[i];
    check_sort(table, on, SHEAF_ALL, "", "", "a ab b b0 ba c SHEAF_DONE", "c ba b0 b ab a SHEAF_DONE");
    check_sort(table, on, SHEAF_EQ, "b", "", "b SHEAF_DONE", "b SHEAF_DONE");
    check_sort(table, on, SHEAF_EQ, "bb", "", "SHEAF_DONE", "SHEAF_DONE");
    check_sort(table, on, SHEAF_LT, "b", "", "a ab SHEAF_DONE", "ab a SHEAF_DONE");
    check_sort(table, on, SHEAF_LE, "b", "", "a ab b SHEAF_DONE", "b ab a SHEAF_DONE");
    check_sort(table, on, SHEAF_GT, "b", "", "b0 ba c SHEAF_DONE", "c ba b0 SHEAF_DONE");
    check_sort(table, on, SHEAF_GE, "b", "", "b b0 ba c SHEAF_DONE", "c ba b0 b SHEAF_DONE");
    check_sort(table, on, SHEAF_LT, "a", "", "SHEAF_DONE", "SHEAF_DONE");
    check_sort(table, on, SHEAF_GT, "c", "", "SHEAF_DONE", "SHEAF_DONE");
    check_sort(table, on, SHEAF_GE, "aa", "", "ab b b0 ba c SHEAF_DONE", "c ba b0 b ab SHEAF_DONE");
    check_sort(table, on, SHEAF_BETWEEN, "ab", "b", "ab b SHEAF_DONE", "b ab SHEAF_DONE");
    check_sort(table, on, SHEAF_BETWEEN, "aa", "bb", "ab b b0 ba SHEAF_DONE", "ba b0 b ab SHEAF_DONE");
    check_sort(table, on, SHEAF_BETWEEN, "b", "b", "b SHEAF_DONE", "b SHEAF_DONE");
    check_sort(table, on, SHEAF_BEGINS_WITH, "b", "", "b b0 ba SHEAF_DONE", "ba b0 b SHEAF_DONE");
    check_sort(table, on, SHEAF_BEGINS_WITH, "a", "", "a ab SHEAF_DONE", "ab a SHEAF_DONE");
    check_sort(table, on, SHEAF_BEGINS_WITH, "", "", "a ab b b0 ba c SHEAF_DONE", "c ba b0 b ab a SHEAF_DONE");
    check_sort(table, on, SHEAF_BEGINS_WITH, "bb", "", "SHEAF_DONE", "SHEAF_DONE");
  }
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_number_and_binary_sort_keys(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Numbers", "N");
  static const char* const numbers[] = {"2", "-0.6", "10", "0.05", "-10", "1", "-0.7"};
  for (int i = 0; i < 7; ++i) {
    char json[256];
    snprintf(json, sizeof json, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"%s\"},\"id\":{\"S\":\"%s\"}}", numbers[i],
             numbers[i]);
    REQUIRE_OK(put_json(table, json));
  }
  const sheaf_value partition = sheaf_string_of("p");
  const sheaf_value operands[2] = {sheaf_number_of("-0.70"), sheaf_number_of("1.0")};
  sheaf_range range = {.struct_size = sizeof range,
                       .partition = {.parts = &partition, .count = 1},
                       .sort_op = SHEAF_BETWEEN,
                       .sort = {.parts = operands, .count = 2}};
  CHECK_TEXT("-0.7 -0.6 0.05 1 SHEAF_DONE", walk(table, &range).text);
  range.flags = SHEAF_REVERSE;
  CHECK_TEXT("1 0.05 -0.6 -0.7 SHEAF_DONE", walk(table, &range).text);
  range.sort.count = 1;
  range.sort_op = SHEAF_LT;
  CHECK_TEXT("-10 SHEAF_DONE", walk(table, &range).text);
  range.sort_op = SHEAF_BEGINS_WITH;
  CHECK_TEXT("SHEAF_INVALID", walk(table, &range).text);
  sheaf_table_close(table);

  table = make_table(db, "Binaries", "B");  // bytes are unsigned
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"B\":\"/w==\"},\"id\":{\"S\":\"FF\"}}"));
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"B\":\"/wA=\"},\"id\":{\"S\":\"FF00\"}}"));
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"B\":\"AA==\"},\"id\":{\"S\":\"00\"}}"));
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"B\":\"fw==\"},\"id\":{\"S\":\"7F\"}}"));
  const sheaf_value prefix = {SHEAF_BINARY, 0, {(const uint8_t*)"\xFF", 1}};
  range = (sheaf_range){.struct_size = sizeof range, .partition = {.parts = &partition, .count = 1}};
  CHECK_TEXT("00 7F FF FF00 SHEAF_DONE", walk(table, &range).text);
  range.sort_op = SHEAF_BEGINS_WITH;
  range.sort.parts = &prefix;
  range.sort.count = 1;
  CHECK_TEXT("FF FF00 SHEAF_DONE", walk(table, &range).text);
  range.sort_op = SHEAF_LE;
  range.flags = SHEAF_REVERSE;
  CHECK_TEXT("FF 7F 00 SHEAF_DONE", walk(table, &range).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_partitions(sheaf_table* table, const char* index, const char* prefix, const char* forwards,
                             const char* backwards) {
  const sheaf_value operand = sheaf_string_of(prefix);
  sheaf_range range = {.struct_size = sizeof range, .index = index};
  if (prefix != NULL) {
    range.partition = (sheaf_key){.parts = &operand, .count = 1};
    range.partition_op = SHEAF_BEGINS_WITH;
  }
  CHECK_TEXT(forwards, walk(table, &range).text);
  range.flags = SHEAF_REVERSE;
  CHECK_TEXT(backwards, walk(table, &range).text);
}

// Partition by partition in key order, and those whose key begins with a text.
static void test_all_partitions_and_prefixes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_ranges_table(db);
  put(table, "USER#bob", "b2");
  put(table, "USER#ann", "a1");
  put(table, "ORG#x", "x1");
  put(table, "USER#bob", "b1");
  put(table, "USER", "u1");
  put(table, "USER$", "d1");
  static const char* const indexes[] = {NULL, "index"};
  for (int i = 0; i < 2; ++i) {
    const char* on = indexes[i];
    check_partitions(table, on, NULL, "x1 u1 a1 b1 b2 d1 SHEAF_DONE", "d1 b2 b1 a1 u1 x1 SHEAF_DONE");
    check_partitions(table, on, "", "x1 u1 a1 b1 b2 d1 SHEAF_DONE", "d1 b2 b1 a1 u1 x1 SHEAF_DONE");
    check_partitions(table, on, "USER", "u1 a1 b1 b2 d1 SHEAF_DONE", "d1 b2 b1 a1 u1 SHEAF_DONE");
    check_partitions(table, on, "USER#", "a1 b1 b2 SHEAF_DONE", "b2 b1 a1 SHEAF_DONE");
    check_partitions(table, on, "USER#bob", "b1 b2 SHEAF_DONE", "b2 b1 SHEAF_DONE");
    check_partitions(table, on, "Z", "SHEAF_DONE", "SHEAF_DONE");
  }
  CHECK_TEXT("x1 u1 a1 b1 b2 d1 SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Equal index keys are ordered by the table's key.
static void test_ties_are_ordered_by_the_table_key(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_ranges_table(db);
  static const char* const ids[] = {"c", "a", "b"};
  for (int i = 0; i < 3; ++i) {
    char json[256];
    snprintf(json, sizeof json,
             "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"s\"},\"gp\":{\"S\":\"g\"},\"gs\":{\"S\":\"same\"},"
             "\"id\":{\"S\":\"%s\"}}",
             ids[i], ids[i]);
    REQUIRE_OK(put_json(table, json));
  }
  sheaf_range range = {.struct_size = sizeof range, .index = "index"};
  CHECK_TEXT("a b c SHEAF_DONE", walk(table, &range).text);
  range.flags = SHEAF_REVERSE;
  CHECK_TEXT("c b a SHEAF_DONE", walk(table, &range).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// One deviation from a good range each: `change` is applied to partition = "p", sort = "b".
static void check_shape(sheaf_table* table, sheaf_range range, sheaf_status expected, const char* what) {
  sheaf_cursor* cursor = (sheaf_cursor*)&check_failures;
  if (!CHECK_STATUS(expected, sheaf_cursor_open(table, &range, &cursor, slot()))) fprintf(stderr, "  %s\n", what);
  CHECK(cursor == NULL);
}

static void test_shapes_that_are_refused(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_ranges_table(db);
  const sheaf_value text[3] = {sheaf_string_of("p"), sheaf_string_of("b"), sheaf_string_of("a")};
  const sheaf_value number = sheaf_number_of("1");
  const sheaf_value empty = sheaf_string_of("");
  const sheaf_range all = {.struct_size = sizeof all};
  sheaf_range good = all;
  good.partition = (sheaf_key){.parts = &text[0], .count = 1};
  good.sort = (sheaf_key){.parts = &text[1], .count = 1};
  good.sort_op = SHEAF_EQ;
#define WITH(change, expected)                    \
  do {                                            \
    sheaf_range range = good;                     \
    change;                                       \
    check_shape(table, range, expected, #change); \
  } while (0)
  WITH(range.index = "none", SHEAF_NO_INDEX);
  WITH(range.index = "Index", SHEAF_NO_INDEX);
  WITH(range.index = "", SHEAF_NO_INDEX);
  WITH(range.partition_op = SHEAF_LT, SHEAF_INVALID);
  WITH(range.partition_op = SHEAF_BETWEEN, SHEAF_INVALID);
  WITH(range.partition_op = SHEAF_BEGINS_WITH, SHEAF_INVALID);  // no sort condition with it
  WITH(range.partition.count = 0, SHEAF_INVALID);               // a sort condition without a partition
  WITH(range.partition.count = 2, SHEAF_INVALID);
  WITH(range.partition.parts = &number, SHEAF_TYPE);
  WITH(range.partition.parts = &empty, SHEAF_INVALID);
  WITH(range.sort_op = SHEAF_ALL, SHEAF_INVALID);  // an operand without an operator
  WITH(range.sort.count = 0, SHEAF_INVALID);       // and the other way round
  WITH(range.sort.count = 2, SHEAF_INVALID);
  WITH(range.sort_op = SHEAF_BETWEEN, SHEAF_INVALID);  // one operand
  WITH(range.sort.parts = &number, SHEAF_TYPE);
  WITH(range.sort.parts = &empty, SHEAF_INVALID);
  WITH((range.sort_op = SHEAF_BETWEEN, range.sort.count = 2), SHEAF_INVALID);  // the higher operand first
  good = all;
  WITH(range.partition_op = SHEAF_EQ, SHEAF_INVALID);
  WITH(range.partition_op = SHEAF_BEGINS_WITH, SHEAF_INVALID);
  WITH(range.sort_op = SHEAF_EQ, SHEAF_INVALID);
#undef WITH
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_key_limits_of_operands(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_ranges_table(db);
  char* long_text = malloc(2050);
  REQUIRE(long_text != NULL);
  memset(long_text, 'x', 2049);
  long_text[2049] = '\0';
  sheaf_value partition = sheaf_string_of(long_text);
  sheaf_range range = {.struct_size = sizeof range, .partition = {.parts = &partition, .count = 1}};
  CHECK_TEXT("SHEAF_LIMIT", walk(table, &range).text);
  partition.data.size = 2048;
  CHECK_TEXT("SHEAF_DONE", walk(table, &range).text);
  range.sort = (sheaf_key){.parts = &partition, .count = 1};
  range.sort_op = SHEAF_GE;
  CHECK_TEXT("SHEAF_LIMIT", walk(table, &range).text);
  free(long_text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_every_operator();
  test_number_and_binary_sort_keys();
  test_all_partitions_and_prefixes();
  test_ties_are_ordered_by_the_table_key();
  test_shapes_that_are_refused();
  test_key_limits_of_operands();
  return check_summary();
}
