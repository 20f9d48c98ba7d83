// A database folder and more than one process: the lock, forked children, a process that ends without closing, and a
// token that goes on in another process. The program starts itself again with a step's name and a path, and the
// step's exit code is the answer.
#include "tests/capi/check.h"
#include "tests/capi/fixture.h"
#include "tests/capi/steps.h"

#include <fcntl.h>

// ---- steps ----

// Ends while everything is open. What it holds is reachable, so that it is no leak either; volatile, or no memory
// would hold it.
static sheaf_db* volatile open_at_exit;
static sheaf_table* volatile table_at_exit;
static sheaf_cursor* volatile cursor_at_exit;

static int step_exit_without_close(const char* path) {
  sheaf_db* db = open_folder(path);
  sheaf_table* table = make_table(db, "Table", "S");
  sheaf_cursor* cursor = NULL;
  REQUIRE_OK(put_json(table, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"id\":{\"S\":\"kept\"}}"));
  REQUIRE_OK(sheaf_cursor_open(table, NULL, &cursor, slot()));
  CHECK_STATUS(SHEAF_ROW, sheaf_cursor_next(cursor, slot()));
  open_at_exit = db;
  table_at_exit = table;
  cursor_at_exit = cursor;
  return check_failures == 0 ? STEP_OPENED : STEP_OTHER;
}

// Goes on from a token that another process made.
static int step_resume(const char* path, const char* token) {
  sheaf_db* db = NULL;
  if (sheaf_open(path, NULL, &db, slot()) != SHEAF_OK) return STEP_OTHER;
  sheaf_table* table = open_table(db, "Table");
  const sheaf_range range = {.struct_size = sizeof range, .token = sheaf_bytes_of(token)};
  CHECK_TEXT("c d SHEAF_DONE", walk(table, &range).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
  return check_failures == 0 ? STEP_OPENED : STEP_OTHER;
}

// Opens the database, writes, forks a child that outlives it, tells the child's id on the first descriptor, and dies
// without closing anything. The child ends when the second descriptor ends.
static int step_die_with_a_child(const char* path, int report, int end) {
  open_at_exit = open_folder(path);
  table_at_exit = make_table(open_at_exit, "Table", "S");
  REQUIRE_OK(put_json(table_at_exit, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s\"},\"id\":{\"S\":\"written\"}}"));
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    char byte;
    _exit(read(end, &byte, 1) == 0 ? 0 : 1);
  }
  REQUIRE(write(report, &child, sizeof child) == (ssize_t)sizeof child);
  raise(SIGKILL);
  return STEP_OTHER;
}

// ---- tests ----

static void test_another_process_is_locked_out(void) {
  const struct path path = temp_path("locked");
  sheaf_db* db = open_folder(path.text);
  CHECK_INT(STEP_LOCKED, run_step("open", path.text, NULL));
  CHECK_INT(STEP_LOCKED, run_step("open", path.text, NULL));
  sheaf_close(db);
  CHECK_INT(STEP_OPENED, run_step("open", path.text, NULL));
  sheaf_db_free(db);
  CHECK_INT(STEP_OPENED, run_step("open", path.text, NULL));
}

