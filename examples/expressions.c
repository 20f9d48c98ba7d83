// Prepared statements in C: what docs/expressions.md shows of them is taken from here, and its output is this program's.
#include <sheaf.h>
#include <stdio.h>
#include <stdlib.h>

static const char* const definition =
    "{\"TableName\":\"App\","
    " \"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],"
    " \"AttributeDefinitions\":["
    "   {\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"},"
    "   {\"AttributeName\":\"GSI1PK\",\"AttributeType\":\"S\"},{\"AttributeName\":\"GSI1SK\",\"AttributeType\":\"S\"}],"
    " \"GlobalSecondaryIndexes\":[{\"IndexName\":\"GSI1\",\"Projection\":{\"ProjectionType\":\"ALL\"},"
    "   \"KeySchema\":[{\"AttributeName\":\"GSI1PK\",\"KeyType\":\"HASH\"},"
    "                {\"AttributeName\":\"GSI1SK\",\"KeyType\":\"RANGE\"}]}]}";

#define ALICE "\"GSI1PK\":\"ORG#MICROSOFT#USER#ALICE\",\"GSI1SK\":"
static const char* const items[] = {
    "{\"PK\":\"ORG#MICROSOFT\",\"SK\":\"METADATA#MICROSOFT\",\"Plan\":\"Enterprise\"}",
    "{\"PK\":\"ORG#MICROSOFT\",\"SK\":\"USER#ALICE\",\"Role\":\"Admin\"," ALICE "\"USER#ALICE\"}",
    "{\"PK\":\"ORG#MICROSOFT\",\"SK\":\"USER#BOB\",\"Role\":\"Member\"}",
    "{\"PK\":\"ORG#AMAZON\",\"SK\":\"METADATA#AMAZON\",\"Plan\":\"Pro\"}",
    "{\"PK\":\"ORG#AMAZON\",\"SK\":\"USER#CAROL\",\"Role\":\"Admin\"}",
    "{\"PK\":\"TICKET#0501\",\"SK\":\"TICKET#0501\",\"Status\":\"CLOSED\",\"Votes\":0," ALICE "\"TICKET#0501\"}",
    "{\"PK\":\"TICKET#0612\",\"SK\":\"TICKET#0612\",\"Status\":\"OPEN\",\"Votes\":2," ALICE "\"TICKET#0612\"}",
    "{\"PK\":\"TICKET#0703\",\"SK\":\"TICKET#0703\",\"Status\":\"OPEN\"," ALICE "\"TICKET#0703\"}",
};

static sheaf_error* error;
static sheaf_buf* json;
static sheaf_item* item;

// Ends the program on an error, and gives back what is an answer.
static sheaf_status must(sheaf_status status) {
  if (status >= 0) return status;
  fprintf(stderr, "%s: %s\n", sheaf_status_name(status), sheaf_error_message(error));
  exit(EXIT_FAILURE);
}

// A statement of a text whose struct_size is not set yet.
static sheaf_stmt* prepare(sheaf_table* table, sheaf_stmt_text text) {
  sheaf_stmt* stmt;
  text.struct_size = sizeof text;
  must(sheaf_stmt_prepare(table, &text, &stmt, error));
  return stmt;
}

static void bind(sheaf_stmt* stmt, const char* values) {
  must(sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(values), error));
}

static void print(const char* label, const sheaf_item* printed) {
  must(sheaf_item_print(printed, SHEAF_JSON_PLAIN, json, error));
  printf("%s%s\n", label, (const char*)sheaf_buf_bytes(json).data);
}

static void list_users(sheaf_table* table) {
  const sheaf_stmt_text text = {
      .struct_size = sizeof text,
      .kind = SHEAF_STMT_QUERY,
      .key = "PK = :org AND begins_with(SK, :user)",
      .projection = "SK, #role",
      .names = &(sheaf_name){"#role", sheaf_bytes_of("Role")},
      .name_count = 1,
  };
  sheaf_stmt* users;
  must(sheaf_stmt_prepare(table, &text, &users, error));
  bind(users, "{\":user\":\"USER#\"}");

  const int32_t org = sheaf_stmt_parameter(users, ":org");
  const char* const organizations[] = {"ORG#MICROSOFT", "ORG#AMAZON"};
  for (int i = 0; i < 2; ++i) {
    const sheaf_value value = sheaf_string_of(organizations[i]);
    must(sheaf_stmt_bind(users, org, &value, error));
    while (must(sheaf_stmt_step(users, error)) == SHEAF_ROW) print("user ", sheaf_stmt_item(users));
    sheaf_stmt_reset(users);
  }
  sheaf_stmt_free(users);
}

static void show_mistakes(sheaf_table* table) {
  const char* const filters[] = {"Votes > 5", "Status = :open", "begins_with(Subject)"};
  for (int i = 0; i < 3; ++i) {
    const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .filter = filters[i]};
    sheaf_stmt* scan;
    const sheaf_status status = sheaf_stmt_prepare(table, &text, &scan, error);
    printf("%s\n%*s^ %s: %s\n", filters[i], (int)sheaf_error_offset(error), "", sheaf_status_name(status),
           sheaf_error_message(error));
  }
}

static void read_in_pages(sheaf_table* table) {
  sheaf_stmt* tickets = prepare(table, (sheaf_stmt_text){.kind = SHEAF_STMT_QUERY,
                                                         .index = "GSI1",
                                                         .flags = SHEAF_REVERSE,
                                                         .key = "GSI1PK = :alice",
                                                         .projection = "GSI1SK",
                                                         .row_limit = 2});
  bind(tickets, "{\":alice\":\"ORG#MICROSOFT#USER#ALICE\"}");
  sheaf_buf* token = sheaf_buf_new();
  for (int page = 1;; ++page) {
    sheaf_status status;
    while ((status = must(sheaf_stmt_step(tickets, error))) == SHEAF_ROW) print("", sheaf_stmt_item(tickets));
    printf("page %d has ended: %s\n", page, sheaf_status_name(status));
    if (status == SHEAF_DONE) break;
    must(sheaf_stmt_token(tickets, token, error));
    must(sheaf_stmt_resume(tickets, sheaf_buf_bytes(token), error));
  }
  sheaf_buf_free(token);
  sheaf_stmt_free(tickets);
}

