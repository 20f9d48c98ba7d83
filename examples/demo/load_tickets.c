// Organizations and their users in one item collection (strategy 3, a composite primary key), and tickets in
// partitions of their own, which an index brings together with their user (strategy 4, a secondary index).
#include <stdio.h>
#include <string.h>

#include "demo.h"

static const char* const organizations[] = {
    "{\"PK\":\"ORG#MICROSOFT\",\"SK\":\"METADATA#MICROSOFT\",\"Type\":\"Organization\",\"Name\":"
    "\"Microsoft\","
    "\"Plan\":\"Enterprise\",\"Address\":{\"City\":\"Redmond\",\"State\":\"WA\"}}",
    "{\"PK\":\"ORG#AMAZON\",\"SK\":\"METADATA#AMAZON\",\"Type\":\"Organization\",\"Name\":\"Amazon\","
    "\"Plan\":\"Pro\",\"Address\":{\"City\":\"Seattle\",\"State\":\"WA\"}}",
    "{\"PK\":\"ORG#ACME\",\"SK\":\"METADATA#ACME\",\"Type\":\"Organization\",\"Name\":\"Acme\",\"Plan\":"
    "\"Free\"}",
    "{\"PK\":\"ORG#GLOBEX\",\"SK\":\"METADATA#GLOBEX\",\"Type\":\"Organization\",\"Name\":\"Globex\","
    "\"Plan\":\"Pro\"}",
    "{\"PK\":\"ORG#INITECH\",\"SK\":\"METADATA#INITECH\",\"Type\":\"Organization\",\"Name\":\"Initech\","
    "\"Plan\":\"Free\"}",
    "{\"PK\":\"ORG#UMBRELLA\",\"SK\":\"METADATA#UMBRELLA\",\"Type\":\"Organization\",\"Name\":\"Umbrella\","
    "\"Plan\":\"Enterprise\"}",
};

uint64_t load_organizations(struct demo* demo) {
  const size_t count = sizeof organizations / sizeof organizations[0];
  for (size_t i = 0; i < count; ++i) {
    const sheaf_bytes json = sheaf_bytes_of(organizations[i]);
    check(demo, sheaf_item_parse(demo->item, SHEAF_JSON_PLAIN, json, demo->error), "parse an organization");
    put_item(demo);
  }
  return count;
}

// The index key that a user shares with its tickets.
static void set_user_collection(struct demo* demo, const struct user* user) {
  char key[64];
  snprintf(key, sizeof key, "ORG#%s#USER#%s", user->organization, user->name);
  set_text(demo, "GSI1PK", key);
}

uint64_t load_users(struct demo* demo) {
  for (uint32_t i = 0; i < user_count; ++i) {
    char partition[40];
    char sort[40];
    snprintf(partition, sizeof partition, "ORG#%s", users[i].organization);
    snprintf(sort, sizeof sort, "USER#%s", users[i].name);
    set_text(demo, "PK", partition);
    set_text(demo, "SK", sort);
    set_user_collection(demo, &users[i]);
    set_text(demo, "GSI1SK", sort);
    set_text(demo, "Type", "User");
    set_text(demo, "Name", users[i].full_name);
    put_item(demo);
  }
  return user_count;
}

void set_ticket(struct demo* demo, const struct ticket* ticket) {
  char key[64];
  char subject[80];
  char queue[24];
  snprintf(key, sizeof key, "TICKET#%s", ticket->id);
  snprintf(subject, sizeof subject, "%s %s", ticket->subject_thing, ticket->subject_trouble);
  snprintf(queue, sizeof queue, "OPEN#%s", ticket->priority);

  sheaf_item_clear(demo->item);
  set_text(demo, "PK", key);
  set_text(demo, "SK", key);
  set_user_collection(demo, ticket->user);
  set_text(demo, "GSI1SK", key);
  if (ticket->is_open) {
    set_text(demo, "GSI2PK", queue);
    set_text(demo, "GSI2SK", key);
  }
  set_text(demo, "Type", "Ticket");
  set_text(demo, "Subject", subject);
  set_text(demo, "Priority", ticket->priority);
  set_text(demo, "Status", ticket->is_open ? "OPEN" : "CLOSED");
  set_text(demo, "User", ticket->user->name);
}

uint64_t load_tickets(struct demo* demo) {
  struct ticket ticket;
  for (uint32_t number = 0; number < TICKET_COUNT; ++number) {
    ticket_make(number, &ticket);
    set_ticket(demo, &ticket);
    put_item(demo);
  }
  return TICKET_COUNT;
}
