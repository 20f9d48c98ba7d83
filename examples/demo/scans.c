// Reading much: filters and what they cost, segments, and scans by partition prefix.
#include <stdio.h>

#include "demo.h"
#include "show.h"

enum { SEGMENT_COUNT = 4, EVERYTHING = 44175 + 6 + TICKET_COUNT + 1 };

static const char by_status[] = "#status = :open";
static const char open_value[] = "{\":open\":\"OPEN\"}";

// What explain has to say about a statement before it runs.
static void show_warnings(struct demo* demo, const sheaf_stmt* stmt) {
  printf("    explain warns:\n");
  check(demo, sheaf_stmt_explain(stmt, demo->json, demo->error), "explain");
  const sheaf_bytes json = sheaf_buf_bytes(demo->json);
  check(demo, sheaf_item_parse(demo->item, SHEAF_JSON_PLAIN, json, demo->error), "parse an explanation");
  sheaf_value warnings;
  sheaf_value warning;
  check(demo, sheaf_item_get(demo->item, sheaf_bytes_of("warnings"), &warnings, demo->error), "read the warnings");
  for (uint32_t i = 0; sheaf_value_at(&warnings, i, NULL, &warning) == SHEAF_OK; ++i) {
    printf("      %.*s\n", (int)warning.data.size, (const char*)warning.data.data);
  }
  if (sheaf_value_count(&warnings) == 0) fail("explain", "WRONG ANSWER: no warning about a scan with a filter");
}

static void show_explain(struct demo* demo) {
  const sheaf_name name = {"#status", sheaf_bytes_of("Status")};
  const sheaf_stmt_text text = {.kind = SHEAF_STMT_SCAN, .filter = by_status, .names = &name, .name_count = 1};
  sheaf_stmt* stmt = prepare(demo, text, open_value);
  show_warnings(demo, stmt);
  sheaf_stmt_free(stmt);
}

// Each segment could be read by a thread or process of its own.
static void show_segments(struct demo* demo) {
  printf(
      "\n  The whole table, counted in segments that share nothing\n    Scan App, %d segments, only the counts; a "
      "collection, such as US, is never divided\n",
      SEGMENT_COUNT);
  uint64_t together = 0;
  for (uint32_t i = 0; i < SEGMENT_COUNT; ++i) {
    const sheaf_stmt_text text = {.kind = SHEAF_STMT_SCAN,
                                  .flags = SHEAF_COUNT,
                                  .page_bytes = UINT64_MAX,
                                  .segment = i,
                                  .total_segments = SEGMENT_COUNT};
    sheaf_stmt* stmt = prepare(demo, text, NULL);
    const uint64_t began = now_nanoseconds();
    check(demo, sheaf_stmt_step(stmt, demo->error), "count a segment");
    const uint64_t nanoseconds = now_nanoseconds() - began;
    printf("    -> segment %u: %s items, in %s\n", (unsigned)i, grouped(sheaf_stmt_returned(stmt)).text,
           duration(nanoseconds).text);
    together += sheaf_stmt_returned(stmt);
    sheaf_stmt_free(stmt);
  }
  expect_count("all segments together", EVERYTHING + user_count, together);
}

void show_scans(struct demo* demo, const struct expectations* expected) {
  show_chapter("Scans",
               "A scan reads everything; a filter makes the answer smaller, not the work. The sparse index above has\n"
               "the same tickets and nothing else.");
  const struct request open = {
      .title = "All open tickets, by a scan of the table",
      .filter = by_status,
      .name = {"#status", sheaf_bytes_of("Status")},
      .values = open_value,
      .expect_rows = expected->open_tickets,
      .expect_read = EVERYTHING + user_count,
  };
  run_request(demo, &open);
  show_explain(demo);

  const struct request indexed = {
      .title = "The same from the sparse index",
      .index = "GSI2",
      .expect_rows = expected->open_tickets,
      .show_rows = 1,
      .lead = {"GSI2PK", "GSI2SK", "User"},
  };
  run_request(demo, &indexed);
  show_segments(demo);
}

// ---- partitions that begin alike: cursors, because the language has no such request ----

struct prefix_scan {
  const char* title;
  const char* index;  // NULL = the table itself
  const char* prefix;
  uint64_t expect_rows;
  uint64_t show_rows;
  const char* lead[4];
};

static void run_prefix_scan(struct demo* demo, const struct prefix_scan* scan) {
  printf("\n  %s\n    Cursor App%s%s  begins_with(%sPK, \"%s\")\n", scan->title, scan->index != NULL ? "." : "",
         scan->index != NULL ? scan->index : "", scan->index != NULL ? scan->index : "", scan->prefix);
  const sheaf_value prefix = sheaf_string_of(scan->prefix);
  sheaf_range range = {
      .struct_size = sizeof range,
      .index = scan->index,
      .partition = sheaf_key_of(&prefix, 1),
      .partition_op = SHEAF_BEGINS_WITH,
  };
  struct answer answer = {.rows = 0};
  sheaf_cursor* cursor = NULL;
  const uint64_t began = now_nanoseconds();
  check(demo, sheaf_cursor_open(demo->app, &range, &cursor, demo->error), "open a cursor");
  while ((answer.end = sheaf_cursor_next(cursor, demo->error)) == SHEAF_ROW) {
    answer_add_row(&answer, sheaf_cursor_item(cursor), scan->index);
  }
  check(demo, answer.end, "move a cursor");
  answer.nanoseconds = now_nanoseconds() - began;
  answer.read = answer.rows;
  answer_show(&answer);

  range.row_limit = scan->show_rows;
  check(demo, sheaf_cursor_reset(cursor, &range, demo->error), "reset a cursor");
  while (sheaf_cursor_next(cursor, demo->error) == SHEAF_ROW) show_item(demo, sheaf_cursor_item(cursor), scan->lead);
  sheaf_cursor_free(cursor);
  expect_count(scan->title, scan->expect_rows, answer.rows);
}

void show_partition_prefixes(struct demo* demo, const struct expectations* expected) {
  show_chapter("Scans by partition prefix",
               "Partition keys are kept in order, so a cursor can take those that begin alike. DynamoDB cannot.");
  const struct prefix_scan day = {
      .title = "Tickets of one day",
      .prefix = "TICKET#2024-12-24",
      .expect_rows = expected->christmas_eve_tickets,
      .show_rows = 3,
      .lead = {"PK", "Subject", "Status"},
  };
  run_prefix_scan(demo, &day);

  const struct prefix_scan accounts = {
      .title = "All organizations with their users",
      .prefix = "ORG#",
      .expect_rows = 6 + user_count,
      .show_rows = 3,
      .lead = {"PK", "SK", "Name"},
  };
  run_prefix_scan(demo, &accounts);

  const struct prefix_scan open = {
      .title = "All open tickets, by priority",
      .index = "GSI2",
      .prefix = "OPEN#",
      .expect_rows = expected->open_tickets,
      .show_rows = 2,
      .lead = {"GSI2PK", "GSI2SK", "User"},
  };
  run_prefix_scan(demo, &open);
}
