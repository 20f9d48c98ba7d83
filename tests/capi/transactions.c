// sheaf_write_all: what it does, its reasons, its limits and tokens, and what it refuses. What concurrent transactions do to each
// other is tests/threads's; the answers of DynamoDB are tests/conformance's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/many.h"
#include "tests/capi/writes.h"

struct world {
  sheaf_db* db;
  sheaf_table* table;
  sheaf_table* other;
};

static struct world open_world(void) {
  struct world world;
  world.db = open_memory();
  world.table = make_table(world.db, "Table", "S");
  world.other = make_table(world.db, "Other", "S");
  return world;
}

static void close_world(struct world* world) {
  sheaf_table_close(world->table);
  sheaf_table_close(world->other);
  sheaf_db_free(world->db);
}

static const sheaf_range kAll = {.struct_size = sizeof(sheaf_range)};

static void test_all_kinds_act_together(void) {
  struct world world = open_world();
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"u\"},\"n\":{\"N\":\"1\"}}"));
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"d\"}}"));
  sheaf_item* item = item_at("i", "x");
  sheaf_stmt* is_new = make_condition(world.table, "attribute_not_exists(pk)", NULL);
  sheaf_stmt* is_absent = make_condition(world.other, "attribute_not_exists(pk)", NULL);
  sheaf_stmt* count = make_update(world.table, "ADD n :i", "n = :i", "{\":i\":{\"N\":\"1\"}}");
  sheaf_value u[2], d[2], c[2];
  sheaf_action actions[] = {
      put_action(world.table, item),
      put_action(world.other, item),  // one item may be put into many tables
      key_action(SHEAF_ACTION_UPDATE, world.table, key_of(u, "p", "u"), count),
      key_action(SHEAF_ACTION_DELETE, world.table, key_of(d, "p", "d"), NULL),
      key_action(SHEAF_ACTION_CHECK, world.other, key_of(c, "p", "c"), is_absent),
  };
  actions[0].stmt = is_new;
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = SHEAF_WRITE_SYNC, .timeout_ms = UINT64_MAX};
  sheaf_interrupt(world.db);  // concerns calls in flight only
  CHECK_TEXT("SHEAF_OK",
             answer_line(sheaf_write_all(world.db, actions, 5, sheaf_bytes_of("token"), &options, slot())).text);
  CHECK_TEXT("{\"id\":{\"S\":\"x\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"i\"}}", get_json(world.table, "p", "i"));
  CHECK_TEXT("{\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"u\"}}", get_json(world.table, "p", "u"));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "d"));
  CHECK_TEXT("x SHEAF_DONE", walk(world.other, &kAll).text);
  // Without a statement an update makes an item of its key.
  const sheaf_action bare = key_action(SHEAF_ACTION_UPDATE, world.other, key_of(c, "p", "c"), NULL);
  CHECK_TEXT("SHEAF_OK", transact(world.db, &bare, 1).text);
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}", get_json(world.other, "p", "c"));
  sheaf_stmt_free(is_new);
  sheaf_stmt_free(is_absent);
  sheaf_stmt_free(count);
  sheaf_item_free(item);
  close_world(&world);
}

// ---- reasons ----

