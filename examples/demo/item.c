// One item at a time: building, putting and getting.
#include "demo.h"

static void set(struct demo* demo, const char* name, sheaf_value value) {
  check(demo, sheaf_item_set(demo->item, sheaf_bytes_of(name), &value, demo->error), name);
}

void set_text(struct demo* demo, const char* name, const char* text) { set(demo, name, sheaf_string_of(text)); }

void set_number(struct demo* demo, const char* name, const char* decimal_text) {
  set(demo, name, sheaf_number_of(decimal_text));
}

void put_item(struct demo* demo) {
  check(demo, sheaf_put(demo->app, demo->item, NULL, NULL, demo->error), "put");
  sheaf_item_clear(demo->item);
}

sheaf_status get_item(struct demo* demo, const char* partition, const char* sort) {
  const sheaf_value parts[] = {sheaf_string_of(partition), sheaf_string_of(sort)};
  const sheaf_key key = {.parts = parts, .count = 2};
  const sheaf_status status = sheaf_get(demo->app, &key, demo->item, demo->error);
  check(demo, status, "get");
  return status;
}
