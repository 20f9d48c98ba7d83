// For the C programs about writes with statements: preparing them, and old and new items as one line of text. Include check.h and
// fixture.h first. One thread.
#pragma once

static inline sheaf_stmt* prepare_text(sheaf_table* table, const sheaf_stmt_text* text) {
  sheaf_stmt* stmt = NULL;
  REQUIRE_OK(sheaf_stmt_prepare(table, text, &stmt, slot()));
  return stmt;
}

static inline void bind_values(sheaf_stmt* stmt, const char* dynamodb_json) {
  REQUIRE_OK(sheaf_stmt_bind_json(stmt, SHEAF_JSON_DYNAMODB, sheaf_bytes_of(dynamodb_json), slot()));
}

// Either text and the values may be NULL.
static inline sheaf_stmt* make_update(sheaf_table* table, const char* update, const char* condition,
                                      const char* values) {
  const sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_UPDATE, .update = update, .condition = condition};
  sheaf_stmt* stmt = prepare_text(table, &text);
  if (values != NULL) bind_values(stmt, values);
  return stmt;
}

static inline sheaf_stmt* make_condition(sheaf_table* table, const char* condition, const char* values) {
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_CONDITION, .condition = condition};
  sheaf_stmt* stmt = prepare_text(table, &text);
  if (values != NULL) bind_values(stmt, values);
  return stmt;
}

// What a write answered and left in its holders: "SHEAF_OK <old item> <new item>".
static inline struct line write_line(sheaf_status status, const sheaf_item* old_item, const sheaf_item* new_item) {
  struct line line = {""};
  size_t length = (size_t)sprintf(line.text, "%s", sheaf_status_name(status));
  const sheaf_item* const items[] = {old_item, new_item};
  for (int i = 0; i < 2; ++i) {
    if (items[i] == NULL) continue;
    const char* const json = json_of(items[i]);
    REQUIRE(length + strlen(json) + 2 < sizeof line.text);
    length += (size_t)snprintf(line.text + length, sizeof line.text - length, " %s", json);
  }
  return line;
}