static void test_reasons_of_conditions(void) {
  struct world world = open_world();
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"},\"v\":{\"N\":\"7\"}}"));
  sheaf_item* item = item_at("i", NULL);
  sheaf_stmt* exists = make_condition(world.table, "attribute_exists(pk)", NULL);
  sheaf_stmt* is_new = make_condition(world.table, "attribute_not_exists(pk)", NULL);
  sheaf_value c[2], d[2], e[2];
  sheaf_action actions[] = {
      put_action(world.table, item),
      key_action(SHEAF_ACTION_CHECK, world.table, key_of(c, "p", "c"), is_new),
      key_action(SHEAF_ACTION_DELETE, world.table, key_of(d, "p", "d"), exists),
      key_action(SHEAF_ACTION_CHECK, world.table, key_of(e, "p", "e"), is_new),
  };
  for (int i = 0; i < 4; ++i) actions[i].flags = SHEAF_ACTION_OLD_ON_FAILURE;
  CHECK_TEXT("SHEAF_CANCELED [SHEAF_OK SHEAF_CONDITION_FAILED SHEAF_CONDITION_FAILED SHEAF_OK]",
             transact(world.db, actions, 4).text);
  CHECK_STATUS(SHEAF_CANCELED, sheaf_error_status(slot()));
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  const char* message = NULL;
  const sheaf_item* old_item = item;
  CHECK_STATUS(SHEAF_OK, sheaf_error_reason(slot(), 0, &message, &old_item));
  CHECK(message != NULL && old_item == NULL);
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 2, &message, &old_item));
  CHECK_TEXT("the condition does not hold", message);
  CHECK(old_item == NULL);  // there is none
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 1, NULL, &old_item));
  REQUIRE(old_item != NULL);
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"},\"v\":{\"N\":\"7\"}}", json_of(old_item));
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 1, NULL, NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_reason(slot(), 4, NULL, NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_reason(slot(), UINT32_MAX, NULL, NULL));

  // Calls that succeed leave the slot alone, also when they change that item; the next error is another one's.
  const sheaf_key key = key_of(c, "p", "c");
  CHECK_STATUS(SHEAF_OK, sheaf_delete(world.table, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 1, NULL, &old_item));
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"},\"v\":{\"N\":\"7\"}}", json_of(old_item));
  CHECK_INT(4, sheaf_error_reason_count(slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get(NULL, &key, item, slot()));
  CHECK_INT(0, sheaf_error_reason_count(slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_reason(slot(), 0, NULL, NULL));
  CHECK_TEXT("SHEAF_DONE", walk(world.table, &kAll).text);
  sheaf_stmt_free(exists);
  sheaf_stmt_free(is_new);
  sheaf_item_free(item);
  close_world(&world);
}

static void test_reasons_without_a_slot_or_a_flag(void) {
  struct world world = open_world();
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}"));
  CHECK_INT(0, sheaf_error_reason_count(NULL));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_reason(NULL, 0, NULL, NULL));
  sheaf_error* fresh = sheaf_error_new();
  CHECK_INT(0, sheaf_error_reason_count(fresh));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_error_reason(fresh, 0, NULL, NULL));
  sheaf_error_free(fresh);
  sheaf_stmt* is_new = make_condition(world.table, "attribute_not_exists(pk)", NULL);
  sheaf_value parts[2];
  const sheaf_action check = key_action(SHEAF_ACTION_CHECK, world.table, key_of(parts, "p", "c"), is_new);
  CHECK_STATUS(SHEAF_CANCELED, sheaf_write_all(world.db, &check, 1, sheaf_bytes_of(NULL), NULL, NULL));
  CHECK_TEXT("SHEAF_CANCELED [SHEAF_CONDITION_FAILED]", transact(world.db, &check, 1).text);
  const sheaf_item* old_item = NULL;
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 0, NULL, &old_item));
  CHECK(old_item == NULL);  // it was not asked for
  sheaf_stmt_free(is_new);
  close_world(&world);
}

// They belong to the slot.
static void test_reasons_outlive_the_database(void) {
  struct world world = open_world();
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"},\"l\":{\"L\":[{\"N\":\"1\"}]}}"));
  sheaf_stmt* is_new = make_condition(world.table, "attribute_not_exists(pk)", NULL);
  sheaf_value parts[2];
  sheaf_action check = key_action(SHEAF_ACTION_CHECK, world.table, key_of(parts, "p", "c"), is_new);
  check.flags = SHEAF_ACTION_OLD_ON_FAILURE;
  CHECK_TEXT("SHEAF_CANCELED [SHEAF_CONDITION_FAILED]", transact(world.db, &check, 1).text);
  const char* message = NULL;
  const sheaf_item* old_item = NULL;
  (void)sheaf_error_reason(slot(), 0, &message, &old_item);
  sheaf_stmt_free(is_new);
  close_world(&world);
  REQUIRE(message != NULL && old_item != NULL);
  CHECK_TEXT("the condition does not hold", message);
  CHECK_TEXT("{\"l\":{\"L\":[{\"N\":\"1\"}]},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}", json_of(old_item));
  CHECK_INT(3, sheaf_item_count(old_item));
}

