// Cases from the field, as far as keys alone decide them; each test bears its case's id. What needs a table,
// an item filter or a refused write is tested where those live, and is named at the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/number.h"
#include "tests/key/family.h"

namespace sheaf {
namespace {

using namespace std::string_view_literals;
using Names = std::vector<std::string>;

Value number(std::string_view text) { return make_number(*Number::parse(text)); }

std::string partition_of(std::string_view name) {
  std::string out;
  append_component(KeyPlace::kPartition, make_string(name).view(), &out);
  return out;
}

// One table or index with rows in partition "p" and close neighbours on both sides, which no answer may hold.
class Rows {
 public:
  explicit Rows(KeyPlace place) : place_(place) {
    for (const std::string_view partition : {"o"sv, "p\x00"sv, "p\x01"sv, "p\xFF"sv, "q"sv}) {
      std::string key = partition_of(partition);
      append_component(place, make_string("row").view(), &key);
      family_.emplace(key, "a row of another partition");
    }
  }

  void add(const Value& sort, std::string_view name) {
    std::string key = partition_of("p");
    append_component(place_, sort.view(), &key);
    if (place_ == KeyPlace::kSort) append_component(KeyPlace::kPartition, make_string(name).view(), &key);
    family_.emplace(key, name);
  }

  Names all() const { return names_in(collection_range(partition_of("p"))); }

  Names where(RangeOp op, const Value& low, const Value& high = {}) const {
    return names_in(sort_range(partition_of("p"), {place_, op, low.view(), high.view()}));
  }

 private:
  // The rows forward; reading backward must be the exact mirror.
  Names names_in(const KeyRange& range) const {
    Names forward = read_forward(family_, range);
    Names backward = read_backward(family_, range);
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(forward, backward);
    return forward;
  }

