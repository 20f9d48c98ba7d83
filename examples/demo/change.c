// Changes one item by an update with a condition, and says what came of it.
#include <stdio.h>

#include "demo.h"
#include "show.h"

static void show_change(const struct change* change) {
  printf("\n  %s\n    Update App  PK = \"%s\" and SK = \"%s\"\n      %s\n", change->title, change->partition,
         change->sort, change->update);
  if (change->condition != NULL) printf("      if %s\n", change->condition);
  show_terms(&change->name, change->values);
}

static void show_image(struct demo* demo, const char* what, const sheaf_item* image) {
  const char* const lead[4] = {NULL};
  if (sheaf_item_count(image) == 0) return;
  printf("    %s:\n", what);
  show_item(demo, image, lead);
}

void run_change(struct demo* demo, const struct change* change) {
  show_change(change);
  const int has_name = change->name.placeholder != NULL;
  sheaf_stmt* stmt = prepare(demo,
                             (sheaf_stmt_text){.kind = SHEAF_STMT_UPDATE,
                                               .update = change->update,
                                               .condition = change->condition,
                                               .names = has_name ? &change->name : NULL,
                                               .name_count = has_name ? 1 : 0},
                             change->values);
  const sheaf_value parts[] = {sheaf_string_of(change->partition), sheaf_string_of(change->sort)};
  const sheaf_key key = sheaf_key_of(parts, 2);
  sheaf_item* old_item = sheaf_item_new();
  sheaf_item* new_item = sheaf_item_new();
  if (old_item == NULL || new_item == NULL) fail(change->title, "no memory");
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = SHEAF_WRITE_UPDATED_ONLY, .old_item = old_item, .new_item = new_item};
  const uint64_t began = now_nanoseconds();
  const sheaf_status status = sheaf_update(demo->app, &key, stmt, &options, demo->error);
  const uint64_t nanoseconds = now_nanoseconds() - began;
  if (status != SHEAF_CONDITION_FAILED) check(demo, status, "update");
  if (status != change->expect) fail(change->title, "WRONG ANSWER: the condition");
  if (status == SHEAF_OK) {
    printf("    -> done, in %s\n", duration(nanoseconds).text);
    show_image(demo, "it was", old_item);
    show_image(demo, "it is", new_item);
  } else {
    printf("    -> %s, in %s: %s, nothing is written\n", sheaf_status_name(status), duration(nanoseconds).text,
           sheaf_error_message(demo->error));
  }
  sheaf_item_free(new_item);
  sheaf_item_free(old_item);
  sheaf_stmt_free(stmt);
}
