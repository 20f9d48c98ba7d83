#define _XOPEN_SOURCE 700
#include "show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_BYTES = 104, MAX_LEAD = 4 };

static const char indent[] = "      ";
static const char cut_mark[] = " ...";

uint64_t now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

struct text grouped(uint64_t number) {
  char digits[24];
  const int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
  struct text out = {""};
  size_t length = 0;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && (count - i) % 3 == 0) out.text[length++] = ',';
    out.text[length++] = digits[i];
  }
  out.text[length] = '\0';
  return out;
}

struct text duration(uint64_t nanoseconds) {
  struct text out;
  const char* unit = "ns";
  uint64_t thousandths = nanoseconds * 1000;
  const char* const larger_units[] = {"us", "ms", "s"};
  for (int i = 0; i < 3 && thousandths >= 1000000; ++i) {
    thousandths /= 1000;
    unit = larger_units[i];
  }
  const uint64_t whole = thousandths / 1000;
  if (whole >= 100 || nanoseconds < 1000) {
    snprintf(out.text, sizeof out.text, "%" PRIu64 " %s", whole, unit);
  } else if (whole >= 10) {
    snprintf(out.text, sizeof out.text, "%" PRIu64 ".%" PRIu64 " %s", whole, thousandths % 1000 / 100, unit);
  } else {
    snprintf(out.text, sizeof out.text, "%" PRIu64 ".%02" PRIu64 " %s", whole, thousandths % 1000 / 10, unit);
  }
  return out;
}

struct text rate(uint64_t count, uint64_t nanoseconds) {
  if (nanoseconds == 0) nanoseconds = 1;
  return grouped(count * UINT64_C(1000000000) / nanoseconds);
}

void show_chapter(const char* title, const char* sentence) { printf("\n==== %s\n%s\n", title, sentence); }

void show_terms(const sheaf_name* name, const char* values) {
  if (name->placeholder != NULL) {
    printf("      with %s = %.*s\n", name->placeholder, (int)name->attribute.size, (const char*)name->attribute.data);
  }
  if (values != NULL) printf("      with %s\n", values);
}

// A line that stops growing at the margin.
struct line {
  char text[LINE_BYTES];
  size_t size;
  int is_cut;
};

static void add_bytes(struct line* line, const char* bytes, size_t size) {
  if (line->is_cut) return;
  const size_t room = sizeof line->text - (sizeof indent - 1) - (sizeof cut_mark - 1) - line->size;
  if (size > room) {
    size = room;
    // A character of several bytes is left out as a whole.
    while (size > 0 && ((uint8_t)bytes[size] & 0xC0) == 0x80) --size;
    line->is_cut = 1;
  }
  memcpy(line->text + line->size, bytes, size);
  line->size += size;
}

// Prints one attribute as an item of its own, and takes the text between the braces.
static void add_member(struct demo* demo, struct line* line, sheaf_bytes name, const sheaf_value* value) {
  if (line->is_cut) return;
  sheaf_item_clear(demo->one);
  check(demo, sheaf_item_set(demo->one, name, value, demo->error), "copy an attribute");
  check(demo, sheaf_item_print(demo->one, SHEAF_JSON_PLAIN, demo->json, demo->error), "print an attribute");
  const sheaf_bytes json = sheaf_buf_bytes(demo->json);
  if (line->size > 1) add_bytes(line, ",", 1);
  add_bytes(line, (const char*)json.data + 1, json.size - 2);
}

static int is_lead(sheaf_bytes name, const char* const lead[4]) {
  for (int i = 0; i < MAX_LEAD && lead[i] != NULL; ++i) {
    if (strlen(lead[i]) == name.size && memcmp(lead[i], name.data, name.size) == 0) return 1;
  }
  return 0;
}

void show_item(struct demo* demo, const sheaf_item* item, const char* const lead[4]) {
  struct line line = {.size = 0};
  sheaf_bytes name;
  sheaf_value value;
  add_bytes(&line, "{", 1);
  for (int i = 0; i < MAX_LEAD && lead[i] != NULL; ++i) {
    name = sheaf_bytes_of(lead[i]);
    const sheaf_status status = sheaf_item_get(item, name, &value, demo->error);
    check(demo, status, "read an attribute");
    if (status == SHEAF_OK) add_member(demo, &line, name, &value);
  }
  for (uint32_t i = 0; sheaf_item_at(item, i, &name, &value) == SHEAF_OK; ++i) {
    if (!is_lead(name, lead)) add_member(demo, &line, name, &value);
  }
  add_bytes(&line, "}", 1);
  printf("%s%.*s%s\n", indent, (int)line.size, line.text, line.is_cut ? cut_mark : "");
}
