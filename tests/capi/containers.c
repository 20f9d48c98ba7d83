// Lists, maps and sets through sheaf_value_count and sheaf_value_at, and on their way back in.
// The layout of a container is stated in engine/item/container.h; the bytes here are written by hand from it.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

// The value of an attribute that must be there.
static sheaf_value value_of(const sheaf_item* item, const char* name) {
  sheaf_value value = {SHEAF_NONE, 0, {NULL, 0}};
  REQUIRE_OK(sheaf_item_get(item, sheaf_bytes_of(name), &value, slot()));
  return value;
}

static void check_member(const sheaf_value* container, uint32_t index, const char* name, uint32_t type,
                         const char* text) {
  sheaf_bytes member_name = {(const uint8_t*)"unset", 5};
  sheaf_value member;
  if (!CHECK_STATUS(SHEAF_OK, sheaf_value_at(container, index, &member_name, &member))) return;
  CHECK_BYTES(name, member_name);
  CHECK_INT(type, member.type);
  CHECK_INT(0, member.reserved);
  char number[SHEAF_NUMBER_TEXT_BYTES];
  if (type == SHEAF_NUMBER_STORED) {
    CHECK_STATUS(SHEAF_OK, sheaf_number_text(&member, number));
    CHECK_TEXT(text, number);
  } else if (text != NULL) {
    CHECK_BYTES(text, member.data);
  }
}

static void test_members(void) {
  sheaf_item* item = item_of(
      "{\"list\":{\"L\":[{\"S\":\"z\"},{\"N\":\"10\"},{\"NULL\":true},{\"S\":\"a\"}]},"
      "\"map\":{\"M\":{\"b\":{\"N\":\"2\"},\"a.b\":{\"S\":\"dot\"},\"B\":{\"BOOL\":true},\"\xC3\xA9\":{\"S\":"
      "\"e\"}}},"
      "\"ss\":{\"SS\":[\"b\",\"a\",\"B\"]},\"ns\":{\"NS\":[\"10\",\"-1\",\"9\"]},\"bs\":{\"BS\":[\"/"
      "w==\",\"AQ==\"]},"
      "\"empty\":{\"L\":[]}}");
  const sheaf_value list = value_of(item, "list");
  CHECK_INT(SHEAF_LIST, list.type);
  CHECK_INT(4, sheaf_value_count(&list));
  check_member(&list, 0, "", SHEAF_STRING, "z");
  check_member(&list, 1, "", SHEAF_NUMBER_STORED, "10");
  check_member(&list, 2, "", SHEAF_NULL, "");
  check_member(&list, 3, "", SHEAF_STRING, "a");

  const sheaf_value map = value_of(item, "map");
  CHECK_INT(SHEAF_MAP, map.type);
  CHECK_INT(4, sheaf_value_count(&map));
  check_member(&map, 0, "B", SHEAF_BOOL, "\x01");
  check_member(&map, 1, "a.b", SHEAF_STRING, "dot");
  check_member(&map, 2, "b", SHEAF_NUMBER_STORED, "2");
  check_member(&map, 3, "\xC3\xA9", SHEAF_STRING, "e");

  const sheaf_value strings = value_of(item, "ss");
  CHECK_INT(SHEAF_STRING_SET, strings.type);
  CHECK_INT(3, sheaf_value_count(&strings));
  check_member(&strings, 0, "", SHEAF_STRING, "B");
  check_member(&strings, 1, "", SHEAF_STRING, "a");
  check_member(&strings, 2, "", SHEAF_STRING, "b");

  const sheaf_value numbers = value_of(item, "ns");
  CHECK_INT(SHEAF_NUMBER_SET, numbers.type);
  check_member(&numbers, 0, "", SHEAF_NUMBER_STORED, "-1");
  check_member(&numbers, 1, "", SHEAF_NUMBER_STORED, "9");
  check_member(&numbers, 2, "", SHEAF_NUMBER_STORED, "10");

  const sheaf_value binaries = value_of(item, "bs");
  CHECK_INT(SHEAF_BINARY_SET, binaries.type);
  check_member(&binaries, 0, "", SHEAF_BINARY, "\x01");
  check_member(&binaries, 1, "", SHEAF_BINARY, "\xFF");

  const sheaf_value empty = value_of(item, "empty");
  CHECK_INT(SHEAF_LIST, empty.type);
  CHECK_INT(0, sheaf_value_count(&empty));
  sheaf_item_free(item);
}

