// Folders on disk, by POSIX calls.
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "demo.h"

enum { MAX_OPEN_FOLDERS = 16 };

const char* folder_make_temporary(void) {
  static char path[4096];
  const char* parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] == '\0') parent = "/tmp";
  const int length = snprintf(path, sizeof path, "%s/sheaf-demo-XXXXXX", parent);
  if (length < 0 || (size_t)length >= sizeof path) fail("TMPDIR", "the path is too long");
  if (mkdtemp(path) == NULL) fail(path, strerror(errno));
  return path;
}

static int remove_entry(const char* path, const struct stat* status, int type, struct FTW* place) {
  (void)status;
  (void)type;
  (void)place;
  return remove(path);
}

void folder_remove(const char* path) { nftw(path, remove_entry, MAX_OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS); }

// nftw hands its visitor no context, so the sum has to live here.
static uint64_t visited_bytes;

static int add_size(const char* path, const struct stat* status, int type, struct FTW* place) {
  (void)path;
  (void)place;
  if (type == FTW_F) visited_bytes += (uint64_t)status->st_size;
  return 0;
}

uint64_t folder_size_bytes(const char* path) {
  visited_bytes = 0;
  nftw(path, add_size, MAX_OPEN_FOLDERS, FTW_PHYS);
  return visited_bytes;
}
