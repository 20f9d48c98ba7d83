// sheaf_get_all: statuses by lookup, the end of a page, one state for all, and what is refused.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/many.h"
#include "tests/capi/writes.h"

enum { MOST = 200 };

// Lookups of the sort keys under p, and their holders, which hold something else first.
struct reads {
  size_t count;
  sheaf_lookup lookups[MOST];
  sheaf_value parts[MOST][2];
  char sorts[MOST][8];
};

static const char* const kLeftOver = "{\"left\":{\"S\":\"over\"}}";

static void add_lookup(struct reads* reads, sheaf_table* table, const char* sort) {
  REQUIRE(reads->count < MOST && strlen(sort) < sizeof reads->sorts[0]);
  const size_t i = reads->count++;
  strcpy(reads->sorts[i], sort);
  const sheaf_lookup lookup = {
      .table = table, .key = key_of(reads->parts[i], "p", reads->sorts[i]), .item = item_of(kLeftOver), .status = 77};
  reads->lookups[i] = lookup;
}

static void free_reads(struct reads* reads) {
  for (size_t i = 0; i < reads->count; ++i) sheaf_item_free(reads->lookups[i].item);
  reads->count = 0;
}

// Keys point into the struct, so it stays where it is.
static void begin_reads(struct reads* reads, sheaf_table* table, const char* sorts) {
  reads->count = 0;
  char text[256];
  snprintf(text, sizeof text, "%s", sorts);
  for (char* sort = strtok(text, " "); sort != NULL; sort = strtok(NULL, " ")) add_lookup(reads, table, sort);
}

// The answer, then for each lookup the attribute `id` of its item, or its status: "SHEAF_OK x SHEAF_NOT_FOUND".
static struct line lookups_line(const struct reads* reads, sheaf_status status) {
  struct line line = {""};
  size_t length = (size_t)sprintf(line.text, "%s", sheaf_status_name(status));
  for (size_t i = 0; i < reads->count; ++i) {
    const sheaf_lookup* lookup = &reads->lookups[i];
    sheaf_value id = sheaf_string_of(sheaf_status_name(lookup->status));
    CHECK((lookup->status == SHEAF_OK) == (sheaf_item_count(lookup->item) != 0));
    if (lookup->status == SHEAF_OK) REQUIRE_OK(sheaf_item_get(lookup->item, sheaf_bytes_of("id"), &id, slot()));
    REQUIRE(length + id.data.size + 2 < sizeof line.text);
    length += (size_t)sprintf(line.text + length, " %.*s", (int)id.data.size, (const char*)id.data.data);
  }
  return line;
}

static struct line get_all(sheaf_db* db, struct reads* reads, uint64_t max_bytes) {
  const sheaf_get_options options = {.struct_size = sizeof options, .max_bytes = max_bytes};
  return lookups_line(reads, sheaf_get_all(db, reads->lookups, reads->count, &options, slot()));
}

static void put_id(sheaf_table* table, const char* sort, const char* id) {
  sheaf_item* item = item_at(sort, id);
  REQUIRE_OK(sheaf_put(table, item, NULL, NULL, slot()));
  sheaf_item_free(item);
}

static void test_found_and_missing(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* other = make_table(db, "Other", "S");
  put_id(table, "a", "A");
  put_id(table, "b", "B");
  put_id(other, "a", "other");
  struct reads reads;
  begin_reads(&reads, table, "b z a");
  add_lookup(&reads, other, "a");
  CHECK_TEXT("SHEAF_OK B SHEAF_NOT_FOUND A other", get_all(db, &reads, 0).text);
  sheaf_interrupt(db);  // concerns calls in flight only
  CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, reads.lookups, reads.count, NULL, NULL));
  CHECK_TEXT("{\"id\":{\"S\":\"B\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"b\"}}", json_of(reads.lookups[0].item));
  // Items stay valid whatever becomes of the database.
  sheaf_close(db);
  CHECK_TEXT("{\"id\":{\"S\":\"B\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"b\"}}", json_of(reads.lookups[0].item));
  CHECK_TEXT("SHEAF_CLOSED SHEAF_CLOSED SHEAF_CLOSED SHEAF_CLOSED SHEAF_CLOSED", get_all(db, &reads, 0).text);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_table_close(other);
  sheaf_db_free(db);
}