static void test_past_the_end_and_other_types(void) {
  sheaf_item* item = item_of("{\"l\":{\"L\":[{\"S\":\"a\"}]},\"s\":{\"S\":\"abc\"}}");
  const sheaf_value list = value_of(item, "l");
  const sheaf_value string = value_of(item, "s");
  sheaf_bytes name;
  sheaf_value out;
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_value_at(&list, 1, &name, &out));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_value_at(&list, UINT32_MAX, &name, &out));
  CHECK_STATUS(SHEAF_OK, sheaf_value_at(&list, 0, NULL, &out));
  CHECK_BYTES("a", out.data);
  CHECK_INT(0, sheaf_value_count(&string));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_value_at(&string, 0, &name, &out));
  CHECK_INT(0, sheaf_value_count(NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_value_at(NULL, 0, &name, &out));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_value_at(&list, 0, &name, NULL));
  const sheaf_value no_data = {SHEAF_LIST, 0, {NULL, 10}};
  const sheaf_value unknown = {1000, 0, {(const uint8_t*)"\1\0", 2}};
  CHECK_INT(0, sheaf_value_count(&no_data));
  CHECK_INT(0, sheaf_value_count(&unknown));
  sheaf_item_free(item);
}

// A container that was handed out goes into another item, also as a member of the one that it came from.
static void test_containers_go_in_again(void) {
  sheaf_item* from = item_of("{\"m\":{\"M\":{\"l\":{\"L\":[{\"N\":\"1.5\"},{\"SS\":[\"a\"]}]}}},\"n\":{\"N\":\"7\"}}");
  sheaf_item* to = sheaf_item_new();
  const sheaf_value map = value_of(from, "m");
  const sheaf_value number = value_of(from, "n");
  sheaf_value list;
  CHECK_STATUS(SHEAF_OK, sheaf_value_at(&map, 0, NULL, &list));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(to, sheaf_bytes_of("whole"), &map, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(to, sheaf_bytes_of("part"), &list, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(to, sheaf_bytes_of("number"), &number, slot()));
  sheaf_item_free(from);
  CHECK_TEXT(
      "{\"number\":{\"N\":\"7\"},\"part\":{\"L\":[{\"N\":\"1.5\"},{\"SS\":[\"a\"]}]},"
      "\"whole\":{\"M\":{\"l\":{\"L\":[{\"N\":\"1.5\"},{\"SS\":[\"a\"]}]}}}}",
      json_of(to));
  sheaf_item_free(to);
}

static void check_refused(uint32_t type, const uint8_t* bytes, size_t size, sheaf_status expected) {
  sheaf_item* item = item_of("{\"kept\":{\"S\":\"yes\"}}");
  const sheaf_value value = {type, 0, {bytes, size}};
  CHECK_STATUS(expected, sheaf_item_set(item, sheaf_bytes_of("x"), &value, slot()));
  CHECK_TEXT("{\"kept\":{\"S\":\"yes\"}}", json_of(item));
  // Reading such bytes is safe, whatever comes out.
  sheaf_bytes name;
  sheaf_value member;
  const uint32_t count = sheaf_value_count(&value);
  for (uint32_t i = 0; i < count && i < 300; ++i) (void)sheaf_value_at(&value, i, &name, &member);
  sheaf_item_free(item);
}

static void test_damaged_containers_are_refused(void) {
  static const uint8_t list[] = {1, 2, SHEAF_STRING, SHEAF_BOOL, 1, 2, 'a', 1};  // ["a", true]
  static const uint8_t set[] = {1, 2, 1, 2, 'a', 'b'};                           // {"a", "b"}
  sheaf_item* item = sheaf_item_new();
  const sheaf_value good_list = {SHEAF_LIST, 0, {list, sizeof list}};
  const sheaf_value good_set = {SHEAF_STRING_SET, 0, {set, sizeof set}};
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("l"), &good_list, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("s"), &good_set, slot()));
  CHECK_TEXT("{\"l\":{\"L\":[{\"S\":\"a\"},{\"BOOL\":true}]},\"s\":{\"SS\":[\"a\",\"b\"]}}", json_of(item));
  sheaf_item_free(item);

  // Each cut lies in memory of exactly its size, so that a sanitizer sees every read behind its end.
  for (size_t size = 0; size < sizeof list; ++size) {
    uint8_t* cut = malloc(size + (size == 0));
    REQUIRE(cut != NULL);
    memcpy(cut, list, size);
    check_refused(SHEAF_LIST, cut, size, SHEAF_INVALID);
    free(cut);
  }
  static const uint8_t unsorted[] = {1, 2, 1, 2, 'b', 'a'};
  static const uint8_t twice[] = {1, 2, 1, 2, 'a', 'a'};
  static const uint8_t empty_set[] = {1, 0};
  static const uint8_t wide[] = {2, 1, 0, 1, 0, 'a'};  // two bytes where one is enough
  static const uint8_t not_utf8[] = {1, 1, 1, 0xFF};
  check_refused(SHEAF_STRING_SET, unsorted, sizeof unsorted, SHEAF_INVALID);
  check_refused(SHEAF_STRING_SET, twice, sizeof twice, SHEAF_INVALID);
  check_refused(SHEAF_STRING_SET, empty_set, sizeof empty_set, SHEAF_INVALID);
  check_refused(SHEAF_STRING_SET, wide, sizeof wide, SHEAF_INVALID);
  check_refused(SHEAF_STRING_SET, not_utf8, sizeof not_utf8, SHEAF_INVALID);
  static const uint8_t bad_number[] = {1, 1, 1, '7'};
  check_refused(SHEAF_NUMBER_SET, bad_number, sizeof bad_number, SHEAF_INVALID);
  static const uint8_t unknown_member[] = {1, 1, 99, 1, 'a'};
  check_refused(SHEAF_LIST, unknown_member, sizeof unknown_member, SHEAF_INVALID);
  static const uint8_t map_without_name[] = {1, 1, SHEAF_STRING, 0, 1, 'a'};
  check_refused(SHEAF_MAP, map_without_name, sizeof map_without_name, SHEAF_INVALID);
  check_refused(SHEAF_MAP, NULL, 0, SHEAF_INVALID);
}

