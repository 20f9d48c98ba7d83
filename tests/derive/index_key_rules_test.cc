// dynamodb-semantics.md 6.2: which values an index refuses, and that an item written before the index has no row then.
#include <gtest/gtest.h>

#include "tests/derive/index_support.h"

namespace sheaf {
namespace {

using namespace derive_test;

const test::TableShape kShape{.hash = "pk:S", .indexes = {{"by_g", "gp:S", "gs:B"}}};

struct Refusal {
  std::string attributes;  // beside pk
  Error error;
  std::string message;
};

std::string item_json(std::string_view attributes) { return R"({"pk":{"S":"p"},)" + std::string(attributes) + "}"; }

void expect_refused(const IndexUnderTest& index, const Refusal& refusal) {
  const std::string json = item_json(refusal.attributes);
  const Status status = index.check(json);
  ASSERT_FALSE(status.ok()) << json.substr(0, 200);
  EXPECT_EQ(status.error(), refusal.error) << json.substr(0, 200);
  EXPECT_EQ(status.message(), refusal.message);
  EXPECT_TRUE(index.keys(json).empty()) << json.substr(0, 200);
}

TEST(IndexKeyRules, EveryOtherTypeIsRefused) {
  const IndexUnderTest index(kShape);
  const auto wrong = [](const std::string& value, const std::string& tag) {
    return Refusal{R"("gp":)" + value, Error::kIndexKeyType,
                   "attribute 'gp' has type " + tag + "; it is a key of index 'by_g' and must be S"};
  };
  expect_refused(index, wrong(R"({"N":"1"})", "N"));
  expect_refused(index, wrong(R"({"B":"AA=="})", "B"));
  expect_refused(index, wrong(R"({"BOOL":true})", "BOOL"));
  expect_refused(index, wrong(R"({"NULL":true})", "NULL"));
  expect_refused(index, wrong(R"({"L":[]})", "L"));
  expect_refused(index, wrong(R"({"M":{}})", "M"));
  expect_refused(index, wrong(R"({"SS":["a"]})", "SS"));
  expect_refused(index, wrong(R"({"NS":["1"]})", "NS"));
  expect_refused(index, wrong(R"({"BS":["AA=="]})", "BS"));
}

TEST(IndexKeyRules, EmptyValuesAreRefused) {
  const IndexUnderTest index(kShape);
  expect_refused(index, {R"("gp":{"S":""},"gs":{"B":"AA=="})", Error::kIndexKeyEmptyString,
                         "attribute 'gp' is an empty string; it is a key of index 'by_g'"});
  expect_refused(index, {R"("gp":{"S":"x"},"gs":{"B":""})", Error::kIndexKeyEmptyBinary,
                         "attribute 'gs' is an empty binary; it is a key of index 'by_g'"});
}

// A bad attribute is refused although the item has no row for want of the other one.
TEST(IndexKeyRules, WhatIsThereMustBeLegalAlsoInAnItemWithoutRow) {
  const IndexUnderTest index(kShape);
  expect_refused(index, {R"("gs":{"B":""})", Error::kIndexKeyEmptyBinary,
                         "attribute 'gs' is an empty binary; it is a key of index 'by_g'"});
  expect_refused(index, {R"("gs":{"S":"x"})", Error::kIndexKeyType,
                         "attribute 'gs' has type S; it is a key of index 'by_g' and must be B"});
}

TEST(IndexKeyRules, LengthsAreLimitedAsInTheTable) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"by_g", "gp:S", "gs:S"}}});
  const auto attributes = [](size_t partition_bytes, size_t sort_bytes) {
    return R"("gp":{"S":")" + std::string(partition_bytes, 'x') + R"("},"gs":{"S":")" + std::string(sort_bytes, 'y') +
           R"("})";
  };
  EXPECT_TRUE(index.check(item_json(attributes(2048, 1024))).ok());
  EXPECT_EQ(index.keys(item_json(attributes(2048, 1024))).size(), 1u);
  expect_refused(index, {attributes(2049, 1), Error::kPartitionKeyTooLong,
                         "the value of partition key 'gp' has 2049 bytes; at most 2048 are allowed"});
  expect_refused(index, {attributes(1, 1025), Error::kSortKeyTooLong,
                         "the value of sort key 'gs' has 1025 bytes; at most 1024 are allowed"});
}

