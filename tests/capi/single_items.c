// The section "single items" of sheaf.h: get, put, delete and the old item. Keys and sizes are limits.c's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static const char* const kDefinition =
    "{\"TableName\":\"Users\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"email\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":[{\"IndexName\":"
    "\"byEmail\","
    "\"KeySchema\":[{\"AttributeName\":\"email\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":"
    "\"ALL\"}}]}";

static const char* const kAnn =
    "{\"email\":{\"S\":\"a@x\"},\"id\":{\"S\":\"ann\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";
static const char* const kBob =
    "{\"email\":{\"S\":\"b@x\"},\"id\":{\"S\":\"bob\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";

static sheaf_table* make_users(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Users");
}

static struct line find_email(sheaf_table* table, const char* email) {
  const sheaf_value value = sheaf_string_of(email);
  const sheaf_range range = {
      .struct_size = sizeof range, .index = "byEmail", .partition = {.parts = &value, .count = 1}};
  return walk(table, &range);
}

static void test_put_get_delete(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  sheaf_item* out = item_of("{\"left\":{\"S\":\"over\"}}");
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_get(table, &key, out, slot()));
  CHECK_INT(0, sheaf_item_count(out));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, NULL, slot()));

  CHECK_STATUS(SHEAF_OK, put_json(table, kAnn));
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, out, slot()));
  CHECK_TEXT(kAnn, json_of(out));
  CHECK_STATUS(SHEAF_OK, put_json(table, kBob));  // replaces
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, out, slot()));
  CHECK_TEXT(kBob, json_of(out));
  CHECK_TEXT("SHEAF_DONE", find_email(table, "a@x").text);
  CHECK_TEXT("bob SHEAF_DONE", find_email(table, "b@x").text);

  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_get(table, &key, out, slot()));
  CHECK_INT(0, sheaf_item_count(out));
  CHECK_TEXT("SHEAF_DONE", find_email(table, "b@x").text);
  sheaf_item_free(out);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Put and delete an item 1,000 times: the index shows it at once, and at once no longer.
static void test_B055_index_read_after_write(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  sheaf_item* ann = item_of(kAnn);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  int seen = 0;
  int gone = 0;
  for (int round = 0; round < 1000; ++round) {
    REQUIRE_OK(sheaf_put(table, ann, NULL, NULL, slot()));
    seen += strcmp(find_email(table, "a@x").text, "ann SHEAF_DONE") == 0;
    REQUIRE_OK(sheaf_delete(table, &key, NULL, NULL, slot()));
    gone += strcmp(find_email(table, "a@x").text, "SHEAF_DONE") == 0;
  }
  CHECK_INT(1000, seen);
  CHECK_INT(1000, gone);
  sheaf_item_free(ann);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_old_item(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  sheaf_item* ann = item_of(kAnn);
  sheaf_item* bob = item_of(kBob);
  sheaf_item* old = item_of("{\"left\":{\"S\":\"over\"}}");
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = old};
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, &options, slot()));
  CHECK_TEXT("{}", json_of(old));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, bob, NULL, &options, slot()));
  CHECK_TEXT(kAnn, json_of(old));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, bob, NULL, &options, slot()));  // nothing changes, and yet there was one
  CHECK_TEXT(kBob, json_of(old));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_TEXT(kBob, json_of(old));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_TEXT("{}", json_of(old));

  // The old item is a whole item: it can be put back and changed, and a swap needs only two holders.
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, bob, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, old, NULL, NULL, slot()));
  CHECK_TEXT(kAnn, get_json(table, "p", "s"));
  const sheaf_value changed = sheaf_string_of("changed");
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(old, sheaf_bytes_of("id"), &changed, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, old, NULL, NULL, slot()));
  CHECK_TEXT("changed SHEAF_DONE", find_email(table, "a@x").text);

  // The written item may not be the holder of the old one.
  const sheaf_write_options same = {.struct_size = sizeof same, .old_item = ann};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, ann, NULL, &same, slot()));
  CHECK_TEXT(kAnn, json_of(ann));
  CHECK_TEXT("changed SHEAF_DONE", find_email(table, "a@x").text);
  sheaf_item_free(ann);
  sheaf_item_free(bob);
  sheaf_item_free(old);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A key that is borrowed from the very item that receives the answer.
