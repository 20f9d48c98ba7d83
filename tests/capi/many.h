// For the C programs about many actions or lookups in one call: making them, and what they came to as one line of text. Include
// check.h and fixture.h first. One thread.
#pragma once

static inline sheaf_db* open_memory_with(uint32_t flags) {
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_MEMORY | flags};
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(NULL, &options, &db, slot()));
  return db;
}

static inline sheaf_action put_action(sheaf_table* table, const sheaf_item* item) {
  const sheaf_action action = {.kind = SHEAF_ACTION_PUT, .table = table, .item = item};
  return action;
}

// An update, delete or check. `stmt` may be NULL.
static inline sheaf_action key_action(uint32_t kind, sheaf_table* table, sheaf_key key, sheaf_stmt* stmt) {
  const sheaf_action action = {.kind = kind, .table = table, .key = key, .stmt = stmt};
  return action;
}

// An item with the key p and that sort key, and the attribute id, if it is not NULL.
static inline sheaf_item* item_at(const char* sort, const char* id) {
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"}}");
  const sheaf_value sort_value = sheaf_string_of(sort);
  REQUIRE_OK(sheaf_item_set(item, sheaf_bytes_of("sk"), &sort_value, slot()));
  const sheaf_value id_value = sheaf_string_of(id);
  if (id != NULL) REQUIRE_OK(sheaf_item_set(item, sheaf_bytes_of("id"), &id_value, slot()));
  return item;
}

// The answer, and behind it the reasons, if there are any: "SHEAF_CANCELED [SHEAF_OK SHEAF_TYPE]".
static inline struct line answer_line(sheaf_status status) {
  struct line line = {""};
  size_t length = (size_t)sprintf(line.text, "%s", sheaf_status_name(status));
  const uint32_t count = status < 0 ? sheaf_error_reason_count(slot()) : 0;
  for (uint32_t i = 0; i < count; ++i) {
    const sheaf_status reason = sheaf_error_reason(slot(), i, NULL, NULL);
    REQUIRE(length + 64 < sizeof line.text);
    length += (size_t)sprintf(line.text + length, "%s%s", i == 0 ? " [" : " ", sheaf_status_name(reason));
  }
  if (count != 0) strcat(line.text, "]");
  return line;
}

// Without a token and options.
static inline struct line transact(sheaf_db* db, const sheaf_action* actions, size_t count) {
  return answer_line(sheaf_write_all(db, actions, count, sheaf_bytes_of(NULL), NULL, slot()));
}

// The message of a reason, which must be there.
static inline const char* reason_text(uint32_t action) {
  const char* message = NULL;
  (void)sheaf_error_reason(slot(), action, &message, NULL);
  REQUIRE(message != NULL);
  return message;
}
