#include "show.h"

#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 104, MAX_LEAD = 4 };

static const char indent[] = "      ";
static const char cut_mark[] = " ...";

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
