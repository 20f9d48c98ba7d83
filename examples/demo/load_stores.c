// Stores, one a zip code: PK = <Country>, SK = <STATE>#<CITY>#<Zip>#<StoreId>, so that one key serves four sizes of
// region (strategy 5, a composite sort key).
#include <inttypes.h>
#include <stdio.h>

#include "demo.h"
#include "zipcodes.h"

// Names in keys are in capitals, so that one spelling finds them. Only ASCII letters change: the file has no others in
// US names, and the keys of the rest need only be stable.
static void capitalize(const char* from, char* to, size_t size) {
  size_t length = 0;
  for (; from[length] != '\0' && length + 1 < size; ++length) {
    const char letter = from[length];
    to[length] = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
  }
  to[length] = '\0';
}

static void put_store(struct demo* demo, const struct zipcode* row, uint64_t store_id) {
  char state[64];
  char city[256];
  char sort_key[512];
  capitalize(row->state, state, sizeof state);
  capitalize(row->city, city, sizeof city);
  snprintf(sort_key, sizeof sort_key, "%s#%s#%s#%05" PRIu64, state, city, row->zip, store_id);

  set_text(demo, "PK", row->country);
  set_text(demo, "SK", sort_key);
  set_text(demo, "Type", "Store");
  set_text(demo, "Zip", row->zip);
  set_text(demo, "City", row->city);
  set_text(demo, "State", row->state);
  if (row->latitude[0] != '\0') set_number(demo, "Latitude", row->latitude);
  if (row->longitude[0] != '\0') set_number(demo, "Longitude", row->longitude);
  put_item(demo);
}

uint64_t load_stores(struct demo* demo, const char* zipcodes_path) {
  struct zipcodes file;
  const char* error = zipcodes_open(zipcodes_path, &file);
  if (error != NULL) {
    char detail[256];
    snprintf(detail, sizeof detail, "%s; --data FOLDER says where it is", error);
    fail(zipcodes_path, detail);
  }
  uint64_t count = 0;
  struct zipcode row;
  int found = 0;
  while ((found = zipcodes_next(&file, &row)) == 1) put_store(demo, &row, ++count);
  if (found < 0) fail(zipcodes_path, "a line has not six columns");
  zipcodes_close(&file);
  return count;
}
