// SHEAF_OPEN_READ_ONLY: who may read beside whom, that nothing in the folder changes, what is refused, and what is seen
// of a database that was not closed. The program starts itself again for what needs another process.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/steps.h"

#include <dirent.h>
#include <sys/time.h>

static const sheaf_open_options kReading = {.struct_size = sizeof(sheaf_open_options), .flags = SHEAF_OPEN_READ_ONLY};

static sheaf_db* open_reading(const char* path) {
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(path, &kReading, &db, slot()));
  return db;
}

static void put_number(sheaf_table* table, int number) {
  char json[128];
  snprintf(json, sizeof json, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"%d\"},\"id\":{\"S\":\"%d\"}}", number, number);
  REQUIRE_OK(put_json(table, json));
}

// ---- what a folder looks like ----

#if defined(__APPLE__)
#define CHANGED_NS(info) ((long)(info)->st_mtimespec.tv_nsec)
#else
#define CHANGED_NS(info) ((long)(info)->st_mtim.tv_nsec)
#endif

static char listing[65536];

static int add_to_listing(const char* path, const struct stat* info, int type, struct FTW* place) {
  (void)type;
  (void)place;
  const size_t length = strlen(listing);
  const int added = snprintf(listing + length, sizeof listing - length, "%s %jd %jd.%09ld %o\n", path,
                             S_ISDIR(info->st_mode) ? (intmax_t)0 : (intmax_t)info->st_size, (intmax_t)info->st_mtime,
                             CHANGED_NS(info), (unsigned)info->st_mode);
  return added > 0 && length + (size_t)added < sizeof listing ? 0 : -1;
}

// Every entry under the path with its size, the time of its last change and its rights. Owned by the caller.
static char* list_folder(const char* path) {
  listing[0] = '\0';
  REQUIRE(nftw(path, add_to_listing, 16, FTW_PHYS) == 0);
  char* text = malloc(strlen(listing) + 1);
  REQUIRE(text != NULL);
  strcpy(text, listing);
  return text;
}

static void check_unchanged(const char* path, char* before) {
  char* now = list_folder(path);
  CHECK_TEXT(before, now);
  free(now);
  free(before);
}

static int file_holds(const char* path, const char* text) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return 0;
  const size_t length = strlen(text);
  size_t matched = 0;
  for (int byte; matched < length && (byte = fgetc(file)) != EOF;) {
    // Right for texts whose first character does not come again in them.
    matched = byte == text[matched] ? matched + 1 : byte == text[0] ? 1 : 0;
  }
  fclose(file);
  return matched == length;
}

// Whether any file of RocksDB's holds that text.
static int data_holds(const char* folder, const char* text) {
  char data[1400];
  snprintf(data, sizeof data, "%s/data", folder);
  DIR* directory = opendir(data);
  REQUIRE(directory != NULL);
  int found = 0;
  for (const struct dirent* entry; !found && (entry = readdir(directory)) != NULL;) {
    char file[1700];
    snprintf(file, sizeof file, "%s/%s", data, entry->d_name);
    found = file_holds(file, text);
  }
  closedir(directory);
  return found;
}

// ---- steps ----

enum { WRITTEN = 300, INDEXES = 10 };

// Writes and is killed: the log is not empty then.
static int step_write_and_die(const char* path) {
  sheaf_db* db = open_folder(path);
  sheaf_table* table = open_table(db, "Table");
  for (int i = 0; i < WRITTEN; ++i) put_number(table, i);
  raise(SIGKILL);
  return STEP_OTHER;
}