  KeyPlace place_;
  Family<std::string> family_;
};

constexpr KeyPlace kTableAndIndex[] = {KeyPlace::kLastSort, KeyPlace::kSort};

TEST(KeyFieldCases, B002NegativeFractionsInAnIndexWithANumericSortKey) {
  Rows rows(KeyPlace::kSort);
  rows.add(number("-0.6"), "a");
  rows.add(number("-0.7"), "b");
  rows.add(number("0.05"), "c");
  rows.add(number("-10"), "d");
  EXPECT_EQ(rows.all(), (Names{"d", "b", "a", "c"}));
}

TEST(KeyFieldCases, B004RangesOfNumbersGoByValueNotByText) {
  for (const KeyPlace place : kTableAndIndex) {
    Rows rows(place);
    for (const std::string_view text : {"16.4", "24.5", "5.2"}) rows.add(number(text), text);
    EXPECT_EQ(rows.where(RangeOp::kGreater, number("10")), (Names{"16.4", "24.5"}));
    EXPECT_EQ(rows.where(RangeOp::kBetween, number("5.20"), number("16.40")), (Names{"5.2", "16.4"}));
  }
}

// The same comparison in a filter is tested with expressions.
TEST(KeyFieldCases, B010BinaryIsComparedAsUnsignedBytes) {
  for (const KeyPlace place : kTableAndIndex) {
    Rows rows(place);
    rows.add(make_binary("\x7F"), "7F");
    rows.add(make_binary("\x80"), "80");
    rows.add(make_binary("\x00"sv), "00");
    rows.add(make_binary("\xFF"), "FF");
    EXPECT_EQ(rows.all(), (Names{"00", "7F", "80", "FF"}));
    EXPECT_EQ(rows.where(RangeOp::kLess, make_binary("\x80")), (Names{"00", "7F"}));
  }
}

TEST(KeyFieldCases, B011BinaryIsOrderedByBytesNotByBase64OrLength) {
  for (const KeyPlace place : kTableAndIndex) {
    Rows rows(place);
    rows.add(make_binary("\x00"sv), "00");
    rows.add(make_binary("\xD0"), "D0");
    rows.add(make_binary("\xF8"), "F8");
    rows.add(make_binary("\x01\x00"sv), "01 00");
    rows.add(make_binary("\x01\xFF"), "01 FF");
    rows.add(make_binary("\x02"), "02");
    EXPECT_EQ(rows.all(), (Names{"00", "01 00", "01 FF", "02", "D0", "F8"}));
    EXPECT_EQ(rows.where(RangeOp::kBetween, make_binary("\x01\x00"sv), make_binary("\x01\xFF")),
              (Names{"01 00", "01 FF"}));
  }
}

// With a tombstone between the partitions: tested with the store.
TEST(KeyFieldCases, B094AMissingPartitionIsEmptyInBothDirections) {
  Family<std::string> family;
  for (const std::string_view partition : {"a", "d"}) {
    std::string key = partition_of(partition);
    append_component(KeyPlace::kLastSort, make_string("row").view(), &key);
    family.emplace(key, partition);
  }
  for (const std::string_view partition : {"b"sv, "c"sv, ""sv, "a\x00"sv, "e"sv, "\xFF"sv}) {
    const KeyRange range = collection_range(partition_of(partition));
    EXPECT_EQ(read_forward(family, range), Names{}) << partition;
    EXPECT_EQ(read_backward(family, range), Names{}) << partition;
  }
  EXPECT_EQ(read_backward(family, collection_range(partition_of("a"))), Names{"a"});
  EXPECT_EQ(read_backward(family, collection_range(partition_of("d"))), Names{"d"});
}

TEST(KeyFieldCases, B095APrefixOfFFHasNoBoundInsideThePartition) {
  for (const KeyPlace place : kTableAndIndex) {
    Rows rows(place);
    rows.add(make_binary("\x01"), "01");
    rows.add(make_binary("\x01\xFF"), "01FF");
    rows.add(make_binary("\x01\xFF\x00"sv), "01FF00");
    rows.add(make_binary("\x02"), "02");
    rows.add(make_binary("\xFF"), "FF");
    rows.add(make_binary("\xFF\xFF"), "FFFF");
    rows.add(make_binary(std::string(1024, '\xFF')), "FFx1024");
    EXPECT_EQ(rows.where(RangeOp::kBeginsWith, make_binary("\x01")), (Names{"01", "01FF", "01FF00"}));
    EXPECT_EQ(rows.where(RangeOp::kBeginsWith, make_binary("\xFF")), (Names{"FF", "FFFF", "FFx1024"}));
    EXPECT_EQ(rows.where(RangeOp::kBeginsWith, make_binary("\xFF\xFF")), (Names{"FFFF", "FFx1024"}));
    EXPECT_EQ(rows.where(RangeOp::kBeginsWith, make_binary(std::string(1024, '\xFF'))), Names{"FFx1024"});
  }
}

TEST(KeyFieldCases, B100StringsAreOrderedByUtf8Bytes) {
  for (const KeyPlace place : kTableAndIndex) {
    Rows rows(place);
    rows.add(make_string("\xEF\xBD\x9E"), "U+FF5E");
    rows.add(make_string("\xF0\x9F\x98\x80"), "U+1F600");
    rows.add(make_string("z"), "z");
    EXPECT_EQ(rows.all(), (Names{"z", "U+FF5E", "U+1F600"}));
    EXPECT_EQ(rows.where(RangeOp::kBetween, make_string("\xEF\xBC\x80"), make_string("\xF0\x9F\x98\x80")),
              (Names{"U+FF5E", "U+1F600"}));
  }
}

// The codec keeps keys of the largest sizes whole, also where every byte needs an escape. Refusing longer
// ones (1026 and 2049 bytes, template output) is the schema's and is tested with tables.
TEST(KeyFieldCases, B101KeysOfTheLargestSizesAreKeptWhole) {
  std::string sort;
  for (int i = 0; i < 341; ++i) sort += "\xE4\xB8\xAD";  // U+4E2D
  ASSERT_EQ(sort.size(), 1023u);
  const std::string partition(2048, '\0');
  std::string key;
  append_component(KeyPlace::kPartition, make_binary(partition).view(), &key);
  append_component(KeyPlace::kSort, make_string(sort).view(), &key);
  append_component(KeyPlace::kLastSort, make_string(sort).view(), &key);
  EXPECT_EQ(key.size(), (2 * 2048 + 2) + (1 + 1023 + 2) + (1 + 1023u));

  KeyReader reader(key);
  std::string data;
  ASSERT_TRUE(reader.read(KeyPlace::kPartition, Type::kBinary, &data).ok());
  EXPECT_EQ(data, partition);
  ASSERT_TRUE(reader.read(KeyPlace::kSort, Type::kString, &data).ok());
  EXPECT_EQ(data, sort);
  ASSERT_TRUE(reader.read(KeyPlace::kLastSort, Type::kString, &data).ok());
  EXPECT_EQ(data, sort);
}

}  // namespace
}  // namespace sheaf
