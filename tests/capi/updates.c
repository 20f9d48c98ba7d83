// sheaf_update: what it makes, the images that it gives back, what it refuses, and what a refused one leaves behind.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/writes.h"

static const char* const kDefinition =
    "{\"TableName\":\"Table\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
    "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
    "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"g\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":[{\"IndexName\":\"by_g\","
    "\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}]}";

static const char* const kLeftOver = "{\"left\":{\"S\":\"over\"}}";

static sheaf_table* make_indexed(sheaf_db* db) {
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(kDefinition), slot()));
  return open_table(db, "Table");
}

struct world {
  sheaf_db* db;
  sheaf_table* table;
  sheaf_item* old_item;
  sheaf_item* new_item;
};

static struct world open_world(void) {
  struct world world;
  world.db = open_memory();
  world.table = make_indexed(world.db);
  world.old_item = item_of(kLeftOver);
  world.new_item = item_of(kLeftOver);
  return world;
}

static void close_world(struct world* world) {
  sheaf_item_free(world->old_item);
  sheaf_item_free(world->new_item);
  sheaf_table_close(world->table);
  sheaf_db_free(world->db);
}

// Updates the item p, s with both holders.
static struct line update_item(struct world* world, sheaf_stmt* update, uint32_t flags) {
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = flags, .old_item = world->old_item, .new_item = world->new_item};
  const sheaf_status status = sheaf_update(world->table, &key, update, &options, slot());
  return write_line(status, world->old_item, world->new_item);
}

static void test_makes_and_changes_items(void) {
  struct world world = open_world();
  sheaf_stmt* count = make_update(world.table, "SET n = if_not_exists(n, :z) + :i", NULL,
                                  "{\":z\":{\"N\":\"0\"},\":i\":{\"N\":\"1\"}}");
  CHECK_TEXT("SHEAF_OK {} {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             update_item(&world, count, 0).text);
  CHECK_TEXT(
      "SHEAF_OK {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}} "
      "{\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
      update_item(&world, count, SHEAF_WRITE_SYNC).text);
  bind_values(count, "{\":i\":{\"N\":\"-0.5\"}}");  // :z stays bound
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  CHECK_STATUS(SHEAF_OK, sheaf_update(world.table, &key, count, NULL, slot()));
  CHECK_TEXT("{\"n\":{\"N\":\"1.5\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", get_json(world.table, "p", "s"));
  sheaf_stmt_free(count);
  close_world(&world);
}

// NONE, ALL_OLD, ALL_NEW, UPDATED_OLD and UPDATED_NEW of DynamoDB.
static void test_the_five_forms_of_return_values(void) {
  struct world world = open_world();
  sheaf_stmt* update = make_update(world.table, "SET a = :v, m.x = :v REMOVE b", NULL, "{\":v\":{\"N\":\"2\"}}");
  static const char* const kBefore =
      "{\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"B\"},\"m\":{\"M\":{\"y\":{\"N\":\"3\"}}},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":"
      "\"s\"}}";
  static const char* const kAfter =
      "{\"a\":{\"N\":\"2\"},\"m\":{\"M\":{\"x\":{\"N\":\"2\"},\"y\":{\"N\":\"3\"}}},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":"
      "\"s\"}}";
  static const struct {
    uint32_t flags;
    int wants_old;
    int wants_new;
    const char* expected;
  } forms[] = {
      {0, 0, 0, "SHEAF_OK"},
      {0, 1, 0,
       "SHEAF_OK "
       "{\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"B\"},\"m\":{\"M\":{\"y\":{\"N\":\"3\"}}},\"pk\":{\"S\":\"p\"},\"sk\":{"
       "\"S\":\"s\"}}"},
      {0, 0, 1,
       "SHEAF_OK "
       "{\"a\":{\"N\":\"2\"},\"m\":{\"M\":{\"x\":{\"N\":\"2\"},\"y\":{\"N\":\"3\"}}},\"pk\":{\"S\":\"p\"},\"sk\":{"
       "\"S\":\"s\"}}"},
      {SHEAF_WRITE_UPDATED_ONLY, 1, 0, "SHEAF_OK {\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"B\"}}"},
      {SHEAF_WRITE_UPDATED_ONLY, 0, 1, "SHEAF_OK {\"a\":{\"N\":\"2\"},\"m\":{\"M\":{\"x\":{\"N\":\"2\"}}}}"},
      {SHEAF_WRITE_UPDATED_ONLY | SHEAF_WRITE_SYNC, 1, 1,
       "SHEAF_OK {\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"B\"}} {\"a\":{\"N\":\"2\"},\"m\":{\"M\":{\"x\":{\"N\":\"2\"}}}}"},
  };
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
    REQUIRE_OK(put_json(world.table, kBefore));
    sheaf_value parts[2];
    const sheaf_key key = key_of(parts, "p", "s");
    sheaf_item* const old_item = forms[i].wants_old ? world.old_item : NULL;
    sheaf_item* const new_item = forms[i].wants_new ? world.new_item : NULL;
    const sheaf_write_options options = {
        .struct_size = sizeof options, .flags = forms[i].flags, .old_item = old_item, .new_item = new_item};
    const sheaf_status status = sheaf_update(world.table, &key, update, &options, slot());
    CHECK_TEXT(forms[i].expected, write_line(status, old_item, new_item).text);
    CHECK_TEXT(kAfter, get_json(world.table, "p", "s"));
  }
  sheaf_stmt_free(update);
  close_world(&world);
}

