// Rows that are sorted in memory: their bytes stand in an arena, so that sorting moves none of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace sheaf {

// Keeps bytes until it is cleared. One thread at a time.
class ByteArena {
 public:
  // A copy of the bytes that stays where it is.
  std::string_view keep(std::string_view bytes);

  // Of memory that it holds.
  uint64_t size_bytes() const { return size_bytes_; }

  void clear();

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  size_t free_bytes_ = 0;
  uint64_t size_bytes_ = 0;
};

// Borrows from an arena. Keys and values are far below 4 GiB (limits.h).
class SortRow {
 public:
  SortRow(std::string_view key, std::string_view value)
      : key_(key.data()),
        value_(value.data()),
        key_bytes_(static_cast<uint32_t>(key.size())),
        value_bytes_(static_cast<uint32_t>(value.size())) {}

  std::string_view key() const { return {key_, key_bytes_}; }
  std::string_view value() const { return {value_, value_bytes_}; }

 private:
  friend class RowSorter;

  uint64_t place_ = 0;  // eight of the key's bytes as a number; of the sort
  const char* key_;
  const char* value_;
  uint32_t key_bytes_;
  uint32_t value_bytes_;
};

// By their keys' bytes; rows of one key in no particular order.
void sort_rows(std::vector<SortRow>* rows);

}  // namespace sheaf
