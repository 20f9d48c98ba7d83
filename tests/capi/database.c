// The section "database" of sheaf.h: opening, options, folders, and what is left alone. Closing is lifetime.c's.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"

static int exists(const char* path) {
  struct stat info;
  return stat(path, &info) == 0;
}

// Opens with these options, expects an error and that the handle is NULL then.
static void check_refused(const char* path, const sheaf_open_options* options, sheaf_status status) {
  sheaf_db* db = (sheaf_db*)&check_failures;
  CHECK_STATUS(status, sheaf_open(path, options, &db, slot()));
  CHECK_STATUS(status, sheaf_error_status(slot()));
  CHECK(sheaf_error_message(slot())[0] != '\0');
  CHECK(db == NULL);
}

static void check_opens(const char* path, const sheaf_open_options* options) {
  sheaf_db* db = NULL;
  CHECK_STATUS(SHEAF_OK, sheaf_open(path, options, &db, slot()));
  CHECK(db != NULL);
  sheaf_db_free(db);
}

// Each of these is MISUSE, and nothing is made on disk.
static void test_misuse(void) {
  const struct path path = temp_path("misuse");
  const sheaf_open_options good = {.struct_size = sizeof good, .flags = SHEAF_OPEN_CREATE};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_open(path.text, &good, NULL, slot()));
  static const uint32_t unknown_flags[] = {16, 32, 0x80000000u, UINT32_MAX};
  for (size_t i = 0; i < sizeof unknown_flags / sizeof unknown_flags[0]; ++i) {
    sheaf_open_options options = good;
    options.flags |= unknown_flags[i];
    check_refused(path.text, &options, SHEAF_MISUSE);
  }
  sheaf_open_options options = good;
  options.sync = 2;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options = good;
  options.compression = 2;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options = good;
  options.memory_bytes = (8u << 20) - 1;
  check_refused(path.text, &options, SHEAF_MISUSE);
  check_refused(NULL, &good, SHEAF_MISUSE);
  check_refused(NULL, NULL, SHEAF_MISUSE);
  check_refused("", &good, SHEAF_MISUSE);
  options = good;
  options.flags |= SHEAF_OPEN_MEMORY;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options = good;
  options.max_transaction_actions = 100001;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options.max_transaction_actions = 101;
  options.flags |= SHEAF_OPEN_DYNAMODB;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options = good;
  options.max_transaction_bytes = (1u << 30) + 1u;
  check_refused(path.text, &options, SHEAF_MISUSE);
  options.max_transaction_bytes = (4u << 20) + 1u;
  options.flags |= SHEAF_OPEN_DYNAMODB;
  check_refused(path.text, &options, SHEAF_MISUSE);
  CHECK(!exists(path.text));
}

// A caller that was compiled against another version: the struct lies in memory of exactly its size.
static void test_struct_size(void) {
  static const uint32_t too_small[] = {0, 1, 4, sizeof(sheaf_open_options) - 1};
  for (size_t i = 0; i < sizeof too_small / sizeof too_small[0]; ++i) {
    const size_t size = too_small[i] < 4 ? 4 : too_small[i];
    sheaf_open_options* options = calloc(1, size);
    REQUIRE(options != NULL);
    memcpy(options, &too_small[i], 4);
    check_refused(NULL, options, SHEAF_MISUSE);
    free(options);
  }
  struct {
    sheaf_open_options known;
    uint64_t later;
  } newer = {{.struct_size = sizeof newer, .flags = SHEAF_OPEN_MEMORY}, 0};
  check_opens(NULL, &newer.known);
  newer.later = (uint64_t)1 << 63;
  check_refused(NULL, &newer.known, SHEAF_MISUSE);
  newer.later = 1;
  check_refused(NULL, &newer.known, SHEAF_MISUSE);
  newer.later = 0;
  newer.known.struct_size = UINT32_MAX;  // never set: nothing that far is looked at
  check_refused(NULL, &newer.known, SHEAF_MISUSE);
}

static void test_memory(void) {
  const sheaf_open_options smallest = {
      .struct_size = sizeof smallest, .flags = SHEAF_OPEN_MEMORY, .memory_bytes = 8u << 20};
  check_opens(NULL, &smallest);
  const sheaf_open_options every_flag = {
      .struct_size = sizeof every_flag, .flags = SHEAF_OPEN_MEMORY | SHEAF_OPEN_CREATE, .sync = SHEAF_SYNC_NORMAL};
  check_opens(NULL, &every_flag);

  // Two at once know nothing of each other, and a third finds nothing of them.
  sheaf_db* first = open_memory();
  sheaf_db* second = open_memory();
  sheaf_table* table = make_table(first, "Table", "S");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"}}"));
  sheaf_table* none = NULL;
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_open(second, "Table", &none, slot()));
  sheaf_table_close(table);
  sheaf_db_free(first);
  sheaf_db* third = open_memory();
  CHECK_STATUS(SHEAF_NO_TABLE, sheaf_table_open(third, "Table", &none, slot()));
  sheaf_db_free(second);
  sheaf_db_free(third);
}