static void test_updates_without_an_item_or_an_expression(void) {
  struct world world = open_world();
  sheaf_stmt* removes = make_update(world.table, "REMOVE a, b.c", NULL, NULL);
  CHECK_TEXT("SHEAF_OK {} {}", update_item(&world, removes, 0).text);
  CHECK_TEXT("SHEAF_OK {} {}", update_item(&world, removes, SHEAF_WRITE_UPDATED_ONLY).text);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "s"));
  CHECK_TEXT("SHEAF_OK {} {\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", update_item(&world, NULL, 0).text);
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", get_json(world.table, "p", "s"));
  CHECK_TEXT("SHEAF_OK {} {}", update_item(&world, NULL, SHEAF_WRITE_UPDATED_ONLY).text);
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"a\":{\"N\":\"1\"}}"));
  CHECK_TEXT(
      "SHEAF_OK {\"a\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}} "
      "{\"a\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
      update_item(&world, NULL, 0).text);
  sheaf_stmt_free(removes);
  close_world(&world);
}

static void test_indexes_change_in_the_same_commit(void) {
  struct world world = open_world();
  const sheaf_range range = {.struct_size = sizeof range, .index = "by_g"};
  sheaf_stmt* update = make_update(world.table, "SET g = :g, id = :g", NULL, "{\":g\":{\"S\":\"x\"}}");
  CHECK_TEXT("SHEAF_DONE", walk(world.table, &range).text);
  (void)update_item(&world, update, 0);
  CHECK_TEXT("x SHEAF_DONE", walk(world.table, &range).text);
  bind_values(update, "{\":g\":{\"S\":\"y\"}}");
  (void)update_item(&world, update, 0);
  CHECK_TEXT("y SHEAF_DONE", walk(world.table, &range).text);
  bind_values(update, "{\":g\":{\"N\":\"1\"}}");
  CHECK_TEXT("SHEAF_TYPE {} {}", update_item(&world, update, 0).text);
  bind_values(update, "{\":g\":{\"S\":\"\"}}");
  CHECK_TEXT("SHEAF_INVALID {} {}", update_item(&world, update, 0).text);
  CHECK_TEXT("the update makes attribute 'g' empty; it is a key of index 'by_g'", sheaf_error_message(slot()));
  CHECK_TEXT("y SHEAF_DONE", walk(world.table, &range).text);
  sheaf_stmt_free(update);
  close_world(&world);
}

