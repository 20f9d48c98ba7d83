// One-to-many by a secondary index, pages, and a sparse index.
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
    .key = "GSI1PK = :user",
    .values = "{\":user\":\"ORG#MICROSOFT#USER#ALICE\"}",
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

// A ticket that is closed has no key of GSI2 any more; one that is opened gets it back, the sort key from its own SK.
static void close_and_open(struct demo* demo, const struct ticket_key* key, const struct request* urgent) {
  const struct change close = {
      .title = "The oldest is closed, and leaves the index at once",
      .partition = key->text,
      .sort = key->text,
      .update = "SET #status = :closed REMOVE GSI2PK, GSI2SK",
      .condition = "#status = :open",
      .name = {"#status", sheaf_bytes_of("Status")},
      .values = "{\":closed\":\"CLOSED\",\":open\":\"OPEN\"}",
      .expect = SHEAF_OK,
  };
  run_change(demo, &close);
  run_request(demo, urgent);
  struct change again = close;
  again.title = "It cannot be closed twice";
  again.expect = SHEAF_CONDITION_FAILED;
  run_change(demo, &again);
  struct change open = close;
  open.title = "It is opened again, for the next run";
  open.update = "SET #status = :open, GSI2PK = :queue, GSI2SK = SK";
  open.condition = "#status = :closed";
  open.values = "{\":closed\":\"CLOSED\",\":open\":\"OPEN\",\":queue\":\"OPEN#URGENT\"}";
  run_change(demo, &open);
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
      .key = "GSI2PK = :queue",
      .values = "{\":queue\":\"OPEN#URGENT\"}",
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

  urgent.title = "Open urgent tickets now";
  urgent.expect_rows = expected->urgent_open_tickets - 1;
  urgent.expect_first_sort = second.text;
  urgent.show_rows = 1;
  close_and_open(demo, &oldest, &urgent);
}