static void test_folders_that_are_no_database(void) {
  const sheaf_open_options create = {.struct_size = sizeof create, .flags = SHEAF_OPEN_CREATE};
  const struct path missing = temp_path("missing");
  check_refused(missing.text, NULL, SHEAF_IO);
  CHECK(!exists(missing.text));
  const struct path no_parent = temp_path("no/parent");
  check_refused(no_parent.text, &create, SHEAF_IO);
  CHECK(!exists(temp_path("no").text));

  const struct path file = temp_path("file");
  write_file(file.text, "text");
  check_refused(file.text, NULL, SHEAF_INVALID);
  check_refused(file.text, &create, SHEAF_INVALID);

  // Another program's folder stays as it is: nothing is added to it.
  const struct path foreign = temp_path("foreign");
  const struct path content = temp_path("foreign/CURRENT");
  REQUIRE(mkdir(foreign.text, 0755) == 0);
  write_file(content.text, "MANIFEST-000001\n");
  check_refused(foreign.text, NULL, SHEAF_INVALID);
  check_refused(foreign.text, &create, SHEAF_INVALID);
  REQUIRE(remove(content.text) == 0);
  CHECK(rmdir(foreign.text) == 0);

  const struct path other = temp_path("other");
  REQUIRE(mkdir(other.text, 0755) == 0);
  write_file(temp_path("other/SHEAF").text, "wheat\n");
  check_refused(other.text, &create, SHEAF_INVALID);

  // An empty folder becomes a database with CREATE only.
  const struct path empty = temp_path("empty");
  REQUIRE(mkdir(empty.text, 0755) == 0);
  check_refused(empty.text, NULL, SHEAF_IO);
  CHECK(!exists(temp_path("empty/SHEAF").text));
  CHECK(!exists(temp_path("empty/LOCK").text));
  check_opens(empty.text, &create);
  check_opens(empty.text, NULL);
  check_opens(empty.text, &create);
}

static void test_damaged_and_newer_folders(void) {
  const sheaf_open_options create = {.struct_size = sizeof create, .flags = SHEAF_OPEN_CREATE};
  const struct path path = temp_path("marker");
  const struct path marker = temp_path("marker/SHEAF");
  sheaf_db_free(open_folder(path.text));
  write_file(marker.text, "Sheaf database\nformat 999\nsome words of the future\n");
  check_refused(path.text, &create, SHEAF_TOO_NEW);
  CHECK(strstr(sheaf_error_message(slot()), "999") != NULL);
  write_file(marker.text, "Sheaf database\nformat 0\nsome words of the past\n");
  check_refused(path.text, &create, SHEAF_UNSUPPORTED);
  write_file(marker.text, "Sheaf database\nformat 1\nuuid 01234");
  check_refused(path.text, &create, SHEAF_CORRUPT);

  const struct path gone = temp_path("gone");
  sheaf_db_free(open_folder(gone.text));
  REQUIRE(remove(temp_path("gone/data/CURRENT").text) == 0);
  check_refused(gone.text, &create, SHEAF_CORRUPT);
  CHECK_INT(0, sheaf_error_is_retryable(slot()));
}

static void test_locked(void) {
  const struct path path = temp_path("locked");
  sheaf_db* db = open_folder(path.text);
  check_refused(path.text, NULL, SHEAF_LOCKED);
  CHECK_INT(1, sheaf_error_is_retryable(slot()));
  CHECK_INT(-1, sheaf_error_offset(slot()));
  // The refused opener has left the first one's lock alone.
  check_refused(path.text, NULL, SHEAF_LOCKED);
  sheaf_close(db);
  check_opens(path.text, NULL);
  sheaf_db_free(db);
  check_opens(path.text, NULL);
}

static void check_content_lasts(const char* name, uint32_t sync) {
  const struct path path = temp_path(name);
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_CREATE, .sync = sync};
  sheaf_db* db = NULL;
  REQUIRE_OK(sheaf_open(path.text, &options, &db, slot()));
  sheaf_table* table = make_table(db, "Kept", "S");
  CHECK_STATUS(SHEAF_OK, put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"v\":{\"N\":\"7\"}}"));
  sheaf_table_close(table);
  sheaf_db_free(db);

  REQUIRE_OK(sheaf_open(path.text, NULL, &db, slot()));
  table = open_table(db, "Kept");
  CHECK_TEXT("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"v\":{\"N\":\"7\"}}", get_json(table, "p", "s"));
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_content_lasts(void) {
  check_content_lasts("full", SHEAF_SYNC_FULL);
  check_content_lasts("normal", SHEAF_SYNC_NORMAL);
  check_content_lasts("\xC3\xBC\xE4\xB8\xAD", SHEAF_SYNC_NORMAL);  // paths are UTF-8
}

int main(void) {
  test_misuse();
  test_struct_size();
  test_memory();
  test_folders_that_are_no_database();
  test_damaged_and_newer_folders();
  test_locked();
  test_content_lasts();
  return check_summary();
}
