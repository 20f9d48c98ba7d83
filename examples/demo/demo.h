// The demo: one table with stores, organizations, users and tickets, and the requests that it was modelled for.
// What its files share. One thread; every error ends the program.
#pragma once

#include <sheaf.h>
#include <stdint.h>

#include "tickets.h"

// One database, and what the demo reuses for every call on it.
struct demo {
  const char* folder;
  sheaf_db* db;
  sheaf_table* app;
  sheaf_error* error;
  sheaf_item* item;                  // what is being written, or was read
  sheaf_item* one;                   // one attribute of an item, on its way to the screen
  sheaf_buf* json;                   // the text of one item
  sheaf_buf* token;                  // where the last request stopped, when its answer ended with a page
  sheaf_buf* next_token;             // where the running request will stop
  uint64_t max_transaction_actions;  // of the next database_open; 0 = the default
};

// ---- failure.c ----

// Ends the program with the message of the error slot, unless the status is an answer. `doing` names the step.
void check(const struct demo* demo, sheaf_status status, const char* doing);

// Ends the program with "sheaf_demo: what: detail".
_Noreturn void fail(const char* what, const char* detail);

// Ends the program unless a count is the expected one.
void expect_count(const char* what, uint64_t expected, uint64_t counted);

// ---- folder.c ----

// A new folder for temporary files. Static.
const char* folder_make_temporary(void);

// Removes a folder with all that is in it, as far as possible.
void folder_remove(const char* path);

// The bytes of all files in it.
uint64_t folder_size_bytes(const char* path);

// ---- database.c ----

// Opens the folder, which may be new when `flags` has SHEAF_OPEN_CREATE, and allocates what the demo reuses.
void database_open(struct demo* demo, uint32_t flags);

// Frees and closes all that database_open made.
void database_close(struct demo* demo);

// Opens the table, which is there.
void database_open_table(struct demo* demo);

// Opens the table and fills it, unless an earlier run has done so.
void database_prepare(struct demo* demo, const char* zipcodes_path);

// ---- item.c ----

// Set an attribute of demo->item.
void set_text(struct demo* demo, const char* name, const char* text);
void set_number(struct demo* demo, const char* name, const char* decimal_text);

// Puts demo->item, and empties it for the next one.
void put_item(struct demo* demo);

// Reads an item into demo->item: SHEAF_OK or SHEAF_NOT_FOUND.
sheaf_status get_item(struct demo* demo, const char* partition, const char* sort);

// ---- load_stores.c, load_tickets.c: each answers the number of items that it has put ----

uint64_t load_stores(struct demo* demo, const char* zipcodes_path);
uint64_t load_organizations(struct demo* demo);
uint64_t load_users(struct demo* demo);
uint64_t load_tickets(struct demo* demo);

// Fills demo->item with a ticket.
void set_ticket(struct demo* demo, const struct ticket* ticket);

// ---- statement.c ----

// A statement with its values (a JSON object of placeholders, or NULL); sets struct_size. The caller frees it.
sheaf_stmt* prepare(struct demo* demo, sheaf_stmt_text text, const char* values);

// ---- answer.c ----

struct answer {
  sheaf_status end;  // SHEAF_DONE or SHEAF_PAGE
  uint64_t rows;
  uint64_t read;   // rows before the filter
  uint64_t bytes;  // by DynamoDB's formula
  uint64_t nanoseconds;
  char first_sort[256];
};

// Counts the row in; of the first one the sort key is kept.
void answer_add_row(struct answer* answer, const sheaf_item* item, const char* index);

void answer_show(const struct answer* answer);

// Ends the program when the first row is another one; NULL is not looked at.
void answer_expect_first(const struct answer* answer, const char* title, const char* first_sort);

// ---- request.c ----

// One request, and what its answer has to be.
struct request {
  const char* title;
  const char* index;       // NULL = the table itself
  const char* key;         // the key condition; NULL = a scan
  const char* filter;      // NULL = none
  const char* projection;  // NULL = all that the table or the index holds
  sheaf_name name;         // "#name" and what it stands for; no placeholder = none
  const char* values;      // of the placeholders, as JSON; NULL = none
  uint32_t flags;
  uint64_t row_limit;
  sheaf_bytes token;

  uint64_t expect_rows;
  uint64_t expect_read;           // before the filter; 0 = as many as expect_rows
  const char* expect_first_sort;  // the sort key of the first row; NULL = not checked
  uint64_t show_rows;             // how many items are printed
  const char* lead[4];            // the attributes that are printed first
};

// Sends the request, prints it with its answer, and ends the program when the answer is not the expected one. When the
// answer is a page, demo->token goes on.
void run_request(struct demo* demo, const struct request* request);

// Gets one item and prints it; it has to be there.
void run_get(struct demo* demo, const char* title, const char* partition, const char* sort);

// ---- change.c ----

// One update, and whether its condition has to hold: SHEAF_OK or SHEAF_CONDITION_FAILED.
struct change {
  const char* title;
  const char* partition;
  const char* sort;
  const char* update;
  const char* condition;  // NULL = none
  sheaf_name name;        // as of a request
  const char* values;     // as of a request
  sheaf_status expect;
};

// Sends the update, prints it and what it changed, and ends the program when it came out otherwise.
void run_change(struct demo* demo, const struct change* change);

// ---- the chapters of the story: addresses.c, books.c, one_to_many.c, indexes.c, scans.c ----

void show_addresses(struct demo* demo);
void show_books(struct demo* demo);
void show_organization_and_users(struct demo* demo);
void show_store_hierarchy(struct demo* demo);
void show_states_by_seeking(struct demo* demo);
void show_user_and_tickets(struct demo* demo, const struct expectations* expected);
void show_pages(struct demo* demo, const struct expectations* expected);
void show_sparse_index(struct demo* demo, const struct expectations* expected);
void show_scans(struct demo* demo, const struct expectations* expected);
void show_partition_prefixes(struct demo* demo, const struct expectations* expected);
