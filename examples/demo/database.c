// The database and its one table: opening, closing and filling.
#include <stdio.h>
#include <string.h>

#include "demo.h"
#include "show.h"

// One table for all entities. GSI1 holds different things under one name, as PK and SK do: users and tickets. GSI2 is
// sparse: it holds open tickets only, because only they have its key, and of them two attributes beside the keys.
static const char table_definition[] =
    "{\"TableName\":\"App\","
    "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"SK\",\"KeyType\":"
    "\"RANGE\"}],"
    "\"AttributeDefinitions\":["
    "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"},"
    "{\"AttributeName\":\"GSI1PK\",\"AttributeType\":\"S\"},{\"AttributeName\":\"GSI1SK\",\"AttributeType\":"
    "\"S\"},"
    "{\"AttributeName\":\"GSI2PK\",\"AttributeType\":\"S\"},{\"AttributeName\":\"GSI2SK\",\"AttributeType\":"
    "\"S\"}],"
    "\"GlobalSecondaryIndexes\":["
    "{\"IndexName\":\"GSI1\",\"Projection\":{\"ProjectionType\":\"ALL\"},\"KeySchema\":["
    "{\"AttributeName\":\"GSI1PK\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"GSI1SK\",\"KeyType\":\"RANGE\"}"
    "]},"
    "{\"IndexName\":\"GSI2\",\"Projection\":{\"ProjectionType\":\"INCLUDE\","
    "\"NonKeyAttributes\":[\"Subject\",\"User\"]},\"KeySchema\":["
    "{\"AttributeName\":\"GSI2PK\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"GSI2SK\",\"KeyType\":\"RANGE\"}"
    "]}]}";

// An item of the demo itself says how far loading came, so that no folder is loaded twice.
static const char marker_key[] = "DEMO#LOAD";
static const char marker_version[] = "1";

void database_open(struct demo* demo, uint32_t flags) {
  demo->error = sheaf_error_new();
  demo->item = sheaf_item_new();
  demo->one = sheaf_item_new();
  demo->json = sheaf_buf_new();
  demo->token = sheaf_buf_new();
  demo->next_token = sheaf_buf_new();
  if (!demo->error || !demo->item || !demo->one || !demo->json || !demo->token || !demo->next_token) {
    fail("start", "no memory");
  }
  const sheaf_open_options options = {
      .struct_size = sizeof options,
      .flags = flags,
      .sync = SHEAF_SYNC_NORMAL,
      .max_transaction_actions = demo->max_transaction_actions,
  };
  check(demo, sheaf_open(demo->folder, &options, &demo->db, demo->error), "open the database");
}

void database_close(struct demo* demo) {
  sheaf_table_close(demo->app);
  sheaf_db_free(demo->db);
  sheaf_buf_free(demo->next_token);
  sheaf_buf_free(demo->token);
  sheaf_buf_free(demo->json);
  sheaf_item_free(demo->one);
  sheaf_item_free(demo->item);
  sheaf_error_free(demo->error);
  *demo = (struct demo){.folder = demo->folder};
}

void database_open_table(struct demo* demo) {
  check(demo, sheaf_table_open(demo->db, "App", &demo->app, demo->error), "open the table");
}

// Durable at once: what the marker says must not be lost alone.
static void put_marker(struct demo* demo, const char* state) {
  set_text(demo, "PK", marker_key);
  set_text(demo, "SK", marker_key);
  set_text(demo, "State", state);
  set_number(demo, "Version", marker_version);
  const sheaf_write_options options = {.struct_size = sizeof options, .flags = SHEAF_WRITE_SYNC};
  check(demo, sheaf_put(demo->app, demo->item, NULL, &options, demo->error), "put the marker");
  sheaf_item_clear(demo->item);
}

// 1 when the table is loaded, 0 when a load was interrupted; ends the program when the table is not the demo's.
static int read_marker(struct demo* demo) {
  sheaf_value state;
  sheaf_value version;
  char version_text[SHEAF_NUMBER_TEXT_BYTES] = "";
  if (get_item(demo, marker_key, marker_key) == SHEAF_OK &&
      sheaf_item_get(demo->item, sheaf_bytes_of("Version"), &version, NULL) == SHEAF_OK) {
    sheaf_number_text(&version, version_text);
  }
  if (strcmp(version_text, marker_version) != 0) {
    fail(demo->folder, "its table App is not this demo's; give a folder that is new or empty");
  }
  check(demo, sheaf_item_get(demo->item, sheaf_bytes_of("State"), &state, demo->error), "read the marker");
  const int is_loaded = state.type == SHEAF_STRING && state.data.size == strlen("LOADED") &&
                        memcmp(state.data.data, "LOADED", state.data.size) == 0;
  sheaf_item_clear(demo->item);
  return is_loaded;
}

static void show_load(const char* what, uint64_t count, uint64_t nanoseconds) {
  printf("  %-14s %7s   %9s   %9s items/s\n", what, grouped(count).text, duration(nanoseconds).text,
         rate(count, nanoseconds).text);
  fflush(stdout);
}

static void load_all(struct demo* demo, const char* zipcodes_path) {
  const uint64_t began = now_nanoseconds();
  const uint64_t stores = load_stores(demo, zipcodes_path);
  const uint64_t stores_done = now_nanoseconds();
  show_load("stores", stores, stores_done - began);
  const uint64_t accounts = load_organizations(demo) + load_users(demo);
  const uint64_t accounts_done = now_nanoseconds();
  show_load("orgs and users", accounts, accounts_done - stores_done);
  const uint64_t tickets = load_tickets(demo);
  const uint64_t done = now_nanoseconds();
  show_load("tickets", tickets, done - accounts_done);
  show_load("together", stores + accounts + tickets, done - began);
}

void database_prepare(struct demo* demo, const char* zipcodes_path) {
  const sheaf_status status = sheaf_table_open(demo->db, "App", &demo->app, demo->error);
  if (status == SHEAF_NO_TABLE) {
    check(demo, sheaf_table_create(demo->db, sheaf_bytes_of(table_definition), demo->error), "create the table");
    database_open_table(demo);
    put_marker(demo, "LOADING");
  } else {
    check(demo, status, "open the table");
    if (read_marker(demo)) {
      printf(
          "\nThe folder holds the demo's data from an earlier run: it is used again, and nothing is "
          "loaded.\n");
      return;
    }
    printf(
        "\nAn earlier run was stopped while it loaded. Loading starts again: a put replaces what is "
        "there.\n");
  }
  show_chapter("Load: one table App, an index GSI1, and a sparse index GSI2",
               "One put after the other, from one thread, with SHEAF_SYNC_NORMAL: each is a commit of its own that\n"
               "survives a killed process; a power loss may drop the newest. Index rows are in the item's commit.");
  load_all(demo, zipcodes_path);
  put_marker(demo, "LOADED");
}
