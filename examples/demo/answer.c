// The answer to a request: printed, and held against what it has to be.
#include <stdio.h>
#include <string.h>

#include "demo.h"
#include "show.h"

void answer_add_row(struct answer* answer, const sheaf_item* item, const char* index) {
  if (answer->rows == 0) {
    char name[16];
    sheaf_value sort;
    snprintf(name, sizeof name, "%sSK", index == NULL ? "" : index);
    if (sheaf_item_get(item, sheaf_bytes_of(name), &sort, NULL) == SHEAF_OK) {
      snprintf(answer->first_sort, sizeof answer->first_sort, "%.*s", (int)sort.data.size, (const char*)sort.data.data);
    }
  }
  answer->bytes += sheaf_item_size_bytes(item);
  ++answer->rows;
}

static const char* noun(uint64_t rows) { return rows == 1 ? "item" : "items"; }

void answer_show(const struct answer* answer) {
  printf("    -> %s %s, %s bytes", grouped(answer->rows).text, noun(answer->rows), grouped(answer->bytes).text);
  if (answer->read > answer->rows) printf(", of %s that were read", grouped(answer->read).text);
  printf(", in %s", duration(answer->nanoseconds).text);
  if (answer->read >= 1000) printf(" (%s items/s)", rate(answer->read, answer->nanoseconds).text);
  printf("%s\n", answer->end == SHEAF_PAGE ? "; a page, more follows from its token" : "");
}

void answer_expect_first(const struct answer* answer, const char* title, const char* first_sort) {
  if (first_sort == NULL || strcmp(first_sort, answer->first_sort) == 0) return;
  char detail[640];
  snprintf(detail, sizeof detail, "WRONG ANSWER: expected first %s, got %s", first_sort, answer->first_sort);
  fail(title, detail);
}
