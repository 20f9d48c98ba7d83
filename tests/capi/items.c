// The section "items" of sheaf.h, but for JSON (json.c).
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static sheaf_status set_string(sheaf_item* item, const char* name, const char* text) {
  const sheaf_value value = sheaf_string_of(text);
  return sheaf_item_set(item, sheaf_bytes_of(name), &value, slot());
}

static sheaf_status set_bytes(sheaf_item* item, const char* name, uint32_t type, const char* data, size_t size) {
  const sheaf_value value = {type, 0, {(const uint8_t*)data, size}};
  return sheaf_item_set(item, sheaf_bytes_of(name), &value, slot());
}

static void test_set_and_get_every_scalar(void) {
  sheaf_item* item = sheaf_item_new();
  REQUIRE(item != NULL);
  const sheaf_value number = sheaf_number_of("-12.50e1");
  CHECK_STATUS(SHEAF_OK, set_string(item, "s", "text"));
  CHECK_STATUS(SHEAF_OK, set_string(item, "empty", ""));
  CHECK_STATUS(SHEAF_OK, set_bytes(item, "b", SHEAF_BINARY, "\0\xFF", 2));
  CHECK_STATUS(SHEAF_OK, set_bytes(item, "t", SHEAF_BOOL, "\1", 1));
  CHECK_STATUS(SHEAF_OK, set_bytes(item, "f", SHEAF_BOOL, "\0", 1));
  CHECK_STATUS(SHEAF_OK, set_bytes(item, "z", SHEAF_NULL, NULL, 0));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("n"), &number, slot()));
  CHECK_TEXT(
      "{\"b\":{\"B\":\"AP8=\"},\"empty\":{\"S\":\"\"},\"f\":{\"BOOL\":false},\"n\":{\"N\":\"-125\"},"
      "\"s\":{\"S\":\"text\"},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true}}",
      json_of(item));
  sheaf_value value;
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("b"), &value, slot()));
  CHECK_INT(SHEAF_BINARY, value.type);
  CHECK_INT(0, value.reserved);
  CHECK(value.data.size == 2 && memcmp(value.data.data, "\0\xFF", 2) == 0);
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("z"), &value, slot()));
  CHECK_INT(SHEAF_NULL, value.type);
  CHECK_INT(0, value.data.size);
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_get(item, sheaf_bytes_of("S"), &value, slot()));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_get(item, sheaf_bytes_of(""), &value, slot()));
  sheaf_item_free(item);
}

// What is set was copied, and a later set of the same name wins.
static void test_set_copies_and_replaces(void) {
  sheaf_item* item = sheaf_item_new();
  char name[] = "name";
  char text[] = "first";
  CHECK_STATUS(SHEAF_OK, set_string(item, name, text));
  memset(name, 'x', sizeof name - 1);
  memset(text, 'x', sizeof text - 1);
  CHECK_TEXT("{\"name\":{\"S\":\"first\"}}", json_of(item));
  CHECK_STATUS(SHEAF_OK, set_string(item, "name", "second"));
  CHECK_STATUS(SHEAF_OK, set_bytes(item, "name", SHEAF_BOOL, "\1", 1));
  CHECK_INT(1, sheaf_item_count(item));
  CHECK_TEXT("{\"name\":{\"BOOL\":true}}", json_of(item));

  // A value that was borrowed from the item goes into the same item.
  sheaf_value borrowed;
  parse_item(item, "{\"a\":{\"S\":\"a text that is too long for any small buffer\"},\"l\":{\"L\":[{\"N\":\"1\"}]}}");
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("a"), &borrowed, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("b"), &borrowed, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("l"), &borrowed, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("a"), &borrowed, slot()));
  CHECK_TEXT(
      "{\"a\":{\"L\":[{\"N\":\"1\"}]},\"b\":{\"S\":\"a text that is too long for any small buffer\"},"
      "\"l\":{\"L\":[{\"N\":\"1\"}]}}",
      json_of(item));
  sheaf_item_free(item);
}

