// What the programs about statements build on. Whatever fails here ends the program. Include check.h and fixture.h first. One
// thread.
#pragma once

static inline sheaf_stmt* prepare(sheaf_table* table, const sheaf_stmt_text* text) {
  sheaf_stmt* stmt = NULL;
  REQUIRE_OK(sheaf_stmt_prepare(table, text, &stmt, slot()));
  REQUIRE(stmt != NULL);
  return stmt;
}

static inline sheaf_status bind_json(sheaf_stmt* stmt, const char* dynamodb_json) {
  return sheaf_stmt_bind_json(stmt, SHEAF_JSON_DYNAMODB, sheaf_bytes_of(dynamodb_json), slot());
}

// Steps to the end. Gives the attribute `id` of each row, parted by spaces, and then the name of the status that ended it, as
// walk_on does.
static inline struct line step_on(sheaf_stmt* stmt) {
  struct line line = {""};
  size_t length = 0;
  sheaf_status status;
  while ((status = sheaf_stmt_step(stmt, slot())) == SHEAF_ROW) {
    sheaf_value id = {SHEAF_NONE, 0, {NULL, 0}};
    const sheaf_item* item = sheaf_stmt_item(stmt);
    REQUIRE(item != NULL);
    if (sheaf_item_get(item, sheaf_bytes_of("id"), &id, slot()) != SHEAF_OK) id = sheaf_string_of("?");
    REQUIRE(length + id.data.size + 64 < sizeof line.text);
    length += (size_t)sprintf(line.text + length, "%.*s ", (int)id.data.size, (const char*)id.data.data);
  }
  sprintf(line.text + length, "%s", sheaf_status_name(status));
  return line;
}

// Prepares, binds, steps to the end and frees.
static inline struct line ask(sheaf_table* table, const sheaf_stmt_text* text, const char* values) {
  sheaf_stmt* stmt = prepare(table, text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, values));
  const struct line line = step_on(stmt);
  sheaf_stmt_free(stmt);
  return line;
}
