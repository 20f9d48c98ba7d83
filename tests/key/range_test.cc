// Ranges byte by byte, and the definition of a prefix successor by brute force. What ranges mean for whole
// tables is checked in key_model_test.cc; every operator's bounds are in tests/data/golden/keys.tsv.
#include "engine/key/range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {
namespace {

using namespace std::string_view_literals;

// All strings over the alphabet (ascending bytes) of at most `max_size` bytes, in byte order.
void append_strings(std::string_view alphabet, size_t max_size, const std::string& stem,
                    std::vector<std::string>* out) {
  out->push_back(stem);
  if (stem.size() == max_size) return;
  for (const char byte : alphabet) append_strings(alphabet, max_size, stem + byte, out);
}

// The next string behind all that begin with `prefix`, found by walking; "" when there is none.
std::string successor_by_walking(const std::vector<std::string>& sorted, const std::string& prefix) {
  auto at = std::lower_bound(sorted.begin(), sorted.end(), prefix);
  while (at != sorted.end() && at->starts_with(prefix)) ++at;
  return at == sorted.end() ? "" : *at;
}

void check_all_prefixes(std::string_view alphabet, size_t max_size) {
  std::vector<std::string> strings;
  append_strings(alphabet, max_size, "", &strings);
  ASSERT_TRUE(std::is_sorted(strings.begin(), strings.end()));
  for (const std::string& prefix : strings) {
    ASSERT_EQ(prefix_successor(prefix), successor_by_walking(strings, prefix)) << ::testing::PrintToString(prefix);
  }
}

TEST(PrefixSuccessor, IsTheSmallestStringAboveAllWithThatPrefix) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte.push_back(static_cast<char>(byte));
  check_all_prefixes(every_byte, 2);
  check_all_prefixes("\xFD\xFE\xFF", 7);  // closed under "plus one" except at its top, as all bytes are
}

TEST(PrefixSuccessor, ByHand) {
  EXPECT_EQ(prefix_successor("a"), "b");
  EXPECT_EQ(prefix_successor("a\x00"sv), "a\x01");
  EXPECT_EQ(prefix_successor("a\x7F"), "a\x80");
  EXPECT_EQ(prefix_successor("a\xFF\xFF"), "b");
  EXPECT_EQ(prefix_successor("a\xFF\x00"sv), "a\xFF\x01");
  EXPECT_EQ(prefix_successor(std::string("a") + std::string(1025, '\xFF')), "b");
  EXPECT_EQ(prefix_successor(""), "");
  EXPECT_EQ(prefix_successor("\xFF"), "");
  EXPECT_EQ(prefix_successor(std::string(1025, '\xFF')), "");
}

TEST(KeyRange, ContainsItsLowerBoundOnly) {
  const KeyRange range{"b", "d"};
  EXPECT_FALSE(range.contains("a\xFF"));
  EXPECT_TRUE(range.contains("b"));
  EXPECT_TRUE(range.contains("c\xFF"));
  EXPECT_FALSE(range.contains("d"));
  const KeyRange open{"b", ""};
  EXPECT_FALSE(open.contains("a"));
  EXPECT_TRUE(open.contains("\xFF\xFF\xFF"));
  EXPECT_TRUE((KeyRange{}.contains("")));
}

TEST(KeyRange, CollectionEndsWithTheMarkRaised) {
  const KeyRange range = collection_range("p\x00\x01"sv);
  EXPECT_EQ(range.lower, "p\x00\x01"sv);
  EXPECT_EQ(range.upper, "p\x00\x02"sv);
  EXPECT_TRUE(range.contains("p\x00\x01"sv));                  // an item of a table without sort key
  EXPECT_TRUE(range.contains("p\x00\x01\xFF\xFF\x00\x01"sv));  // an index row of a base partition FF FF
  EXPECT_FALSE(range.contains("p\x00\xFF\x00\x01"sv));         // partition p\0
  EXPECT_FALSE(range.contains("p\x01\x00\x01"sv));             // partition p\1
}

KeyRange range_of(KeyPlace place, RangeOp op, ValueView low, ValueView high = {}) {
  return sort_range("p\x00\x01"sv, {place, op, low, high});
}

TEST(KeyRange, RawAndMarkedBoundsDiffer) {
  const ValueView value{Type::kString, "a\x00"sv};
  EXPECT_EQ(range_of(KeyPlace::kLastSort, RangeOp::kLessEqual, value).upper, "p\x00\x01 a\x00\x00"sv);
  EXPECT_EQ(range_of(KeyPlace::kSort, RangeOp::kLessEqual, value).upper, "p\x00\x01 a\x00\xFF\x00\x02"sv);
  EXPECT_EQ(range_of(KeyPlace::kLastSort, RangeOp::kGreater, value).lower, "p\x00\x01 a\x00\x00"sv);
  EXPECT_EQ(range_of(KeyPlace::kSort, RangeOp::kGreater, value).lower, "p\x00\x01 a\x00\xFF\x00\x02"sv);
}

TEST(KeyRange, BeginsWithAllFFStopsAtTheTag) {
  const ValueView value{Type::kBinary, "\xFF\xFF"sv};
  for (const KeyPlace place : {KeyPlace::kSort, KeyPlace::kLastSort}) {
    EXPECT_EQ(range_of(place, RangeOp::kBeginsWith, value).lower, "p\x00\x01\x30\xFF\xFF"sv);
    EXPECT_EQ(range_of(place, RangeOp::kBeginsWith, value).upper, "p\x00\x01\x31"sv);
  }
}

TEST(KeyRange, AllOfASortComponentIsItsCollection) {
  const KeyRange range = range_of(KeyPlace::kLastSort, RangeOp::kAll, {});
  EXPECT_EQ(range.lower, "p\x00\x01"sv);
  EXPECT_EQ(range.upper, "p\x00\x02"sv);
}

TEST(KeyRange, ReversedBetweenHoldsNothing) {
  const KeyRange range = range_of(KeyPlace::kLastSort, RangeOp::kBetween, {Type::kString, "b"}, {Type::kString, "a"});
  for (const std::string_view sort : {"", "a", "a\xFF", "b", "c"}) {
    EXPECT_FALSE(range.contains(std::string("p\x00\x01 "sv) + std::string(sort))) << sort;
  }
}

TEST(KeyRange, PartitionPrefixHasNoTagAndNoMark) {
  const KeyRange range = partition_prefix_range({Type::kString, "a\x00"sv});
  EXPECT_EQ(range.lower, "a\x00\xFF"sv);
  EXPECT_EQ(range.upper, "a\x01"sv);
  EXPECT_EQ(partition_prefix_range({Type::kBinary, "\xFF"}).upper, "");
  EXPECT_EQ(partition_prefix_range({Type::kString, ""}).lower, "");
  EXPECT_EQ(partition_prefix_range({Type::kString, ""}).upper, "");
}

}  // namespace
}  // namespace sheaf
