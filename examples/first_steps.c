// A table in memory, three items, and the tickets of a user, newest first.
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

static void must(sheaf_status status) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", sheaf_status_name(status), sheaf_error_message(error));
  exit(EXIT_FAILURE);
}

int main(void) {
  error = sheaf_error_new();
  sheaf_item* item = sheaf_item_new();
  sheaf_buf* json = sheaf_buf_new();

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

  // PK = "USER#ALICE" and begins_with(SK, "TICKET#"), backwards.
  const sheaf_value user = sheaf_string_of("USER#ALICE");
  const sheaf_value prefix = sheaf_string_of("TICKET#");
  const sheaf_range tickets = {.struct_size = sizeof tickets,
                               .flags = SHEAF_REVERSE,
                               .partition = {.parts = &user, .count = 1},
                               .sort_op = SHEAF_BEGINS_WITH,
                               .sort = {.parts = &prefix, .count = 1}};
  sheaf_cursor* cursor;
  must(sheaf_cursor_open(table, &tickets, &cursor, error));
  sheaf_status status;
  while ((status = sheaf_cursor_next(cursor, error)) == SHEAF_ROW) {
    must(sheaf_item_print(sheaf_cursor_item(cursor), SHEAF_JSON_PLAIN, json, error));
    puts((const char*)sheaf_buf_bytes(json).data);
  }
  must(status);

  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
  sheaf_buf_free(json);
  sheaf_item_free(item);
  sheaf_error_free(error);
  return EXIT_SUCCESS;
}