// A key may be borrowed from a holder, also from one that the call fills.
static void test_keys_borrowed_from_the_holders(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  put_id(table, "a", "A");
  put_id(table, "b", "B");
  struct reads reads;
  begin_reads(&reads, table, "a b");
  for (size_t i = 0; i < 2; ++i) {
    sheaf_item* const from = reads.lookups[1 - i].item;
    parse_item(from, i == 0 ? "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"a\"},\"id\":{\"S\":\"x\"}}"
                            : "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"b\"},\"id\":{\"S\":\"x\"}}");
    REQUIRE_OK(sheaf_item_get(from, sheaf_bytes_of("pk"), &reads.parts[i][0], slot()));
    REQUIRE_OK(sheaf_item_get(from, sheaf_bytes_of("sk"), &reads.parts[i][1], slot()));
  }
  CHECK_TEXT("SHEAF_OK A B", get_all(db, &reads, 0).text);
  for (size_t i = 0; i < 2; ++i) {  // now from items that were read
    sheaf_item* const from = reads.lookups[i].item;
    REQUIRE_OK(sheaf_item_get(from, sheaf_bytes_of("pk"), &reads.parts[1 - i][0], slot()));
    REQUIRE_OK(sheaf_item_get(from, sheaf_bytes_of("sk"), &reads.parts[1 - i][1], slot()));
  }
  CHECK_TEXT("SHEAF_OK B A", get_all(db, &reads, 0).text);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// ---- pages ----

// Each item counts pk 2+1, sk 2+1, id 2+1: 9 bytes. The large one has 100.
static void test_max_bytes(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  put_id(table, "a", "A");
  put_id(table, "b", "B");
  put_id(table, "c", "C");
  char long_id[93] = "";
  memset(long_id, 'L', 92);
  put_id(table, "l", long_id);
  struct reads reads;
  begin_reads(&reads, table, "a b c");
  CHECK_TEXT("SHEAF_OK A B C", get_all(db, &reads, 27).text);
  CHECK_TEXT("SHEAF_PAGE A B SHEAF_PAGE", get_all(db, &reads, 26).text);
  CHECK_TEXT("SHEAF_PAGE A B SHEAF_PAGE", get_all(db, &reads, 18).text);
  CHECK_TEXT("SHEAF_PAGE A SHEAF_PAGE SHEAF_PAGE", get_all(db, &reads, 17).text);
  CHECK_TEXT("SHEAF_PAGE A SHEAF_PAGE SHEAF_PAGE", get_all(db, &reads, 1).text);
  CHECK_TEXT("SHEAF_OK A B C", get_all(db, &reads, UINT64_MAX).text);
  free_reads(&reads);
  // What is missing has no bytes; the first item is given whatever its size, and what is smaller does not overtake.
  begin_reads(&reads, table, "z l a");
  char expected[256];
  snprintf(expected, sizeof expected, "SHEAF_PAGE SHEAF_NOT_FOUND %s SHEAF_PAGE", long_id);
  CHECK_TEXT(expected, get_all(db, &reads, 50).text);
  free_reads(&reads);
  begin_reads(&reads, table, "a l b");
  CHECK_TEXT("SHEAF_PAGE A SHEAF_PAGE SHEAF_PAGE", get_all(db, &reads, 50).text);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_the_default_of_16_mib(uint32_t mode) {
  sheaf_db* db = open_memory_with(mode);
  sheaf_table* table = make_table(db, "Table", "S");
  char* text = malloc(400001);
  REQUIRE(text != NULL);
  memset(text, 'x', 400000);
  text[400000] = '\0';
  struct reads reads = {.count = 0};
  for (int i = 0; i < 42; ++i) {
    char sort[16];
    snprintf(sort, sizeof sort, "%d", i);
    put_id(table, sort, text);
    add_lookup(&reads, table, sort);
  }
  // 41 have some 16.4 million bytes, 42 some 16.8; 16 MiB are 16,777,216.
  CHECK_STATUS(SHEAF_PAGE, sheaf_get_all(db, reads.lookups, reads.count, NULL, slot()));
  for (int i = 0; i < 41; ++i) CHECK_STATUS(SHEAF_OK, reads.lookups[i].status);
  CHECK_STATUS(SHEAF_PAGE, reads.lookups[41].status);
  CHECK_INT(0, sheaf_item_count(reads.lookups[41].item));
  CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, &reads.lookups[41], 1, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, reads.lookups[41].status);
  if (mode == 0) {
    const sheaf_get_options options = {.struct_size = sizeof options, .max_bytes = UINT64_MAX};
    CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, reads.lookups, reads.count, &options, slot()));
  }
  free(text);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A page has an item at the least, however short its time.
