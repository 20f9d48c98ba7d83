// Numbers and times for a person. Both demos print with these, so this file is C and C++.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Text that lives to the end of the expression it is made in.
struct text {
  char text[40];
};

uint64_t now_nanoseconds(void);

// 44175 -> "44,175"
struct text grouped(uint64_t number);

// "812 ns", "41 us", "2.31 ms", "1.92 s"
struct text duration(uint64_t nanoseconds);

// How many a second, for a person: "49,300"
struct text rate(uint64_t count, uint64_t nanoseconds);

#ifdef __cplusplus
}
#endif