// What is wrong with one action on its item, or in itself: told alone, and nothing is written.
static void test_reasons_of_actions_that_are_wrong(void) {
  struct world world = open_world();
  REQUIRE_OK(put_json(world.table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"},\"a\":{\"S\":\"x\"}}"));
  sheaf_item* item = item_at("i", NULL);
  sheaf_item* no_sort_key = item_of("{\"pk\":{\"S\":\"p\"}}");
  sheaf_stmt* adds = make_update(world.table, "SET b = a + :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_stmt* reads = make_update(world.table, "SET b = z", NULL, NULL);
  const sheaf_value wrong_type[2] = {sheaf_string_of("p"), sheaf_number_of("1")};
  const sheaf_value one_part[1] = {sheaf_string_of("p")};
  sheaf_value c[2], d[2];
  const sheaf_action put = put_action(world.table, item);
  const struct {
    sheaf_action action;
    const char* answer;
    const char* message;
  } cases[] = {
      {key_action(SHEAF_ACTION_UPDATE, world.table, key_of(c, "p", "c"), adds), "SHEAF_CANCELED [SHEAF_OK SHEAF_TYPE]",
       "+ takes no operand of type S"},
      {key_action(SHEAF_ACTION_UPDATE, world.table, key_of(d, "p", "d"), reads),
       "SHEAF_CANCELED [SHEAF_OK SHEAF_INVALID]", "the update reads z, which the item does not have"},
      {key_action(SHEAF_ACTION_DELETE, world.table, sheaf_key_of(wrong_type, 2), NULL),
       "SHEAF_CANCELED [SHEAF_OK SHEAF_TYPE]", "key attribute 'sk' has type N; the key needs S"},
      {key_action(SHEAF_ACTION_DELETE, world.table, sheaf_key_of(one_part, 1), NULL),
       "SHEAF_CANCELED [SHEAF_OK SHEAF_INVALID]", "the key has 1 parts; 2 are needed"},
      {put_action(world.table, no_sort_key), "SHEAF_CANCELED [SHEAF_OK SHEAF_INVALID]",
       "the item has no key attribute 'sk'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_action actions[] = {put, cases[i].action};
    CHECK_TEXT(cases[i].answer, transact(world.db, actions, 2).text);
    CHECK_TEXT(cases[i].message, reason_text(1));
    CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "i"));
  }
  sheaf_item_free(item);
  sheaf_item_free(no_sort_key);
  sheaf_stmt_free(adds);
  sheaf_stmt_free(reads);
  close_world(&world);
}

// What is wrong whatever the table holds answers with its own status, and the reasons name its action.
static void test_errors_of_the_request_name_their_action(void) {
  struct world world = open_world();
  sheaf_item* item = item_at("i", NULL);
  sheaf_item* large = item_at("l", NULL);
  char* text = malloc(409601);
  REQUIRE(text != NULL);
  memset(text, 'x', 409600);
  text[409600] = '\0';
  const sheaf_value long_value = sheaf_string_of(text);
  REQUIRE_OK(sheaf_item_set(large, sheaf_bytes_of("long"), &long_value, slot()));
  sheaf_stmt* unbound = make_update(world.table, "SET a = :v", NULL, NULL);
  sheaf_stmt* mistyped = make_update(world.table, "ADD a :v", NULL, "{\":v\":{\"S\":\"x\"}}");
  const sheaf_value no_number[2] = {sheaf_string_of("p"), sheaf_number_of("x")};
  sheaf_value c[2], empty[2];
  const struct {
    sheaf_action action;
    const char* answer;
  } cases[] = {
      {key_action(SHEAF_ACTION_DELETE, world.table, key_of(empty, "p", ""), NULL), "SHEAF_INVALID"},
      {key_action(SHEAF_ACTION_UPDATE, world.table, key_of(c, "p", "c"), unbound), "SHEAF_INVALID"},
      {key_action(SHEAF_ACTION_UPDATE, world.table, key_of(c, "p", "c"), mistyped), "SHEAF_TYPE"},
      {key_action(SHEAF_ACTION_DELETE, world.table, sheaf_key_of(no_number, 2), NULL), "SHEAF_INVALID"},
      {put_action(world.table, large), "SHEAF_LIMIT"},
      {put_action(world.table, item), "SHEAF_INVALID"},  // twice
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_action actions[] = {put_action(world.table, item), cases[i].action};
    char expected[64];
    snprintf(expected, sizeof expected, "%s [SHEAF_OK %s]", cases[i].answer, cases[i].answer);
    CHECK_TEXT(expected, transact(world.db, actions, 2).text);
    CHECK_TEXT(sheaf_error_message(slot()), reason_text(1));
    CHECK_TEXT("SHEAF_DONE", walk(world.table, &kAll).text);
  }
  free(text);
  sheaf_stmt_free(unbound);
  sheaf_stmt_free(mistyped);
  sheaf_item_free(item);
  sheaf_item_free(large);
  close_world(&world);
}

