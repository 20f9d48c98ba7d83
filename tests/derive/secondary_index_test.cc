#include <gtest/gtest.h>

#include "tests/derive/index_support.h"

namespace sheaf {
namespace {

using namespace derive_test;
using Keys = std::vector<std::string>;
using std::string_literals::operator""s;

const test::TableShape kGlobal{.hash = "pk:S", .sort = "sk:S", .indexes = {{"g", "gp:S", "gs:N"}}};

test::TableShape projecting(std::string_view projection) {
  test::TableShape shape = kGlobal;
  shape.indexes[0].projection = projection;
  return shape;
}

TEST(SecondaryIndex, GlobalKeyIsIndexPartsThenBaseKey) {
  const IndexUnderTest index(kGlobal);
  EXPECT_EQ(index.keys(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"10"}})"),
            Keys{marked("x") + marked(kTen) + marked("p") + last_s("s")});
  EXPECT_EQ(index.keys(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"-1.0"}})"),
            Keys{marked("x") + marked(kMinusOne) + marked("p") + last_s("s")});
}

TEST(SecondaryIndex, ZeroBytesInKeysAreEscaped) {
  const IndexUnderTest index({.hash = "pk:B", .indexes = {{"g", "gp:B", "gs:B"}}});
  // AAE= is 00 01, AA== is 00.
  EXPECT_EQ(index.keys(R"({"pk":{"B":"AAE="},"gp":{"B":"AA=="},"gs":{"B":"AAE="}})"),
            Keys{marked("\0\xFF"s) + sort_b("\0\xFF\1"s) + marked("\0\xFF\1"s)});
}

TEST(SecondaryIndex, PartitionOnlyIndexAndPartitionOnlyTable) {
  const IndexUnderTest index({.hash = "pk:N", .indexes = {{"g", "gp:S", ""}}});
  EXPECT_EQ(index.keys(R"({"pk":{"N":"1"},"gp":{"S":"x"}})"), Keys{marked("x") + marked(kOne)});
}

TEST(SecondaryIndex, IndexOfTheBaseKeysTurnedRound) {
  const IndexUnderTest index({.hash = "pk:S", .sort = "sk:S", .indexes = {{"g", "sk:S", "pk:S", "KEYS_ONLY"}}});
  constexpr std::string_view kJson = R"({"pk":{"S":"p"},"sk":{"S":"s"},"v":{"S":"w"}})";
  EXPECT_EQ(index.keys(kJson), Keys{marked("s") + sort_s("p") + marked("p") + last_s("s")});
  EXPECT_EQ(index.projected(kJson), R"({"pk":{"S":"p"},"sk":{"S":"s"}})");
}

TEST(SecondaryIndex, MultiPartKey) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"g", "a:S b:N", "c:B d:S", "KEYS_ONLY"}}});
  constexpr std::string_view kJson =
      R"({"pk":{"S":"p"},"a":{"S":"1"},"b":{"N":"1"},"c":{"B":"YWI="},"d":{"S":"4"},"v":{"S":"w"}})";
  EXPECT_EQ(index.keys(kJson), Keys{marked("1") + marked(kOne) + sort_b("ab") + sort_s("4") + marked("p")});
  EXPECT_EQ(index.projected(kJson), R"({"a":{"S":"1"},"b":{"N":"1"},"c":{"B":"YWI="},"d":{"S":"4"},"pk":{"S":"p"}})");
}

TEST(SecondaryIndex, LocalKeySharesThePartition) {
  const IndexUnderTest index(
      {.hash = "pk:S", .sort = "sk:S", .indexes = {{"l", "pk:S", "ls:N", "KEYS_ONLY", IndexKind::kLocal}}});
  constexpr std::string_view kJson = R"({"pk":{"S":"p"},"sk":{"S":"s"},"ls":{"N":"1"},"v":{"S":"w"}})";
  EXPECT_EQ(index.keys(kJson), Keys{marked("p") + marked(kOne) + last_s("s")});
  EXPECT_EQ(index.projected(kJson), R"({"ls":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"s"}})");
  EXPECT_EQ(index.keys(R"({"pk":{"S":"p"},"sk":{"S":"s"}})"), Keys{});
}

TEST(SecondaryIndex, ALocalIndexWithoutBaseKeyHasNoRow) {
  const IndexUnderTest index(
      {.hash = "pk:S", .sort = "sk:S", .indexes = {{"l", "pk:S", "ls:N", "ALL", IndexKind::kLocal}}});
  const TestItem item(R"({"pk":{"S":"p"},"sk":{"S":"s"},"ls":{"N":"1"}})");
  DerivedRows rows;
  index->append_rows(item.view(), "no end mark", &rows);
  EXPECT_TRUE(rows.empty());
}

