#include "zipcodes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { MAX_FILE_BYTES = 16 << 20 };

// The file's bytes, to be freed, or NULL with errno set.
static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  char* bytes = malloc(MAX_FILE_BYTES);
  *size = bytes == NULL ? 0 : fread(bytes, 1, MAX_FILE_BYTES, file);
  if (bytes != NULL && ferror(file)) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  return bytes;
}

static const char* decompress(const char* packed, size_t packed_size, char** text) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed, packed_size);
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > MAX_FILE_BYTES) {
    return "not a zstd file of a known and small size";
  }
  *text = malloc((size_t)size + 1);
  if (*text == NULL) return strerror(ENOMEM);
  const size_t unpacked_size = ZSTD_decompress(*text, (size_t)size, packed, packed_size);
  if (ZSTD_isError(unpacked_size)) {
    free(*text);
    return ZSTD_getErrorName(unpacked_size);
  }
  (*text)[unpacked_size] = '\0';
  return NULL;
}

const char* zipcodes_open(const char* path, struct zipcodes* file) {
  size_t packed_size = 0;
  char* packed = read_file(path, &packed_size);
  if (packed == NULL) return strerror(errno);
  const char* error = decompress(packed, packed_size, &file->text);
  free(packed);
  if (error != NULL) return error;
  file->next_line = strchr(file->text, '\n');
  if (file->next_line == NULL) {
    free(file->text);
    return "no header line";
  }
  ++file->next_line;
  return NULL;
}

// Ends the text at the first `end`, and answers what follows it; NULL when there is none.
static char* split(char* text, char end) {
  char* found = strchr(text, end);
  if (found == NULL) return NULL;
  *found = '\0';
  return found + 1;
}

int zipcodes_next(struct zipcodes* file, struct zipcode* row) {
  char* line = file->next_line;
  if (line[0] == '\0') return 0;
  file->next_line = split(line, '\n');
  if (file->next_line == NULL) return -1;

  char* columns[6] = {line};
  for (int i = 1; i < 6; ++i) {
    columns[i] = split(columns[i - 1], '\t');
    if (columns[i] == NULL) return -1;
  }
  *row = (struct zipcode){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
  return 1;
}

void zipcodes_close(struct zipcodes* file) { free(file->text); }
