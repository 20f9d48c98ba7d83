// One-to-many by the primary key alone: an organization with its users, a country with its stores.
#include <stdio.h>
#include <string.h>

#include "demo.h"
#include "show.h"

void show_organization_and_users(struct demo* demo) {
  show_chapter("One-to-many with a composite primary key",
               "An organization and its users share a partition key, so they are one item collection.");
  run_get(demo, "One organization", "ORG#MICROSOFT", "METADATA#MICROSOFT");
  sheaf_value city;
  check(demo, sheaf_item_get_path(demo->item, "Address.City", &city, demo->error), "read a path");
  printf("      Address.City is \"%.*s\"\n", (int)city.data.size, (const char*)city.data.data);

  const struct request organization_and_users = {
      .title = "The organization and all its users",
      .key = "PK = :org",
      .values = "{\":org\":\"ORG#MICROSOFT\"}",
      .expect_rows = 3,
      .expect_first_sort = "METADATA#MICROSOFT",
      .show_rows = 3,
      .lead = {"SK", "Type", "Name"},
  };
  run_request(demo, &organization_and_users);

  const struct request users_only = {
      .title = "Only its users",
      .key = "PK = :org AND begins_with(SK, :user)",
      .values = "{\":org\":\"ORG#MICROSOFT\",\":user\":\"USER#\"}",
      .expect_rows = 2,
      .expect_first_sort = "USER#ALICE",
      .show_rows = 2,
      .lead = {"SK", "Type", "Name"},
  };
  run_request(demo, &users_only);
  run_get(demo, "One user", "ORG#AMAZON", "USER#CAROL");
}

void show_store_hierarchy(struct demo* demo) {
  show_chapter("A hierarchy in the sort key",
               "Stores: PK = <Country>, SK = <STATE>#<CITY>#<Zip>#<StoreId>. One key, four sizes of region.");
  static const char whole[] = "PK = :country";
  static const char region[] = "PK = :country AND begins_with(SK, :region)";
  static const struct {
    const char* title;
    const char* key;
    const char* values;
    uint64_t rows;
    uint64_t show_rows;
  } regions[] = {
      {"Stores of a country", whole, "{\":country\":\"US\"}", 42555, 2},
      {"Stores of a state", region, "{\":country\":\"US\",\":region\":\"CA#\"}", 2654, 2},
      {"Stores of a city", region, "{\":country\":\"US\",\":region\":\"CA#SAN FRANCISCO#\"}", 60, 3},
      {"Stores of a zip code", region, "{\":country\":\"US\",\":region\":\"CA#SAN FRANCISCO#94103#\"}", 1, 1},
      {"Stores of another country", whole, "{\":country\":\"Canada\"}", 1620, 2},
  };
  for (size_t i = 0; i < sizeof regions / sizeof regions[0]; ++i) {
    const struct request stores = {
        .title = regions[i].title,
        .key = regions[i].key,
        .values = regions[i].values,
        .expect_rows = regions[i].rows,
        .show_rows = regions[i].show_rows,
        .lead = {"SK", "City", "State", "Zip"},
    };
    run_request(demo, &stores);
  }
}

// The next key at or after `at_least` in the collection "US", up to its first '#'. Answers 0 at the end. A cursor, not a
// statement: only keys are looked at, and it is moved to another place for each row.
static int next_state(struct demo* demo, sheaf_cursor* cursor, const char* at_least, char* state, size_t size) {
  const sheaf_value country = sheaf_string_of("US");
  const sheaf_value bound = sheaf_string_of(at_least);
  const sheaf_range range = {
      .struct_size = sizeof range,
      .flags = SHEAF_KEYS_ONLY,
      .partition = {.parts = &country, .count = 1},
      .sort_op = SHEAF_GE,
      .sort = {.parts = &bound, .count = 1},
      .row_limit = 1,
  };
  check(demo, sheaf_cursor_reset(cursor, &range, demo->error), "reset a cursor");
  const sheaf_status status = sheaf_cursor_next(cursor, demo->error);
  check(demo, status, "move a cursor");
  if (status != SHEAF_ROW) return 0;
  sheaf_key key;
  check(demo, sheaf_cursor_key(cursor, NULL, &key, demo->error), "read a key");
  const sheaf_bytes sort = key.parts[1].data;
  snprintf(state, size, "%.*s", (int)sort.size, (const char*)sort.data);
  state[strcspn(state, "#")] = '\0';
  return 1;
}

void show_states_by_seeking(struct demo* demo) {
  printf(
      "\n  The states of a country, without walking over their stores\n"
      "    Query App  PK = \"US\" and SK >= the last state followed by '$', limit 1; once for each state\n");
  sheaf_cursor* cursor = NULL;
  check(demo, sheaf_cursor_open(demo->app, NULL, &cursor, demo->error), "open a cursor");
  char states[512] = "";
  size_t length = 0;
  char state[16];
  // No string is empty in a key, and "!" is below all letters. '$' follows '#', so "CA$" is behind all of California.
  char at_least[20] = "!";
  uint64_t count = 0;
  const uint64_t began = now_nanoseconds();
  while (next_state(demo, cursor, at_least, state, sizeof state)) {
    snprintf(at_least, sizeof at_least, "%s$", state);
    const char* space = count == 0 ? "" : count % 31 == 0 ? "\n      " : " ";
    const int added = snprintf(states + length, sizeof states - length, "%s%s", space, state);
    ++count;
    if (added > 0 && (size_t)added < sizeof states - length) length += (size_t)added;
  }
  const uint64_t nanoseconds = now_nanoseconds() - began;
  sheaf_cursor_free(cursor);
  printf("    -> %s states, in %s\n      %s\n", grouped(count).text, duration(nanoseconds).text, states);
  expect_count("the states of a country", 62, count);
}
