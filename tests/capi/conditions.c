// Conditions of sheaf_put and sheaf_delete: what is written when they hold, and what the caller learns when they do not.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/writes.h"

static const char* const kFirst = "{\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";
static const char* const kSecond = "{\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}";
static const char* const kLeftOver = "{\"left\":{\"S\":\"over\"}}";

// Puts the item; "SHEAF_OK <old item>".
static struct line put_if(sheaf_table* table, const char* json, sheaf_stmt* condition, sheaf_item* old_item) {
  sheaf_item* item = item_of(json);
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = old_item};
  const sheaf_status status = sheaf_put(table, item, condition, &options, slot());
  sheaf_item_free(item);
  return write_line(status, old_item, NULL);
}

static struct line delete_if(sheaf_table* table, sheaf_stmt* condition, sheaf_item* old_item) {
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = old_item};
  return write_line(sheaf_delete(table, &key, condition, &options, slot()), old_item, NULL);
}

static void test_put(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_item* old_item = item_of(kLeftOver);
  sheaf_stmt* is_new = make_condition(table, "attribute_not_exists(pk)", NULL);
  CHECK_TEXT("SHEAF_OK {}", put_if(table, kFirst, is_new, old_item).text);
  CHECK_TEXT("SHEAF_CONDITION_FAILED {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             put_if(table, kSecond, is_new, old_item).text);
  CHECK_TEXT("the condition does not hold", sheaf_error_message(slot()));
  CHECK_INT(-1, sheaf_error_offset(slot()));
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  CHECK_TEXT(kFirst, get_json(table, "p", "s"));
  // Without a holder and a slot it is the same answer.
  sheaf_item* item = item_of(kSecond);
  CHECK_STATUS(SHEAF_CONDITION_FAILED, sheaf_put(table, item, is_new, NULL, NULL));
  sheaf_item_free(item);
  sheaf_stmt* is_known = make_condition(table, "n < :most", "{\":most\":{\"N\":\"2\"}}");
  CHECK_TEXT("SHEAF_OK {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             put_if(table, kSecond, is_known, old_item).text);
  CHECK_TEXT(kSecond, get_json(table, "p", "s"));
  CHECK_TEXT("SHEAF_CONDITION_FAILED {\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             put_if(table, kFirst, is_known, old_item).text);
  bind_values(is_known, "{\":most\":{\"N\":\"3\"}}");
  CHECK_TEXT("SHEAF_OK {\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             put_if(table, kFirst, is_known, old_item).text);
  sheaf_stmt_free(is_new);
  sheaf_stmt_free(is_known);
  sheaf_item_free(old_item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_delete(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_item* old_item = item_of(kLeftOver);
  sheaf_stmt* is_two = make_condition(table, "n = :two", "{\":two\":{\"N\":\"2.0\"}}");
  CHECK_TEXT("SHEAF_CONDITION_FAILED {}", delete_if(table, is_two, old_item).text);
  REQUIRE_OK(put_json(table, kFirst));
  CHECK_TEXT("SHEAF_CONDITION_FAILED {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             delete_if(table, is_two, old_item).text);
  CHECK_TEXT(kFirst, get_json(table, "p", "s"));
  REQUIRE_OK(put_json(table, kSecond));
  CHECK_TEXT("SHEAF_OK {\"n\":{\"N\":\"2\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             delete_if(table, is_two, old_item).text);
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(table, "p", "s"));
  sheaf_stmt* is_gone = make_condition(table, "attribute_not_exists(pk)", NULL);
  CHECK_TEXT("SHEAF_OK {}", delete_if(table, is_gone, old_item).text);
  sheaf_stmt_free(is_two);
  sheaf_stmt_free(is_gone);
  sheaf_item_free(old_item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Values are judged when the statement is used: an error empties the holder, and nothing is written.
static void test_values(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  REQUIRE_OK(put_json(table, kFirst));
  sheaf_item* old_item = item_of(kLeftOver);
  sheaf_stmt* starts = make_condition(table, "begins_with(n, :v)", NULL);
  CHECK_TEXT("SHEAF_INVALID {}", put_if(table, kSecond, starts, old_item).text);
  CHECK_TEXT("ConditionExpression: no value is bound to :v", sheaf_error_message(slot()));
  CHECK_INT(15, sheaf_error_offset(slot()));
  bind_values(starts, "{\":v\":{\"N\":\"1\"}}");
  CHECK_TEXT("SHEAF_TYPE {}", put_if(table, kSecond, starts, old_item).text);
  CHECK_TEXT("SHEAF_TYPE {}", delete_if(table, starts, old_item).text);
  bind_values(starts, "{\":v\":{\"S\":\"1\"}}");
  CHECK_TEXT("SHEAF_CONDITION_FAILED {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}",
             put_if(table, kSecond, starts, old_item).text);
  CHECK_TEXT(kFirst, get_json(table, "p", "s"));
  sheaf_stmt_free(starts);
  sheaf_item_free(old_item);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* other = make_table(db, "Other", "S");
  sheaf_table* again = open_table(db, "Table");
  sheaf_item* old_item = item_of(kLeftOver);
  sheaf_item* item = item_of(kFirst);
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, "p", "s");
  sheaf_stmt* update = make_update(table, "REMOVE a", NULL, NULL);
  sheaf_stmt* of_other = make_condition(other, "attribute_not_exists(pk)", NULL);
  const sheaf_stmt_text scan_text = {.struct_size = sizeof scan_text, .kind = SHEAF_STMT_SCAN};
  sheaf_stmt* scan = prepare_text(table, &scan_text);
  sheaf_stmt* const wrong[] = {update, of_other, scan};
  for (int i = 0; i < 3; ++i) {
    CHECK_TEXT("SHEAF_MISUSE {\"left\":{\"S\":\"over\"}}", put_if(table, kFirst, wrong[i], old_item).text);
    CHECK_TEXT("SHEAF_MISUSE {\"left\":{\"S\":\"over\"}}", delete_if(table, wrong[i], old_item).text);
  }
  const sheaf_write_options new_item = {.struct_size = sizeof new_item, .new_item = old_item};
  const sheaf_write_options updated = {.struct_size = sizeof updated, .flags = SHEAF_WRITE_UPDATED_ONLY};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, item, NULL, &new_item, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &key, NULL, &new_item, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_put(table, item, NULL, &updated, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_delete(table, &key, NULL, &updated, slot()));
  CHECK_TEXT(kLeftOver, json_of(old_item));
  CHECK_TEXT("SHEAF_NOT_FOUND", get_json(table, "p", "s"));
  // Another handle on the same table is the same table, and a statement outlives its own.
  sheaf_stmt* condition = make_condition(table, "attribute_not_exists(pk)", NULL);
  sheaf_table_close(table);
  CHECK_TEXT("SHEAF_OK {}", put_if(again, kFirst, condition, old_item).text);
  sheaf_close(db);
  CHECK_TEXT("SHEAF_CLOSED {}", put_if(again, kFirst, condition, old_item).text);
  CHECK_TEXT("SHEAF_CLOSED {}", delete_if(again, condition, old_item).text);
  CHECK_TEXT("SHEAF_MISUSE {}", delete_if(again, of_other, old_item).text);
  sheaf_stmt_free(condition);
  sheaf_stmt_free(update);
  sheaf_stmt_free(of_other);
  sheaf_stmt_free(scan);
  sheaf_item_free(item);
  sheaf_item_free(old_item);
  sheaf_table_close(again);
  sheaf_table_close(other);
  sheaf_db_free(db);
}

int main(void) {
  test_put();
  test_delete();
  test_values();
  test_misuse();
  return check_summary();
}
