// The made-up support tickets: 50,000 of them, each computed from its number alone, so that every run has the same
// ones and can say what a query has to answer without asking the database.
#pragma once

#include <stdint.h>

enum { TICKET_COUNT = 50000, NEWEST_COUNT = 20 };

// Users belong to organizations; both are named as in keys. MICROSOFT has ALICE and BOB, AMAZON has CAROL.
struct user {
  const char* organization;
  const char* name;
  const char* full_name;
};

extern const struct user users[];
extern const uint32_t user_count;

struct ticket {
  char id[40];  // "2024-12-24T10:31:07Z#9f86": time first, so that it sorts by time
  const struct user* user;
  const char* priority;  // "URGENT", "NORMAL" or "LOW"
  const char* subject_thing;
  const char* subject_trouble;
  int32_t is_open;
};

// Ticket 0 is the oldest, TICKET_COUNT - 1 the newest.
void ticket_make(uint32_t number, struct ticket* ticket);

// What requests have to answer.
struct expectations {
  uint64_t alice_tickets;
  uint32_t alice_newest[NEWEST_COUNT];  // ticket numbers, newest first
  uint64_t open_tickets;
  uint64_t urgent_open_tickets;
  uint32_t urgent_open_oldest[2];  // ticket numbers
  uint64_t christmas_eve_tickets;  // of 2024
};

void tickets_expect(struct expectations* expected);