// A table with so many families that making them takes most of its creation.
static void create_wide(sheaf_db* db, const char* name) {
  char json[8192];
  int length = snprintf(json, sizeof json,
                        "{\"TableName\":\"%s\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
                        "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],"
                        "\"GlobalSecondaryIndexes\":[",
                        name);
  for (int i = 0; i < INDEXES; ++i) {
    length += snprintf(json + length, sizeof json - (size_t)length,
                       "%s{\"IndexName\":\"index-%d\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
                       "\"Projection\":{\"ProjectionType\":\"ALL\"}}",
                       i == 0 ? "" : ",", i);
  }
  snprintf(json + length, sizeof json - (size_t)length, "]}");
  REQUIRE_OK(sheaf_table_create(db, sheaf_bytes_of(json), slot()));
}

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Makes a table, and is killed while it makes another, when `tenths` tenths of the time that the first one took are
// over.
static int step_create_and_die(const char* path, int tenths) {
  sheaf_db* db = open_folder(path);
  const int64_t began_us = now_us();
  create_wide(db, "Finished");
  const int64_t until_us = (now_us() - began_us) * tenths / 10 + 1;
  const struct itimerval timer = {.it_value = {until_us / 1000000, until_us % 1000000}};
  REQUIRE(setitimer(ITIMER_REAL, &timer, NULL) == 0);
  create_wide(db, "Unfinished");
  raise(SIGKILL);
  return STEP_OTHER;
}

// ---- tests ----

