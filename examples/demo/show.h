// Printing for a person: headings, numbers, times and items.
#pragma once

#include "demo.h"

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

// A heading, and one sentence that says what is to be seen.
void show_chapter(const char* title, const char* sentence);

// What the placeholders of a statement stand for: its name, if it has one, and its values, which may be NULL.
void show_terms(const sheaf_name* name, const char* values);

// The item as one line of JSON, the lead attributes first (up to 4, or the first NULL), cut at the right margin.
void show_item(struct demo* demo, const sheaf_item* item, const char* const lead[4]);
