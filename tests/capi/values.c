// The sections "version", "status", "error slot", "bytes, values, keys" and "buf" of sheaf.h.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static void test_version(void) {
  CHECK_INT(0x000100, SHEAF_VERSION);
  CHECK_INT(SHEAF_VERSION, sheaf_version());
  const char* text = sheaf_version_text();
  const char* const start = "0.1.0 (file format ";
  CHECK(strncmp(text, start, strlen(start)) == 0);
  CHECK(strstr(text, ", RocksDB ") != NULL);
  CHECK(text == sheaf_version_text());
}

static void test_status_numbers_and_names(void) {
  static const struct {
    sheaf_status status;
    sheaf_status number;
    const char* name;
  } cases[] = {
      {SHEAF_OK, 0, "SHEAF_OK"},
      {SHEAF_ROW, 1, "SHEAF_ROW"},
      {SHEAF_DONE, 2, "SHEAF_DONE"},
      {SHEAF_PAGE, 3, "SHEAF_PAGE"},
      {SHEAF_NOT_FOUND, 4, "SHEAF_NOT_FOUND"},
      {SHEAF_CONDITION_FAILED, -1, "SHEAF_CONDITION_FAILED"},
      {SHEAF_CONFLICT, -2, "SHEAF_CONFLICT"},
      {SHEAF_CANCELED, -3, "SHEAF_CANCELED"},
      {SHEAF_TOKEN_MISMATCH, -4, "SHEAF_TOKEN_MISMATCH"},
      {SHEAF_INVALID, -10, "SHEAF_INVALID"},
      {SHEAF_SYNTAX, -11, "SHEAF_SYNTAX"},
      {SHEAF_TYPE, -12, "SHEAF_TYPE"},
      {SHEAF_LIMIT, -13, "SHEAF_LIMIT"},
      {SHEAF_EXISTS, -14, "SHEAF_EXISTS"},
      {SHEAF_NO_TABLE, -15, "SHEAF_NO_TABLE"},
      {SHEAF_NO_INDEX, -16, "SHEAF_NO_INDEX"},
      {SHEAF_NOT_READY, -17, "SHEAF_NOT_READY"},
      {SHEAF_UNSUPPORTED, -18, "SHEAF_UNSUPPORTED"},
      {SHEAF_MISUSE, -19, "SHEAF_MISUSE"},
      {SHEAF_CLOSED, -20, "SHEAF_CLOSED"},
      {SHEAF_READ_ONLY, -21, "SHEAF_READ_ONLY"},
      {SHEAF_SCHEMA_CHANGED, -22, "SHEAF_SCHEMA_CHANGED"},
      {SHEAF_IO, -30, "SHEAF_IO"},
      {SHEAF_CORRUPT, -31, "SHEAF_CORRUPT"},
      {SHEAF_FULL, -32, "SHEAF_FULL"},
      {SHEAF_LOCKED, -33, "SHEAF_LOCKED"},
      {SHEAF_NO_MEMORY, -34, "SHEAF_NO_MEMORY"},
      {SHEAF_OUTCOME_UNKNOWN, -35, "SHEAF_OUTCOME_UNKNOWN"},
      {SHEAF_TOO_NEW, -36, "SHEAF_TOO_NEW"},
      {SHEAF_INTERRUPTED, -40, "SHEAF_INTERRUPTED"},
      {SHEAF_INTERNAL, -99, "SHEAF_INTERNAL"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    CHECK_INT(cases[i].number, cases[i].status);
    CHECK_TEXT(cases[i].name, sheaf_status_name(cases[i].status));
  }
  static const sheaf_status unknown[] = {5, 100, -5, -9, -23, -41, -98, -100, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) {
    CHECK_TEXT("SHEAF_UNKNOWN_STATUS", sheaf_status_name(unknown[i]));
  }
}

static void check_slot(const sheaf_error* error, sheaf_status status, int64_t offset) {
  CHECK_STATUS(status, sheaf_error_status(error));
  CHECK_INT(offset, sheaf_error_offset(error));
  CHECK_INT(0, sheaf_error_is_retryable(error));
  CHECK((status == SHEAF_OK) == (sheaf_error_message(error)[0] == '\0'));
  CHECK(strchr(sheaf_error_message(error), '\n') == NULL);
}

static void test_error_slot(void) {
  check_slot(NULL, SHEAF_OK, -1);
  sheaf_error* error = sheaf_error_new();
  REQUIRE(error != NULL);
  check_slot(error, SHEAF_OK, -1);

  sheaf_item* item = sheaf_item_new();
  sheaf_value value;
  CHECK_STATUS(SHEAF_SYNTAX, sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of("{\"a\":1,}"), error));
  check_slot(error, SHEAF_SYNTAX, 7);

  // An answer leaves the slot as it was.
  CHECK_STATUS(SHEAF_OK, sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of("{\"a\":1}"), error));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_item_get(item, sheaf_bytes_of("b"), &value, error));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("a"), &value, error));
  check_slot(error, SHEAF_SYNTAX, 7);

  // The next error replaces all of it, the offset too.
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get(NULL, sheaf_bytes_of("a"), &value, error));
  check_slot(error, SHEAF_MISUSE, -1);
  CHECK_STATUS(SHEAF_SYNTAX, sheaf_item_get_path(item, "a.", &value, error));
  check_slot(error, SHEAF_SYNTAX, 2);

  // Without a slot the status is the same.
  CHECK_STATUS(SHEAF_SYNTAX, sheaf_item_get_path(item, "a.", &value, NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_item_get(NULL, sheaf_bytes_of("a"), &value, NULL));
  sheaf_item_free(item);
  sheaf_error_free(error);
  sheaf_error_free(NULL);
}

