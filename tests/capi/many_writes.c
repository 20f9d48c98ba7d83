// sheaf_write_each: results by position, what refuses a batch, DynamoDB mode, and what takes no writes.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/many.h"
#include "tests/capi/writes.h"

enum { MOST = 1000, UNTOUCHED = 77 };

static sheaf_status results[MOST + 1];

// Without options. The results stand in `results`.
static struct line write_each(sheaf_db* db, const sheaf_action* actions, size_t count) {
  for (size_t i = 0; i <= MOST; ++i) results[i] = UNTOUCHED;
  const struct line line = answer_line(sheaf_write_each(db, actions, count, results, NULL, slot()));
  CHECK_INT(UNTOUCHED, results[count]);
  return line;
}

static struct line results_line(size_t count) {
  struct line line = {""};
  size_t length = 0;
  for (size_t i = 0; i < count; ++i) {
    REQUIRE(length + 64 < sizeof line.text);
    length += (size_t)sprintf(line.text + length, "%s%s", i == 0 ? "" : " ", sheaf_status_name(results[i]));
  }
  return line;
}

static const sheaf_range kAll = {.struct_size = sizeof(sheaf_range)};

static void test_puts_updates_and_deletes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* other = make_table(db, "Other", "S");
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"d\"},\"id\":{\"S\":\"old\"}}"));
  sheaf_item* item = item_at("i", "new");
  sheaf_stmt* set = make_update(table, "SET id = :v", NULL, "{\":v\":{\"S\":\"bound\"}}");
  sheaf_item* values = item_of("{\":v\":{\"S\":\"own\"}}");
  sheaf_value parts[4][2];
  sheaf_action actions[] = {
      put_action(table, item),
      put_action(other, item),
      key_action(SHEAF_ACTION_DELETE, table, key_of(parts[0], "p", "d"), NULL),
      key_action(SHEAF_ACTION_UPDATE, table, key_of(parts[1], "p", "u"), set),
      key_action(SHEAF_ACTION_UPDATE, table, key_of(parts[2], "p", "v"), set),
      key_action(SHEAF_ACTION_DELETE, other, key_of(parts[3], "p", "missing"), NULL),
  };
  actions[3].values = values;
  sheaf_interrupt(db);  // concerns calls in flight only
  CHECK_TEXT("SHEAF_OK", write_each(db, actions, 6).text);
  CHECK_TEXT("SHEAF_OK SHEAF_OK SHEAF_OK SHEAF_OK SHEAF_OK SHEAF_OK", results_line(6).text);
  CHECK_TEXT("new own bound SHEAF_DONE", walk(table, &kAll).text);
  CHECK_TEXT("new SHEAF_DONE", walk(other, &kAll).text);
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = SHEAF_WRITE_SYNC, .timeout_ms = UINT64_MAX};
  CHECK_STATUS(SHEAF_OK, sheaf_write_each(db, actions, 6, NULL, &options, slot()));
  sheaf_item_free(item);
  sheaf_item_free(values);
  sheaf_stmt_free(set);
  sheaf_table_close(table);
  sheaf_table_close(other);
  sheaf_db_free(db);
}

