// Statements: prepared for one use, with their values as JSON.
#include "demo.h"

sheaf_stmt* prepare(struct demo* demo, sheaf_stmt_text text, const char* values) {
  sheaf_stmt* stmt = NULL;
  text.struct_size = sizeof text;
  check(demo, sheaf_stmt_prepare(demo->app, &text, &stmt, demo->error), "prepare a statement");
  if (values != NULL) {
    check(demo, sheaf_stmt_bind_json(stmt, SHEAF_JSON_PLAIN, sheaf_bytes_of(values), demo->error), "bind values");
  }
  return stmt;
}
