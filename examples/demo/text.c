#define _XOPEN_SOURCE 700
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

uint64_t now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

struct text grouped(uint64_t number) {
  char digits[24];
  const int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
  struct text out = {""};
  size_t length = 0;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && (count - i) % 3 == 0) out.text[length++] = ',';
    out.text[length++] = digits[i];
  }
  out.text[length] = '\0';
  return out;
}

struct text duration(uint64_t nanoseconds) {
  struct text out;
  const char* unit = "ns";
  uint64_t thousandths = nanoseconds * 1000;
  const char* const larger_units[] = {"us", "ms", "s"};
  for (int i = 0; i < 3 && thousandths >= 1000000; ++i) {
    thousandths /= 1000;
    unit = larger_units[i];
  }
  const uint64_t whole = thousandths / 1000;
  if (whole >= 100 || nanoseconds < 1000) {
    snprintf(out.text, sizeof out.text, "%" PRIu64 " %s", whole, unit);
  } else if (whole >= 10) {
    snprintf(out.text, sizeof out.text, "%" PRIu64 ".%" PRIu64 " %s", whole, thousandths % 1000 / 100, unit);
  } else {
    snprintf(out.text, sizeof out.text, "%" PRIu64 ".%02" PRIu64 " %s", whole, thousandths % 1000 / 10, unit);
  }
  return out;
}

struct text rate(uint64_t count, uint64_t nanoseconds) {
  if (nanoseconds == 0) nanoseconds = 1;
  return grouped(count * UINT64_C(1000000000) / nanoseconds);
}