static void test_misuse(void) {
  const struct path path = temp_path("misuse");
  sheaf_open_options options = kReading;
  sheaf_db* db = (sheaf_db*)&check_failures;
  options.flags = SHEAF_OPEN_READ_ONLY | SHEAF_OPEN_CREATE;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(path.text, &options, &db, slot()));
  CHECK(db == NULL);
  options.flags = SHEAF_OPEN_READ_ONLY | SHEAF_OPEN_MEMORY;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(NULL, &options, &db, slot()));
  options.flags = SHEAF_OPEN_READ_ONLY | SHEAF_OPEN_MEMORY | SHEAF_OPEN_CREATE;
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(NULL, &options, &db, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(NULL, &kReading, &db, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open("", &kReading, &db, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(path.text, &kReading, NULL, slot()));
}

static void check_refused(const char* path, sheaf_status status) {
  sheaf_db* db = (sheaf_db*)&check_failures;
  CHECK_STATUS(status, sheaf_open(path, &kReading, &db, slot()));
  CHECK(db == NULL);
}

// What is no database is refused as it was found.
static void test_folders_that_are_no_database(void) {
  check_refused(temp_path("missing").text, SHEAF_IO);
  struct stat info;
  CHECK(stat(temp_path("missing").text, &info) != 0);
  const struct path file = temp_path("file");
  write_file(file.text, "text");
  check_refused(file.text, SHEAF_INVALID);
  const struct path empty = temp_path("empty");
  REQUIRE(mkdir(empty.text, 0755) == 0);
  char* before = list_folder(empty.text);
  check_refused(empty.text, SHEAF_IO);
  check_unchanged(empty.text, before);
  const struct path foreign = temp_path("foreign");
  REQUIRE(mkdir(foreign.text, 0755) == 0);
  write_file(temp_path("foreign/CURRENT").text, "MANIFEST-000001\n");
  before = list_folder(foreign.text);
  check_refused(foreign.text, SHEAF_INVALID);
  check_unchanged(foreign.text, before);
}

static void test_readers_beside_each_other(void) {
  const struct path path = temp_path("beside");
  sheaf_db* writer = open_folder(path.text);
  sheaf_table* table = make_table(writer, "Table", "N");
  for (int i = 0; i < 3; ++i) put_number(table, i);
  check_refused(path.text, SHEAF_LOCKED);
  CHECK_INT(1, sheaf_error_is_retryable(slot()));
  CHECK_INT(STEP_LOCKED, run_step("read", path.text, NULL));
  sheaf_table_close(table);
  sheaf_db_free(writer);

  char* before = list_folder(path.text);
  sheaf_db* first = open_reading(path.text);
  sheaf_db* second = open_reading(path.text);
  CHECK_INT(STEP_OPENED, run_step("read", path.text, NULL));
  CHECK_INT(STEP_LOCKED, run_step("write", path.text, NULL));
  sheaf_table* tables[2] = {open_table(first, "Table"), open_table(second, "Table")};
  for (int i = 0; i < 2; ++i) {
    const sheaf_range backward = {.struct_size = sizeof backward, .flags = SHEAF_REVERSE};
    CHECK_TEXT("0 1 2 SHEAF_DONE", walk(tables[i], NULL).text);
    CHECK_TEXT("2 1 0 SHEAF_DONE", walk(tables[i], &backward).text);
  }
  // Each reader's end leaves the others their lock.
  sheaf_close(first);
  CHECK_INT(STEP_LOCKED, run_step("write", path.text, NULL));
  CHECK_TEXT("0 1 2 SHEAF_DONE", walk(tables[1], NULL).text);
  CHECK_TEXT("SHEAF_CLOSED", walk(tables[0], NULL).text);
  sheaf_db_free(second);
  sheaf_table_close(tables[0]);
  sheaf_table_close(tables[1]);
  sheaf_db_free(first);
  check_unchanged(path.text, before);
  CHECK_INT(STEP_OPENED, run_step("write", path.text, NULL));
}

static void test_writes_are_refused(void) {
  const struct path path = temp_path("refused");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_table(db, "Table", "N");
  put_number(table, 1);
  sheaf_table_close(table);
  sheaf_db_free(db);
  char* before = list_folder(path.text);
  db = open_reading(path.text);
  table = open_table(db, "Table");
  sheaf_item* item = item_of("{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"},\"id\":{\"S\":\"new\"}}");
  sheaf_item* old_item = item_of("{\"left\":{\"S\":\"over\"}}");
  const sheaf_write_options options = {
      .struct_size = sizeof options, .flags = SHEAF_WRITE_SYNC, .old_item = old_item, .timeout_ms = 1};
  const sheaf_value parts[2] = {sheaf_string_of("p"), sheaf_number_of("1")};
  const sheaf_key key = sheaf_key_of(parts, 2);
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(table, item, NULL, NULL, slot()));
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(table, item, NULL, &options, slot()));
  CHECK_INT(0, sheaf_item_count(old_item));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_delete(table, &key, NULL, &options, slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_table_drop(db, "Table", slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_table_drop(db, "None", slot()));
  const char* const definition =
      "{\"TableName\":\"New\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
      "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}]}";
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_table_create(db, sheaf_bytes_of(definition), slot()));

  // Every read works, snapshots too.
  sheaf_snapshot* snapshot = NULL;
  sheaf_table* bound = NULL;
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_snapshot_open(db, &snapshot, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_snapshot_table(snapshot, table, &bound, slot()));
  CHECK_TEXT("1 SHEAF_DONE", walk(bound, NULL).text);
  CHECK_STATUS(SHEAF_OK, sheaf_get(bound, &key, item, slot()));
  CHECK_STATUS(SHEAF_READ_ONLY, sheaf_put(bound, item, NULL, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_table_describe(table, buf, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_table_list(db, NULL, 0, buf, slot()));
  CHECK_BYTES("[\"Table\"]", sheaf_buf_bytes(buf));
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_buf_free(buf);
  sheaf_item_free(old_item);
  sheaf_item_free(item);
  sheaf_table_close(table);
  sheaf_db_free(db);
  check_unchanged(path.text, before);
}

// Who copies a folder may leave its LOCK behind: it is made, for a writer must find it, and nothing else is.
static void test_a_copy_without_its_lock_file(void) {
  const struct path path = temp_path("copy");
  const struct path lock = temp_path("copy/LOCK");
  const struct path data = temp_path("copy/data");
  sheaf_db_free(open_folder(path.text));
  REQUIRE(remove(lock.text) == 0);
  char* before = list_folder(data.text);
  sheaf_db* db = open_reading(path.text);
  CHECK_INT(STEP_OPENED, run_step("read", path.text, NULL));
  CHECK_INT(STEP_LOCKED, run_step("write", path.text, NULL));
  sheaf_db_free(db);
  check_unchanged(data.text, before);
  struct stat info;
  CHECK(stat(lock.text, &info) == 0 && info.st_size == 0);
}

// The log of a process that was killed is read, and left as it is.
static void test_a_database_that_was_not_closed(void) {
  const struct path path = temp_path("killed");
  sheaf_db* db = open_folder(path.text);
  sheaf_table_close(make_table(db, "Table", "N"));
  sheaf_db_free(db);
  CHECK_INT(128 + SIGKILL, run_step("write-and-die", path.text, NULL));
  char expected[4096] = "";
  for (int i = 0; i < WRITTEN; ++i) sprintf(expected + strlen(expected), "%d ", i);
  strcat(expected, "SHEAF_DONE");
  char* before = list_folder(path.text);
  for (int round = 0; round < 2; ++round) {
    sheaf_db* first = open_reading(path.text);
    sheaf_db* second = open_reading(path.text);
    sheaf_table* table = open_table(round == 0 ? first : second, "Table");
    CHECK_TEXT(expected, walk(table, NULL).text);
    sheaf_table_close(table);
    sheaf_db_free(first);
    sheaf_db_free(second);
  }
  check_unchanged(path.text, before);
  db = open_folder(path.text);
  sheaf_table* table = open_table(db, "Table");
  CHECK_TEXT(expected, walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Of a table whose creation was cut short a reader sees nothing, and leaves it as it is. Gives whether there was one.
static int check_cut_short(int attempt, int tenths) {
  char name[32];
  char argument[8];
  snprintf(name, sizeof name, "cut-%d", attempt);
  snprintf(argument, sizeof argument, "%d", tenths);
  const struct path path = temp_path(name);
  const int outcome = run_step("create-and-die", path.text, argument);
  CHECK(outcome == 128 + SIGKILL || outcome == 128 + SIGALRM);
  char* before = list_folder(path.text);
  sheaf_db* db = open_reading(path.text);
  sheaf_buf* names = sheaf_buf_new();
  CHECK_STATUS(SHEAF_OK, sheaf_table_list(db, NULL, 0, names, slot()));
  const int is_shown = strstr((const char*)sheaf_buf_bytes(names).data, "Unfinished") != NULL;
  sheaf_table* table = NULL;
  CHECK_STATUS(is_shown ? SHEAF_OK : SHEAF_NO_TABLE, sheaf_table_open(db, "Unfinished", &table, slot()));
  const sheaf_range range = {.struct_size = sizeof range, .index = "index-9"};
  if (is_shown) CHECK_TEXT("SHEAF_DONE", walk(table, &range).text);
  sheaf_table_close(table);
  table = open_table(db, "Finished");
  CHECK_TEXT("SHEAF_DONE", walk(table, &range).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
  check_unchanged(path.text, before);
  const int is_hidden = !is_shown && data_holds(path.text, "Unfinished");

  // Who opens it for writing clears it away.
  db = open_folder(path.text);
  CHECK_STATUS(SHEAF_OK, sheaf_table_list(db, NULL, 0, names, slot()));
  CHECK_BYTES(is_shown ? "[\"Finished\",\"Unfinished\"]" : "[\"Finished\"]", sheaf_buf_bytes(names));
  sheaf_buf_free(names);
  sheaf_db_free(db);
  return is_hidden;
}

static void test_unfinished_tables_are_not_shown(void) {
  enum { MOST_ATTEMPTS = 27 };
  int hidden = 0;
  for (int i = 0; i < MOST_ATTEMPTS && hidden < 2; ++i) hidden += check_cut_short(i, 1 + i * 4 % 9);
  CHECK(hidden > 0);  // or none was killed in the middle
}

int main(int count, char** arguments) {
  own_path = arguments[0];
  if (count >= 3) {
    const char* step = arguments[1];
    if (strcmp(step, "read") == 0) return step_open_with(arguments[2], &kReading);
    if (strcmp(step, "write") == 0) return step_open_with(arguments[2], NULL);
    if (strcmp(step, "write-and-die") == 0) return step_write_and_die(arguments[2]);
    if (strcmp(step, "create-and-die") == 0 && count == 4) return step_create_and_die(arguments[2], atoi(arguments[3]));
    return EXIT_FAILURE;
  }
  test_misuse();
  test_folders_that_are_no_database();
  test_readers_beside_each_other();
  test_writes_are_refused();
  test_a_copy_without_its_lock_file();
  test_a_database_that_was_not_closed();
  test_unfinished_tables_are_not_shown();
  return check_summary();
}
