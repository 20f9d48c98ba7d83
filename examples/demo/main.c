// sheaf_demo [--data FOLDER] [DATABASE_FOLDER]: loads the demo's table into the folder, or into a temporary one, and
// answers the requests that the table was modelled for. Exit status 1 when a call fails or an answer is not what it
// has to be.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demo.h"
#include "show.h"

// The build says where the repository's data is; by itself it is looked for from the repository's folder.
#ifndef SHEAF_DEMO_DATA_DIR
#define SHEAF_DEMO_DATA_DIR "examples/data"
#endif

struct arguments {
  const char* data_folder;
  const char* database_folder;  // NULL = a temporary one
};

static _Noreturn void usage(FILE* file, int exit_status) {
  fprintf(file,
          "sheaf_demo [--data FOLDER] [DATABASE_FOLDER]\n"
          "  Loads a table with 94,201 items and answers requests on it. Without a database folder it uses a\n"
          "  temporary one and removes it; with one, the database stays and the next run uses it again.\n"
          "  --data FOLDER   where zipcodes.tsv.zst is; else $SHEAF_DEMO_DATA_DIR, else %s\n",
          SHEAF_DEMO_DATA_DIR);
  exit(exit_status);
}

static struct arguments parse(int count, char** texts) {
  struct arguments arguments = {getenv("SHEAF_DEMO_DATA_DIR"), NULL};
  if (arguments.data_folder == NULL) arguments.data_folder = SHEAF_DEMO_DATA_DIR;
  for (int i = 1; i < count; ++i) {
    if (strcmp(texts[i], "--help") == 0) usage(stdout, EXIT_SUCCESS);
    if (strcmp(texts[i], "--data") == 0 && i + 1 < count) {
      arguments.data_folder = texts[++i];
    } else if (texts[i][0] != '-' && texts[i][0] != '\0' && arguments.database_folder == NULL) {
      arguments.database_folder = texts[i];
    } else {
      usage(stderr, EXIT_FAILURE);
    }
  }
  return arguments;
}

// What the end of the program removes, also after an error.
static const char* temporary_folder;

static void remove_temporary_folder(void) {
  if (temporary_folder != NULL) folder_remove(temporary_folder);
}

static void show_restart(struct demo* demo) {
  show_chapter("Restart", "The database is closed and opened again, and answers as before.");
  const uint64_t began = now_nanoseconds();
  database_close(demo);
  const uint64_t closed = now_nanoseconds();
  database_open(demo, 0);
  database_open_table(demo);
  const uint64_t opened = now_nanoseconds();
  printf("  closed in %s, opened in %s\n", duration(closed - began).text, duration(opened - closed).text);
  const struct request stores = {
      .title = "Stores of a city",
      .key = "PK = :country AND begins_with(SK, :city)",
      .values = "{\":country\":\"US\",\":city\":\"CA#SAN FRANCISCO#\"}",
      .flags = SHEAF_REVERSE,
      .expect_rows = 60,
      .show_rows = 1,
      .lead = {"SK", "City", "State", "Zip"},
  };
  run_request(demo, &stores);
  run_get(demo, "One user", "ORG#MICROSOFT", "USER#BOB");
}

int main(int count, char** texts) {
  const struct arguments arguments = parse(count, texts);
  struct demo demo = {.folder = arguments.database_folder};
  if (demo.folder == NULL) {
    temporary_folder = folder_make_temporary();
    atexit(remove_temporary_folder);
    demo.folder = temporary_folder;
  }
  char zipcodes_path[4096];
  snprintf(zipcodes_path, sizeof zipcodes_path, "%s/zipcodes.tsv.zst", arguments.data_folder);

  printf("Sheaf %s\nDatabase folder: %s%s\n", sheaf_version_text(), demo.folder,
         temporary_folder != NULL ? " (temporary, removed at the end)" : "");
  struct expectations expected;
  tickets_expect(&expected);
  database_open(&demo, SHEAF_OPEN_CREATE);
  database_prepare(&demo, zipcodes_path);

  show_addresses(&demo);
  show_books(&demo);
  show_organization_and_users(&demo);
  show_user_and_tickets(&demo, &expected);
  show_pages(&demo, &expected);
  show_store_hierarchy(&demo);
  show_states_by_seeking(&demo);
  show_sparse_index(&demo, &expected);
  show_scans(&demo, &expected);
  show_partition_prefixes(&demo, &expected);
  show_restart(&demo);

  database_close(&demo);
  printf("\nAll answers are as expected. The database takes %s bytes in %s%s.\n",
         grouped(folder_size_bytes(demo.folder)).text, demo.folder,
         temporary_folder != NULL ? ", which is removed now" : "");
  return EXIT_SUCCESS;
}
