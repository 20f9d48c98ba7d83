// A table in memory, three items, and one statement of each kind: a condition, an update and a query.
#include <sheaf.h>
#include <stdio.h>
#include <stdlib.h>

static const char* const definition =
    "{\"TableName\":\"App\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},"
    "                                   {\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],"
    " \"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},"
    "                         {\"AttributeName\":\"SK\",\"AttributeType\":\"S\"}]}";
static const char* const items[] = {
    "{\"PK\":\"USER#ALICE\",\"SK\":\"METADATA\",\"Name\":\"Alice Archer\"}",
    "{\"PK\":\"USER#ALICE\",\"SK\":\"TICKET#2024-05-01\",\"Subject\":\"The login page shows an error\"}",
    "{\"PK\":\"USER#ALICE\",\"SK\":\"TICKET#2024-06-12\",\"Subject\":\"My monitor is dark\",\"Votes\":2}",
};
static sheaf_error* error;
static sheaf_buf* json;

static void must(sheaf_status status) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", sheaf_status_name(status), sheaf_error_message(error));
  exit(EXIT_FAILURE);
}

static sheaf_stmt* prepare(sheaf_table* table, sheaf_stmt_text text) {
  sheaf_stmt* stmt;
  text.struct_size = sizeof text;
  must(sheaf_stmt_prepare(table, &text, &stmt, error));
  return stmt;
}

static void bind(sheaf_stmt* stmt, const char* values) {
  must(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(values), error));
}

static void print(const sheaf_item* item) {
  must(sheaf_item_print(item, SHEAF_JSON_PLAIN, json, error));
  puts((const char*)sheaf_buf_bytes(json).data);
}

int main(void) {
  error = sheaf_error_new();
  json = sheaf_buf_new();
  sheaf_item* item = sheaf_item_new();

  // On disk: flags SHEAF_OPEN_CREATE, and a path instead of NULL.
  sheaf_db* db;
  sheaf_table* table;
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_MEMORY};
  must(sheaf_open(NULL, &options, &db, error));
  must(sheaf_table_create(db, sheaf_bytes_of(definition), error));
  must(sheaf_table_open(db, "App", &table, error));
  for (int i = 0; i < 3; ++i) {
    must(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(items[i]), error));
    must(sheaf_put(table, item, NULL, NULL, error));
  }

  // The last ticket once more, but only if it is new, which it is not.
  sheaf_stmt* is_new =
      prepare(table, (sheaf_stmt_text){.kind = SHEAF_STMT_CONDITION, .condition = "attribute_not_exists(PK)"});
  puts(sheaf_status_name(sheaf_put(table, item, is_new, NULL, error)));

  // A vote for it; the answer is the item as it is now.
  sheaf_stmt* vote = prepare(table, (sheaf_stmt_text){.kind = SHEAF_STMT_UPDATE, .update = "ADD Votes :one"});
  bind(vote, "{\":one\":1}");
  const sheaf_value parts[] = {sheaf_string_of("USER#ALICE"), sheaf_string_of("TICKET#2024-06-12")};
  const sheaf_key ticket = sheaf_key_of(parts, 2);
  const sheaf_write_options options_of_vote = {.struct_size = sizeof options_of_vote, .new_item = item};
  must(sheaf_update(table, &ticket, vote, &options_of_vote, error));
  print(item);

  // The tickets of a user, newest first.
  sheaf_stmt* tickets = prepare(table, (sheaf_stmt_text){.kind = SHEAF_STMT_QUERY,
                                                         .flags = SHEAF_REVERSE,
                                                         .key = "PK = :user AND begins_with(SK, :ticket)",
                                                         .projection = "SK, Subject"});
  bind(tickets, "{\":user\":\"USER#ALICE\",\":ticket\":\"TICKET#\"}");
  sheaf_status status;
  while ((status = sheaf_stmt_step(tickets, error)) == SHEAF_ROW) print(sheaf_stmt_item(tickets));
  must(status);

  sheaf_stmt_free(tickets);
  sheaf_stmt_free(vote);
  sheaf_stmt_free(is_new);
  sheaf_table_close(table);
  sheaf_db_free(db);
  sheaf_item_free(item);
  sheaf_buf_free(json);
  sheaf_error_free(error);
  return EXIT_SUCCESS;
}
