// The section "prepared statements" of sheaf.h: pages as JSON, what ends one, and tokens.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/statement.h"

static void put(sheaf_table* table, const char* partition, int sort) {
  char json[256];
  snprintf(json, sizeof json, "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"},\"id\":{\"S\":\"%s%d\"}}", partition, sort,
           partition, sort);
  REQUIRE_OK(put_json(table, json));
}

static sheaf_table* make_five_rows(sheaf_db* db) {
  sheaf_table* table = make_table(db, "Table", "N");
  for (int sort = 1; sort <= 5; ++sort) put(table, "p", sort);
  return table;
}

static void check_page(sheaf_stmt* stmt, uint32_t max_rows, sheaf_status status, const char* json) {
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(status, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, max_rows, buf, slot()));
  CHECK_BYTES(json, sheaf_buf_bytes(buf));
  sheaf_buf_free(buf);
}

static void test_rows_come_as_an_array(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db);
  sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .projection = "sk"};
  sheaf_stmt* stmt = prepare(table, &text);
  check_page(stmt, 0, SHEAF_DONE, "[{\"sk\":1},{\"sk\":2},{\"sk\":3},{\"sk\":4},{\"sk\":5}]");
  check_page(stmt, 0, SHEAF_DONE, "[]");
  sheaf_stmt_reset(stmt);
  check_page(stmt, 2, SHEAF_ROW, "[{\"sk\":1},{\"sk\":2}]");
  CHECK_TEXT("{\"sk\":{\"N\":\"2\"}}", json_of(sheaf_stmt_item(stmt)));
  CHECK_STATUS(SHEAF_ROW, sheaf_stmt_step(stmt, slot()));
  check_page(stmt, 2, SHEAF_ROW, "[{\"sk\":4},{\"sk\":5}]");
  check_page(stmt, 2, SHEAF_DONE, "[]");
  CHECK_INT(5, sheaf_stmt_returned(stmt));
  sheaf_stmt_free(stmt);

  text.row_limit = 3;
  stmt = prepare(table, &text);
  check_page(stmt, 2, SHEAF_ROW, "[{\"sk\":1},{\"sk\":2}]");
  check_page(stmt, 2, SHEAF_PAGE, "[{\"sk\":3}]");
  check_page(stmt, 2, SHEAF_PAGE, "[]");
  CHECK_INT(SHEAF_STOP_ROWS, sheaf_stmt_stop(stmt));
  sheaf_stmt_free(stmt);

  // The other dialect, and a count.
  text = (sheaf_stmt_text){.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .row_limit = 1};
  stmt = prepare(table, &text);
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_PAGE, sheaf_stmt_page(stmt, SHEAF_JSON_DYNAMODB, 0, buf, slot()));
  CHECK_BYTES("[{\"id\":{\"S\":\"p1\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"}}]", sheaf_buf_bytes(buf));
  sheaf_buf_free(buf);
  sheaf_stmt_free(stmt);
  text.flags = SHEAF_COUNT;
  text.row_limit = 0;
  stmt = prepare(table, &text);
  check_page(stmt, 0, SHEAF_DONE, "[]");
  CHECK_INT(5, sheaf_stmt_returned(stmt));
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Misuse leaves the buf as it was; another error leaves it empty.
static void test_pages_that_fail(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db);
  const sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .filter = "sk > :s", .projection = "sk"};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":s\":{\"N\":\"4\"}}"));
  sheaf_buf* buf = sheaf_buf_new();
  CHECK_STATUS(SHEAF_DONE, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, buf, slot()));
  CHECK_BYTES("[{\"sk\":5}]", sheaf_buf_bytes(buf));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_page(stmt, 0, 0, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_page(NULL, SHEAF_JSON_PLAIN, 0, buf, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, NULL, slot()));
  CHECK_BYTES("[{\"sk\":5}]", sheaf_buf_bytes(buf));
  sheaf_stmt_reset(stmt);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":s\":{\"BOOL\":true}}"));
  CHECK_STATUS(SHEAF_TYPE, sheaf_stmt_page(stmt, SHEAF_JSON_PLAIN, 0, buf, slot()));
  CHECK_INT(0, sheaf_buf_bytes(buf).size);
  sheaf_buf_free(buf);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// One page from the token in `token` (empty: from the start), which then holds where it ended.
