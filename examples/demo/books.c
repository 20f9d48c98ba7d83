// Duplicated data: each book carries its author's name, so that a book is read without a second read. When the name
// changes, every copy changes: all at once, or in steps that can be taken up again.
#include <stdio.h>
#include <string.h>

#include "demo.h"
#include "show.h"

enum { FEW_BOOKS = 3, ALL_BOOKS = 120, CHUNK = 100 };

// Copies of the author's name: the books that an answer of the index named.
struct copies {
  size_t count;
  char keys[ALL_BOOKS][16];
  sheaf_value parts[ALL_BOOKS][2];
  sheaf_action actions[ALL_BOOKS];
};

static const char by_author[] = "GSI1PK = :author";
static const char author_values[] = "{\":author\":\"AUTHOR#QUILL\",\":name\":\"%s\"}";

static void point_to_key(struct demo* demo, struct copies* copies, size_t i) {
  copies->parts[i][0] = copies->parts[i][1] = sheaf_string_of(copies->keys[i]);
  copies->actions[i] = (sheaf_action){.table = demo->app, .key = sheaf_key_of(copies->parts[i], 2)};
}

// A batch: independent puts, faster together than one by one.
static void put_books(struct demo* demo, int from, int to, const char* name) {
  static sheaf_item* items[ALL_BOOKS];
  static sheaf_action actions[ALL_BOOKS];
  size_t count = 0;
  for (int number = from; number <= to; ++number, ++count) {
    char json[320];
    snprintf(json, sizeof json,
             "{\"PK\":\"BOOK#%03d\",\"SK\":\"BOOK#%03d\",\"GSI1PK\":\"AUTHOR#QUILL\",\"GSI1SK\":\"BOOK#%03d\",\"Type\":"
             "\"Book\",\"Title\":\"Tales, volume %d\",\"AuthorName\":\"%s\",\"AuthorBirthYear\":1961}",
             number, number, number, number, name);
    items[count] = sheaf_item_new();
    if (items[count] == NULL) fail("books", "no memory");
    check(demo, sheaf_item_parse(items[count], SHEAF_JSON_PLAIN, sheaf_bytes_of(json), demo->error), "parse a book");
    actions[count] = (sheaf_action){.kind = SHEAF_ACTION_PUT, .table = demo->app, .item = items[count]};
  }
  check(demo, sheaf_write_each(demo->db, actions, count, NULL, NULL, demo->error), "put the books");
  for (size_t i = 0; i < count; ++i) sheaf_item_free(items[i]);
}

// Up to `limit` books that carry the name, found by the index.
static void find_copies(struct demo* demo, const char* name, size_t limit, struct copies* copies) {
  char values[96];
  snprintf(values, sizeof values, author_values, name);
  sheaf_stmt* stmt = prepare(
      demo,
      (sheaf_stmt_text){.kind = SHEAF_STMT_QUERY, .index = "GSI1", .key = by_author, .filter = "AuthorName = :name"},
      values);
  copies->count = 0;
  while (copies->count < limit) {
    const sheaf_status step = sheaf_stmt_step(stmt, demo->error);
    check(demo, step, "step");  // an error is not the end
    if (step != SHEAF_ROW) break;
    sheaf_value key;
    check(demo, sheaf_item_get(sheaf_stmt_item(stmt), sheaf_bytes_of("PK"), &key, demo->error), "read a key");
    snprintf(copies->keys[copies->count], sizeof copies->keys[0], "%.*s", (int)key.data.size,
             (const char*)key.data.data);
    point_to_key(demo, copies, copies->count++);
  }
  sheaf_stmt_free(stmt);
}

static size_t count_copies(struct demo* demo, const char* name) {
  static struct copies copies;
  find_copies(demo, name, ALL_BOOKS, &copies);
  return copies.count;
}

// One transaction over the copies. The condition is an optimistic lock: a copy that was changed meanwhile refuses all.
static sheaf_status rename_copies(struct demo* demo, struct copies* copies, const char* from, const char* to) {
  char values[96];
  snprintf(values, sizeof values, "{\":from\":\"%s\",\":to\":\"%s\"}", from, to);
  sheaf_stmt* stmt = prepare(
      demo,
      (sheaf_stmt_text){.kind = SHEAF_STMT_UPDATE, .update = "SET AuthorName = :to", .condition = "AuthorName = :from"},
      values);
  for (size_t i = 0; i < copies->count; ++i) {
    copies->actions[i].kind = SHEAF_ACTION_UPDATE;
    copies->actions[i].stmt = stmt;
  }
  const uint64_t began = now_nanoseconds();
  const sheaf_status status =
      sheaf_write_all(demo->db, copies->actions, copies->count, sheaf_bytes_of(""), NULL, demo->error);
  const uint64_t nanoseconds = now_nanoseconds() - began;
  printf("    Transaction of %s updates: SET AuthorName = \"%s\" if AuthorName = \"%s\"\n", grouped(copies->count).text,
         to, from);
  printf("    -> %s, in %s%s%s\n", status == SHEAF_OK ? "done" : sheaf_status_name(status), duration(nanoseconds).text,
         status < 0 ? ": " : "", status < 0 ? sheaf_error_message(demo->error) : "");
  sheaf_stmt_free(stmt);
  return status;
}

