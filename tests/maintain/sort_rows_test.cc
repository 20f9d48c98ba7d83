// Sorting rows in memory: the order of keys is that of their bytes, whatever they have in common and wherever they end.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "engine/maintain/sort_rows.h"

namespace sheaf {
namespace {

using namespace std::string_literals;

std::vector<std::string> sorted(const std::vector<std::string>& keys) {
  ByteArena arena;
  std::vector<SortRow> rows;
  for (const std::string& key : keys) rows.emplace_back(arena.keep(key), arena.keep("value of " + key));
  sort_rows(&rows);
  std::vector<std::string> found;
  for (const SortRow& row : rows) {
    EXPECT_EQ(row.value(), "value of " + std::string(row.key()));
    found.emplace_back(row.key());
  }
  return found;
}

TEST(SortRows, FewKeysAreOrderedByTheirBytes) {
  EXPECT_EQ(sorted({}), std::vector<std::string>());
  EXPECT_EQ(sorted({"b", "a", "", "ab", "a\xff", "a\0"s}),
            (std::vector<std::string>{"", "a", "a\0"s, "ab", "a\xff", "b"}));
}

// So that groups of every size, common beginnings of every length, ends within eight bytes and zeros meet.
TEST(SortRows, ManyKeysAreOrderedByTheirBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const std::string letters = round % 3 == 0 ? "\0\1"s : round % 3 == 1 ? "a"s : "\0a\xff"s;
    const std::string common(random() % 20, round % 2 == 0 ? 'c' : '\0');
    const size_t most_bytes = 1 + random() % 40;
    std::vector<std::string> keys;
    for (size_t i = 0; i < 400; ++i) {
      std::string key = common;
      for (size_t size = random() % most_bytes; size > 0; --size) key += letters[random() % letters.size()];
      keys.push_back(key);
    }
    std::vector<std::string> expected = keys;
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(sorted(keys), expected) << round;
    ASSERT_EQ(sorted(expected), expected) << round;
  }
}

TEST(SortRows, AnArenaKeepsBytesWhereTheyAre) {
  ByteArena arena;
  std::vector<std::string_view> kept;
  uint64_t size_bytes = 0;
  for (size_t i = 0; i < 300; ++i) {
    const std::string bytes(i * 37 % 5000, static_cast<char>('a' + i % 26));
    kept.push_back(arena.keep(bytes));
    size_bytes += bytes.size();
  }
  const std::string large(1 << 20, 'L');
  EXPECT_EQ(arena.keep(large), large);
  EXPECT_GE(arena.size_bytes(), size_bytes + large.size());
  for (size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(kept[i], std::string(i * 37 % 5000, static_cast<char>('a' + i % 26))) << i;
  }
  arena.clear();
  EXPECT_EQ(arena.size_bytes(), 0u);
}

}  // namespace
}  // namespace sheaf
