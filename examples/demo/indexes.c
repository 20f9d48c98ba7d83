// One-to-many by a secondary index, pages, a sparse index, and scans that DynamoDB does not have.
#include <stdio.h>

#include "demo.h"
#include "show.h"

struct ticket_key {
  char text[56];
};

static struct ticket_key key_of_ticket(uint32_t number) {
  struct ticket ticket;
  struct ticket_key key;
  ticket_make(number, &ticket);
  snprintf(key.text, sizeof key.text, "TICKET#%s", ticket.id);
  return key;
}

static const struct request alice_newest = {
    .title = "A user and the 10 newest tickets",
    .index = "GSI1",
    .partition = "ORG#MICROSOFT#USER#ALICE",
    .flags = SHEAF_REVERSE,
    .row_limit = 11,
    .expect_rows = 11,
    .expect_first_sort = "USER#ALICE",
    .show_rows = 4,
    .lead = {"GSI1SK", "Name", "Subject", "Status"},
};

void show_user_and_tickets(struct demo* demo, const struct expectations* expected) {
  show_chapter("One-to-many with a secondary index",
               "A ticket has a partition of its own. GSI1 brings a user and the user's tickets together; USER# sorts\n"
               "after TICKET#, so backwards the user comes first and then the newest tickets: one query.");
  run_request(demo, &alice_newest);

  struct request all = alice_newest;
  all.title = "A user and all tickets";
  all.row_limit = 0;
  all.expect_rows = 1 + expected->alice_tickets;
  all.show_rows = 0;
  run_request(demo, &all);
}

void show_pages(struct demo* demo, const struct expectations* expected) {
  show_chapter("Pages", "A page ends with a token: printable text that continues the query, in any process, later.");
  struct request page = alice_newest;
  page.title = "The first page, newest first";
  page.show_rows = 2;
  run_request(demo, &page);
  const sheaf_bytes token = sheaf_buf_bytes(demo->token);
  if (token.size == 0) fail(page.title, "WRONG ANSWER: the page has no token");
  printf("      token of %s bytes: %.*s%s\n", grouped(token.size).text, token.size < 60 ? (int)token.size : 60,
         (const char*)token.data, token.size < 60 ? "" : " ...");

  const struct ticket_key eleventh = key_of_ticket(expected->alice_newest[10]);
  page.title = "The second page: the next tickets";
  page.token = token;
  page.row_limit = 10;
  page.expect_rows = 10;
  page.expect_first_sort = eleventh.text;
  run_request(demo, &page);

  page.title = "And all that is left";
  page.token = sheaf_buf_bytes(demo->token);
  page.row_limit = 0;
  page.expect_rows = 1 + expected->alice_tickets - 21;
  page.expect_first_sort = NULL;
  page.show_rows = 0;
  run_request(demo, &page);
}

// Puts the ticket once more, open or closed, and says what its status was before.
static void change_ticket(struct demo* demo, uint32_t number, int32_t is_open) {
  struct ticket ticket;
  ticket_make(number, &ticket);
  ticket.is_open = is_open;
  set_ticket(demo, &ticket);
  const sheaf_write_options options = {.struct_size = sizeof options, .old_item = demo->one};
  const uint64_t began = now_nanoseconds();
  check(demo, sheaf_put(demo->app, demo->item, NULL, &options, demo->error), "put a ticket");
  const uint64_t nanoseconds = now_nanoseconds() - began;
  sheaf_value status;
  if (sheaf_item_get(demo->one, sheaf_bytes_of("Status"), &status, NULL) != SHEAF_OK) {
    fail("put a ticket", "WRONG ANSWER: the old item has no Status");
  }
  printf("    Put App  PK = SK = \"TICKET#%s\", Status \"%s\", it was \"%.*s\": in %s\n", ticket.id,
         is_open ? "OPEN" : "CLOSED", (int)status.data.size, (const char*)status.data.data, duration(nanoseconds).text);
}

void show_sparse_index(struct demo* demo, const struct expectations* expected) {
  show_chapter("A sparse index",
               "Only open tickets have GSI2PK and GSI2SK, so GSI2 holds nothing else; beside the keys it "
               "holds Subject\n"
               "and User. An index changes in the item's commit: the next query sees it.");
  const struct ticket_key oldest = key_of_ticket(expected->urgent_open_oldest[0]);
  const struct ticket_key second = key_of_ticket(expected->urgent_open_oldest[1]);
  struct request urgent = {
      .title = "Open urgent tickets, oldest first",
      .index = "GSI2",
      .partition = "OPEN#URGENT",
      .expect_rows = expected->urgent_open_tickets,
      .expect_first_sort = oldest.text,
      .show_rows = 3,
      .lead = {"GSI2SK", "Subject", "User"},
  };
  run_request(demo, &urgent);

  struct request whole = urgent;
  whole.title = "The oldest of them as a whole item, read from the table in the same snapshot";
  whole.flags = SHEAF_FULL_ITEM;
  whole.row_limit = 1;
  whole.expect_rows = 1;
  whole.show_rows = 1;
  whole.lead[1] = "Status";
  whole.lead[2] = "Priority";
  run_request(demo, &whole);

  printf("\n  The oldest is closed, and leaves the index at once\n");
  change_ticket(demo, expected->urgent_open_oldest[0], 0);
  urgent.title = "Open urgent tickets now";
  urgent.expect_rows = expected->urgent_open_tickets - 1;
  urgent.expect_first_sort = second.text;
  urgent.show_rows = 1;
  run_request(demo, &urgent);
  printf("\n  It is opened again, for the next run\n");
  change_ticket(demo, expected->urgent_open_oldest[0], 1);
}

void show_partition_prefixes(struct demo* demo, const struct expectations* expected) {
  show_chapter("Scans by partition prefix",
               "Partition keys are kept in order, so a scan can take those that begin alike. DynamoDB cannot.");
  const struct request day = {
      .title = "Tickets of one day",
      .partition = "TICKET#2024-12-24",
      .partition_op = SHEAF_BEGINS_WITH,
      .expect_rows = expected->christmas_eve_tickets,
      .show_rows = 3,
      .lead = {"PK", "Subject", "Status"},
  };
  run_request(demo, &day);

  const struct request accounts = {
      .title = "All organizations with their users",
      .partition = "ORG#",
      .partition_op = SHEAF_BEGINS_WITH,
      .expect_rows = 6 + user_count,
      .show_rows = 3,
      .lead = {"PK", "SK", "Name"},
  };
  run_request(demo, &accounts);

  const struct request open = {
      .title = "All open tickets, by priority",
      .index = "GSI2",
      .partition = "OPEN#",
      .partition_op = SHEAF_BEGINS_WITH,
      .expect_rows = expected->open_tickets,
      .show_rows = 2,
      .lead = {"GSI2PK", "GSI2SK", "User"},
  };
  run_request(demo, &open);

  const struct request everything = {
      .title = "The whole table: stores, organizations, users, tickets, and the marker of the load",
      .expect_rows = 44175 + 6 + user_count + TICKET_COUNT + 1,
  };
  run_request(demo, &everything);
}
