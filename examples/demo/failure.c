// How the demo ends when something is not as it should be: with one line and exit status 1.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "demo.h"

void check(const struct demo* demo, sheaf_status status, const char* doing) {
  if (status >= 0) return;
  fflush(stdout);
  fprintf(stderr, "sheaf_demo: %s: %s: %s\n", doing, sheaf_status_name(status), sheaf_error_message(demo->error));
  exit(EXIT_FAILURE);
}

void fail(const char* what, const char* detail) {
  fflush(stdout);
  fprintf(stderr, "sheaf_demo: %s: %s\n", what, detail);
  exit(EXIT_FAILURE);
}

void expect_count(const char* what, uint64_t expected, uint64_t counted) {
  if (expected == counted) return;
  char detail[96];
  snprintf(detail, sizeof detail, "WRONG ANSWER: expected %" PRIu64 ", got %" PRIu64, expected, counted);
  fail(what, detail);
}
