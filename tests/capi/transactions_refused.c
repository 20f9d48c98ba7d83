// sheaf_write_all: misuse, limits, tokens, and tables and databases that take no writes.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/many.h"
#include "tests/capi/writes.h"

struct world {
  sheaf_db* db;
  sheaf_table* table;
  sheaf_item* item;
};

static struct world world_of(sheaf_db* db) {
  const struct world world = {db, make_table(db, "Table", "S"), item_at("i", NULL)};
  return world;
}

static void close_world(struct world* world) {
  sheaf_item_free(world->item);
  sheaf_table_close(world->table);
  sheaf_db_free(world->db);
}

static sheaf_status write_with(struct world* world, const sheaf_action* action, const char* token) {
  return sheaf_write_all(world->db, action, 1, sheaf_bytes_of(token), NULL, slot());
}

// ---- misuse ----

static void check_misused(struct world* world, sheaf_action wrong) {
  sheaf_item* item = item_at("first", NULL);
  const sheaf_action actions[] = {put_action(world->table, item), wrong};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_all(world->db, actions, 2, sheaf_bytes_of(NULL), NULL, slot()));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world->table, "p", "first"));
  sheaf_item_free(item);
}

static void test_misused_actions(void) {
  struct world world = world_of(open_memory());
  struct world elsewhere = world_of(open_memory());
  sheaf_table* other = make_table(world.db, "Other", "S");
  sheaf_stmt* update = make_update(world.table, "SET a = :v", NULL, "{\":v\":{\"N\":\"1\"}}");
  sheaf_stmt* condition = make_condition(world.table, "attribute_exists(pk)", NULL);
  sheaf_stmt* of_other = make_condition(other, "attribute_exists(pk)", NULL);
  const sheaf_stmt_text scan_text = {.struct_size = sizeof scan_text, .kind = SHEAF_STMT_SCAN};
  sheaf_stmt* scan = prepare_text(world.table, &scan_text);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_key no_parts = {.parts = NULL, .count = 2};
  const sheaf_action put = put_action(world.table, world.item);
  const sheaf_action check = key_action(SHEAF_ACTION_CHECK, world.table, key, condition);
  static const uint32_t unknown_kinds[] = {0, 5, UINT32_MAX};
  for (int i = 0; i < 3; ++i) {
    sheaf_action wrong = check;
    wrong.kind = unknown_kinds[i];
    check_misused(&world, wrong);
  }
  static const uint32_t unknown_flags[] = {2, 3, 0x80000000u};
  for (int i = 0; i < 3; ++i) {
    sheaf_action wrong = check;
    wrong.flags = unknown_flags[i];
    check_misused(&world, wrong);
  }
  for (int i = 0; i < 3; ++i) {
    sheaf_action wrong = put;
    wrong.reserved[i] = 1;
    check_misused(&world, wrong);
  }
  sheaf_action wrong = put;
  wrong.table = NULL;
  check_misused(&world, wrong);
  wrong = put;
  wrong.table = elsewhere.table;
  check_misused(&world, wrong);
  wrong = put;
  wrong.item = NULL;
  check_misused(&world, wrong);
  check_misused(&world, key_action(SHEAF_ACTION_UPDATE, world.table, no_parts, NULL));
  check_misused(&world, key_action(SHEAF_ACTION_DELETE, world.table, no_parts, NULL));
  check_misused(&world, key_action(SHEAF_ACTION_CHECK, world.table, no_parts, condition));
  check_misused(&world, key_action(SHEAF_ACTION_CHECK, world.table, key, NULL));
  const sheaf_key reserved_key = {.parts = parts, .count = 2, .reserved = 1};
  const sheaf_value no_type[2] = {sheaf_string_of("p"), {SHEAF_NONE, 0, {NULL, 0}}};
  check_misused(&world, key_action(SHEAF_ACTION_DELETE, world.table, reserved_key, NULL));
  check_misused(&world, key_action(SHEAF_ACTION_DELETE, world.table, sheaf_key_of(no_type, 2), NULL));
  // Statements of another kind or table.
  check_misused(&world, key_action(SHEAF_ACTION_CHECK, world.table, key, update));
  check_misused(&world, key_action(SHEAF_ACTION_DELETE, world.table, key, update));
  check_misused(&world, key_action(SHEAF_ACTION_UPDATE, world.table, key, condition));
  check_misused(&world, key_action(SHEAF_ACTION_CHECK, world.table, key, scan));
  check_misused(&world, key_action(SHEAF_ACTION_CHECK, world.table, key, of_other));
  wrong = put;
  wrong.stmt = update;
  check_misused(&world, wrong);
  wrong = put;
  wrong.stmt = of_other;
  check_misused(&world, wrong);
  sheaf_stmt_free(update);
  sheaf_stmt_free(condition);
  sheaf_stmt_free(of_other);
  sheaf_stmt_free(scan);
  sheaf_table_close(other);
  close_world(&elsewhere);
  close_world(&world);
}

