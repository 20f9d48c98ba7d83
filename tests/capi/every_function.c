// No exported function is left uncalled: each name of capi/symbols.txt stands with an opening parenthesis in a
// program of this folder. The sources are found beside this one, or in the folder that is given as the first
// argument.
#include "tests/capi/check.h"

#include <dirent.h>

// The whole of a file behind what `text` holds already. Owned by the caller.
static char* append_file(char* text, const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) fprintf(stderr, "%s: cannot be read\n", path);
  REQUIRE(file != NULL);
  size_t size = text == NULL ? 0 : strlen(text);
  for (;;) {
    enum { STEP = 65536 };
    text = realloc(text, size + STEP + 1);
    REQUIRE(text != NULL);
    const size_t count = fread(text + size, 1, STEP, file);
    size += count;
    text[size] = '\0';
    if (count < STEP) break;
  }
  fclose(file);
  return text;
}

static int is_test_program(const char* name) {
  const size_t length = strlen(name);
  return length > 2 && strcmp(name + length - 2, ".c") == 0 && strcmp(name, "every_function.c") != 0;
}

// All test programs of the folder, one behind the other.
static char* read_programs(const char* folder) {
  DIR* directory = opendir(folder);
  if (directory == NULL) fprintf(stderr, "%s: cannot be listed\n", folder);
  REQUIRE(directory != NULL);
  char* text = NULL;
  for (const struct dirent* entry; (entry = readdir(directory)) != NULL;) {
    char path[4096];
    if (!is_test_program(entry->d_name)) continue;
    REQUIRE(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
    text = append_file(text, path);
  }
  closedir(directory);
  REQUIRE(text != NULL);
  return text;
}

static int is_called(const char* programs, const char* name) {
  char call[128];
  REQUIRE(snprintf(call, sizeof call, "%s(", name) < (int)sizeof call);
  return strstr(programs, call) != NULL;
}

int main(int count, char** arguments) {
  char folder[4096];
  REQUIRE(snprintf(folder, sizeof folder, "%s", count > 1 ? arguments[1] : __FILE__) < (int)sizeof folder);
  if (count <= 1) {
    char* name = strrchr(folder, '/');
    REQUIRE(name != NULL);
    *name = '\0';
  }
  char list_path[4200];
  snprintf(list_path, sizeof list_path, "%s/../../capi/symbols.txt", folder);
  char* programs = read_programs(folder);
  char* list = append_file(NULL, list_path);
  int functions = 0;
  for (char* line = strtok(list, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char name[64];
    if (line[0] == '#' || sscanf(line, "%63s", name) != 1) continue;
    ++functions;
    if (!CHECK(is_called(programs, name))) fprintf(stderr, "  %s is called by no program in %s\n", name, folder);
  }
  CHECK(functions >= 50);
  free(list);
  free(programs);
  return check_summary();
}