static void test_names(void) {
  sheaf_item* item = sheaf_item_new();
  const sheaf_value value = sheaf_string_of("v");
  const sheaf_bytes with_nul = {(const uint8_t*)"a\0b", 3};
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, with_nul, &value, slot()));
  CHECK_STATUS(SHEAF_OK, set_string(item, "a.b", "dot"));
  CHECK_STATUS(SHEAF_OK, set_string(item, "\xE4\xB8\xAD", "middle"));
  CHECK_INT(3, sheaf_item_count(item));
  sheaf_value out;
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, with_nul, &out, slot()));
  CHECK_BYTES("v", out.data);
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("a.b"), &out, slot()));
  CHECK_BYTES("dot", out.data);
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_get(item, sheaf_bytes_of("a"), &out, slot()));

  CHECK_STATUS(SHEAF_INVALID, sheaf_item_set(item, sheaf_bytes_of(""), &value, slot()));
  CHECK_STATUS(SHEAF_INVALID, set_string(item, "\xFF", "v"));
  CHECK_STATUS(SHEAF_INVALID, set_string(item, "\xED\xA0\x80", "v"));  // a surrogate
  char* longest = malloc(65536);
  REQUIRE(longest != NULL);
  memset(longest, 'n', 65536);
  sheaf_bytes name = {(const uint8_t*)longest, 65535};
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, name, &value, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, name, &out, slot()));
  name.size = 65536;
  CHECK_STATUS(SHEAF_LIMIT, sheaf_item_set(item, name, &value, slot()));
  CHECK_INT(4, sheaf_item_count(item));
  free(longest);
  sheaf_item_free(item);
}

static void test_values_that_are_refused(void) {
  sheaf_item* item = item_of("{\"kept\":{\"N\":\"1\"}}");
  static const struct {
    uint32_t type;
    const char* data;
    size_t size;
    sheaf_status status;
  } cases[] = {
      {SHEAF_STRING, "\xC0\x80", 2, SHEAF_INVALID},  // an overlong NUL
      {SHEAF_STRING, "a\xE4", 2, SHEAF_INVALID},
      {SHEAF_BOOL, "\2", 1, SHEAF_INVALID},
      {SHEAF_BOOL, "", 0, SHEAF_INVALID},
      {SHEAF_BOOL, "\1\1", 2, SHEAF_INVALID},
      {SHEAF_NULL, "\1", 1, SHEAF_INVALID},
      {SHEAF_NUMBER, "one", 3, SHEAF_INVALID},
      {SHEAF_NUMBER, "", 0, SHEAF_INVALID},
      {SHEAF_NUMBER, "1\0", 2, SHEAF_INVALID},
      {SHEAF_NUMBER, "1e126", 5, SHEAF_LIMIT},
      {SHEAF_NUMBER, "-1e126", 6, SHEAF_LIMIT},
      {SHEAF_NUMBER, "1e-131", 6, SHEAF_LIMIT},
      {SHEAF_NUMBER, "1e99999999999999999999", 22, SHEAF_LIMIT},
      {SHEAF_NUMBER, "123456789012345678901234567890123456789", 39, SHEAF_LIMIT},
      {SHEAF_NUMBER_STORED, "1", 1, SHEAF_INVALID},
      {SHEAF_NONE, "", 0, SHEAF_MISUSE},
      {12, "", 0, SHEAF_MISUSE},
      {0x103, "1", 1, SHEAF_MISUSE},  // SHEAF_NUMBER in the low byte
      {SHEAF_STRING, NULL, 3, SHEAF_MISUSE},
      {SHEAF_NUMBER, NULL, 1, SHEAF_MISUSE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_status status = set_bytes(item, "x", cases[i].type, cases[i].data, cases[i].size);
    if (!CHECK_STATUS(cases[i].status, status)) fprintf(stderr, "  in case %d\n", (int)i);
    CHECK_STATUS(cases[i].status, sheaf_error_status(slot()));
    CHECK_INT(-1, sheaf_error_offset(slot()));
  }
  CHECK_TEXT("{\"kept\":{\"N\":\"1\"}}", json_of(item));
  sheaf_item_free(item);
}

static void test_count_and_at(void) {
  sheaf_item* item =
      item_of("{\"b\":{\"S\":\"2\"},\"\xC3\xA9\":{\"S\":\"4\"},\"a\":{\"S\":\"1\"},\"ba\":{\"S\":\"3\"}}");
  static const char* const names[] = {"a", "b", "ba", "\xC3\xA9"};
  static const char* const values[] = {"1", "2", "3", "4"};
  CHECK_INT(4, sheaf_item_count(item));
  sheaf_bytes name;
  sheaf_value value;
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK_STATUS(SHEAF_OK, sheaf_item_at(item, i, &name, &value));
    CHECK_BYTES(names[i], name);
    CHECK_BYTES(values[i], value.data);
    CHECK_INT(SHEAF_STRING, value.type);
    CHECK_STATUS(SHEAF_OK, sheaf_item_at(item, i, NULL, &value));
  }
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_at(item, 4, &name, &value));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_at(item, UINT32_MAX, &name, &value));

  sheaf_item_clear(item);
  CHECK_INT(0, sheaf_item_count(item));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_at(item, 0, &name, &value));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_get(item, sheaf_bytes_of("a"), &value, slot()));
  CHECK_STATUS(SHEAF_OK, set_string(item, "c", "5"));
  CHECK_TEXT("{\"c\":{\"S\":\"5\"}}", json_of(item));
  sheaf_item_free(item);
}

