#include <gtest/gtest.h>

#include "engine/derive/derivation.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using test::TestItem;

// Rows of short text, as a derivation of any kind might make them; the values are no items.
struct Texts {
  Texts(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
    for (const auto& [key, value] : pairs) {
      DerivedRow& row = rows.emplace_back();
      row.key = key;
      row.projected.assign(value);
    }
  }
  DerivedRows rows;
};

// "-key" for each erasure, then "+key=value" for each put, in their order.
std::string edits_text(const Texts& before, const Texts& after) {
  const DerivedEdits edits = difference(before.rows, after.rows);
  std::string text;
  for (const std::string_view key : edits.erasures) text += "-" + std::string(key) + " ";
  for (const DerivedEdits::Put& put : edits.puts)
    text += "+" + std::string(put.key) + "=" + std::string(put.value) + " ";
  return text;
}

TEST(Difference, NothingOfNothing) { EXPECT_EQ(edits_text(Texts{}, Texts{}), ""); }

TEST(Difference, ANewItemPutsItsRowsAndARemovedOneErasesThem) {
  EXPECT_EQ(edits_text(Texts{}, {{"a", "1"}, {"b", "2"}}), "+a=1 +b=2 ");
  EXPECT_EQ(edits_text({{"a", "1"}, {"b", "2"}}, Texts{}), "-a -b ");
}

TEST(Difference, UnchangedRowsAreNotTouched) {
  EXPECT_EQ(edits_text({{"a", "1"}, {"b", "2"}}, {{"a", "1"}, {"b", "2"}}), "");
  EXPECT_EQ(edits_text({{"a", "1"}, {"b", "2"}, {"c", "3"}}, {{"a", "1"}, {"b", "x"}, {"c", "3"}}), "+b=x ");
}

TEST(Difference, AMovedRowIsErasedAndPut) {
  EXPECT_EQ(edits_text({{"b", "1"}}, {{"a", "1"}}), "-b +a=1 ");
  EXPECT_EQ(edits_text({{"b", "1"}}, {{"c", "1"}}), "-b +c=1 ");
}

TEST(Difference, MergesRowsOfDifferentLengths) {
  EXPECT_EQ(edits_text({{"a", "1"}, {"c", "3"}, {"e", "5"}, {"f", "6"}},
                       {{"b", "2"}, {"c", "3"}, {"d", "4"}, {"f", "x"}, {"g", "7"}}),
            "-a -e +b=2 +d=4 +f=x +g=7 ");
}

TEST(Difference, KeysAreComparedAsUnsignedBytes) {
  EXPECT_EQ(edits_text({{"\x7F", "1"}, {"\x80", "2"}, {"\xFF", "3"}}, {{"\x80", "2"}, {"\xFF", "4"}}),
            "-\x7F +\xFF=4 ");
}

TEST(Difference, AnEmptyValueIsAValue) {
  EXPECT_EQ(edits_text({{"a", ""}}, {{"a", ""}}), "");
  EXPECT_EQ(edits_text({{"a", "1"}}, {{"a", ""}}), "+a= ");
}

// FlatBuffers promises no canonical layout, so bytes may differ between writers of one item.
TEST(Difference, EqualItemsInAnotherLayoutAreNotTouched) {
  constexpr std::string_view kJson =
      R"({"pk":{"S":"p"},"n":{"N":"-1.5"},"m":{"M":{"x":{"NS":["1","2"]},"l":{"L":[]}}}})";
  const TestItem item(kJson);
  const TestItem same = TestItem::of_bytes(test::in_other_layout(item.view()));
  ASSERT_NE(item.bytes(), same.bytes());
  ASSERT_EQ(test::json_of(same.view()), test::json_of(item.view()));
  DerivedRows before(1);
  before[0].key = "k";
  before[0].projected.assign(same.bytes());
  DerivedRows after(1);
  after[0].key = "k";
  after[0].borrowed = item.bytes();
  const DerivedEdits edits = difference(before, after);
  EXPECT_TRUE(edits.puts.empty());
  EXPECT_TRUE(edits.erasures.empty());
}

TEST(RowValuesEqual, ComparesItemsByValue) {
  const TestItem item(R"({"pk":{"S":"p"},"v":{"N":"1"}})");
  const TestItem other_number(R"({"pk":{"S":"p"},"v":{"N":"2"}})");
  const TestItem other_type(R"({"pk":{"S":"p"},"v":{"S":"1"}})");
  const TestItem longer(R"({"pk":{"S":"p"},"v":{"N":"1"},"w":{"NULL":true}})");
  const TestItem relaid = TestItem::of_bytes(test::in_other_layout(item.view()));
  EXPECT_TRUE(row_values_equal(item.bytes(), relaid.bytes()));
  EXPECT_TRUE(row_values_equal(relaid.bytes(), item.bytes()));
  for (const TestItem* different : {&other_number, &other_type, &longer}) {
    EXPECT_FALSE(row_values_equal(item.bytes(), different->bytes()));
    EXPECT_FALSE(row_values_equal(different->bytes(), relaid.bytes()));
  }
}

TEST(RowValuesEqual, BytesThatAreNoItemsAreEqualOnlyToThemselves) {
  const TestItem item(R"({"pk":{"S":"p"}})");
  EXPECT_TRUE(row_values_equal("garbage!", "garbage!"));
  AlignedBuffer garbage;
  garbage.assign("garbage?");
  EXPECT_FALSE(row_values_equal(item.bytes(), garbage.view()));
  EXPECT_FALSE(row_values_equal(garbage.view(), item.bytes()));
  EXPECT_FALSE(row_values_equal(std::string_view(), item.bytes()));
}

}  // namespace
}  // namespace sheaf