static struct line page(sheaf_stmt* stmt, sheaf_buf* token) {
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_resume(stmt, sheaf_buf_bytes(token), slot()));
  const struct line line = step_on(stmt);
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_token(stmt, token, slot()));
  return line;
}

static void test_tokens_lead_through_all_pages(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db);
  sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .flags = SHEAF_REVERSE, .key = "pk = :p", .row_limit = 2};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":p\":{\"S\":\"p\"}}"));
  sheaf_buf* token = sheaf_buf_new();
  CHECK_TEXT("p5 p4 SHEAF_PAGE", page(stmt, token).text);
  CHECK_TEXT("p3 p2 SHEAF_PAGE", page(stmt, token).text);
  CHECK_TEXT("p1 SHEAF_DONE", page(stmt, token).text);
  CHECK_TEXT("SHEAF_DONE", page(stmt, token).text);

  // resume does not keep the argument, and reset forgets it.
  REQUIRE_OK(sheaf_stmt_resume(stmt, sheaf_bytes_of(""), slot()));
  CHECK_TEXT("p5 p4 SHEAF_PAGE", step_on(stmt).text);
  REQUIRE_OK(sheaf_stmt_token(stmt, token, slot()));
  REQUIRE_OK(sheaf_stmt_resume(stmt, sheaf_buf_bytes(token), slot()));
  sheaf_buf_free(token);
  token = sheaf_buf_new();
  CHECK_TEXT("p3 p2 SHEAF_PAGE", step_on(stmt).text);
  sheaf_stmt_reset(stmt);
  CHECK_TEXT("p5 p4 SHEAF_PAGE", step_on(stmt).text);
  sheaf_buf_free(token);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// A token is printable text that goes on in another process; here: in a database that was opened anew.
static void test_tokens_outlive_the_process(void) {
  const struct path path = temp_path("reopened");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_five_rows(db);
  const sheaf_stmt_text text = {
      .struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .filter = "sk <> :s", .row_limit = 2};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":s\":{\"N\":\"2\"}}"));
  sheaf_buf* token = sheaf_buf_new();
  CHECK_TEXT("p1 SHEAF_PAGE", page(stmt, token).text);
  const sheaf_bytes bytes = sheaf_buf_bytes(token);
  CHECK(bytes.size > 0);
  for (size_t i = 0; i < bytes.size; ++i) CHECK(bytes.data[i] > 0x20 && bytes.data[i] < 0x7F);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
  db = open_folder(path.text);
  table = open_table(db, "Table");
  stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, "{\":s\":{\"N\":\"5\"}}"));  // the filter may change
  CHECK_TEXT("p3 p4 SHEAF_PAGE", page(stmt, token).text);
  CHECK_TEXT("SHEAF_DONE", page(stmt, token).text);
  sheaf_buf_free(token);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void check_refused(sheaf_table* table, sheaf_stmt_text text, const char* values, sheaf_bytes token) {
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, values));
  CHECK_STATUS(SHEAF_OK, sheaf_stmt_resume(stmt, token, slot()));
  CHECK_TEXT("SHEAF_INVALID", step_on(stmt).text);
  CHECK_TEXT("SHEAF_INVALID", step_on(stmt).text);
  sheaf_stmt_reset(stmt);
  CHECK(sheaf_stmt_step(stmt, slot()) >= 0);
  sheaf_stmt_free(stmt);
}

