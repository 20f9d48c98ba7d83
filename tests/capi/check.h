// Checks for the C programs of this folder: each prints file, line and what was wrong, counts, and lets the program
// go on, so that one run shows every failure. Include it before anything else. One thread.
#pragma once

#define _XOPEN_SOURCE 700  // for fork, posix_spawn, mkdtemp and nftw under -std=c99
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE 1
#endif

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/sheaf.h"

// Each evaluates its arguments once and is 1 when all is well, else 0.
#define CHECK(condition) check_condition((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define CHECK_INT(expected, actual) check_int((int64_t)(expected), (int64_t)(actual), #actual, __FILE__, __LINE__)
#define CHECK_STATUS(expected, actual) check_status((expected), (actual), #actual, __FILE__, __LINE__)
#define CHECK_TEXT(expected, actual) check_text((expected), (actual), #actual, __FILE__, __LINE__)
#define CHECK_BYTES(expected_text, actual) check_bytes((expected_text), (actual), #actual, __FILE__, __LINE__)

// For what a test needs before it can begin: a failure ends the program.
#define REQUIRE(condition)                     \
  do {                                         \
    if (!CHECK(condition)) exit(EXIT_FAILURE); \
  } while (0)
#define REQUIRE_OK(call)                                   \
  do {                                                     \
    if (!CHECK_STATUS(SHEAF_OK, call)) exit(EXIT_FAILURE); \
  } while (0)

static int check_failures;
enum { CHECK_MOST_PRINTED = 20 };

// The slot that every call of the program is given; its message is printed when a status is not the expected one.
static inline sheaf_error* slot(void) {
  static sheaf_error* error;
  if (error == NULL) error = sheaf_error_new();
  return error;
}

// Counts a failure; 1 while it is still to be printed.
static inline int check_failed(void) { return ++check_failures <= CHECK_MOST_PRINTED; }

static inline int check_condition(int holds, const char* text, const char* file, int line) {
  if (holds) return 1;
  if (check_failed()) fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
  return 0;
}

static inline int check_int(int64_t expected, int64_t actual, const char* text, const char* file, int line) {
  if (expected == actual) return 1;
  if (!check_failed()) return 0;
  fprintf(stderr, "%s:%d: %s is %" PRId64 ", expected %" PRId64 "\n", file, line, text, actual, expected);
  return 0;
}

static inline int check_status(sheaf_status expected, sheaf_status actual, const char* text, const char* file,
                               int line) {
  if (expected == actual) return 1;
  if (!check_failed()) return 0;
  fprintf(stderr, "%s:%d: %s answers %s, expected %s\n", file, line, text, sheaf_status_name(actual),
          sheaf_status_name(expected));
  if (actual < 0)
    fprintf(stderr, "  the error slot says %s: %s\n", sheaf_status_name(sheaf_error_status(slot())),
            sheaf_error_message(slot()));
  return 0;
}

static inline int check_text(const char* expected, const char* actual, const char* text, const char* file, int line) {
  if (strcmp(expected, actual) == 0) return 1;
  if (!check_failed()) return 0;
  fprintf(stderr, "%s:%d: %s is\n  %s\nexpected\n  %s\n", file, line, text, actual, expected);
  return 0;
}

static inline int check_bytes(const char* expected, sheaf_bytes actual, const char* text, const char* file, int line) {
  const size_t size = strlen(expected);
  if (size == actual.size && (size == 0 || memcmp(expected, actual.data, size) == 0)) return 1;
  if (!check_failed()) return 0;
  fprintf(stderr, "%s:%d: %s is\n  %.*s\nexpected\n  %s\n", file, line, text, (int)actual.size,
          actual.size == 0 ? "" : (const char*)actual.data, expected);
  return 0;
}

// What main returns.
static inline int check_summary(void) {
  sheaf_error_free(slot());
  if (check_failures == 0) return EXIT_SUCCESS;
  fprintf(stderr, "%d checks failed\n", check_failures);
  return EXIT_FAILURE;
}
