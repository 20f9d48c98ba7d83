// One-to-many in a complex attribute: a customer whose addresses are a map in the customer's item.
#include <stdio.h>

#include "demo.h"
#include "show.h"

static const char customer_key[] = "CUSTOMER#ALEX";
static const char customer[] =
    "{\"PK\":\"CUSTOMER#ALEX\",\"SK\":\"CUSTOMER#ALEX\",\"Type\":\"Customer\",\"MailingAddresses\":{"
    "\"Home\":{\"Street\":\"111 1st St\",\"City\":\"Omaha\"},\"Work\":{\"Street\":\"222 2nd "
    "St\",\"City\":\"Lincoln\"}}}";

static void add_address(struct demo* demo, const char* title, const char* name, sheaf_status expect) {
  const struct change change = {
      .title = title,
      .partition = customer_key,
      .sort = customer_key,
      .update = "SET MailingAddresses.#name = :address",
      .condition = "size(MailingAddresses) < :max",
      .name = {"#name", sheaf_bytes_of(name)},
      .values = "{\":address\":{\"Street\":\"333 3rd St\",\"City\":\"Kearney\"},\":max\":3}",
      .expect = expect,
  };
  run_change(demo, &change);
}

void show_addresses(struct demo* demo) {
  show_chapter("One-to-many in a complex attribute",
               "A customer's few addresses are a map in the customer's item: one get has them all, and an update\n"
               "changes one of them. Right when nobody asks for an address by itself, and their number is bounded.");
  check(demo, sheaf_item_parse(demo->item, SHEAF_JSON_PLAIN, sheaf_bytes_of(customer), demo->error),
        "parse a customer");
  put_item(demo);
  run_get(demo, "The customer with all addresses", customer_key, customer_key);

  add_address(demo, "Another address, but at most three", "Parents", SHEAF_OK);
  add_address(demo, "And one more", "Beach", SHEAF_CONDITION_FAILED);

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

  // The table keeps its number of items for the next run.
  const sheaf_value parts[] = {sheaf_string_of(customer_key), sheaf_string_of(customer_key)};
  const sheaf_key key = sheaf_key_of(parts, 2);
  check(demo, sheaf_delete(demo->app, &key, NULL, NULL, demo->error), "delete the customer");
}