static void test_tokens_of_elsewhere_are_refused(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db);
  put(table, "q", 1);
  const char* const p = "{\":p\":{\"S\":\"p\"}}";
  const sheaf_stmt_text text = {.struct_size = sizeof text, .kind = SHEAF_STMT_QUERY, .key = "pk = :p", .row_limit = 2};
  sheaf_stmt* stmt = prepare(table, &text);
  CHECK_STATUS(SHEAF_OK, bind_json(stmt, p));
  sheaf_buf* token = sheaf_buf_new();
  CHECK_TEXT("p1 p2 SHEAF_PAGE", page(stmt, token).text);
  const sheaf_bytes bytes = sheaf_buf_bytes(token);
  check_refused(table, text, "{\":p\":{\"S\":\"q\"}}", bytes);
  sheaf_stmt_text other = text;
  other.flags = SHEAF_REVERSE;
  check_refused(table, other, p, bytes);
  other = text;
  other.key = "pk = :p AND sk > :p2";
  check_refused(table, other, "{\":p\":{\"S\":\"p\"},\":p2\":{\"N\":\"0\"}}", bytes);
  check_refused(table, (sheaf_stmt_text){.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN}, "{}", bytes);
  check_refused(table, (sheaf_stmt_text){.struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .total_segments = 2},
                "{}", bytes);
  check_refused(table, text, p, sheaf_bytes_of("damaged"));
  check_refused(table, text, p, (sheaf_bytes){bytes.data, bytes.size - 1});
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_resume(stmt, (sheaf_bytes){NULL, 1}, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_resume(NULL, bytes, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_token(stmt, NULL, slot()));
  CHECK_STATUS(SHEAF_MISUSE, sheaf_stmt_token(NULL, token, slot()));
  sheaf_buf_free(token);
  sheaf_stmt_free(stmt);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// Each item has pk 2+1, sk 2+2 and id 2+2 bytes: 11.
static void test_bytes_end_a_page(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_five_rows(db);
  static const struct {
    uint64_t page_bytes;
    const char* line;
  } pages[] = {{1, "p1 SHEAF_PAGE"},
               {11, "p1 SHEAF_PAGE"},
               {12, "p1 p2 SHEAF_PAGE"},
               {33, "p1 p2 p3 SHEAF_PAGE"},
               {55, "p1 p2 p3 p4 p5 SHEAF_PAGE"},
               {56, "p1 p2 p3 p4 p5 SHEAF_DONE"},
               {UINT64_MAX, "p1 p2 p3 p4 p5 SHEAF_DONE"},
               {0, "p1 p2 p3 p4 p5 SHEAF_DONE"}};
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; ++i) {
    const sheaf_stmt_text text = {
        .struct_size = sizeof text, .kind = SHEAF_STMT_SCAN, .page_bytes = pages[i].page_bytes};
    sheaf_stmt* stmt = prepare(table, &text);
    const struct line line = step_on(stmt);
    CHECK_TEXT(pages[i].line, line.text);
    CHECK_INT(strstr(line.text, "PAGE") != NULL ? SHEAF_STOP_BYTES : SHEAF_STOP_END, sheaf_stmt_stop(stmt));
    sheaf_stmt_free(stmt);
  }
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_segments_are_the_whole(void) {
  sheaf_db* db = open_memory();
  sheaf_table* table = make_table(db, "Table", "N");
  for (int i = 0; i < 40; ++i) {
    char partition[16];
    snprintf(partition, sizeof partition, "p%d-", i);
    put(table, partition, 1);
    put(table, partition, 2);
  }
  uint64_t rows = 0;
  for (uint32_t segment = 0; segment < 3; ++segment) {
    const sheaf_stmt_text text = {.struct_size = sizeof text,
                                  .kind = SHEAF_STMT_SCAN,
                                  .flags = SHEAF_COUNT,
                                  .segment = segment,
                                  .total_segments = 3};
    sheaf_stmt* stmt = prepare(table, &text);
    CHECK_STATUS(SHEAF_DONE, sheaf_stmt_step(stmt, slot()));
    rows += sheaf_stmt_returned(stmt);
    CHECK_INT(0, sheaf_stmt_returned(stmt) % 2);  // a collection is never divided
    sheaf_stmt_free(stmt);
  }
  CHECK_INT(80, rows);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

int main(void) {
  test_rows_come_as_an_array();
  test_pages_that_fail();
  test_tokens_lead_through_all_pages();
  test_tokens_outlive_the_process();
  test_tokens_of_elsewhere_are_refused();
  test_bytes_end_a_page();
  test_segments_are_the_whole();
  return check_summary();
}