TEST(IndexKeyRules, LengthIsCountedInBytesOfBinaryNotInBase64) {
  const IndexUnderTest index(kShape);
  const auto attributes = [](size_t groups_of_three) {
    std::string base64;
    for (size_t i = 0; i < groups_of_three; ++i) base64 += "AAAA";
    return R"("gp":{"S":"x"},"gs":{"B":")" + base64 + R"("})";
  };
  EXPECT_TRUE(index.check(item_json(attributes(341))).ok());  // 1,023 bytes, each of which the key escapes
  expect_refused(index, {attributes(342), Error::kSortKeyTooLong,
                         "the value of sort key 'gs' has 1026 bytes; at most 1024 are allowed"});
}

TEST(IndexKeyRules, ANumberOfFullPrecisionIsAlwaysShortEnough) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"by_g", "gp:N", "gs:N"}}});
  const std::string widest = R"({"N":"-1.2345678901234567890123456789012345678E-100"})";
  EXPECT_TRUE(index.check(item_json(R"("gp":)" + widest + R"(,"gs":)" + widest)).ok());
  EXPECT_EQ(index.keys(item_json(R"("gp":)" + widest + R"(,"gs":)" + widest)).size(), 1u);
}

TEST(IndexKeyRules, EachPartOfAMultiPartKeyIsChecked) {
  const IndexUnderTest index({.hash = "pk:S", .indexes = {{"by_g", "a:S b:N", "c:B d:S"}}});
  const std::string good_a = R"("a":{"S":"x"},)";
  const std::string good_b = R"("b":{"N":"1"},)";
  const std::string good_c = R"("c":{"B":"AA=="},)";
  EXPECT_TRUE(index.check(item_json(good_a + good_b + good_c + R"("d":{"S":"x"})")).ok());
  expect_refused(index, {good_a + good_c + R"("b":{"S":"1"},"d":{"S":"x"})", Error::kIndexKeyType,
                         "attribute 'b' has type S; it is a key of index 'by_g' and must be N"});
  expect_refused(index, {good_a + good_b + R"("c":{"B":""},"d":{"S":"x"})", Error::kIndexKeyEmptyBinary,
                         "attribute 'c' is an empty binary; it is a key of index 'by_g'"});
  expect_refused(index, {good_a + good_b + good_c + R"("d":{"N":"1"})", Error::kIndexKeyType,
                         "attribute 'd' has type N; it is a key of index 'by_g' and must be S"});
  expect_refused(
      index, {good_b + good_c + R"("d":{"S":"x"},"a":{"S":")" + std::string(2049, 'x') + R"("})",
              Error::kPartitionKeyTooLong, "the value of partition key 'a' has 2049 bytes; at most 2048 are allowed"});
}

TEST(IndexKeyRules, DynamoDbsTextsNameIndexAndKey) {
  const IndexUnderTest index(kShape);
  EXPECT_EQ(index.check(item_json(R"("gp":{"N":"1"})")).aws_message(),
            "One or more parameter values were invalid: Type mismatch for Index Key gp Expected: S Actual: N "
            "IndexName: by_g");
  EXPECT_EQ(index.check(item_json(R"("gp":{"S":""})")).aws_message(),
            "One or more parameter values are not valid. A value specified for a secondary index key is not "
            "supported. The "
            "AttributeValue for a key attribute cannot contain an empty string value. IndexName: by_g, "
            "IndexKey: gp");
}

}  // namespace
}  // namespace sheaf