// The process ends with all handles open: no crash, and what it wrote is there.
static void test_B106_exit_without_close(void) {
  const struct path path = temp_path("exit");
  CHECK_INT(STEP_OPENED, run_step("exit-without-close", path.text, NULL));
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = open_table(db, "Table");
  CHECK_TEXT("kept SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

// The parent closes while its forked child lives on: the folder is free at once, here and in other processes.
static void test_forked_child_does_not_hold_the_lock(void) {
  const struct path path = temp_path("forked");
  int pipe_ends[2];
  sheaf_db* db = open_folder(path.text);
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    char byte;
    close(pipe_ends[1]);
    _exit(read(pipe_ends[0], &byte, 1) == 0 ? 0 : 1);
  }
  close(pipe_ends[0]);
  CHECK_INT(STEP_LOCKED, run_step("open", path.text, NULL));  // the fork has not freed it either
  sheaf_close(db);
  CHECK_INT(STEP_OPENED, run_step("open", path.text, NULL));
  sheaf_db* again = open_folder(path.text);
  CHECK_INT(STEP_LOCKED, run_step("open", path.text, NULL));
  CHECK_INT(0, waitpid(child, NULL, WNOHANG));  // the child has lived through all this
  close(pipe_ends[1]);
  CHECK_INT(0, wait_for(child));
  sheaf_db_free(again);
  sheaf_db_free(db);
}

// A parent that is killed cannot unlock anything: the lock is free only because the child's copy was closed by the
// fork.
static void test_child_of_a_killed_process_does_not_hold_the_lock(void) {
  const struct path path = temp_path("killed");
  int report[2];
  int end[2];
  char numbers[2][16];
  REQUIRE(pipe(report) == 0 && pipe(end) == 0);
  REQUIRE(fcntl(report[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(end[1], F_SETFD, FD_CLOEXEC) == 0);
  snprintf(numbers[0], sizeof numbers[0], "%d", report[1]);
  snprintf(numbers[1], sizeof numbers[1], "%d", end[0]);
  char* arguments[] = {(char*)own_path, "die-with-a-child", (char*)path.text, numbers[0], numbers[1], NULL};
  pid_t parent = 0;
  REQUIRE(posix_spawn(&parent, own_path, NULL, NULL, arguments, environ) == 0);
  close(report[1]);
  close(end[0]);
  pid_t grandchild = 0;
  REQUIRE(read(report[0], &grandchild, sizeof grandchild) == (ssize_t)sizeof grandchild);
  CHECK_INT(128 + SIGKILL, wait_for(parent));
  CHECK_INT(0, kill(grandchild, 0));
  CHECK_INT(STEP_OPENED, run_step("open", path.text, NULL));
  CHECK_INT(0, kill(grandchild, 0));
  close(end[1]);
  char byte;
  CHECK_INT(0, read(report[0], &byte, 1));
  close(report[0]);

  // What was acknowledged has survived the kill, with NORMAL too.
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = open_table(db, "Table");
  CHECK_TEXT("written SHEAF_DONE", walk(table, NULL).text);
  sheaf_table_close(table);
  sheaf_db_free(db);
}

static void test_token_goes_on_in_another_process(void) {
  const struct path path = temp_path("token");
  sheaf_db* db = open_folder(path.text);
  sheaf_table* table = make_table(db, "Table", "S");
  static const char* const ids[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; ++i) {
    char json[128];
    snprintf(json, sizeof json, "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"%s\"},\"id\":{\"S\":\"%s\"}}", ids[i], ids[i]);
    REQUIRE_OK(put_json(table, json));
  }
  const sheaf_range range = {.struct_size = sizeof range, .row_limit = 2};
  sheaf_cursor* cursor = NULL;
  sheaf_buf* token = sheaf_buf_new();
  REQUIRE_OK(sheaf_cursor_open(table, &range, &cursor, slot()));
  CHECK_TEXT("a b SHEAF_PAGE", walk_on(cursor).text);
  CHECK_STATUS(SHEAF_OK, sheaf_cursor_token(cursor, token, slot()));
  sheaf_cursor_free(cursor);
  sheaf_table_close(table);
  sheaf_db_free(db);
  CHECK_INT(STEP_OPENED, run_step("resume", path.text, (const char*)sheaf_buf_bytes(token).data));
  sheaf_buf_free(token);
}

int main(int count, char** arguments) {
  own_path = arguments[0];
  if (count >= 3) {
    const char* step = arguments[1];
    if (strcmp(step, "open") == 0) return step_open_with(arguments[2], NULL);
    if (strcmp(step, "exit-without-close") == 0) return step_exit_without_close(arguments[2]);
    if (strcmp(step, "die-with-a-child") == 0 && count == 5) {
      return step_die_with_a_child(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
    }
    if (strcmp(step, "resume") == 0 && count == 4) return step_resume(arguments[2], arguments[3]);
    return EXIT_FAILURE;
  }
  test_another_process_is_locked_out();
  test_B106_exit_without_close();
  test_forked_child_does_not_hold_the_lock();
  test_child_of_a_killed_process_does_not_hold_the_lock();
  test_token_goes_on_in_another_process();
  return check_summary();
}