static void check_path(const sheaf_item* item, const char* path, const char* text) {
  sheaf_value value = {SHEAF_NONE, 0, {NULL, 0}};
  if (!CHECK_STATUS(SHEAF_OK, sheaf_item_get_path(item, path, &value, slot()))) fprintf(stderr, "  %s\n", path);
  CHECK_BYTES(text, value.data);
}

static void check_no_path(const sheaf_item* item, const char* path, sheaf_status status, int64_t offset) {
  sheaf_value value;
  if (!CHECK_STATUS(status, sheaf_item_get_path(item, path, &value, slot()))) fprintf(stderr, "  %s\n", path);
  if (status < 0 && !CHECK_INT(offset, sheaf_error_offset(slot()))) fprintf(stderr, "  %s\n", path);
}

static void test_get_path(void) {
  sheaf_item* item = item_of(
      "{\"Meta\":{\"M\":{\"tags\":{\"L\":[{\"S\":\"t0\"},{\"S\":\"t1\"},{\"L\":[{\"M\":{\"k\":{\"S\":"
      "\"deep\"}}}]}]},"
      "\"1\":{\"S\":\"one\"}}},\"a.b\":{\"S\":\"dot\"},\"s\":{\"S\":\"scalar\"},\"ss\":{\"SS\":[\"x\"]}}");
  check_path(item, "s", "scalar");
  check_path(item, "Meta.tags[1]", "t1");
  check_path(item, "Meta.tags[2][0].k", "deep");
  check_path(item, "Meta.1", "one");
  check_no_path(item, "a.b", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "Meta.tags[3]", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "Meta.tags[99999999999999999999]", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "Meta[0]", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "s.x", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "s[0]", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "ss[0]", SHEAF_NOT_FOUND, 0);
  check_no_path(item, "none.of[0].these", SHEAF_NOT_FOUND, 0);

  check_no_path(item, "", SHEAF_SYNTAX, 0);
  check_no_path(item, ".s", SHEAF_SYNTAX, 0);
  check_no_path(item, "s.", SHEAF_SYNTAX, 2);
  check_no_path(item, "Meta..tags", SHEAF_SYNTAX, 5);
  check_no_path(item, "[0]", SHEAF_SYNTAX, 0);
  check_no_path(item, "Meta.tags[x]", SHEAF_SYNTAX, 9);
  check_no_path(item, "Meta.tags[-1]", SHEAF_SYNTAX, 9);
  check_no_path(item, "Meta.tags[0", SHEAF_SYNTAX, 9);
  check_no_path(item, "Meta.tags[0]x", SHEAF_SYNTAX, 12);
  check_no_path(item, "s]", SHEAF_SYNTAX, 1);

  char path[128] = "m";
  for (int i = 1; i < 32; ++i) strcat(path, ".m");
  check_no_path(item, path, SHEAF_NOT_FOUND, 0);
  strcat(path, ".m");
  sheaf_value value;
  CHECK_STATUS(SHEAF_LIMIT, sheaf_item_get_path(item, path, &value, slot()));
  sheaf_item_free(item);
}

