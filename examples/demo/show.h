// Printing for a person: headings and items.
#pragma once

#include "demo.h"
#include "text.h"

// A heading, and one sentence that says what is to be seen.
void show_chapter(const char* title, const char* sentence);

// What the placeholders of a statement stand for: its name, if it has one, and its values, which may be NULL.
void show_terms(const sheaf_name* name, const char* values);

// The item as one line of JSON, the lead attributes first (up to 4, or the first NULL), cut at the right margin.
void show_item(struct demo* demo, const sheaf_item* item, const char* const lead[4]);
