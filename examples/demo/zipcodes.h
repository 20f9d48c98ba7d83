// Reads examples/data/zipcodes.tsv.zst, row by row.
#pragma once

#include <stddef.h>

// Borrowed text, until zipcodes_close. Coordinates are decimal text, or empty.
struct zipcode {
  char* zip;
  char* city;
  char* state;
  char* country;  // "US" or "Canada"
  char* latitude;
  char* longitude;
};

struct zipcodes {
  char* text;
  char* next_line;
};

// Reads and decompresses the whole file. NULL, or what went wrong, which is static.
const char* zipcodes_open(const char* path, struct zipcodes* file);

// 1 = a row, 0 = the end, -1 = a line that has not six columns.
int zipcodes_next(struct zipcodes* file, struct zipcode* row);

void zipcodes_close(struct zipcodes* file);