// The name and then the value: string and binary bytes, 1 for BOOL and NULL, a number's 1 plus half its digits on
// each side of the point (rounded up) plus 1 below zero, 3 for a list or map and 1 for each member, sets nothing but
// their members.
static void test_size_bytes(void) {
  static const struct {
    const char* json;
    uint64_t size;
  } cases[] = {
      {"{}", 0},
      {"{\"a\":{\"S\":\"\"}}", 1},
      {"{\"name\":{\"S\":\"\xE4\xB8\xAD\"}}", 4 + 3},
      {"{\"\xE4\xB8\xAD\":{\"S\":\"b\"}}", 3 + 1},
      {"{\"b\":{\"B\":\"AQID\"}}", 1 + 3},
      {"{\"t\":{\"BOOL\":false},\"z\":{\"NULL\":true}}", 2 + 2},
      {"{\"n\":{\"N\":\"0\"}}", 1 + 1},
      {"{\"n\":{\"N\":\"100\"}}", 1 + 2},
      {"{\"n\":{\"N\":\"12345\"}}", 1 + 4},
      {"{\"n\":{\"N\":\"-42\"}}", 1 + 3},
      {"{\"n\":{\"N\":\"100.5\"}}", 1 + 4},
      {"{\"l\":{\"L\":[]}}", 1 + 3},
      {"{\"l\":{\"L\":[{\"S\":\"ab\"},{\"NULL\":true}]}}", 1 + 3 + (1 + 2) + (1 + 1)},
      {"{\"m\":{\"M\":{\"key\":{\"S\":\"ab\"}}}}", 1 + 3 + (3 + 1 + 2)},
      {"{\"s\":{\"SS\":[\"a\",\"bcd\"]}}", 1 + 4},
      {"{\"s\":{\"NS\":[\"1\",\"-42\"]}}", 1 + 2 + 3},
      {"{\"pk\":{\"S\":\"u\"},\"sk\":{\"N\":\"5\"}}", 2 + 1 + 2 + 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    sheaf_item* item = item_of(cases[i].json);
    if (!CHECK_INT(cases[i].size, sheaf_item_size_bytes(item))) fprintf(stderr, "  %s\n", cases[i].json);
    sheaf_item_free(item);
  }
}

static void test_misuse(void) {
  sheaf_item* item = item_of("{\"a\":{\"S\":\"1\"}}");
  sheaf_value value = sheaf_string_of("2");
  sheaf_bytes name;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_set(NULL, sheaf_bytes_of("a"), &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_set(item, sheaf_bytes_of("a"), NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get(NULL, sheaf_bytes_of("a"), &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get(item, sheaf_bytes_of("a"), NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get_path(NULL, "a", &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get_path(item, NULL, &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get_path(item, "a", NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_at(NULL, 0, &name, &value));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_at(item, 0, &name, NULL));
  const sheaf_bytes size_without_data = {NULL, 1};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_set(item, size_without_data, &value, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get(item, size_without_data, &value, slot()));
  CHECK_BYTES("2", value.data);
  CHECK_TEXT("{\"a\":{\"S\":\"1\"}}", json_of(item));
  CHECK_INT(0, sheaf_item_count(NULL));
  CHECK_INT(0, sheaf_item_size_bytes(NULL));
  sheaf_item_clear(NULL);
  sheaf_item_free(NULL);
  sheaf_item_free(item);
}

int main(void) {
  test_set_and_get_every_scalar();
  test_set_copies_and_replaces();
  test_names();
  test_values_that_are_refused();
  test_count_and_at();
  test_get_path();
  test_size_bytes();
  test_misuse();
  return check_summary();
}