static void test_misused_arguments(void) {
  struct world world = world_of(open_memory());
  sheaf_item* holder = item_of("{\"left\":{\"S\":\"over\"}}");
  const sheaf_action put = put_action(world.table, world.item);
  const sheaf_bytes none = sheaf_bytes_of(NULL);
  const sheaf_bytes no_data = {NULL, 3};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_all(NULL, &put, 1, none, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_all(world.db, NULL, 1, none, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_write_all(world.db, &put, 1, no_data, NULL, slot()));
  const sheaf_write_options wrong[] = {
      {.struct_size = sizeof wrong[0], .old_item = holder},
      {.struct_size = sizeof wrong[0], .new_item = holder},
      {.struct_size = sizeof wrong[0], .flags = SHEAF_WRITE_UPDATED_ONLY},
      {.struct_size = sizeof wrong[0], .flags = 4},
      {.struct_size = 8},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    CHECK_STATUS(SHEAF_MISUSE, sheaf_write_all(world.db, &put, 1, none, &wrong[i], slot()));
    CHECK_INT(0, sheaf_error_reason_count(slot()));
  }
  CHECK_TEXT("{\"left\":{\"S\":\"over\"}}", json_of(holder));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "i"));
  sheaf_item_free(holder);
  close_world(&world);
}

// ---- limits ----

enum { MOST = 300 };

// Puts of `count` items with a string of `bytes` bytes each.
static sheaf_status put_many(struct world* world, size_t count, size_t bytes) {
  REQUIRE(count <= MOST);
  static sheaf_item* items[MOST];
  static sheaf_action actions[MOST];
  char* text = calloc(1, bytes + 1);
  REQUIRE(text != NULL);
  memset(text, 'x', bytes);
  for (size_t i = 0; i < count; ++i) {
    char sort[16];
    snprintf(sort, sizeof sort, "%03d", (int)i);
    items[i] = item_at(sort, text);
    actions[i] = put_action(world->table, items[i]);
  }
  const sheaf_status status = sheaf_write_all(world->db, actions, count, sheaf_bytes_of(NULL), NULL, slot());
  for (size_t i = 0; i < count; ++i) sheaf_item_free(items[i]);
  free(text);
  return status;
}

static struct world world_with(uint64_t max_actions, uint64_t max_bytes) {
  const sheaf_open_options options = {.struct_size = sizeof options,
                                      .flags = SHEAF_OPEN_MEMORY,
                                      .max_transaction_actions = max_actions,
                                      .max_transaction_bytes = max_bytes};
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(NULL, &options, &db, slot()));
  return world_of(db);
}

static void test_the_number_of_actions(void) {
  struct world world = world_with(0, 0);
  CHECK_STATUS(SHEAF_INVALID, sheaf_write_all(world.db, NULL, 0, sheaf_bytes_of(NULL), NULL, slot()));
  CHECK_INT(0, sheaf_error_reason_count(slot()));
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 101, 1));
  CHECK_STATUS(SHEAF_OK, put_many(&world, 100, 1));
  close_world(&world);
  world = world_with(3, 0);
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 4, 1));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "000"));
  CHECK_STATUS(SHEAF_OK, put_many(&world, 3, 1));
  close_world(&world);
  world = world_with(299, 0);
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 300, 1));
  CHECK_STATUS(SHEAF_OK, put_many(&world, 299, 1));
  close_world(&world);
}

// Each item of the first two counts has pk 2+1, sk 2+3 and id 2+990: 1,000 bytes.
static void test_the_bytes_of_the_actions(void) {
  struct world world = world_with(0, 5000);
  CHECK_STATUS(SHEAF_OK, put_many(&world, 5, 990));
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 5, 991));
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 6, 990));
  close_world(&world);
  world = world_with(0, 0);
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 11, 400000));
  CHECK_STATUS(SHEAF_OK, put_many(&world, 10, 400000));
  close_world(&world);
  world = world_with(0, 8u << 20);
  CHECK_STATUS(SHEAF_OK, put_many(&world, 20, 400000));
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 22, 400000));
  close_world(&world);
}

