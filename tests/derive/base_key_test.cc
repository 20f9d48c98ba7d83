// append_base_key undoes what append_rows did, and takes nothing for a key that is none.
#include <gtest/gtest.h>

#include "tests/derive/index_support.h"

namespace sheaf {
namespace {

using namespace derive_test;

void expect_round_trip(const IndexUnderTest& index, std::string_view json) {
  const std::vector<std::string> keys = index.keys(json);
  ASSERT_EQ(keys.size(), 1u) << json;
  std::string base_key = "before ";
  const Status status = index->append_base_key(keys[0], &base_key);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(base_key, "before " + index.base_key(json)) << json;
}

TEST(BaseKeyOfRow, GlobalIndex) {
  const IndexUnderTest index({.hash = "pk:S", .sort = "sk:S", .indexes = {{"g", "gp:S", "gs:S"}}});
  expect_round_trip(index, R"({"pk":{"S":"p"},"sk":{"S":"s"},"gp":{"S":"x"},"gs":{"S":"y"}})");
  // Zero bytes and bytes like marks in every place.
  expect_round_trip(
      index,
      R"({"pk":{"S":"\u0000\u0001"},"sk":{"S":"\u0000\u0001\u0000"},"gp":{"S":"\u0001\u0000"},"gs":{"S":"\u0000\u0000\u0001"}})");
}

TEST(BaseKeyOfRow, GlobalIndexWithoutSortPart) {
  const IndexUnderTest index({.hash = "pk:N", .indexes = {{"g", "gp:B", ""}}});
  expect_round_trip(index, R"({"pk":{"N":"-12.5"},"gp":{"B":"AAEA/w=="}})");
}

TEST(BaseKeyOfRow, GlobalIndexOnATableOfAllKeyTypes) {
  const IndexUnderTest index({.hash = "pk:B", .sort = "sk:B", .indexes = {{"g", "gp:N", "gs:N"}}});
  expect_round_trip(index, R"({"pk":{"B":"AAH/"},"sk":{"B":"AAEAAQ=="},"gp":{"N":"0"},"gs":{"N":"1E-130"}})");
}

TEST(BaseKeyOfRow, MultiPartIndex) {
  const IndexUnderTest index(
      {.hash = "pk:S", .sort = "sk:N", .indexes = {{"g", "a:S b:N c:B d:S", "e:N f:S g:B h:N"}}});
  expect_round_trip(
      index,
      R"({"pk":{"S":"p"},"sk":{"N":"7"},"a":{"S":"\u0000"},"b":{"N":"1"},"c":{"B":"AA=="},"d":{"S":"d"},"e":{"N":"-1"},"f":{"S":"\u0000\u0001"},"g":{"B":"AQ=="},"h":{"N":"9"}})");
}

TEST(BaseKeyOfRow, LocalIndex) {
  const IndexUnderTest index(
      {.hash = "pk:S", .sort = "sk:S", .indexes = {{"l", "pk:S", "ls:S", "ALL", IndexKind::kLocal}}});
  expect_round_trip(index, R"({"pk":{"S":"p"},"sk":{"S":"s"},"ls":{"S":"y"}})");
  expect_round_trip(index, R"({"pk":{"S":"\u0000\u0001"},"sk":{"S":"\u0000\u0001"},"ls":{"S":"\u0000\u0001"}})");
}

TEST(BaseKeyOfRow, LocalIndexOfNumbers) {
  const IndexUnderTest index(
      {.hash = "pk:N", .sort = "sk:N", .indexes = {{"l", "pk:N", "ls:N", "ALL", IndexKind::kLocal}}});
  expect_round_trip(index, R"({"pk":{"N":"1"},"sk":{"N":"-2"},"ls":{"N":"3"}})");
}

// Everything before the base key must be whole components; what is cut inside them is no row of this index.
TEST(BaseKeyOfRow, KeysCutInsideTheIndexPartsAreCorrupt) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"g", "a:S b:S", "c:S"}}});
  const std::string parts = marked("aa") + marked("bb") + sort_s("cc");
  for (size_t size = 0; size < parts.size(); ++size) {
    std::string base_key;
    const Status status = index->append_base_key(parts.substr(0, size), &base_key);
    EXPECT_TRUE(status.is(Error::kKeyCorrupt)) << size;
    EXPECT_EQ(base_key, "") << size;
  }
  std::string base_key;
  EXPECT_TRUE(index->append_base_key(parts + marked("p"), &base_key).ok());
  EXPECT_EQ(base_key, marked("p"));
}

TEST(BaseKeyOfRow, UnknownEscapesAreCorrupt) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"g", "gp:S", ""}}});
  std::string base_key;
  EXPECT_TRUE(index->append_base_key(std::string_view("x\0\2p\0\1", 6), &base_key).is(Error::kKeyCorrupt));
  EXPECT_EQ(base_key, "");
}

}  // namespace
}  // namespace sheaf