// Two handles on one table are one table.
static void test_one_item_through_two_handles(void) {
  struct world world = open_world();
  sheaf_table* again = open_table(world.db, "Table");
  sheaf_item* item = item_at("i", NULL);
  sheaf_stmt* exists = make_condition(again, "attribute_exists(pk)", NULL);
  sheaf_value parts[2];
  sheaf_action actions[] = {put_action(world.table, item),
                            key_action(SHEAF_ACTION_CHECK, again, key_of(parts, "p", "i"), exists)};
  CHECK_TEXT("SHEAF_INVALID [SHEAF_OK SHEAF_INVALID]", transact(world.db, actions, 2).text);
  const sheaf_action puts[] = {actions[0], put_action(again, item)};
  CHECK_TEXT("SHEAF_INVALID [SHEAF_OK SHEAF_INVALID]",
             answer_line(sheaf_write_each(world.db, puts, 2, NULL, NULL, slot())).text);
  sheaf_lookup lookups[] = {{.table = world.table, .key = key_of(parts, "p", "i"), .item = sheaf_item_new()},
                            {.table = again, .key = key_of(parts, "p", "i"), .item = sheaf_item_new()}};
  CHECK_TEXT("SHEAF_INVALID [SHEAF_OK SHEAF_INVALID]",
             answer_line(sheaf_get_all(world.db, lookups, 2, NULL, slot())).text);
  for (int i = 0; i < 2; ++i) sheaf_item_free(lookups[i].item);
  actions[1].table = world.table;  // a statement of another handle on the table fits it
  actions[1].key = key_of(parts, "p", "j");
  CHECK_TEXT("SHEAF_CANCELED [SHEAF_OK SHEAF_CONDITION_FAILED]", transact(world.db, actions, 2).text);
  sheaf_stmt_free(exists);
  sheaf_item_free(item);
  sheaf_table_close(again);
  close_world(&world);
}

// ---- values of actions ----

static void test_one_statement_serves_many_actions(void) {
  struct world world = open_world();
  sheaf_stmt* set = make_update(world.table, "SET id = :v", "attribute_not_exists(id) OR id <> :w",
                                "{\":v\":{\"S\":\"bound\"},\":w\":{\"S\":\"x\"}}");
  sheaf_item* first = item_of("{\":v\":{\"S\":\"first\"},\":w\":{\"S\":\"x\"}}");
  sheaf_item* second = item_of("{\":v\":{\"S\":\"second\"},\":w\":{\"S\":\"x\"}}");
  sheaf_value parts[3][2];
  sheaf_action actions[] = {
      key_action(SHEAF_ACTION_UPDATE, world.table, key_of(parts[0], "p", "1"), set),
      key_action(SHEAF_ACTION_UPDATE, world.table, key_of(parts[1], "p", "2"), set),
      key_action(SHEAF_ACTION_UPDATE, world.table, key_of(parts[2], "p", "3"), set),
  };
  actions[0].values = first;
  actions[1].values = second;
  CHECK_TEXT("SHEAF_OK", transact(world.db, actions, 3).text);
  CHECK_TEXT("first second bound SHEAF_DONE", walk(world.table, &kAll).text);
  // What is bound stays as it was.
  const sheaf_key key = key_of(parts[0], "p", "4");
  CHECK_STATUS(SHEAF_OK, sheaf_update(world.table, &key, set, NULL, slot()));
  CHECK_TEXT("first second bound bound SHEAF_DONE", walk(world.table, &kAll).text);
  // They stand in place of all that is bound, and are looked at as those are.
  sheaf_item* incomplete = item_of("{\":v\":{\"S\":\"x\"}}");
  actions[1].values = incomplete;
  CHECK_TEXT("SHEAF_INVALID [SHEAF_OK SHEAF_INVALID SHEAF_OK]", transact(world.db, actions, 3).text);
  sheaf_stmt* adds = make_update(world.table, "ADD n :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_item* text = item_of("{\":v\":{\"S\":\"x\"}}");
  actions[0].stmt = adds;
  actions[0].values = text;
  CHECK_TEXT("SHEAF_TYPE [SHEAF_TYPE]", transact(world.db, actions, 1).text);
  CHECK_TEXT("first second bound bound SHEAF_DONE", walk(world.table, &kAll).text);
  sheaf_stmt_free(set);
  sheaf_stmt_free(adds);
  sheaf_item_free(first);
  sheaf_item_free(second);
  sheaf_item_free(incomplete);
  sheaf_item_free(text);
  close_world(&world);
}

int main(void) {
  test_all_kinds_act_together();
  test_reasons_of_conditions();
  test_reasons_without_a_slot_or_a_flag();
  test_reasons_outlive_the_database();
  test_reasons_of_actions_that_are_wrong();
  test_errors_of_the_request_name_their_action();
  test_one_item_through_two_handles();
  test_one_statement_serves_many_actions();
  return check_summary();
}