static void test_key_borrowed_from_the_holder(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  sheaf_item* item = item_of(kAnn);
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, NULL, slot()));
  sheaf_value parts[2];
  const sheaf_key key = {.parts = parts, .count = 2};
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("pk"), &parts[0], slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("sk"), &parts[1], slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  CHECK_TEXT(kAnn, json_of(item));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("pk"), &parts[0], slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_get(item, sheaf_bytes_of("sk"), &parts[1], slot()));
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = item};
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_TEXT(kAnn, json_of(item));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(table, "p", "s"));
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// One holder for everything: parsed, written, filled by a read, changed, written again, cleared, built, filled.
static void test_item_reuse(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  sheaf_item* item = sheaf_item_new();
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  parse_item(item, kAnn);
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, NULL, slot()));
  parse_item(item, "{\"other\":{\"S\":\"content\"}}");
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  CHECK_TEXT(kAnn, json_of(item));
  const sheaf_value bob = sheaf_string_of("bob");
  const sheaf_value email = sheaf_string_of("b@x");
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("id"), &bob, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("email"), &email, slot()));
  CHECK_INT(4, sheaf_item_count(item));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_TEXT(kBob, get_json(table, "p", "s"));
  sheaf_item_clear(item);
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("id"), &bob, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"bob\"}}", json_of(item));
  CHECK_STATUS(SHEAF_OK, sheaf_get(table, &key, item, slot()));
  CHECK_TEXT(kBob, json_of(item));
  const sheaf_key missing = key_of(parts, "p", "none");
  CHECK_STATUS(SHEAF_NOT_FOUND, sheaf_get(table, &missing, item, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(item, sheaf_bytes_of("id"), &bob, slot()));
  CHECK_TEXT("{\"id\":{\"S\":\"bob\"}}", json_of(item));
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_write_options(void) {
  sheaf_db* db = open_folder(temp_path("options").text);  // NORMAL
  sheaf_table* table = make_users(db);
  sheaf_item* ann = item_of(kAnn);
  sheaf_item* bob = item_of(kBob);
  sheaf_item* old = sheaf_item_new();
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options sync = {.struct_size = sizeof sync, .flags = SHEAF_WRITE_SYNC, .old_item = old};
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, &sync, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &sync, slot()));
  CHECK_TEXT(kAnn, json_of(old));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, NULL, slot()));

  struct {
    sheaf_write_options known;
    uint64_t later;
  } newer = {{.struct_size = sizeof newer}, 0};
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, &newer.known, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_delete(table, &key, NULL, &newer.known, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_put(table, ann, NULL, NULL, slot()));
  newer.later = 1;
  newer.known.old_item = old;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, bob, NULL, &newer.known, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &key, NULL, &newer.known, slot()));
  static const uint32_t unknown_flags[] = {2, 3, 0x80000000u};
  for (int i = 0; i < 3; ++i) {
    const sheaf_write_options wrong = {.struct_size = sizeof wrong, .flags = unknown_flags[i], .old_item = old};
    CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, bob, NULL, &wrong, slot()));
    CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &key, NULL, &wrong, slot()));
  }
  static const uint32_t too_small[] = {0, 4, 8, offsetof(sheaf_write_options, new_item) - 1};
  for (int i = 0; i < 4; ++i) {  // in memory of exactly that size
    sheaf_write_options* wrong = calloc(1, too_small[i] < 4 ? 4 : too_small[i]);
    REQUIRE(wrong != NULL);
    memcpy(wrong, &too_small[i], 4);
    CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, bob, NULL, wrong, slot()));
    CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &key, NULL, wrong, slot()));
    free(wrong);
  }
  // MISUSE has changed nothing: neither the table nor the holder of the old item.
  CHECK_TEXT(kAnn, json_of(old));
  CHECK_TEXT(kAnn, get_json(table, "p", "s"));
  sheaf_item_free(ann);
  sheaf_item_free(bob);
  sheaf_item_free(old);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_users(db);
  CHECK_STATUS(SHEAF_OK, put_json(table, kAnn));
  sheaf_item* bob = item_of(kBob);
  sheaf_item* out = item_of("{\"left\":{\"S\":\"over\"}}");
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = out};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(NULL, &key, out, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(table, NULL, out, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(table, &key, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(NULL, bob, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, NULL, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(NULL, &key, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, NULL, NULL, &options, slot()));

  const sheaf_key no_parts = {.parts = NULL, .count = 2};
  sheaf_value wrong[2] = {sheaf_string_of("p"), {SHEAF_NONE, 0, {NULL, 0}}};
  const sheaf_key no_type = {.parts = wrong, .count = 2};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(table, &no_parts, out, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &no_parts, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(table, &no_type, out, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &no_type, NULL, &options, slot()));

  CHECK_TEXT("{\"left\":{\"S\":\"over\"}}", json_of(out));
  CHECK_TEXT(kBob, json_of(bob));
  CHECK_TEXT(kAnn, get_json(table, "p", "s"));
  sheaf_item_free(bob);
  sheaf_item_free(out);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_put_get_delete();
  test_B055_index_read_after_write();
  test_old_item();
  test_key_borrowed_from_the_holder();
  test_item_reuse();
  test_write_options();
  test_misuse();
  return check_summary();
}