static void test_helpers(void) {
  CHECK_BYTES("abc", sheaf_bytes_of("abc"));
  CHECK(sheaf_bytes_of(NULL).data == NULL && sheaf_bytes_of(NULL).size == 0);
  const sheaf_value string = sheaf_string_of("abc");
  CHECK_INT(SHEAF_STRING, string.type);
  CHECK_INT(0, string.reserved);
  CHECK_BYTES("abc", string.data);
  const sheaf_value number = sheaf_number_of("-1");
  CHECK_INT(SHEAF_NUMBER, number.type);
  CHECK_INT(0, number.reserved);
  CHECK_BYTES("-1", number.data);
  CHECK_INT(0, sheaf_string_of(NULL).data.size);
  const sheaf_value parts[2] = {string, number};
  const sheaf_key key = sheaf_key_of(parts, 2);
  CHECK(key.parts == parts);
  CHECK_INT(2, key.count);
  CHECK_INT(0, key.reserved);
  CHECK_INT(0, sheaf_number_of(NULL).data.size);
}

// The text of a number, through an item and so through the stored form as well.
static void check_number_text(const char* decimal, const char* canonical) {
  struct {
    char text[SHEAF_NUMBER_TEXT_BYTES];
    char guard[8];
  } out = {"", "guard"};
  const sheaf_value given = sheaf_number_of(decimal);
  CHECK_STATUS(SHEAF_OK, sheaf_number_text(&given, out.text));
  CHECK_TEXT(canonical, out.text);
  sheaf_item* item = sheaf_item_new();
  sheaf_value stored;
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("n"), &given, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("n"), &stored, slot()));
  CHECK_INT(SHEAF_NUMBER_STORED, stored.type);
  memset(out.text, 'x', sizeof out.text);
  CHECK_STATUS(SHEAF_OK, sheaf_number_text(&stored, out.text));
  CHECK_TEXT(canonical, out.text);
  CHECK_TEXT("guard", out.guard);
  sheaf_item_free(item);
}