static void test_options_of_open(void) {
  static const struct {
    uint32_t flags;
    uint64_t max_actions;
    uint64_t max_bytes;
    sheaf_status expected;
  } cases[] = {
      {0, 100000, 1u << 30, SHEAF_OK},
      {0, 100001, 0, SHEAF_MISUSE},
      {0, 0, (1u << 30) + 1, SHEAF_MISUSE},
      {SHEAF_OPEN_DYNAMODB, 100, 4u << 20, SHEAF_OK},
      {SHEAF_OPEN_DYNAMODB, 101, 0, SHEAF_MISUSE},
      {SHEAF_OPEN_DYNAMODB, 0, (4u << 20) + 1, SHEAF_MISUSE},
      {16, 0, 0, SHEAF_MISUSE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const sheaf_open_options options = {.struct_size = sizeof options,
                                        .flags = SHEAF_OPEN_MEMORY | cases[i].flags,
                                        .max_transaction_actions = cases[i].max_actions,
                                        .max_transaction_bytes = cases[i].max_bytes};
    sheaf_db* db = NULL;
    CHECK_STATUS(cases[i].expected, sheaf_open(NULL, &options, &db, slot()));
    CHECK((db != NULL) == (cases[i].expected == SHEAF_OK));
    sheaf_db_free(db);
  }
}

// A caller that was compiled before max_transaction_actions was there gives a shorter struct.
static void test_the_first_version_of_the_open_options(void) {
  const size_t first_bytes = offsetof(sheaf_open_options, max_transaction_actions);
  const sheaf_open_options now = {.struct_size = (uint32_t)first_bytes, .flags = SHEAF_OPEN_MEMORY};
  sheaf_open_options* first = calloc(1, first_bytes);  // of exactly that size
  REQUIRE(first != NULL);
  memcpy(first, &now, first_bytes);
  sheaf_db* db = NULL;
  CHECK_STATUS(SHEAF_OK, sheaf_open(NULL, first, &db, slot()));
  struct world world = world_of(db);
  CHECK_STATUS(SHEAF_OK, put_many(&world, 100, 1));
  CHECK_STATUS(SHEAF_LIMIT, put_many(&world, 101, 1));
  close_world(&world);
  const uint32_t too_small = (uint32_t)first_bytes - 1;
  memcpy(first, &too_small, sizeof too_small);
  db = NULL;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(NULL, first, &db, slot()));
  CHECK(db == NULL);
  free(first);
}

// ---- tokens ----

static void test_tokens(void) {
  struct world world = world_of(open_memory());
  sheaf_stmt* count = make_update(world.table, "ADD n :i", NULL, "{\":i\":{\"N\":\"1\"}}");
  sheaf_value parts[2];
  sheaf_action action = key_action(SHEAF_ACTION_UPDATE, world.table, key_of(parts, "p", "c"), count);
  const char* const once = "{\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}";
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, "t"));
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, "t"));
  action.flags = SHEAF_ACTION_OLD_ON_FAILURE;  // flags do not count
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, "t"));
  bind_values(count, "{\":i\":{\"N\":\"1.0\"}}");  // nor does the spelling of a number
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, "t"));
  sheaf_item* values = item_of("{\":i\":{\"N\":\"1\"}}");
  action.values = values;  // nor where the values come from
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, "t"));
  action.values = NULL;
  bind_values(count, "{\":i\":{\"N\":\"2\"}}");
  CHECK_STATUS(SHEAF_TOKEN_MISMATCH, write_with(&world, &action, "t"));
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  CHECK_TEXT(once, get_json(world.table, "p", "c"));

  char token[38] = "0123456789012345678901234567890123456";
  CHECK_STATUS(SHEAF_INVALID, write_with(&world, &action, token));
  CHECK_TEXT(once, get_json(world.table, "p", "c"));
  token[36] = '\0';
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, token));
  CHECK_STATUS(SHEAF_OK, write_with(&world, &action, token));
  CHECK_TEXT("{\"n\":{\"N\":\"3\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}", get_json(world.table, "p", "c"));
  const sheaf_bytes with_nul = {(const uint8_t*)"t\0u", 3};  // any bytes
  CHECK_STATUS(SHEAF_OK, sheaf_write_all(world.db, &action, 1, with_nul, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_write_all(world.db, &action, 1, with_nul, NULL, slot()));
  CHECK_TEXT("{\"n\":{\"N\":\"5\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"c\"}}", get_json(world.table, "p", "c"));
  sheaf_item_free(values);
  sheaf_stmt_free(count);
  close_world(&world);
}