static void count(sheaf_table* table) {
  sheaf_stmt* votes = prepare(
      table, (sheaf_stmt_text){.kind = SHEAF_STMT_SCAN, .flags = SHEAF_COUNT, .filter = "attribute_exists(Votes)"});
  must(sheaf_stmt_step(votes, error));
  printf("%d of %d\n", (int)sheaf_stmt_returned(votes), (int)sheaf_stmt_scanned(votes));
  sheaf_stmt_free(votes);
}

static void insert_only(sheaf_table* table) {
  sheaf_stmt* is_new =
      prepare(table, (sheaf_stmt_text){.kind = SHEAF_STMT_CONDITION, .condition = "attribute_not_exists(PK)"});
  sheaf_item* old_item = sheaf_item_new();
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = old_item};
  const char* const dave = "{\"PK\":\"ORG#AMAZON\",\"SK\":\"USER#DAVE\",\"Role\":\"Member\"}";
  must(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(dave), error));
  for (int attempt = 1; attempt <= 2; ++attempt) {
    const sheaf_status status = sheaf_put(table, item, is_new, &options, error);
    if (status != SHEAF_CONDITION_FAILED) must(status);
    printf("attempt %d: %s\n", attempt, sheaf_status_name(status));
    if (status == SHEAF_CONDITION_FAILED) print("there is ", old_item);
  }
  sheaf_item_free(old_item);
  sheaf_stmt_free(is_new);
}

static void close_ticket(sheaf_table* table) {
  sheaf_stmt* close = prepare(table, (sheaf_stmt_text){
                                         .kind = SHEAF_STMT_UPDATE,
                                         .update = "SET #s = :closed ADD Votes :one",
                                         .condition = "#s = :open",
                                         .names = &(sheaf_name){"#s", sheaf_bytes_of("Status")},
                                         .name_count = 1,
                                     });
  bind(close, "{\":closed\":\"CLOSED\",\":open\":\"OPEN\",\":one\":1}");
  const sheaf_value parts[] = {sheaf_string_of("TICKET#0703"), sheaf_string_of("TICKET#0703")};
  const sheaf_key key = sheaf_key_of(parts, 2);
  sheaf_item* old_item = sheaf_item_new();
  sheaf_item* new_item = sheaf_item_new();
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = SHEAF_WRITE_UPDATED_ONLY, .old_item = old_item, .new_item = new_item};
  must(sheaf_update(table, &key, close, &options, error));
  print("it was ", old_item);
  print("it is  ", new_item);
  sheaf_item_free(new_item);
  sheaf_item_free(old_item);
  sheaf_stmt_free(close);
}

static void scan_in_segments(sheaf_table* table) {
  enum { SEGMENTS = 4 };
  uint64_t read = 0;
  for (uint32_t segment = 0; segment < SEGMENTS; ++segment) {
    sheaf_stmt* part = prepare(
        table, (sheaf_stmt_text){
                   .kind = SHEAF_STMT_SCAN, .page_bytes = UINT64_MAX, .segment = segment, .total_segments = SEGMENTS});
    while (must(sheaf_stmt_step(part, error)) == SHEAF_ROW) ++read;
    sheaf_stmt_free(part);
  }
  printf("%d items in %d segments\n", (int)read, SEGMENTS);
}

static void explain(sheaf_table* table) {
  sheaf_stmt* stmt = prepare(
      table, (sheaf_stmt_text){.kind = SHEAF_STMT_SCAN, .filter = "GSI1PK = :alice AND attribute_not_exists(Votes)"});
  bind(stmt, "{\":alice\":\"ORG#MICROSOFT#USER#ALICE\"}");
  must(sheaf_stmt_explain(stmt, json, error));
  must(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_buf_bytes(json), error));
  sheaf_bytes name;
  sheaf_value value;
  for (uint32_t i = 0; sheaf_item_at(item, i, &name, &value) == SHEAF_OK; ++i) {
    sheaf_item* member = sheaf_item_new();
    must(sheaf_item_set(member, name, &value, error));
    print("", member);
    sheaf_item_free(member);
  }
  sheaf_stmt_free(stmt);
}

int main(void) {
  error = sheaf_error_new();
  json = sheaf_buf_new();
  item = sheaf_item_new();
  sheaf_db* db;
  sheaf_table* table;
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_MEMORY};
  must(sheaf_open(NULL, &options, &db, error));
  must(sheaf_table_create(db, sheaf_bytes_of(definition), error));
  must(sheaf_table_open(db, "App", &table, error));
  for (size_t i = 0; i < sizeof items / sizeof items[0]; ++i) {
    must(sheaf_item_parse(item, SHEAF_JSON_PLAIN, sheaf_bytes_of(items[i]), error));
    must(sheaf_put(table, item, NULL, NULL, error));
  }

  list_users(table);
  show_mistakes(table);
  read_in_pages(table);
  count(table);
  insert_only(table);
  close_ticket(table);
  scan_in_segments(table);
  explain(table);

  sheaf_table_close(table);
  sheaf_db_free(db);
  sheaf_item_free(item);
  sheaf_buf_free(json);
  sheaf_error_free(error);
  return EXIT_SUCCESS;
}
