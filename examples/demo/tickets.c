#define _XOPEN_SOURCE 700
#include "tickets.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const struct user users[] = {
    {"MICROSOFT", "ALICE", "Alice Archer"},   {"MICROSOFT", "BOB", "Bob Baker"},
    {"AMAZON", "CAROL", "Carol Cooper"},      {"ACME", "DAVE", "Dave Dyer"},
    {"ACME", "ERIN", "Erin Ewing"},           {"ACME", "FRANK", "Frank Fisher"},
    {"ACME", "GRACE", "Grace Glover"},        {"GLOBEX", "HEIDI", "Heidi Hunter"},
    {"GLOBEX", "IVAN", "Ivan Ingram"},        {"GLOBEX", "JUDY", "Judy Joyner"},
    {"GLOBEX", "KARL", "Karl Knight"},        {"INITECH", "LAURA", "Laura Leach"},
    {"INITECH", "MIKE", "Mike Mason"},        {"INITECH", "NINA", "Nina Naylor"},
    {"INITECH", "OSCAR", "Oscar Osborn"},     {"INITECH", "PEGGY", "Peggy Potter"},
    {"UMBRELLA", "QUENTIN", "Quentin Quill"}, {"UMBRELLA", "RUTH", "Ruth Roper"},
    {"UMBRELLA", "STEVE", "Steve Sawyer"},    {"UMBRELLA", "TRUDY", "Trudy Turner"},
};
const uint32_t user_count = sizeof users / sizeof users[0];

static const char* const things[] = {"The printer",        "The login page",     "My second monitor",
                                     "The nightly report", "The coffee machine", "The mail client",
                                     "The invoice export", "The badge reader"};
static const char* const troubles[] = {"is very slow",  "shows an error", "stopped working",  "forgets settings",
                                       "asks me twice", "makes noise",    "has a wrong date", "works only once"};

// SplitMix64: mixes a counter into 64 well-spread bits.
static uint64_t mixed(uint64_t counter) {
  uint64_t bits = counter * UINT64_C(0x9E3779B97F4A7C15);
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
  return bits ^ (bits >> 31);
}

void ticket_make(uint32_t number, struct ticket* ticket) {
  // The four years from 2022 to 2025 have room for one ticket in each 2,524 seconds.
  const uint64_t first_second = 1640995200;
  const uint64_t step_seconds = 2524;
  const uint64_t place = mixed(2 * (uint64_t)number + 1);
  const uint64_t kind = mixed(2 * (uint64_t)number + 2);

  const time_t seconds = (time_t)(first_second + number * step_seconds + place % step_seconds);
  struct tm date;
  char timestamp[24];
  strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &date));
  snprintf(ticket->id, sizeof ticket->id, "%s#%04" PRIx32, timestamp, (uint32_t)(place >> 48));

  ticket->user = &users[(kind & 0xFFFF) % user_count];
  const uint64_t eighth = (kind >> 16) % 8;
  ticket->priority = eighth == 0 ? "URGENT" : eighth < 5 ? "NORMAL" : "LOW";
  ticket->subject_thing = things[(kind >> 24) % 8];
  ticket->subject_trouble = troubles[(kind >> 32) % 8];
  ticket->is_open = (kind >> 40) % 16 == 0;
}

// The newest tickets are found from the newest number down, and the oldest from the oldest up.
void tickets_expect(struct expectations* expected) {
  memset(expected, 0, sizeof *expected);
  struct ticket ticket;
  for (uint32_t number = 0; number < TICKET_COUNT; ++number) {
    ticket_make(number, &ticket);
    const int is_urgent = strcmp(ticket.priority, "URGENT") == 0;
    if (strcmp(ticket.user->name, "ALICE") == 0) ++expected->alice_tickets;
    if (strncmp(ticket.id, "2024-12-24", 10) == 0) ++expected->christmas_eve_tickets;
    if (ticket.is_open) ++expected->open_tickets;
    if (ticket.is_open && is_urgent) {
      if (expected->urgent_open_tickets < 2) expected->urgent_open_oldest[expected->urgent_open_tickets] = number;
      ++expected->urgent_open_tickets;
    }
  }
  uint32_t found = 0;
  for (uint32_t number = TICKET_COUNT; number > 0 && found < NEWEST_COUNT; --number) {
    ticket_make(number - 1, &ticket);
    if (strcmp(ticket.user->name, "ALICE") == 0) expected->alice_newest[found++] = number - 1;
  }
}
