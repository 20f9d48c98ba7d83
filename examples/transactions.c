// Transactions, batches and lookups of many in C: what docs/transactions.md shows of them is taken from here, and its output is
// this program's.
#include <sheaf.h>
#include <stdio.h>
#include <stdlib.h>

static sheaf_db* db;
static sheaf_table* accounts;
static sheaf_error* error;
static sheaf_buf* json;

// Ends the program on an error, and gives back what is an answer.
static sheaf_status must(sheaf_status status) {
  if (status >= 0) return status;
  fprintf(stderr, "%s: %s\n", sheaf_status_name(status), sheaf_error_message(error));
  exit(EXIT_FAILURE);
}

static void print(const char* label, const sheaf_item* printed) {
  must(sheaf_item_print(printed, SHEAF_JSON_PLAIN, json, error));
  printf("%s%s\n", label, (const char*)sheaf_buf_bytes(json).data);
}

static sheaf_item* item_of(const char* text) {
  sheaf_item* item = sheaf_item_new();
  must(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(text), error));
  return item;
}

static sheaf_stmt* debit;
static sheaf_stmt* credit;

static void prepare_statements(void) {
  const sheaf_stmt_text debit_text = {
      .struct_size = sizeof debit_text,
      .kind = SHEAF_STMT_UPDATE,
      .update = "SET Balance = Balance - :sum",
      .condition = "Balance >= :sum",
  };
  must(sheaf_stmt_prepare(accounts, &debit_text, &debit, error));
  const sheaf_stmt_text credit_text = {
      .struct_size = sizeof credit_text,
      .kind = SHEAF_STMT_UPDATE,
      .update = "SET Balance = Balance + :sum",
      .condition = "attribute_exists(PK)",
  };
  must(sheaf_stmt_prepare(accounts, &credit_text, &credit, error));
}

static sheaf_status transfer(const char* from, const char* to, const char* sum, const char* token) {
  char text[64];
  snprintf(text, sizeof text, "{\":sum\":%s}", sum);
  sheaf_item* const values = item_of(text);
  const sheaf_value from_key = sheaf_string_of(from);
  const sheaf_value to_key = sheaf_string_of(to);
  const sheaf_action actions[] = {
      {.kind = SHEAF_ACTION_UPDATE,
       .flags = SHEAF_ACTION_OLD_ON_FAILURE,
       .table = accounts,
       .key = sheaf_key_of(&from_key, 1),
       .stmt = debit,
       .values = values},
      {.kind = SHEAF_ACTION_UPDATE,
       .table = accounts,
       .key = sheaf_key_of(&to_key, 1),
       .stmt = credit,
       .values = values},
  };
  const sheaf_status done = sheaf_write_all(db, actions, 2, sheaf_bytes_of(token), NULL, error);
  sheaf_item_free(values);
  return done;
}

static void explain_refusal(void) {
  printf("%s\n", sheaf_error_message(error));
  for (uint32_t i = 0; i < sheaf_error_reason_count(error); ++i) {
    const char* message;
    const sheaf_item* old;
    const sheaf_status reason = sheaf_error_reason(error, i, &message, &old);
    printf("action %u: %s %s\n", i, sheaf_status_name(reason), message);
    if (old != NULL) print("  the item is ", old);
  }
}

static void load(void) {
  sheaf_item* const items[] = {item_of("{\"PK\":\"ann\",\"Balance\":100}"), item_of("{\"PK\":\"bob\",\"Balance\":20}"),
                               item_of("{\"PK\":\"eve\",\"Balance\":0}")};
  sheaf_action puts[3] = {{0}};
  for (int i = 0; i < 3; ++i) {
    puts[i].kind = SHEAF_ACTION_PUT;
    puts[i].table = accounts;
    puts[i].item = items[i];
  }
  sheaf_status results[3];
  must(sheaf_write_each(db, puts, 3, results, NULL, error));
  for (int i = 0; i < 3; ++i) sheaf_item_free(items[i]);
}

static void show_balances(void) {
  const char* const names[] = {"ann", "bob", "eve", "zoe"};
  sheaf_value keys[4];
  sheaf_lookup lookups[4] = {{0}};
  for (int i = 0; i < 4; ++i) {
    keys[i] = sheaf_string_of(names[i]);
    lookups[i].table = accounts;
    lookups[i].key = sheaf_key_of(&keys[i], 1);
    lookups[i].item = sheaf_item_new();
  }
  must(sheaf_get_all(db, lookups, 4, NULL, error));
  for (int i = 0; i < 4; ++i) {
    if (lookups[i].status == SHEAF_OK) print("", lookups[i].item);
    if (lookups[i].status == SHEAF_NOT_FOUND) printf("no account %s\n", names[i]);
    sheaf_item_free(lookups[i].item);
  }
}

int main(void) {
  static const char definition[] =
      "{\"TableName\":\"Accounts\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
      " \"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}]}";
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_MEMORY};
  error = sheaf_error_new();
  json = sheaf_buf_new();
  must(sheaf_open(NULL, &options, &db, error));
  must(sheaf_table_create(db, sheaf_bytes_of(definition), error));
  must(sheaf_table_open(db, "Accounts", &accounts, error));
  load();
  prepare_statements();

  must(transfer("ann", "bob", "30", "order-17"));
  must(transfer("ann", "bob", "30", "order-17"));  // asked again: no effect
  show_balances();
  if (transfer("eve", "zoe", "5", "order-18") == SHEAF_CANCELED) explain_refusal();
  if (transfer("ann", "bob", "31", "order-17") == SHEAF_TOKEN_MISMATCH) printf("%s\n", sheaf_error_message(error));

  sheaf_stmt_free(debit);
  sheaf_stmt_free(credit);
  sheaf_table_close(accounts);
  sheaf_db_free(db);
  sheaf_buf_free(json);
  sheaf_error_free(error);
  return EXIT_SUCCESS;
}
