// One-to-many in a complex attribute: a customer whose addresses are a map in the customer's item.
#include <stdio.h>

#include "demo.h"
#include "show.h"

enum { MAX_ADDRESSES = 20 };

static const char customer_key[] = "CUSTOMER#ALEX";
static const char customer[] =
    "{\"PK\":\"CUSTOMER#ALEX\",\"SK\":\"CUSTOMER#ALEX\",\"Type\":\"Customer\",\"MailingAddresses\":{"
    "\"Home\":{\"Street\":\"111 1st St\",\"City\":\"Omaha\"},\"Work\":{\"Street\":\"222 2nd "
    "St\",\"City\":\"Lincoln\"}}}";

// The size of the map is the bound. An address of that name may be there already: then none is added.
static void add_address(struct demo* demo, const char* title, const char* name, sheaf_status expect) {
  const struct change change = {
      .title = title,
      .partition = customer_key,
      .sort = customer_key,
      .update = "SET MailingAddresses.#name = :address",
      .condition = "size(MailingAddresses) < :max OR attribute_exists(MailingAddresses.#name)",
      .name = {"#name", sheaf_bytes_of(name)},
      .values = "{\":address\":{\"Street\":\"333 3rd St\",\"City\":\"Kearney\"},\":max\":20}",
      .expect = expect,
  };
  run_change(demo, &change);
}

// Without printing, one after the other, as a program does it: the name is a part of the statement.
static void fill_addresses(struct demo* demo, int from) {
  const sheaf_value parts[] = {sheaf_string_of(customer_key), sheaf_string_of(customer_key)};
  const sheaf_key key = sheaf_key_of(parts, 2);
  for (int number = from; number <= MAX_ADDRESSES; ++number) {
    char place[24];
    snprintf(place, sizeof place, "Depot%02d", number);
    const sheaf_name name = {"#name", sheaf_bytes_of(place)};
    sheaf_stmt* add = prepare(demo,
                              (sheaf_stmt_text){.kind = SHEAF_STMT_UPDATE,
                                                .update = "SET MailingAddresses.#name = :address",
                                                .condition = "size(MailingAddresses) < :max",
                                                .names = &name,
                                                .name_count = 1},
                              "{\":address\":{\"City\":\"Alma\"},\":max\":20}");
    check(demo, sheaf_update(demo->app, &key, add, NULL, demo->error), "add an address");
    sheaf_stmt_free(add);
  }
  printf("\n  17 more, as above: the customer has as many as one may have\n");
}

static void show_one_city(struct demo* demo) {
  const struct request city = {
      .title = "Only one city, out of the middle of the item",
      .key = "PK = :customer AND SK = :customer",
      .projection = "MailingAddresses.Home.City",
      .values = "{\":customer\":\"CUSTOMER#ALEX\"}",
      .expect_rows = 1,
      .show_rows = 1,
  };
  run_request(demo, &city);
}

void show_addresses(struct demo* demo) {
  show_chapter("One-to-many in a complex attribute",
               "A customer's few addresses are a map in the customer's item: one get has them all, and an update\n"
               "changes one of them. Right when nobody asks for an address by itself, and their number is bounded.");
  check(demo, sheaf_item_parse(demo->item, SHEAF_JSON_PLAIN, sheaf_bytes_of(customer), demo->error),
        "parse a customer");
  put_item(demo);
  run_get(demo, "The customer with all addresses", customer_key, customer_key);
  show_one_city(demo);

  add_address(demo, "Another address, but at most twenty", "Parents", SHEAF_OK);
  fill_addresses(demo, 4);
  add_address(demo, "And one more", "Beach", SHEAF_CONDITION_FAILED);
  add_address(demo, "One of the twenty can still be changed", "Parents", SHEAF_OK);

  const struct change move = {
      .title = "A new street, and an address less",
      .partition = customer_key,
      .sort = customer_key,
      .update = "SET MailingAddresses.Home.Street = :street REMOVE MailingAddresses.#work",
      .condition = "attribute_exists(MailingAddresses.#work)",
      .name = {"#work", sheaf_bytes_of("Work")},
      .values = "{\":street\":\"444 4th St\"}",
      .expect = SHEAF_OK,
  };
  run_change(demo, &move);
  add_address(demo, "Now there is room again", "Beach", SHEAF_OK);

  // The table keeps its number of items for the next run.
  const sheaf_value parts[] = {sheaf_string_of(customer_key), sheaf_string_of(customer_key)};
  const sheaf_key key = sheaf_key_of(parts, 2);
  check(demo, sheaf_delete(demo->app, &key, NULL, NULL, demo->error), "delete the customer");
}
