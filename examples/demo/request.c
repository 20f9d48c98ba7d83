// Sends a request, prints it as a person would write it down, and holds the answer against what it has to be.
#include <stdio.h>
#include <string.h>

#include "demo.h"
#include "show.h"

// The range of a request; `parts` has room for the partition key and the sort key.
static sheaf_range range_of(const struct request* request, sheaf_value parts[2]) {
  sheaf_range range = {
      .struct_size = sizeof range,
      .flags = request->flags,
      .index = request->index,
      .partition_op = request->partition_op,
      .sort_op = request->sort_op,
      .row_limit = request->row_limit,
      .token = request->token,
  };
  if (request->partition != NULL) {
    parts[0] = sheaf_string_of(request->partition);
    range.partition = (sheaf_key){.parts = &parts[0], .count = 1};
  }
  if (request->sort != NULL) {
    parts[1] = sheaf_string_of(request->sort);
    range.sort = (sheaf_key){.parts = &parts[1], .count = 1};
  }
  return range;
}

// `attribute` of index GSI1 is GSI1PK or GSI1SK.
static void show_condition(const struct request* request, const char* attribute, uint32_t operation,
                           const char* operand) {
  const char* index = request->index == NULL ? "" : request->index;
  if (operation == SHEAF_BEGINS_WITH) {
    printf("begins_with(%s%s, \"%s\")", index, attribute, operand);
    return;
  }
  const char* sign = operation == SHEAF_LT   ? "<"
                     : operation == SHEAF_LE ? "<="
                     : operation == SHEAF_GT ? ">"
                     : operation == SHEAF_GE ? ">="
                                             : "=";
  printf("%s%s %s \"%s\"", index, attribute, sign, operand);
}

static void show_request(const struct request* request) {
  const int is_query = request->partition != NULL && request->partition_op != SHEAF_BEGINS_WITH;
  printf("\n  %s\n    %s App", request->title, is_query ? "Query" : "Scan");
  if (request->index != NULL) printf(".%s", request->index);
  if (request->partition != NULL) {
    printf("  ");
    show_condition(request, "PK", request->partition_op, request->partition);
  }
  if (request->sort != NULL) {
    printf(" and ");
    show_condition(request, "SK", request->sort_op, request->sort);
  }
  if (request->flags & SHEAF_REVERSE) printf(", backwards");
  if (request->flags & SHEAF_FULL_ITEM) printf(", whole items");
  if (request->row_limit > 0) printf(", limit %s", grouped(request->row_limit).text);
  if (request->token.size > 0) printf(", from the token");
  printf("\n");
}

struct answer {
  sheaf_status end;  // SHEAF_DONE or SHEAF_PAGE
  uint64_t rows;
  uint64_t bytes;  // by DynamoDB's formula
  uint64_t nanoseconds;
  char first_sort[256];
};

static void keep_first_sort(struct demo* demo, sheaf_cursor* cursor, struct answer* answer) {
  sheaf_key index_key;
  sheaf_key base_key;
  check(demo, sheaf_cursor_key(cursor, &index_key, &base_key, demo->error), "read a key");
  const sheaf_key key = index_key.count > 0 ? index_key : base_key;
  const sheaf_bytes sort = key.parts[key.count - 1].data;
  snprintf(answer->first_sort, sizeof answer->first_sort, "%.*s", (int)sort.size, (const char*)sort.data);
}

// From before the cursor is opened to after its last row; each item is looked at for its size.
static sheaf_cursor* walk(struct demo* demo, const sheaf_range* range, struct answer* answer) {
  sheaf_cursor* cursor = NULL;
  const uint64_t began = now_nanoseconds();
  check(demo, sheaf_cursor_open(demo->app, range, &cursor, demo->error), "open a cursor");
  while ((answer->end = sheaf_cursor_next(cursor, demo->error)) == SHEAF_ROW) {
    if (answer->rows == 0) keep_first_sort(demo, cursor, answer);
    answer->bytes += sheaf_item_size_bytes(sheaf_cursor_item(cursor));
    ++answer->rows;
  }
  check(demo, answer->end, "move a cursor");
  answer->nanoseconds = now_nanoseconds() - began;
  return cursor;
}

// Walks the first rows once more, now to print them, so that printing is not in the time above.
static void show_first_items(struct demo* demo, sheaf_cursor* cursor, sheaf_range range,
                             const struct request* request) {
  if (request->show_rows == 0) return;
  range.row_limit = request->show_rows;
  check(demo, sheaf_cursor_reset(cursor, &range, demo->error), "reset a cursor");
  sheaf_status status = SHEAF_OK;
  while ((status = sheaf_cursor_next(cursor, demo->error)) == SHEAF_ROW) {
    show_item(demo, sheaf_cursor_item(cursor), request->lead);
  }
  check(demo, status, "move a cursor");
}

static const char* noun(uint64_t rows) { return rows == 1 ? "item" : "items"; }

void run_request(struct demo* demo, const struct request* request) {
  show_request(request);
  sheaf_value parts[2];
  const sheaf_range range = range_of(request, parts);
  struct answer answer = {.rows = 0};
  sheaf_cursor* cursor = walk(demo, &range, &answer);
  check(demo, sheaf_cursor_token(cursor, demo->next_token, demo->error), "take a token");

  printf("    -> %s %s, %s bytes, in %s", grouped(answer.rows).text, noun(answer.rows), grouped(answer.bytes).text,
         duration(answer.nanoseconds).text);
  if (answer.rows >= 1000) printf(" (%s items/s)", rate(answer.rows, answer.nanoseconds).text);
  printf("%s\n", answer.end == SHEAF_PAGE ? "; a page, more follows from its token" : "");
  show_first_items(demo, cursor, range, request);
  sheaf_cursor_free(cursor);

  expect_count(request->title, request->expect_rows, answer.rows);
  if (request->expect_first_sort != NULL && strcmp(request->expect_first_sort, answer.first_sort) != 0) {
    char detail[640];
    snprintf(detail, sizeof detail, "WRONG ANSWER: expected first %s, got %s", request->expect_first_sort,
             answer.first_sort);
    fail(request->title, detail);
  }
  sheaf_buf* old_token = demo->token;
  demo->token = demo->next_token;
  demo->next_token = old_token;
}

void run_get(struct demo* demo, const char* title, const char* partition, const char* sort) {
  printf("\n  %s\n    Get App  PK = \"%s\" and SK = \"%s\"\n", title, partition, sort);
  const uint64_t began = now_nanoseconds();
  const sheaf_status status = get_item(demo, partition, sort);
  const uint64_t nanoseconds = now_nanoseconds() - began;
  expect_count(title, 1, status == SHEAF_OK);
  printf("    -> 1 item, %s bytes, in %s\n", grouped(sheaf_item_size_bytes(demo->item)).text,
         duration(nanoseconds).text);
  const char* const lead[4] = {"PK", "SK", "Type", "Name"};
  show_item(demo, demo->item, lead);
}
