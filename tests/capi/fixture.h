// What the C programs of this folder build on: temporary folders, databases, tables, items from JSON, and a walk over
// a range that gives one line of text to compare. Whatever fails here ends the program. Include check.h first. One
// thread.
#pragma once

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// ---- folders ----

static inline int remove_entry(const char* path, const struct stat* info, int type, struct FTW* place) {
  (void)info;
  (void)type;
  (void)place;
  return remove(path);
}

static char temp_root_path[1024];

static inline void remove_temp_root(void) { nftw(temp_root_path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

// A folder of this program's own, removed when the program exits.
static inline const char* temp_root(void) {
  if (temp_root_path[0] != '\0') return temp_root_path;
  const char* parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] == '\0') parent = "/tmp";
  const int length = snprintf(temp_root_path, sizeof temp_root_path, "%s/sheaf-capi-XXXXXX", parent);
  REQUIRE(length > 0 && (size_t)length < sizeof temp_root_path);
  REQUIRE(mkdtemp(temp_root_path) != NULL);
  REQUIRE(atexit(remove_temp_root) == 0);
  return temp_root_path;
}

struct path {
  char text[1280];
};

// A path in the temporary folder; nothing is made there.
static inline struct path temp_path(const char* name) {
  struct path path;
  const int length = snprintf(path.text, sizeof path.text, "%s/%s", temp_root(), name);
  REQUIRE(length > 0 && (size_t)length < sizeof path.text);
  return path;
}

static inline void write_file(const char* path, const char* text) {
  FILE* file = fopen(path, "wb");
  REQUIRE(file != NULL);
  REQUIRE(fputs(text, file) >= 0 && fclose(file) == 0);
}

static inline void sleep_ms(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

// ---- databases and tables ----

static inline sheaf_db* open_memory(void) {
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_MEMORY};
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(NULL, &options, &db, slot()));
  return db;
}

// Opens or makes the database in a folder. Syncs cost a millisecond and more, so tests ask for NORMAL.
static inline sheaf_db* open_folder(const char* path) {
  const sheaf_open_options options = {
      .struct_size = sizeof options, .flags = SHEAF_OPEN_CREATE, .sync = SHEAF_SYNC_NORMAL};
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(path, &options, &db, slot()));
  return db;
}

static inline sheaf_table* open_table(sheaf_db* db, const char* name) {
  sheaf_table* table = NULL;
  REQUIRE_OK(sheaf_table_open(db, name, &table, slot()));
  return table;
}

// A table of that name: partition key pk of type S, sort key sk of type `sort_type` ("S", "N", "B").
static inline sheaf_table* make_table(sheaf_db* db, const char* name, const char* sort_type) {
  char json[512];
  snprintf(json, sizeof json,
           "{\"TableName\":\"%s\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
           "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}],\"AttributeDefinitions\":["
           "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},{\"AttributeName\":\"sk\",\"AttributeType\":"
           "\"%s\"}]}",
           name, sort_type);
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(json), slot()));
  return open_table(db, name);
}

// ---- items ----

static inline void parse_item(sheaf_item* item, const char* dynamodb_json) {
  REQUIRE_OK(sheaf_item_parse(item, SHEAF_JSON_DYNAMODB, sheaf_bytes_of(dynamodb_json), slot()));
}

static inline sheaf_item* item_of(const char* dynamodb_json) {
  sheaf_item* item = sheaf_item_new();
  REQUIRE(item != NULL);
  parse_item(item, dynamodb_json);
  return item;
}

static inline sheaf_status put_json(sheaf_table* table, const char* dynamodb_json) {
  sheaf_item* item = item_of(dynamodb_json);
  const sheaf_status status = sheaf_put(table, item, NULL, NULL, slot());
  sheaf_item_free(item);
  return status;
}

// The item as DynamoDB's JSON. Static, until the next call.
static inline const char* json_of(const sheaf_item* item) {
  static sheaf_buf* json;
  static char text[4096];
  if (json == NULL) json = sheaf_buf_new();
  REQUIRE_OK(sheaf_item_print(item, SHEAF_JSON_DYNAMODB, json, slot()));
  const sheaf_bytes bytes = sheaf_buf_bytes(json);
  REQUIRE(bytes.size < sizeof text);
  memcpy(text, bytes.data, bytes.size + 1);
  sheaf_buf_free(json);
  json = NULL;
  return text;
}

// A key of two strings. `parts` is the caller's memory.
static inline sheaf_key key_of(sheaf_value parts[2], const char* partition, const char* sort) {
  parts[0] = sheaf_string_of(partition);
  parts[1] = sheaf_string_of(sort);
  const sheaf_key key = {.parts = parts, .count = 2};
  return key;
}

// The stored item as JSON, or the status's name when there is none.
static inline const char* get_json(sheaf_table* table, const char* partition, const char* sort) {
  sheaf_value parts[2];
  const sheaf_key key = key_of(parts, partition, sort);
  sheaf_item* item = sheaf_item_new();
  const sheaf_status status = sheaf_get(table, &key, item, slot());
  const char* text = status == SHEAF_OK ? json_of(item) : sheaf_status_name(status);
  sheaf_item_free(item);
  return text;
}

// ---- walks ----

struct line {
  char text[4096];
};

// Takes the cursor to its end. Gives the attribute `id` of each row, parted by spaces, and then the name of the
// status that ended it: "a b SHEAF_DONE".
static inline struct line walk_on(sheaf_cursor* cursor) {
  struct line line = {""};
  size_t length = 0;
  sheaf_status status;
  while ((status = sheaf_cursor_next(cursor, slot())) == SHEAF_ROW) {
    sheaf_value id = {SHEAF_NONE, 0, {NULL, 0}};
    const sheaf_item* item = sheaf_cursor_item(cursor);
    REQUIRE(item != NULL);
    if (sheaf_item_get(item, sheaf_bytes_of("id"), &id, slot()) != SHEAF_OK) id = sheaf_string_of("?");
    REQUIRE(length + id.data.size + 64 < sizeof line.text);
    length += (size_t)sprintf(line.text + length, "%.*s ", (int)id.data.size, (const char*)id.data.data);
  }
  sprintf(line.text + length, "%s", sheaf_status_name(status));
  return line;
}

// Opens, walks and frees; the name of the status when it does not open.
static inline struct line walk(sheaf_table* table, const sheaf_range* range) {
  sheaf_cursor* cursor = NULL;
  const sheaf_status opened = sheaf_cursor_open(table, range, &cursor, slot());
  struct line line = {""};
  if (opened == SHEAF_OK) {
    line = walk_on(cursor);
  } else {
    sprintf(line.text, "%s", sheaf_status_name(opened));
  }
  sheaf_cursor_free(cursor);
  return line;
}