// Lists inside each other, written by hand: {1, 1, LIST, size of the inner one, the inner one}.
static sheaf_status set_nested_lists(sheaf_item* item, int levels) {
  uint8_t bytes[256] = {1, 0};
  size_t size = 2;
  for (int level = 1; level < levels; ++level) {
    memmove(bytes + 4, bytes, size);
    bytes[0] = 1;
    bytes[1] = 1;
    bytes[2] = SHEAF_LIST;
    bytes[3] = (uint8_t)size;
    size += 4;
  }
  const sheaf_value value = {SHEAF_LIST, 0, {bytes, size}};
  return sheaf_item_set(item, sheaf_bytes_of("deep"), &value, slot());
}

static void test_nesting_limit(void) {
  sheaf_item* item = sheaf_item_new();
  CHECK_STATUS(SHEAF_OK, set_nested_lists(item, 32));
  sheaf_value value = value_of(item, "deep");
  int levels = 1;
  while (sheaf_value_count(&value) == 1) {
    CHECK_STATUS(SHEAF_OK, sheaf_value_at(&value, 0, NULL, &value));
    ++levels;
  }
  CHECK_INT(32, levels);
  CHECK_STATUS(SHEAF_LIMIT, set_nested_lists(item, 33));
  sheaf_item_free(item);
}

int main(void) {
  test_members();
  test_past_the_end_and_other_types();
  test_containers_go_in_again();
  test_damaged_containers_are_refused();
  test_nesting_limit();
  return check_summary();
}