// Each is refused, leaves the holders empty and changes nothing.
static void test_what_the_item_does_not_have(void) {
  struct world world = open_world();
  static const char* const kStored = "{\"a\":{\"S\":\"x\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";
  REQUIRE_OK(put_json(world.table, kStored));
  static const struct {
    const char* update;
    const char* values;
    const char* answer;
    const char* message;
  } cases[] = {
      {"SET b = c", NULL, "SHEAF_INVALID {} {}", "the update reads c, which the item does not have"},
      {"SET b.c[1] = a", NULL, "SHEAF_INVALID {} {}", "the item has no map or list in which b.c[1] could be"},
      {"SET b = a + :v", "{\":v\":{\"N\":\"1\"}}", "SHEAF_TYPE {} {}", "+ takes no operand of type S"},
      {"ADD a :v", "{\":v\":{\"N\":\"1\"}}", "SHEAF_TYPE {} {}", "ADD takes no operand of type S"},
      {"SET b = :v + :w", "{\":v\":{\"N\":\"1e50\"},\":w\":{\"N\":\"1\"}}", "SHEAF_LIMIT {} {}",
       "the exact result needs more than 38 significant digits"},
      {"SET b = :v", NULL, "SHEAF_INVALID {} {}", "UpdateExpression: no value is bound to :v"},
      {"ADD b :v", "{\":v\":{\"S\":\"x\"}}", "SHEAF_TYPE {} {}",
       "UpdateExpression: ADD takes no operand of type STRING"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    sheaf_stmt* update = make_update(world.table, cases[i].update, NULL, cases[i].values);
    parse_item(world.old_item, kLeftOver);
    parse_item(world.new_item, kLeftOver);
    CHECK_TEXT(cases[i].answer, update_item(&world, update, 0).text);
    CHECK_TEXT(cases[i].message, sheaf_error_message(slot()));
    CHECK_TEXT(kStored, get_json(world.table, "p", "s"));
    sheaf_stmt_free(update);
  }
  close_world(&world);
}

static void test_conditions_of_updates(void) {
  struct world world = open_world();
  sheaf_stmt* update =
      make_update(world.table, "SET a = :new", "a = :seen", "{\":new\":{\"N\":\"2\"},\":seen\":{\"N\":\"1\"}}");
  CHECK_TEXT("SHEAF_CONDITION_FAILED {} {}", update_item(&world, update, 0).text);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "s"));
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"a\":{\"N\":\"1\"}}"));
  CHECK_TEXT("SHEAF_OK {\"a\":{\"N\":\"1\"}} {\"a\":{\"N\":\"2\"}}",
             update_item(&world, update, SHEAF_WRITE_UPDATED_ONLY).text);
  // The old item is whole then, whatever the flags.
  CHECK_TEXT("SHEAF_CONDITION_FAILED {\"a\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}} {}",
             update_item(&world, update, SHEAF_WRITE_UPDATED_ONLY).text);
  sheaf_stmt_free(update);
  close_world(&world);
}

// The holders are reusable whatever the last call answered, and a key may be borrowed from one of them.
static void test_holders_are_reused(void) {
  struct world world = open_world();
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  (void)update_item(&world, update, 0);
  sheaf_value parts[2];
  REQUIRE_OK(sheaf_item_get(world.new_item, sheaf_bytes_of("pk"), &parts[0], slot()));
  REQUIRE_OK(sheaf_item_get(world.new_item, sheaf_bytes_of("sk"), &parts[1], slot()));
  const sheaf_key key = sheaf_key_of(parts, 2);
  const sheaf_write_options options = {.struct_size = sizeof options, .new_item = world.new_item};
  bind_values(update, "{\":v\":{\"N\":\"2\"}}");
  const sheaf_status status = sheaf_update(world.table, &key, update, &options, slot());
  CHECK_TEXT("SHEAF_OK {\"a\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             write_line(status, NULL, world.new_item).text);
  const sheaf_value id = sheaf_string_of("id");
  CHECK_STATUS(SHEAF_OK, sheaf_item_set(world.new_item, sheaf_bytes_of("id"), &id, slot()));
  CHECK_INT(4, sheaf_item_count(world.new_item));
  CHECK_STATUS(SHEAF_OK, sheaf_put(world.table, world.new_item, NULL, NULL, slot()));
  sheaf_stmt_free(update);
  close_world(&world);
}

static void test_wrong_keys(void) {
  struct world world = open_world();
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  const sheaf_write_options options = {.struct_size = sizeof options, .new_item = world.new_item};
  const sheaf_value one[1] = {sheaf_string_of("p")};
  const sheaf_key too_short = sheaf_key_of(one, 1);
  CHECK_STATUS(SHEAF_INVALID, sheaf_update(world.table, &too_short, update, &options, slot()));
  const sheaf_value wrong_type[2] = {sheaf_string_of("p"), sheaf_number_of("1")};
  const sheaf_key wrong = sheaf_key_of(wrong_type, 2);
  CHECK_STATUS(SHEAF_TYPE, sheaf_update(world.table, &wrong, update, &options, slot()));
  const sheaf_value no_number[2] = {sheaf_string_of("p"), sheaf_number_of("x")};
  const sheaf_key bad = sheaf_key_of(no_number, 2);
  CHECK_STATUS(SHEAF_INVALID, sheaf_update(world.table, &bad, update, &options, slot()));
  CHECK_INT(0, sheaf_item_count(world.new_item));
  sheaf_stmt_free(update);
  close_world(&world);
}

static void test_misuse(void) {
  struct world world = open_world();
  sheaf_table* other = make_table(world.db, "Other", "S");
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_stmt* of_other = make_update(other, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_stmt* condition = make_condition(world.table, "attribute_exists(pk)", NULL);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_key no_parts = {.parts = NULL, .count = 2};
  const sheaf_write_options both = {.struct_size = sizeof both, .old_item = world.old_item, .new_item = world.new_item};
  const sheaf_write_options same = {.struct_size = sizeof same, .old_item = world.old_item, .new_item = world.old_item};
  const sheaf_write_options flag = {.struct_size = sizeof flag, .flags = 4, .old_item = world.old_item};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(NULL, &key, update, &both, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, NULL, update, &both, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, &no_parts, update, &both, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, &key, of_other, &both, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, &key, condition, &both, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, &key, update, &same, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(world.table, &key, update, &flag, slot()));
  CHECK_TEXT(kLeftOver, json_of(world.old_item));
  CHECK_TEXT(kLeftOver, json_of(world.new_item));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "s"));
  sheaf_stmt_free(update);
  sheaf_stmt_free(of_other);
  sheaf_stmt_free(condition);
  sheaf_table_close(other);
  close_world(&world);
}