// Each action is by itself: those that cannot be done do not hinder the others.
static void test_actions_that_fail_on_their_items(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"a\"},\"id\":{\"S\":\"A\"}}"));
  sheaf_item* first = item_at("1", "1");
  sheaf_item* last = item_at("z", "z");
  sheaf_item* again = item_at("a", "again");
  sheaf_stmt* is_new = make_condition(table, "attribute_not_exists(pk)", NULL);
  sheaf_stmt* exists = make_condition(table, "attribute_exists(pk)", NULL);
  sheaf_stmt* reads = make_update(table, "SET id = z", NULL, NULL);
  sheaf_value parts[2][2];
  sheaf_action actions[] = {
      put_action(table, first),
      put_action(table, again),
      key_action(SHEAF_ACTION_UPDATE, table, key_of(parts[0], "p", "u"), reads),
      key_action(SHEAF_ACTION_DELETE, table, key_of(parts[1], "p", "d"), exists),
      put_action(table, last),
  };
  actions[1].stmt = is_new;
  actions[1].flags = SHEAF_ACTION_OLD_ON_FAILURE;
  actions[3].flags = SHEAF_ACTION_OLD_ON_FAILURE;
  static const char* const kResults = "SHEAF_OK SHEAF_CONDITION_FAILED SHEAF_INVALID SHEAF_CONDITION_FAILED SHEAF_OK";
  char expected[160];
  snprintf(expected, sizeof expected, "SHEAF_CONDITION_FAILED [%s]", kResults);
  CHECK_TEXT(expected, write_each(db, actions, 5).text);
  CHECK_TEXT(kResults, results_line(5).text);
  const sheaf_item* old_item = NULL;
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 1, NULL, &old_item));
  REQUIRE(old_item != NULL);
  CHECK_TEXT("{\"id\":{\"S\":\"A\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"a\"}}", json_of(old_item));
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_error_reason(slot(), 3, NULL, &old_item));
  CHECK(old_item == NULL);
  CHECK_TEXT("the update reads z, which the item does not have", reason_text(2));
  CHECK_TEXT("1 A z SHEAF_DONE", walk(table, &kAll).text);
  sheaf_item_free(first);
  sheaf_item_free(last);
  sheaf_item_free(again);
  sheaf_stmt_free(is_new);
  sheaf_stmt_free(exists);
  sheaf_stmt_free(reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A key, item or value that breaks a rule refuses the whole batch, before anything is written.
static void test_what_refuses_the_whole_batch(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_item* first = item_at("1", "1");
  sheaf_item* no_key = item_of("{\"pk\":{\"S\":\"p\"}}");
  sheaf_stmt* unbound = make_update(table, "SET id = :v", NULL, NULL);
  const sheaf_value wrong_type[2] = {sheaf_string_of("p"), sheaf_number_of("1")};
  sheaf_value parts[3][2];
  const struct {
    sheaf_action action;
    const char* status;
  } cases[] = {
      {put_action(table, no_key), "SHEAF_INVALID"},
      {put_action(table, first), "SHEAF_INVALID"},                                                  // twice
      {key_action(SHEAF_ACTION_DELETE, table, key_of(parts[0], "p", "1"), NULL), "SHEAF_INVALID"},  // twice
      {key_action(SHEAF_ACTION_DELETE, table, sheaf_key_of(wrong_type, 2), NULL), "SHEAF_TYPE"},
      {key_action(SHEAF_ACTION_DELETE, table, key_of(parts[1], "p", ""), NULL), "SHEAF_INVALID"},
      {key_action(SHEAF_ACTION_UPDATE, table, key_of(parts[2], "p", "u"), unbound), "SHEAF_INVALID"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_action actions[] = {put_action(table, first), cases[i].action};
    char expected[64];
    snprintf(expected, sizeof expected, "%s [SHEAF_OK %s]", cases[i].status, cases[i].status);
    CHECK_TEXT(expected, write_each(db, actions, 2).text);
    CHECK_TEXT(sheaf_error_message(slot()), reason_text(1));
    CHECK(results[0] < 0);  // it was not done either
    CHECK_TEXT(cases[i].status, sheaf_status_name(results[1]));
    CHECK_TEXT("SHEAF_DONE", walk(table, &kAll).text);
  }
  CHECK_STATUS(SHEAF_INVALID, sheaf_write_each(db, NULL, 0, NULL, NULL, slot()));
  sheaf_item_free(first);
  sheaf_item_free(no_key);
  sheaf_stmt_free(unbound);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Deletes of that many items, as many as MOST.
static sheaf_status delete_many(sheaf_db* db, sheaf_table* table, size_t count) {
  static char sorts[MOST][16];
  static sheaf_value parts[MOST][2];
  static sheaf_action actions[MOST];
  for (size_t i = 0; i < count; ++i) {
    snprintf(sorts[i], sizeof sorts[i], "%04d", (int)i);
    actions[i] = key_action(SHEAF_ACTION_DELETE, table, key_of(parts[i], "p", sorts[i]), NULL);
  }
  return sheaf_write_each(db, actions, count, NULL, NULL, slot());
}

static void test_a_thousand(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  static sheaf_item* items[MOST];
  static sheaf_action actions[MOST];
  for (int i = 0; i < MOST; ++i) {
    char sort[16];
    snprintf(sort, sizeof sort, "%04d", i);
    items[i] = item_at(sort, NULL);
    actions[i] = put_action(table, items[i]);
  }
  CHECK_STATUS(SHEAF_OK, sheaf_write_each(db, actions, MOST, results, NULL, slot()));
  for (int i = 0; i < MOST; ++i) CHECK_STATUS(SHEAF_OK, results[i]);
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .flags = SHEAF_COUNT};
  sheaf_stmt* count = prepare_text(table, &text);
  CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(count, slot()));
  CHECK_INT(MOST, sheaf_stmt_returned(count));
  sheaf_stmt_reset(count);
  CHECK_STATUS(SHEAF_OK, delete_many(db, table, MOST));
  CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(count, slot()));
  CHECK_INT(0, sheaf_stmt_returned(count));
  for (int i = 0; i < MOST; ++i) sheaf_item_free(items[i]);
  sheaf_stmt_free(count);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_dynamodb_mode(void) {
  sheaf_db* db = open_memory_with(SHEAF_OPEN_DYNAMODB);
  sheaf_table* table = make_table(db, "Table", "S");
  CHECK_STATUS(SHEAF_OK, delete_many(db, table, 25));
  CHECK_STATUS(SHEAF_LIMIT, delete_many(db, table, 26));
  sheaf_item* item = item_at("i", "x");
  sheaf_stmt* is_new = make_condition(table, "attribute_not_exists(pk)", NULL);
  sheaf_stmt* exists = make_condition(table, "attribute_exists(pk)", NULL);
  sheaf_value parts[2];
  sheaf_action put = put_action(table, item);
  put.stmt = is_new;
  const sheaf_key key = key_of(parts, "p", "u");
  const sheaf_action refused[] = {put, key_action(SHEAF_ACTION_DELETE, table, key, exists),
                                  key_action(SHEAF_ACTION_UPDATE, table, key, NULL)};
  for (size_t i = 0; i < 3; ++i) {
    CHECK_STATUS(SHEAF_UNSUPPORTED, sheaf_write_each(db, &refused[i], 1, NULL, NULL, slot()));
  }
  CHECK_TEXT("SHEAF_DONE", walk(table, &kAll).text);
  put.stmt = NULL;
  CHECK_STATUS(SHEAF_OK, sheaf_write_each(db, &put, 1, NULL, NULL, slot()));
  CHECK_TEXT("x SHEAF_DONE", walk(table, &kAll).text);
  sheaf_item_free(item);
  sheaf_stmt_free(is_new);
  sheaf_stmt_free(exists);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_misused(sheaf_db* db, sheaf_action wrong) {
  for (int i = 0; i <= MOST; ++i) results[i] = UNTOUCHED;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_each(db, &wrong, 1, results, NULL, slot()));
  CHECK_INT(UNTOUCHED, results[0]);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_db* elsewhere = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* foreign = make_table(elsewhere, "Table", "S");
  sheaf_item* item = item_at("i", NULL);
  sheaf_stmt* condition = make_condition(table, "attribute_exists(pk)", NULL);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_action put = put_action(table, item);
  check_misused(db, key_action(SHEAF_ACTION_CHECK, table, key, condition));
  check_misused(db, key_action(SHEAF_ACTION_UPDATE, table, key, condition));
  check_misused(db, put_action(foreign, item));
  check_misused(db, put_action(NULL, item));
  check_misused(db, put_action(table, NULL));
  const sheaf_key reserved_key = {.parts = parts, .count = 2, .reserved = 1};
  const sheaf_value no_type[2] = {sheaf_string_of("p"), {SHEAF_NONE, 0, {NULL, 0}}};
  check_misused(db, key_action(SHEAF_ACTION_DELETE, table, reserved_key, NULL));
  check_misused(db, key_action(SHEAF_ACTION_DELETE, table, sheaf_key_of(no_type, 2), NULL));
  sheaf_action wrong = put;
  wrong.flags = 2;
  check_misused(db, wrong);
  wrong = put;
  wrong.reserved[2] = 1;
  check_misused(db, wrong);
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_each(NULL, &put, 1, results, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_each(db, NULL, 1, results, NULL, slot()));
  const sheaf_write_options options[] = {
      {.struct_size = sizeof options[0], .old_item = item},
      {.struct_size = sizeof options[0], .new_item = item},
      {.struct_size = sizeof options[0], .flags = SHEAF_WRITE_UPDATED_ONLY},
      {.struct_size = 4},
  };
  for (int i = 0; i < 4; ++i) {
    CHECK_STATUS(SHEAF_MISUSE, sheaf_write_each(db, &put, 1, results, &options[i], slot()));
    CHECK_INT(UNTOUCHED, results[0]);
  }
  CHECK_TEXT("SHEAF_DONE", walk(table, &kAll).text);
  sheaf_item_free(item);
  sheaf_stmt_free(condition);
  sheaf_table_close(table);
  sheaf_table_close(foreign);
  sheaf_db_free(db);
  sheaf_db_free(elsewhere);
}

static void test_what_takes_no_writes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* other = make_table(db, "Other", "S");
  sheaf_item* item = item_at("i", NULL);
  sheaf_snapshot* snapshot = NULL;
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_open(db, &snapshot, slot()));
  REQUIRE_OK(sheaf_snapshot_table(snapshot, table, &bound, slot()));
  sheaf_action actions[] = {put_action(other, item), put_action(bound, item)};
  CHECK_TEXT("SHEAF_READ_ONLY [SHEAF_OK SHEAF_READ_ONLY]", write_each(db, actions, 2).text);
  CHECK_TEXT("SHEAF_DONE", walk(other, &kAll).text);
  REQUIRE_OK(sheaf_table_drop(db, "Table", slot()));
  actions[1] = put_action(table, item);
  const sheaf_status dropped = sheaf_write_each(db, actions, 2, results, NULL, slot());
  CHECK_STATUS(SHEAF_NO_TABLE, dropped);
  CHECK_STATUS(SHEAF_NO_TABLE, results[1]);
  sheaf_close(db);
  CHECK_STATUS(SHEAF_CLOSED, sheaf_write_each(db, actions, 1, results, NULL, slot()));
  CHECK_STATUS(SHEAF_CLOSED, results[0]);
  sheaf_item_free(item);
  sheaf_table_close(bound);
  sheaf_table_close(table);
  sheaf_table_close(other);
  sheaf_snapshot_free(snapshot);
  sheaf_db_free(db);
}

static void test_a_database_that_is_open_for_reading(void) {
  const struct path path = temp_path("reading");
  sheaf_db* db = open_folder(path.text);
  sheaf_table_close(make_table(db, "Table", "S"));
  sheaf_db_free(db);
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_READ_ONLY};
  REQUIRE_OK(sheaf_open(path.text, &options, &db, slot()));
  sheaf_table* table = open_table(db, "Table");
  sheaf_item* item = item_at("i", NULL);
  const sheaf_action put = put_action(table, item);
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_write_each(db, &put, 1, NULL, NULL, slot()));
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_puts_updates_and_deletes();
  test_actions_that_fail_on_their_items();
  test_what_refuses_the_whole_batch();
  test_a_thousand();
  test_dynamodb_mode();
  test_misuse();
  test_what_takes_no_writes();
  test_a_database_that_is_open_for_reading();
  return check_summary();
}