TEST(SecondaryIndex, AllIsTheItemsOwnBytesWithoutACopy) {
  const IndexUnderTest index(kGlobal);
  const TestItem item(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"L":[{"SS":["a","b"]}]}})");
  DerivedRows rows;
  index->append_rows(item.view(), "base", &rows);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].value().data(), item.bytes().data());
  EXPECT_EQ(rows[0].value().size(), item.bytes().size());
}

TEST(SecondaryIndex, KeysOnlyIsTheKeysOfIndexAndTable) {
  EXPECT_EQ(
      IndexUnderTest(projecting("KEYS_ONLY"))
          .projected(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"S":"w"},"gpx":{"S":"y"}})"),
      R"({"gp":{"S":"x"},"gs":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"s"}})");
}

TEST(SecondaryIndex, IncludeAddsWhatIsThere) {
  const IndexUnderTest index(projecting("INCLUDE b,a,gp,absent"));
  EXPECT_EQ(
      index.projected(
          R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},"a":{"M":{"b":{"N":"1"}}},"b":{"BOOL":true},"c":{"S":"w"}})"),
      R"({"a":{"M":{"b":{"N":"1"}}},"b":{"BOOL":true},"gp":{"S":"x"},"gs":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"s"}})");
  EXPECT_EQ(index.projected(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},"c":{"S":"w"}})"),
            R"({"gp":{"S":"x"},"gs":{"N":"1"},"pk":{"S":"p"},"sk":{"S":"s"}})");
}

TEST(SecondaryIndex, AProjectedRowIsACompleteItem) {
  const IndexUnderTest index(projecting("KEYS_ONLY"));
  const TestItem item(R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},"v":{"S":"a longer value"}})");
  DerivedRows rows;
  index->append_rows(item.view(), "base", &rows);
  ASSERT_EQ(rows.size(), 1u);
  const auto row = ItemView::open(rows[0].value());
  ASSERT_TRUE(row.ok());
  EXPECT_TRUE(verify_item(*row).ok());
  EXPECT_EQ(row->size_bytes(),
            2u + 1 + 2 + 1 + 2 + 1 + 2 + 2);  // names, and values of 1, 1, 1 and (the number 1) 2 bytes
}

// The base item differs only outside the projection: the row does not change.
TEST(SecondaryIndex, ChangesOutsideTheProjectionMakeNoEdits) {
  const std::string keys = R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"N":"1"},)";
  const TestItem old_item(keys + R"("v":{"S":"1"},"w":{"S":"same"}})");
  const TestItem new_item(keys + R"("v":{"S":"2"},"w":{"S":"same"}})");
  const auto edit_count = [&](std::string_view projection) {
    const IndexUnderTest index(projecting(projection));
    DerivedRows before;
    DerivedRows after;
    index->append_rows(old_item.view(), "base", &before);
    index->append_rows(new_item.view(), "base", &after);
    const DerivedEdits edits = difference(before, after);
    EXPECT_TRUE(edits.erasures.empty());
    return edits.puts.size();
  };
  EXPECT_EQ(edit_count("ALL"), 1u);
  EXPECT_EQ(edit_count("INCLUDE v"), 1u);
  EXPECT_EQ(edit_count("INCLUDE w"), 0u);
  EXPECT_EQ(edit_count("KEYS_ONLY"), 0u);
}

TEST(SecondaryIndex, AnItemWithoutEveryKeyAttributeHasNoRow) {
  const IndexUnderTest index(kGlobal);
  for (const std::string_view json :
       {R"({"pk":{"S":"p"},"sk":{"S":"s"}})", R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"}})",
        R"({"pk":{"S":"p"},"sk":{"S":"s"},"gs":{"N":"1"}})"}) {
    EXPECT_TRUE(index.check(json).ok()) << json;
    EXPECT_EQ(index.keys(json), Keys{}) << json;
  }
}

TEST(SecondaryIndex, MultiPartIndexIsSparseInEachPart) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"g", "a:S b:S", "c:S d:S"}}});
  for (const std::string_view missing : {"a", "b", "c", "d"}) {
    std::string json = R"({"pk":{"S":"p"})";
    for (const std::string_view name : {"a", "b", "c", "d"}) {
      if (name != missing) json += ",\"" + std::string(name) + R"(":{"S":"x"})";
    }
    json += "}";
    EXPECT_TRUE(index.check(json).ok()) << json;
    EXPECT_EQ(index.keys(json), Keys{}) << json;
  }
}

}  // namespace
}  // namespace sheaf