static void expect_status(const char* what, sheaf_status expected, sheaf_status status) {
  if (status != expected) fail(what, "WRONG ANSWER: the status");
}

static void show_few(struct demo* demo, struct copies* copies) {
  put_books(demo, 1, FEW_BOOKS, "R. Quill");
  run_get(demo, "A book has its author", "BOOK#001", "BOOK#001");
  printf("\n  The author's name is spelled out, in every book that the index finds, or in none\n");
  find_copies(demo, "R. Quill", ALL_BOOKS, copies);
  expect_count("books found", FEW_BOOKS, copies->count);
  expect_status("rename", SHEAF_OK, rename_copies(demo, copies, "R. Quill", "Robin Quill"));
  expect_count("books renamed", FEW_BOOKS, count_copies(demo, "Robin Quill"));

  // Somebody changes one of the books between the query and the transaction.
  printf("\n  One of them was changed by somebody else meanwhile: nothing is written, and the reason is told\n");
  put_books(demo, 2, 2, "Robyn Quill");
  expect_status("rename", SHEAF_CANCELED, rename_copies(demo, copies, "Robin Quill", "R. Q. Quill"));
  for (uint32_t i = 0; i < sheaf_error_reason_count(demo->error); ++i) {
    printf("      %s: %s\n", copies->keys[i], sheaf_status_name(sheaf_error_reason(demo->error, i, NULL, NULL)));
  }
  expect_count("books left alone", FEW_BOOKS - 1, count_copies(demo, "Robin Quill"));
}

// The condition and the filter make a chunk that was done fall out of the next search: so the loop may stop anywhere.
static void show_chunks(struct demo* demo, struct copies* copies) {
  printf("\n  In chunks of %d, each found anew by the name that is to go. It can stop anywhere and be taken up again\n",
         CHUNK);
  const size_t left[] = {ALL_BOOKS - CHUNK, 0};
  for (int chunk = 0; chunk < 2; ++chunk) {
    find_copies(demo, "Robin Quill", CHUNK, copies);
    expect_status("rename a chunk", SHEAF_OK, rename_copies(demo, copies, "Robin Quill", "Robin A. Quill"));
    const size_t with_old_name = count_copies(demo, "Robin Quill");
    printf("      a reader sees %s books with the old name, %s with the new\n", grouped(with_old_name).text,
           grouped(count_copies(demo, "Robin A. Quill")).text);
    expect_count("books with the old name", left[chunk], with_old_name);
  }
  printf(
      "    What is lost by chunks: all or nothing. Readers meet both names until the last chunk is done, a program\n"
      "    that dies leaves it so until somebody goes on, and a refused chunk comes too late to undo those before.\n");
}

static void show_many(struct demo* demo, struct copies* copies) {
  put_books(demo, 1, ALL_BOOKS, "Robin Quill");
  printf("\n  %d books: more than the 100 actions that a transaction may have by default, as in DynamoDB\n", ALL_BOOKS);
  find_copies(demo, "Robin Quill", ALL_BOOKS, copies);
  expect_status("rename too many", SHEAF_LIMIT, rename_copies(demo, copies, "Robin Quill", "Robin A. Quill"));
  expect_count("books left alone", ALL_BOOKS, count_copies(demo, "Robin Quill"));
  show_chunks(demo, copies);

  printf(
      "\n  Or the database is opened with max_transaction_actions = 1,000, and all of them are one transaction "
      "again\n");
  database_close(demo);
  demo->max_transaction_actions = 1000;
  database_open(demo, 0);
  database_open_table(demo);
  find_copies(demo, "Robin A. Quill", ALL_BOOKS, copies);
  expect_status("rename all", SHEAF_OK, rename_copies(demo, copies, "Robin A. Quill", "Robin Quill"));
  expect_count("books renamed", ALL_BOOKS, count_copies(demo, "Robin Quill"));
}

void show_books(struct demo* demo) {
  static struct copies copies;
  show_chapter("One-to-many with duplicated data",
               "Each book carries the name of its author and the year of birth. What never changes costs nothing but\n"
               "room; what changes must be changed in every copy, and an index finds the copies.");
  show_few(demo, &copies);
  show_many(demo, &copies);

  // The table keeps its number of items for the next run.
  find_copies(demo, "Robin Quill", ALL_BOOKS, &copies);
  for (size_t i = 0; i < copies.count; ++i) copies.actions[i].kind = SHEAF_ACTION_DELETE;
  check(demo, sheaf_write_each(demo->db, copies.actions, copies.count, NULL, NULL, demo->error), "delete the books");
}