static void test_number_text(void) {
  static const char* const cases[][2] = {
      {"0", "0"},
      {"-0", "0"},
      {"0e5", "0"},
      {".5", "0.5"},
      {"5.", "5"},
      {"1.50E+2", "150"},
      {"00042", "42"},
      {"-12.5e3", "-12500"},
      {"1e-3", "0.001"},
      {"+7", "7"},
      {"9007199254740995", "9007199254740995"},
      {"99999999999999999999999999999999999999", "99999999999999999999999999999999999999"},
      {"1.00000000000000000000015", "1.00000000000000000000015"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) check_number_text(cases[i][0], cases[i][1]);

  // The longest text: 38 digits that end at the 167th decimal, with a sign: "-0." and 167 digits.
  char longest[SHEAF_NUMBER_TEXT_BYTES] = "-0.";
  memset(longest + 3, '0', 129);
  strcpy(longest + 132, "12345678901234567890123456789012345678");
  CHECK_INT(170, strlen(longest));
  check_number_text("-1.2345678901234567890123456789012345678e-130", longest);
  char largest[SHEAF_NUMBER_TEXT_BYTES] = "9";
  memset(largest + 1, '0', 125);
  check_number_text("9e125", largest);
}

static void test_number_errors(void) {
  char text[SHEAF_NUMBER_TEXT_BYTES] = "as before";
  int64_t whole = 17;
  static const char* const wrong[] = {"",    "abc",   "1 ",     " 1",
                                      "1e",  "0x10",  "NaN",    "--1",
                                      "1,5", "1e126", "1e-131", "123456789012345678901234567890123456789"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    const sheaf_value number = sheaf_number_of(wrong[i]);
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_text(&number, text));
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_int64(&number, &whole));
  }
  // 0x13 begins a positive number, 0x11 a negative one, 0x12 is zero and the end.
  static const char* const damaged[] = {"", "\x13", "\x13\x42", "\xFF", "\x12\x12", "\x11\x01", "12"};
  for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; ++i) {
    sheaf_value number = sheaf_string_of(damaged[i]);
    number.type = SHEAF_NUMBER_STORED;
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_text(&number, text));
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_int64(&number, &whole));
  }
  const sheaf_value string = sheaf_string_of("1");
  const sheaf_value none = {SHEAF_NONE, 0, {NULL, 0}};
  const sheaf_value unknown = {77, 0, {NULL, 0}};
  const sheaf_value* const others[] = {&string, &none, &unknown};
  for (size_t i = 0; i < 3; ++i) {
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_text(others[i], text));
    CHECK_STATUS(SHEAF_INVALID, sheaf_number_int64(others[i], &whole));
  }
  const sheaf_value one = sheaf_number_of("1");
  CHECK_STATUS(SHEAF_MISUSE, sheaf_number_text(NULL, text));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_number_text(&one, NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_number_int64(NULL, &whole));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_number_int64(&one, NULL));
  CHECK_TEXT("as before", text);
  CHECK_INT(17, whole);
}

static void check_int64(const char* decimal, sheaf_status status, int64_t expected) {
  const sheaf_value number = sheaf_number_of(decimal);
  int64_t whole = 17;
  if (!CHECK_STATUS(status, sheaf_number_int64(&number, &whole))) fprintf(stderr, "  for %s\n", decimal);
  CHECK_INT(status == SHEAF_OK ? expected : 17, whole);
}

static void test_number_int64(void) {
  check_int64("0", SHEAF_OK, 0);
  check_int64("-0.0", SHEAF_OK, 0);
  check_int64("1.0", SHEAF_OK, 1);
  check_int64("-1e2", SHEAF_OK, -100);
  check_int64("9223372036854775807", SHEAF_OK, INT64_MAX);
  check_int64("-9223372036854775808", SHEAF_OK, INT64_MIN);
  check_int64("9223372036854775808", SHEAF_LIMIT, 0);
  check_int64("-9223372036854775809", SHEAF_LIMIT, 0);
  check_int64("1e125", SHEAF_LIMIT, 0);
  check_int64("1.5", SHEAF_LIMIT, 0);
  check_int64("1e-130", SHEAF_LIMIT, 0);
}

static void test_buf(void) {
  sheaf_buf* buf = sheaf_buf_new();
  REQUIRE(buf != NULL);
  CHECK_INT(0, sheaf_buf_bytes(buf).size);
  CHECK(sheaf_buf_bytes(buf).data != NULL && sheaf_buf_bytes(buf).data[0] == 0);
  CHECK_INT(0, sheaf_buf_bytes(NULL).size);

  // Filled again it holds the new text only, and always a NUL behind it.
  sheaf_item* item = item_of("{\"name\":{\"S\":\"a longer text than the next\"}}");
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(item, SHEAF_JSON_PLAIN, buf, slot()));
  CHECK_BYTES("{\"name\":\"a longer text than the next\"}", sheaf_buf_bytes(buf));
  CHECK_INT(0, sheaf_buf_bytes(buf).data[sheaf_buf_bytes(buf).size]);
  sheaf_item_clear(item);
  CHECK_STATUS(SHEAF_OK, sheaf_item_print(item, SHEAF_JSON_PLAIN, buf, slot()));
  CHECK_BYTES("{}", sheaf_buf_bytes(buf));
  CHECK_INT(0, sheaf_buf_bytes(buf).data[2]);
  sheaf_item_free(item);
  sheaf_buf_free(buf);
  sheaf_buf_free(NULL);
}

int main(void) {
  test_version();
  test_status_numbers_and_names();
  test_error_slot();
  test_helpers();
  test_number_text();
  test_number_errors();
  test_number_int64();
  test_buf();
  return check_summary();
}
