// sheaf_item_parse and sheaf_item_print, both dialects.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* print(const sheaf_item* item, uint32_t dialect, sheaf_buf* buf) {
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(item, dialect, buf, slot()));
  return (const char*)sheaf_buf_bytes(buf).data;
}

static void test_dynamodb_dialect(void) {
  sheaf_item* item = sheaf_item_new();
  sheaf_buf* buf = sheaf_buf_new();
  const char* const given =
      " {\"z\": {\"NULL\":true}, \"n\":{\"N\":\"1.50e1\"}, \"b\":{\"B\":\"AQI=\"},\n "
      "\"s\":{\"S\":\"\\u00e9\\n\\\"\"},"
      "\"l\":{\"L\":[{\"BOOL\":false},{\"S\":\"\"}]},\"m\":{\"M\":{\"y\":{\"N\":\"-0\"},\"x\":{\"S\":\"1\"}}}"
      ","
      "\"ss\":{\"SS\":[\"b\",\"a\"]},\"ns\":{\"NS\":[\"10\",\"9\"]},\"bs\":{\"BS\":[\"/w==\",\"AQ==\"]}} ";
  const char* const canonical =
      "{\"b\":{\"B\":\"AQI=\"},\"bs\":{\"BS\":[\"AQ==\",\"/"
      "w==\"]},\"l\":{\"L\":[{\"BOOL\":false},{\"S\":\"\"}]},"
      "\"m\":{\"M\":{\"x\":{\"S\":\"1\"},\"y\":{\"N\":\"0\"}}},\"n\":{\"N\":\"15\"},\"ns\":{\"NS\":[\"9\","
      "\"10\"]},"
      "\"s\":{\"S\":\"\xC3\xA9\\n\\\"\"},\"ss\":{\"SS\":[\"a\",\"b\"]},\"z\":{\"NULL\":true}}";
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_DYNAMODB, sheaf_bytes_of(given), slot()));
  CHECK_TEXT(canonical, print(item, SHEAF_JSON_DYNAMODB, buf));

  // What was printed may be parsed out of the very buf, and replaces what was there.
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_DYNAMODB, sheaf_buf_bytes(buf), slot()));
  CHECK_TEXT(canonical, print(item, SHEAF_JSON_DYNAMODB, buf));
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_DYNAMODB, sheaf_bytes_of("{\"a\":{\"S\":\"1\"}}"), slot()));
  CHECK_TEXT("{\"a\":{\"S\":\"1\"}}", print(item, SHEAF_JSON_DYNAMODB, buf));
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_DYNAMODB, sheaf_bytes_of("{}"), slot()));
  CHECK_INT(0, sheaf_item_count(item));
  sheaf_buf_free(buf);
  sheaf_item_free(item);
}

static void test_plain_dialect(void) {
  sheaf_item* item = sheaf_item_new();
  sheaf_buf* buf = sheaf_buf_new();
  const char* const given =
      "{\"n\":12345678901234567890.123456789012345678,\"e\":1E3,\"s\":\"a\",\"t\":true,\"f\":false,\"z\":"
      "null,"
      "\"l\":[1,[],{}],\"m\":{\"k\":{\"d\":-0.50}}}";
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(given), slot()));
  CHECK_TEXT(
      "{\"e\":1000,\"f\":false,\"l\":[1,[],{}],\"m\":{\"k\":{\"d\":-0.5}},\"n\":12345678901234567890."
      "123456789012345678,"
      "\"s\":\"a\",\"t\":true,\"z\":null}",
      print(item, SHEAF_JSON_PLAIN, buf));
  CHECK_TEXT(
      "{\"e\":{\"N\":\"1000\"},\"f\":{\"BOOL\":false},\"l\":{\"L\":[{\"N\":\"1\"},{\"L\":[]},{\"M\":{}}]},"
      "\"m\":{\"M\":{\"k\":{\"M\":{\"d\":{\"N\":\"-0.5\"}}}}},\"n\":{\"N\":\"12345678901234567890."
      "123456789012345678\"},"
      "\"s\":{\"S\":\"a\"},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true}}",
      print(item, SHEAF_JSON_DYNAMODB, buf));

  // Sets print as arrays and binary as base64 text.
  parse_item(item,
             "{\"b\":{\"B\":\"AQI=\"},\"ns\":{\"NS\":[\"2\",\"1\"]},\"ss\":{\"SS\":[\"x\"]},\"bs\":{\"BS\":["
             "\"AQ==\"]}}");
  CHECK_TEXT("{\"b\":\"AQI=\",\"bs\":[\"AQ==\"],\"ns\":[1,2],\"ss\":[\"x\"]}", print(item, SHEAF_JSON_PLAIN, buf));
  sheaf_buf_free(buf);
  sheaf_item_free(item);
}

// The item is empty after an error, and the slot says where the mistake is.
static void check_error(uint32_t dialect, const char* json, sheaf_status status, int64_t offset) {
  sheaf_item* item = item_of("{\"old\":{\"S\":\"content\"}}");
  int good = CHECK_STATUS(status, sheaf_item_parse(item, dialect, sheaf_bytes_of(json), slot()));
  good &= CHECK_STATUS(status, sheaf_error_status(slot()));
  good &= CHECK_INT(offset, sheaf_error_offset(slot()));
  good &= CHECK_INT(0, sheaf_item_count(item));
  if (!good) fprintf(stderr, "  for %s\n", json);
  sheaf_item_free(item);
}

