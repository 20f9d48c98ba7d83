// For programs of this folder that start themselves again as another process, with a step's name and a path; the
// step's exit code is the answer. Include check.h and fixture.h first, and set own_path in main. One thread.
#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

static const char* own_path;

// Exit codes of the steps; a step that fails otherwise ends with EXIT_FAILURE.
enum { STEP_OPENED = 10, STEP_LOCKED = 11, STEP_OTHER = 12 };

// The exit code, or 128 and the signal that ended it.
static inline int wait_for(pid_t child) {
  int state = 0;
  REQUIRE(waitpid(child, &state, 0) == child);
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

// Starts a step in a process of its own. `argument` may be NULL.
static inline pid_t start_step(const char* step, const char* path, const char* argument) {
  char* arguments[] = {(char*)own_path, (char*)step, (char*)path, (char*)argument, NULL};
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, own_path, NULL, NULL, arguments, environ) == 0);
  return child;
}

static inline int run_step(const char* step, const char* path, const char* argument) {
  return wait_for(start_step(step, path, argument));
}

// What an attempt to open comes to; what was opened is closed again.
static inline int step_open_with(const char* path, const sheaf_open_options* options) {
  sheaf_db* db = NULL;
  const sheaf_status status = sheaf_open(path, options, &db, slot());
  sheaf_db_free(db);
  return status == SHEAF_OK ? STEP_OPENED : status == SHEAF_LOCKED ? STEP_LOCKED : STEP_OTHER;
}