// A caller that was compiled before new_item was there gives a shorter struct.
static void test_the_first_version_of_the_options(void) {
  struct world world = open_world();
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const size_t first_bytes = offsetof(sheaf_write_options, new_item);
  sheaf_write_options* first = calloc(1, first_bytes);  // of exactly that size
  REQUIRE(first != NULL);
  const uint32_t size = (uint32_t)first_bytes;
  memcpy(first, &size, sizeof size);
  CHECK_STATUS(SHEAF_OK, sheaf_update(world.table, &key, update, first, slot()));
  free(first);
  CHECK_TEXT("{\"a\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", get_json(world.table, "p", "s"));
  sheaf_stmt_free(update);
  close_world(&world);
}

static void test_after_a_drop_and_a_close(void) {
  struct world world = open_world();
  sheaf_table* other = make_table(world.db, "Other", "S");
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_snapshot* snapshot = NULL;
  REQUIRE_OK(sheaf_snapshot_open(world.db, &snapshot, slot()));
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_table(snapshot, world.table, &bound, slot()));
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_update(bound, &key, NULL, NULL, slot()));
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  REQUIRE_OK(sheaf_table_drop(world.db, "Table", slot()));
  CHECK_TEXT("SHEAF_NO_TABLE {} {}", update_item(&world, update, 0).text);
  CHECK_TEXT("SHEAF_NO_TABLE {} {}", update_item(&world, NULL, 0).text);
  sheaf_close(world.db);
  CHECK_TEXT("SHEAF_CLOSED {} {}", update_item(&world, update, 0).text);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_update(other, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_update(other, &key, update, NULL, slot()));
  sheaf_table_close(other);
  sheaf_stmt_free(update);
  close_world(&world);
}

// What no item can hold is refused before it is copied, however large it is: 64 MiB is as much as a stored item may have in all.
static void test_values_that_no_item_can_hold(void) {
  struct world world = open_world();
  CHECK_TEXT("SHEAF_OK {} {\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}", update_item(&world, NULL, 0).text);
  sheaf_stmt* update = make_update(world.table, "SET x = :v", NULL, NULL);
  const size_t sizes[] = {409600, (size_t)16 << 20, ((size_t)16 << 20) + 1, ((size_t)64 << 20) - 2};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    uint8_t* const bytes = malloc(sizes[i]);
    REQUIRE(bytes != NULL);
    memset(bytes, 'x', sizes[i]);
    const sheaf_value value = {SHEAF_STRING, 0, {bytes, sizes[i]}};
    REQUIRE_OK(sheaf_stmt_bind(update, 0, &value, slot()));
    free(bytes);
    CHECK_TEXT("SHEAF_LIMIT {} {}", update_item(&world, update, 0).text);
  }
  CHECK_TEXT("SHEAF_OK {\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}} {\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             update_item(&world, NULL, 0).text);
  sheaf_stmt_free(update);
  close_world(&world);
}

int main(void) {
  test_makes_and_changes_items();
  test_the_five_forms_of_return_values();
  test_updates_without_an_item_or_an_expression();
  test_indexes_change_in_the_same_commit();
  test_what_the_item_does_not_have();
  test_values_that_no_item_can_hold();
  test_conditions_of_updates();
  test_holders_are_reused();
  test_wrong_keys();
  test_misuse();
  test_the_first_version_of_the_options();
  test_after_a_drop_and_a_close();
  return check_summary();
}