static void test_errors(void) {
  const uint32_t plain = SHEAF_JSON_PLAIN;
  check_error(plain, "", SHEAF_SYNTAX, 0);
  check_error(plain, "{\"a\":1", SHEAF_SYNTAX, 6);
  check_error(plain, "{\"a\":1}}", SHEAF_SYNTAX, 7);
  check_error(plain, "{\"a\" 1}", SHEAF_SYNTAX, 5);
  check_error(plain, "{\"a\":01}", SHEAF_SYNTAX, 5);
  check_error(plain, "[1]", SHEAF_INVALID, 0);
  check_error(plain, "{\"a\":1,\"b\":2,\"a\":3}", SHEAF_INVALID, 13);
  check_error(plain, "{\"m\":{\"x\":1,\"x\":2}}", SHEAF_INVALID, 12);
  check_error(plain, "{\"\":1}", SHEAF_INVALID, 1);
  check_error(plain, "{\"a\":1e126}", SHEAF_LIMIT, 5);
  check_error(plain, "{\"a\":\"\xFF\"}", SHEAF_INVALID, 6);

  const uint32_t tagged = SHEAF_JSON_DYNAMODB;
  check_error(tagged, "{\"a\":1}", SHEAF_INVALID, 5);
  check_error(tagged, "{\"a\":{}}", SHEAF_INVALID, 5);
  check_error(tagged, "{\"a\":{\"X\":1}}", SHEAF_INVALID, 5);
  check_error(tagged, "{\"a\":{\"S\":\"1\",\"N\":\"1\"}}", SHEAF_INVALID, 5);
  check_error(tagged, "{\"a\":{\"N\":1}}", SHEAF_INVALID, 10);
  check_error(tagged, "{\"a\":{\"N\":\"x\"}}", SHEAF_INVALID, 10);
  check_error(tagged, "{\"a\":{\"B\":\"A\"}}", SHEAF_INVALID, 10);
  check_error(tagged, "{\"a\":{\"NULL\":false}}", SHEAF_INVALID, 13);
  check_error(tagged, "{\"a\":{\"SS\":[]}}", SHEAF_INVALID, 11);
  check_error(tagged, "{\"a\":{\"SS\":[\"x\",\"x\"]}}", SHEAF_INVALID, 11);
  check_error(tagged, "{\"a\":{\"NS\":[\"1\",\"1.0\"]}}", SHEAF_INVALID, 11);
}

static void test_nesting_limit(void) {
  char json[256] = "{\"a\":";
  for (int i = 0; i < 32; ++i) strcat(json, "[");
  for (int i = 0; i < 32; ++i) strcat(json, "]");
  strcat(json, "}");
  sheaf_item* item = sheaf_item_new();
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(json), slot()));
  CHECK_TEXT(json, print(item, SHEAF_JSON_PLAIN, buf));
  strcpy(json, "{\"a\":");
  for (int i = 0; i < 33; ++i) strcat(json, "[");
  for (int i = 0; i < 33; ++i) strcat(json, "]");
  strcat(json, "}");
  check_error(SHEAF_JSON_PLAIN, json, SHEAF_LIMIT, 5 + 32);
  sheaf_buf_free(buf);
  sheaf_item_free(item);
}

static void test_text_limit(void) {
  const size_t most = (size_t)16 << 20;
  char* text = malloc(most + 2);
  REQUIRE(text != NULL);
  memset(text, ' ', most + 1);
  memcpy(text, "{\"a\":1}", 7);
  sheaf_item* item = sheaf_item_new();
  sheaf_bytes json = {(const uint8_t*)text, most};
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_PLAIN, json, slot()));
  CHECK_INT(1, sheaf_item_count(item));
  json.size = most + 1;
  CHECK_STATUS(SHEAF_LIMIT, sheaf_item_parse(item, SHEAF_JSON_PLAIN, json, slot()));
  CHECK_INT(0, sheaf_item_count(item));
  free(text);
  sheaf_item_free(item);
}

// MISUSE leaves the item and the buf as they were.
static void test_misuse(void) {
  sheaf_item* item = item_of("{\"a\":{\"S\":\"1\"}}");
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(item, SHEAF_JSON_PLAIN, buf, slot()));
  const sheaf_bytes json = sheaf_bytes_of("{}");
  const sheaf_bytes size_without_data = {NULL, 2};
  static const uint32_t dialects[] = {0, 3, 0x101, UINT32_MAX};
  for (int i = 0; i < 4; ++i) {
    CHECK_STATUS(SHEAF_MISUSE, sheaf_item_parse(item, dialects[i], json, slot()));
    CHECK_STATUS(SHEAF_MISUSE, sheaf_item_print(item, dialects[i], buf, slot()));
  }
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_parse(NULL, SHEAF_JSON_PLAIN, json, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_parse(item, SHEAF_JSON_PLAIN, size_without_data, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_print(NULL, SHEAF_JSON_PLAIN, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_print(item, SHEAF_JSON_PLAIN, NULL, slot()));
  CHECK_TEXT("{\"a\":{\"S\":\"1\"}}", json_of(item));
  CHECK_BYTES("{\"a\":\"1\"}", sheaf_buf_bytes(buf));
  sheaf_buf_free(buf);
  sheaf_item_free(item);
}

int main(void) {
  test_dynamodb_dialect();
  test_plain_dialect();
  test_errors();
  test_nesting_limit();
  test_text_limit();
  test_misuse();
  return check_summary();
}
