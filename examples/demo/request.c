// Sends a request as a prepared statement, prints it as it is written, and holds the answer against what it has to be.
#include <stdio.h>

#include "demo.h"
#include "show.h"

static void show_request(const struct request* request) {
  printf("\n  %s\n    %s App", request->title, request->key != NULL ? "Query" : "Scan");
  if (request->index != NULL) printf(".%s", request->index);
  if (request->key != NULL) printf("  %s", request->key);
  if (request->filter != NULL) printf(", filter %s", request->filter);
  if (request->projection != NULL) printf(", only %s", request->projection);
  if (request->flags & SHEAF_REVERSE) printf(", backwards");
  if (request->flags & SHEAF_FULL_ITEM) printf(", whole items");
  if (request->row_limit > 0) printf(", limit %s", grouped(request->row_limit).text);
  if (request->token.size > 0) printf(", from the token");
  printf("\n");
  show_terms(&request->name, request->values);
}

static sheaf_stmt* prepare_request(struct demo* demo, const struct request* request) {
  const int has_name = request->name.placeholder != NULL;
  const sheaf_stmt_text text = {
      .kind = request->key != NULL ? SHEAF_STMT_QUERY : SHEAF_STMT_SCAN,
      .flags = request->flags,
      .index = request->index,
      .key = request->key,
      .filter = request->filter,
      .projection = request->projection,
      .names = has_name ? &request->name : NULL,
      .name_count = has_name ? 1 : 0,
      .row_limit = request->row_limit,
      // Pages are for those who answer over a network; within a program the rows can simply go on.
      .page_bytes = UINT64_MAX,
  };
  sheaf_stmt* stmt = prepare(demo, text, request->values);
  check(demo, sheaf_stmt_resume(stmt, request->token, demo->error), "resume");
  return stmt;
}

// From the first step to the last row; each item is looked at for its size.
static struct answer walk(struct demo* demo, sheaf_stmt* stmt, const char* index) {
  struct answer answer = {.rows = 0};
  const uint64_t began = now_nanoseconds();
  while ((answer.end = sheaf_stmt_step(stmt, demo->error)) == SHEAF_ROW) {
    answer_add_row(&answer, sheaf_stmt_item(stmt), index);
  }
  check(demo, answer.end, "step");
  answer.nanoseconds = now_nanoseconds() - began;
  answer.read = sheaf_stmt_scanned(stmt);
  return answer;
}

// Walks the first rows once more, now to print them, so that printing is not in the time above.
static void show_first_items(struct demo* demo, sheaf_stmt* stmt, const struct request* request) {
  check(demo, sheaf_stmt_resume(stmt, request->token, demo->error), "resume");
  for (uint64_t i = 0; i < request->show_rows; ++i) {
    const sheaf_status status = sheaf_stmt_step(stmt, demo->error);
    check(demo, status, "step");
    if (status != SHEAF_ROW) break;
    show_item(demo, sheaf_stmt_item(stmt), request->lead);
  }
}

void run_request(struct demo* demo, const struct request* request) {
  show_request(request);
  sheaf_stmt* stmt = prepare_request(demo, request);
  const struct answer answer = walk(demo, stmt, request->index);
  check(demo, sheaf_stmt_token(stmt, demo->next_token, demo->error), "take a token");
  answer_show(&answer);
  show_first_items(demo, stmt, request);
  sheaf_stmt_free(stmt);

  expect_count(request->title, request->expect_rows, answer.rows);
  expect_count("rows that were read", request->expect_read > 0 ? request->expect_read : request->expect_rows,
               answer.read);
  answer_expect_first(&answer, request->title, request->expect_first_sort);
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
