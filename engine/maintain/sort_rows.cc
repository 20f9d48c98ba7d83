#include "engine/maintain/sort_rows.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace sheaf {
namespace {

constexpr size_t kBlockBytes = 256u << 10;

constexpr size_t kPlaceBytes = sizeof(uint64_t);
constexpr size_t kFew = 16;  // rows that are sorted by comparing whole keys

std::string_view rest_of(std::string_view key, size_t offset) { return key.substr(std::min(offset, key.size())); }

// How many bytes all keys begin with, when they all begin with the same `known` bytes.
size_t common_bytes(std::span<const SortRow> rows, size_t known) {
  const std::string_view first = rows.front().key();
  size_t common = first.size();
  for (const SortRow& row : rows) {
    const std::string_view key = row.key().substr(0, common);
    if (key.size() <= known) return known;
    const auto from = static_cast<ptrdiff_t>(known);
    common =
        static_cast<size_t>(std::mismatch(key.begin() + from, key.end(), first.begin() + from).first - key.begin());
  }
  return common;
}

// The first eight bytes as a number that compares as they do; a key that is shorter ends in zeros.
uint64_t as_number(std::string_view bytes) {
  uint64_t number = 0;
  for (size_t i = 0; i < kPlaceBytes; ++i) {
    number = number << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0u);
  }
  return number;
}

}  // namespace

std::string_view ByteArena::keep(std::string_view bytes) {
  if (bytes.size() > free_bytes_) {
    const size_t block_bytes = std::max(bytes.size(), kBlockBytes);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_bytes));
    free_ = blocks_.back().get();
    free_bytes_ = block_bytes;
    size_bytes_ += block_bytes;
  }
  char* const kept = free_;
  if (!bytes.empty()) std::memcpy(kept, bytes.data(), bytes.size());
  free_ += bytes.size();
  free_bytes_ -= bytes.size();
  return {kept, bytes.size()};
}

void ByteArena::clear() { *this = ByteArena(); }

// Comparing keys is waiting for memory, so each row carries eight bytes of its key with it. Rows of equal bytes are sorted
// by the next eight.
class RowSorter {
 public:
  void sort(std::span<SortRow> rows) {
    groups_.push_back({rows, 0});
    while (!groups_.empty()) {
      const Group group = groups_.back();
      groups_.pop_back();
      sort_group(group);
    }
  }

 private:
  struct Group {
    std::span<SortRow> rows;
    size_t offset = 0;  // all keys begin with the same bytes up to there
  };

  static bool is_before_from(size_t offset, const SortRow& a, const SortRow& b) {
    return rest_of(a.key(), offset) < rest_of(b.key(), offset);
  }

  void sort_group(const Group& group) {
    const auto by_key = [&](const SortRow& a, const SortRow& b) { return is_before_from(group.offset, a, b); };
    if (group.rows.size() <= kFew) return std::sort(group.rows.begin(), group.rows.end(), by_key);
    const size_t offset = common_bytes(group.rows, group.offset);
    for (SortRow& row : group.rows) row.place_ = as_number(rest_of(row.key(), offset));
    // A key that ends within its eight bytes looks as if zeros followed; where those are in another key, that is longer.
    const size_t end = offset + kPlaceBytes;
    const auto is_before = [end](const SortRow& a, const SortRow& b) {
      if (a.place_ != b.place_) return a.place_ < b.place_;
      return std::min<size_t>(a.key_bytes_, end) < std::min<size_t>(b.key_bytes_, end);
    };
    std::sort(group.rows.begin(), group.rows.end(), is_before);
    for (auto first = group.rows.begin(); first != group.rows.end();) {
      const auto last =
          std::find_if(first, group.rows.end(), [&](const SortRow& row) { return is_before(*first, row); });
      if (last - first > 1 && first->key_bytes_ >= end) groups_.push_back({{first, last}, end});
      first = last;
    }
  }

  std::vector<Group> groups_;
};

void sort_rows(std::vector<SortRow>* rows) {
  // Who exports a table in its own order loads it in that order.
  const auto by_key = [](const SortRow& a, const SortRow& b) { return a.key() < b.key(); };
  if (!std::is_sorted(rows->begin(), rows->end(), by_key)) RowSorter().sort(*rows);
}

}  // namespace sheaf