static void test_pages_with_a_timeout_get_on(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  struct reads reads = {.count = 0};
  for (int i = 0; i < MOST; ++i) {
    char sort[16];
    snprintf(sort, sizeof sort, "%d", i);
    put_id(table, sort, sort);
    add_lookup(&reads, table, sort);
  }
  const sheaf_get_options options = {.struct_size = sizeof options, .timeout_ms = 1};
  size_t done = 0;
  for (int page = 0; page < MOST && done < MOST; ++page) {
    const sheaf_status status = sheaf_get_all(db, reads.lookups + done, MOST - done, &options, slot());
    CHECK(status == SHEAF_OK || status == SHEAF_PAGE);
    const size_t before = done;
    while (done < MOST && reads.lookups[done].status == SHEAF_OK) ++done;
    REQUIRE(done > before);
    CHECK((status == SHEAF_OK) == (done == MOST));
    for (size_t i = done; i < MOST; ++i) CHECK_STATUS(SHEAF_PAGE, reads.lookups[i].status);
  }
  CHECK_INT(MOST, done);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// ---- states ----

static void test_bound_tables(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  put_id(table, "a", "before");
  sheaf_snapshot* snapshot = NULL;
  sheaf_table* bound = NULL;
  REQUIRE_OK(sheaf_snapshot_open(db, &snapshot, slot()));
  REQUIRE_OK(sheaf_snapshot_table(snapshot, table, &bound, slot()));
  put_id(table, "a", "after");
  put_id(table, "b", "new");
  struct reads reads;
  begin_reads(&reads, bound, "a b");
  CHECK_TEXT("SHEAF_OK before SHEAF_NOT_FOUND", get_all(db, &reads, 0).text);
  free_reads(&reads);
  // Beside it the state of now, of other items.
  begin_reads(&reads, bound, "a");
  add_lookup(&reads, table, "b");
  CHECK_TEXT("SHEAF_OK before new", get_all(db, &reads, 0).text);
  free_reads(&reads);
  sheaf_table_close(bound);
  sheaf_snapshot_free(snapshot);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_a_database_that_is_open_for_reading(void) {
  const struct path path = temp_path("reading");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_table(db, "Table", "S");
  put_id(table, "a", "A");
  sheaf_table_close(table);
  sheaf_db_free(db);
  const sheaf_open_options options = {.struct_size = sizeof options, .flags = SHEAF_OPEN_READ_ONLY};
  REQUIRE_OK(sheaf_open(path.text, &options, &db, slot()));
  table = open_table(db, "Table");
  struct reads reads;
  begin_reads(&reads, table, "a b");
  CHECK_TEXT("SHEAF_OK A SHEAF_NOT_FOUND", get_all(db, &reads, 0).text);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// ---- refused ----

// No item is given then, and the reasons name the lookup.
static void test_wrong_keys(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  put_id(table, "a", "A");
  struct reads reads;
  begin_reads(&reads, table, "a a");
  CHECK_STATUS(SHEAF_INVALID, sheaf_get_all(db, reads.lookups, 2, NULL, slot()));  // twice
  CHECK_TEXT("SHEAF_INVALID [SHEAF_OK SHEAF_INVALID]", answer_line(SHEAF_INVALID).text);
  CHECK_INT(0, sheaf_item_count(reads.lookups[0].item));
  CHECK_INT(0, sheaf_item_count(reads.lookups[1].item));
  CHECK(reads.lookups[0].status < 0);
  const sheaf_value wrong_type[2] = {sheaf_string_of("p"), sheaf_number_of("1")};
  const sheaf_value empty[2] = {sheaf_string_of("p"), sheaf_string_of("")};
  const sheaf_value no_number[2] = {sheaf_string_of("p"), sheaf_number_of("x")};
  const struct {
    sheaf_key key;
    const char* expected;
  } cases[] = {
      {sheaf_key_of(wrong_type, 2), "SHEAF_TYPE"},
      {sheaf_key_of(wrong_type, 1), "SHEAF_INVALID"},
      {sheaf_key_of(empty, 2), "SHEAF_INVALID"},
      {sheaf_key_of(no_number, 2), "SHEAF_INVALID"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    parse_item(reads.lookups[0].item, kLeftOver);
    reads.lookups[1].key = cases[i].key;
    char expected[64];
    snprintf(expected, sizeof expected, "%s [SHEAF_OK %s]", cases[i].expected, cases[i].expected);
    CHECK_TEXT(expected, answer_line(sheaf_get_all(db, reads.lookups, 2, NULL, slot())).text);
    CHECK_TEXT(sheaf_error_message(slot()), reason_text(1));
    CHECK_INT(0, sheaf_item_count(reads.lookups[0].item));
  }
  CHECK_STATUS(SHEAF_INVALID, sheaf_get_all(db, NULL, 0, NULL, slot()));
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_a_dropped_table(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* other = make_table(db, "Other", "S");
  put_id(other, "a", "A");
  REQUIRE_OK(sheaf_table_drop(db, "Table", slot()));
  struct reads reads;
  begin_reads(&reads, other, "a");
  add_lookup(&reads, table, "a");
  CHECK_TEXT("SHEAF_NO_TABLE [SHEAF_OK SHEAF_NO_TABLE]",
             answer_line(sheaf_get_all(db, reads.lookups, 2, NULL, slot())).text);
  CHECK_INT(0, sheaf_item_count(reads.lookups[0].item));
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_table_close(other);
  sheaf_db_free(db);
}

static void test_the_number_of_lookups(void) {
  sheaf_db* db = open_memory_with(SHEAF_OPEN_DYNAMODB);
  sheaf_table* table = make_table(db, "Table", "S");
  struct reads reads = {.count = 0};
  for (int i = 0; i < 101; ++i) {
    char sort[16];
    snprintf(sort, sizeof sort, "%d", i);
    add_lookup(&reads, table, sort);
  }
  CHECK_STATUS(SHEAF_LIMIT, sheaf_get_all(db, reads.lookups, 101, NULL, slot()));
  CHECK_STATUS(SHEAF_OK, sheaf_get_all(db, reads.lookups, 100, NULL, slot()));
  CHECK_STATUS(SHEAF_NOT_FOUND, reads.lookups[99].status);
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_misuse(void) {
  sheaf_db* db = open_memory();
  sheaf_db* elsewhere = open_memory();
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_table* foreign = make_table(elsewhere, "Table", "S");
  struct reads reads;
  begin_reads(&reads, table, "a b");
  const sheaf_lookup right = reads.lookups[1];
  const sheaf_value no_type[2] = {sheaf_string_of("p"), {SHEAF_NONE, 0, {NULL, 0}}};
  sheaf_lookup wrong[10];
  for (int i = 0; i < 10; ++i) wrong[i] = right;
  wrong[0].table = NULL;
  wrong[1].table = foreign;
  wrong[2].item = NULL;
  wrong[3].item = reads.lookups[0].item;
  wrong[4].key.parts = NULL;
  wrong[5].reserved0 = 1;
  wrong[6].reserved[0] = 1;
  wrong[7].reserved[1] = 1;
  wrong[8].key.reserved = 1;
  wrong[9].key.parts = no_type;
  for (int i = 0; i < 10; ++i) {
    reads.lookups[1] = wrong[i];
    CHECK_STATUS(SHEAF_MISUSE, sheaf_get_all(db, reads.lookups, 2, NULL, slot()));
    CHECK_TEXT(kLeftOver, json_of(reads.lookups[0].item));
  }
  reads.lookups[1] = right;
  const sheaf_get_options options[] = {{.struct_size = sizeof options[0], .flags = 1}, {.struct_size = 8}};
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get_all(db, reads.lookups, 2, &options[0], slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get_all(db, reads.lookups, 2, &options[1], slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get_all(NULL, reads.lookups, 2, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_get_all(db, NULL, 2, NULL, slot()));
  for (int i = 0; i < 2; ++i) {
    CHECK_INT(77, reads.lookups[i].status);
    CHECK_TEXT(kLeftOver, json_of(reads.lookups[i].item));
  }
  free_reads(&reads);
  sheaf_table_close(table);
  sheaf_table_close(foreign);
  sheaf_db_free(db);
  sheaf_db_free(elsewhere);
}

int main(void) {
  test_found_and_missing();
  test_keys_borrowed_from_the_holders();
  test_max_bytes();
  test_the_default_of_16_mib(0);
  test_the_default_of_16_mib(SHEAF_OPEN_DYNAMODB);
  test_pages_with_a_timeout_get_on();
  test_bound_tables();
  test_a_database_that_is_open_for_reading();
  test_wrong_keys();
  test_a_dropped_table();
  test_the_number_of_lookups();
  test_misuse();
  return check_summary();
}