static void test_a_refused_transaction_leaves_no_token(void) {
  struct world world = world_of(open_memory());
  sheaf_stmt* exists = make_condition(world.table, "attribute_exists(pk)", NULL);
  sheaf_action put = put_action(world.table, world.item);
  put.stmt = exists;
  CHECK_STATUS(SHEAF_CANCELED, write_with(&world, &put, "t"));
  put.stmt = NULL;  // another transaction
  CHECK_STATUS(SHEAF_OK, write_with(&world, &put, "t"));
  put.stmt = exists;
  CHECK_STATUS(SHEAF_TOKEN_MISMATCH, write_with(&world, &put, "t"));
  sheaf_stmt_free(exists);
  close_world(&world);
}

static void test_tokens_outlive_the_handle(void) {
  const struct path path = temp_path("tokens");
  struct world world = world_of(open_folder(path.text));
  sheaf_action put = put_action(world.table, world.item);
  CHECK_STATUS(SHEAF_OK, write_with(&world, &put, "t"));
  sheaf_table_close(world.table);
  sheaf_db_free(world.db);
  world.db = open_folder(path.text);
  world.table = open_table(world.db, "Table");
  put.table = world.table;
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "i");
  CHECK_STATUS(SHEAF_OK, sheaf_delete(world.table, &key, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, write_with(&world, &put, "t"));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(world.table, "p", "i"));
  const sheaf_action erase = key_action(SHEAF_ACTION_DELETE, world.table, key, NULL);
  CHECK_STATUS(SHEAF_TOKEN_MISMATCH, write_with(&world, &erase, "t"));
  close_world(&world);
}

// ---- what takes no writes ----

static void test_bound_dropped_and_closed(void) {
  struct world world = world_of(open_memory());
  sheaf_table* other = make_table(world.db, "Other", "S");
  sheaf_snapshot* snapshot = NULL;
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_open(world.db, &snapshot, slot()));
  REQUIRE_OK(sheaf_snapshot_table(snapshot, world.table, &bound, slot()));
  sheaf_action actions[] = {put_action(other, world.item), put_action(bound, world.item)};
  CHECK_TEXT("SHEAF_READ_ONLY [SHEAF_OK SHEAF_READ_ONLY]", transact(world.db, actions, 2).text);
  sheaf_stmt* is_new = make_condition(bound, "attribute_not_exists(pk)", NULL);
  sheaf_value parts[2];
  actions[1] = key_action(SHEAF_ACTION_CHECK, bound, key_of(parts, "p", "i"), is_new);
  CHECK_TEXT("SHEAF_READ_ONLY [SHEAF_OK SHEAF_READ_ONLY]", transact(world.db, actions, 2).text);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(other, "p", "i"));
  REQUIRE_OK(sheaf_table_drop(world.db, "Table", slot()));
  actions[1] = put_action(world.table, world.item);
  CHECK_TEXT("SHEAF_NO_TABLE [SHEAF_OK SHEAF_NO_TABLE]", transact(world.db, actions, 2).text);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(other, "p", "i"));
  sheaf_close(world.db);
  CHECK_STATUS(SHEAF_CLOSED, write_with(&world, &actions[0], "t"));
  actions[0].flags = 2;  // what is wrong in itself is told first
  CHECK_STATUS(SHEAF_MISUSE, write_with(&world, &actions[0], "t"));
  sheaf_stmt_free(is_new);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(other);
  close_world(&world);
}

static void test_a_database_that_is_open_for_reading(void) {
  const struct path path = temp_path("reading");
  struct world world = world_of(open_folder(path.text));
  sheaf_table_close(world.table);
  sheaf_db_free(world.db);
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_READ_ONLY};
  REQUIRE_OK(sheaf_open(path.text, &options, &world.db, slot()));
  world.table = open_table(world.db, "Table");
  const sheaf_action put = put_action(world.table, world.item);
  CHECK_STATUS(SHEAF_READ_ONLY, write_with(&world, &put, NULL));
  CHECK_STATUS(SHEAF_READ_ONLY, write_with(&world, &put, "t"));
  close_world(&world);
}

int main(void) {
  test_misused_actions();
  test_misused_arguments();
  test_the_number_of_actions();
  test_the_bytes_of_the_actions();
  test_options_of_open();
  test_the_first_version_of_the_open_options();
  test_tokens();
  test_a_refused_transaction_leaves_no_token();
  test_tokens_outlive_the_handle();
  test_bound_dropped_and_closed();
  test_a_database_that_is_open_for_reading();
  return check_summary();
}
