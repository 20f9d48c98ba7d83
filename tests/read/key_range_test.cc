// KeyCondition: which key conditions fit which key schema, and which range they are (dynamodb-semantics.md 4.9, 6.6).
#include "engine/read/key_range.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/support/items.h"
#include "tests/support/shapes.h"

namespace sheaf {
namespace {

using namespace test;

const KeySchema& hash_only() {
  static const KeySchema schema = key_schema("p:S", "");
  return schema;
}
const KeySchema& simple() {
  static const KeySchema schema = key_schema("p:S", "c:S");
  return schema;
}
const KeySchema& numeric() {
  static const KeySchema schema = key_schema("p:S", "c:N");
  return schema;
}
const KeySchema& many() {
  static const KeySchema schema = key_schema("p1:S p2:N", "r1:S r2:N r3:B");
  return schema;
}

// The condition with the names of its parameters.
struct Matched {
  Vocabulary vocabulary;
  std::optional<KeyCondition> condition;
  Status status;

  Matched(const KeySchema& schema, std::string_view text) {
    auto expression = KeyConditionExpression::parse(text, &vocabulary);
    EXPECT_TRUE(expression.ok()) << text << ": " << expression.status().message();
    if (!expression.ok()) return;
    auto matched = KeyCondition::match(schema, *std::move(expression));
    status = matched.status();
    if (matched.ok()) condition = *std::move(matched);
  }

  // By name, as an item's attributes; those that are not there stay unbound.
  Status check(std::string_view values) {
    const TestItem item(values);
    std::vector<ValueView> bindings;
    for (const std::string& name : vocabulary.parameters()) bindings.push_back(item.view().find(name));
    return condition->check(bindings);
  }
};

void expect_error(const KeySchema& schema, std::string_view text, Error error, std::string_view aws) {
  const Matched matched(schema, text);
  ASSERT_FALSE(matched.status.ok()) << text;
  EXPECT_EQ(matched.status.error(), error) << text;
  EXPECT_EQ(matched.status.aws_message(), aws) << text;
}

void expect_match(const KeySchema& schema, std::string_view text, const std::vector<std::string>& attributes) {
  const Matched matched(schema, text);
  ASSERT_TRUE(matched.status.ok()) << text << ": " << matched.status.message();
  std::vector<std::string> given;
  for (const KeyComparison& comparison : matched.condition->comparisons()) given.push_back(comparison.attribute);
  EXPECT_EQ(given, attributes) << text;
}

TEST(KeyCondition, ComparisonsComeInKeyOrder) {
  expect_match(hash_only(), "p = :p", {"p"});
  expect_match(simple(), "p = :p", {"p"});
  expect_match(simple(), "c > :c AND p = :p", {"p", "c"});
  expect_match(simple(), "(:p = p) AND (c BETWEEN :a AND :b)", {"p", "c"});
  expect_match(simple(), "begins_with(c, :c) AND p = :p", {"p", "c"});
  expect_match(many(), "p2 = :b AND p1 = :a", {"p1", "p2"});
  expect_match(many(), "r3 < :e AND r1 = :c AND p2 = :b AND r2 = :d AND p1 = :a", {"p1", "p2", "r1", "r2", "r3"});
}

TEST(KeyCondition, EveryPartitionAttributeIsNeeded) {
  expect_error(simple(), "c = :c", Error::kKeyConditionMissesPart, "Query condition missed key schema element: p");
  expect_error(simple(), "x = :x", Error::kKeyConditionMissesPart, "Query condition missed key schema element: p");
  expect_error(many(), "p1 = :a", Error::kKeyConditionMissesPart, "Query condition missed key schema element: p2");
  expect_error(many(), "p2 = :b AND r1 = :c", Error::kKeyConditionMissesPart,
               "Query condition missed key schema element: p1");
}

TEST(KeyCondition, PartitionAttributesTakeEqualOnly) {
  for (const char* const text : {"p > :p", "p BETWEEN :p AND :q", "begins_with(p, :p)", "p <= :p AND c = :c"}) {
    expect_error(simple(), text, Error::kKeyConditionUnsupported, "Query key condition not supported");
  }
  expect_error(many(), "p1 = :a AND p2 < :b", Error::kKeyConditionUnsupported, "Query key condition not supported");
}

TEST(KeyCondition, AnAttributeOfNoKeyIsAConditionThatMissesTheSortKey) {
  expect_error(simple(), "p = :p AND x = :x", Error::kKeyConditionMissesPart,
               "Query condition missed key schema element: c");
  expect_error(many(), "p1 = :a AND p2 = :b AND r1 = :c AND x = :x", Error::kKeyConditionMissesPart,
               "Query condition missed key schema element: r2");
}

TEST(KeyCondition, NoMoreConditionsThanTheKeyTakes) {
  expect_error(hash_only(), "p = :p AND x = :x", Error::kKeyConditionUnsupported, "Query key condition not supported");
  for (const KeySchema* schema : {&hash_only(), &simple()}) {
    expect_error(*schema, "p = :p AND c = :c AND x = :x", Error::kKeyConditionCount,
                 "Conditions can be of length 1 or 2 only");
  }
  expect_error(many(), "p1 = :a AND p2 = :b AND r1 = :c AND r2 = :d AND r3 = :e AND x = :x", Error::kKeyConditionCount,
               "Conditions can be of length 1 or 2 only");
  const KeySchema widest = key_schema("a:S b:S c:S d:S", "e:S f:S g:S h:S");
  expect_match(widest, "a=:a AND b=:b AND c=:c AND d=:d AND e=:e AND f=:f AND g=:g AND h>:h",
               {"a", "b", "c", "d", "e", "f", "g", "h"});
}

TEST(KeyCondition, SortAttributesAreConditionedFromTheLeftWithoutGaps) {
  for (const char* const text : {"p1 = :a AND p2 = :b AND r2 = :d", "p1 = :a AND p2 = :b AND r1 = :c AND r3 = :e",
                                 "p1 = :a AND p2 = :b AND r3 = :e"}) {
    expect_error(many(), text, Error::kKeyConditionUnsupported, "Query key condition not supported");
  }
}

// C127.
TEST(KeyCondition, OnlyTheLastSortAttributeMayHaveAnotherOperatorThanEqual) {
  for (const char* const text :
       {"p1 = :a AND p2 = :b AND r1 > :c AND r2 = :d", "p1 = :a AND p2 = :b AND r1 BETWEEN :c AND :f AND r2 < :d",
        "p1 = :a AND p2 = :b AND r2 = :d AND begins_with(r1, :c)"}) {
    expect_error(many(), text, Error::kKeyConditionUnsupported, "Query key condition not supported");
  }
}

// C060.
TEST(KeyCondition, BeginsWithNeedsAStringOrBinaryKey) {
  expect_error(numeric(), "p = :p AND begins_with(c, :c)", Error::kKeyConditionUnsupported,
               "Query key condition not supported");
  expect_match(many(), "p1 = :a AND p2 = :b AND r1 = :c AND r2 = :d AND begins_with(r3, :e)",
               {"p1", "p2", "r1", "r2", "r3"});
}

TEST(KeyCondition, TheOffsetIsThatOfTheOperatorOfTheConditionThatIsWrong) {
  EXPECT_EQ(Matched(simple(), "p = :p AND x = :x").status.offset(), 13);
  EXPECT_EQ(Matched(simple(), "c = :c AND p > :p").status.offset(), 13);
}

constexpr const char* kTypeText =
    "One or more parameter values were invalid: Condition parameter type does not match schema type";

TEST(KeyCondition, ValuesHaveTheTypeOfTheirKeyAttribute) {
  Matched matched(numeric(), "p = :p AND c BETWEEN :a AND :b");
  EXPECT_TRUE(matched.check(R"({":p":{"S":"x"},":a":{"N":"1"},":b":{"N":"1"}})").ok());
  for (const char* const values :
       {R"({":p":{"N":"1"},":a":{"N":"1"},":b":{"N":"2"}})", R"({":p":{"S":"x"},":a":{"S":"1"},":b":{"S":"2"}})",
        R"({":p":{"B":"eA=="},":a":{"N":"1"},":b":{"N":"2"}})"}) {
    const Status status = matched.check(values);
    ASSERT_FALSE(status.ok()) << values;
    EXPECT_EQ(status.error(), Error::kKeyConditionType) << values;
    EXPECT_EQ(status.aws_message(), kTypeText);
  }
}

TEST(KeyCondition, TheExpressionsOwnRulesAboutValuesComeFirst) {
  Matched matched(numeric(), "p = :p AND c BETWEEN :a AND :b");
  EXPECT_EQ(matched.check(R"({":p":{"S":"x"},":a":{"N":"1"}})").error(), Error::kValueUndefined);
  EXPECT_EQ(matched.check(R"({":p":{"S":"x"},":a":{"N":"2"},":b":{"N":"1"}})").error(), Error::kBetweenOrder);
  EXPECT_EQ(matched.check(R"({":p":{"S":"x"},":a":{"S":"1"},":b":{"N":"1"}})").error(), Error::kBetweenTypes);
}

TEST(KeyCondition, KeyValuesAreNeitherEmptyNorTooLong) {
  Matched matched(simple(), "p = :p AND begins_with(c, :c)");
  const Status empty = matched.check(R"({":p":{"S":""},":c":{"S":"x"}})");
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error(), Error::kKeyEmptyString);
  EXPECT_EQ(
      empty.aws_message(),
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
      "string value. Key: p");
  EXPECT_EQ(matched.check(R"({":p":{"S":"x"},":c":{"S":""}})").error(), Error::kKeyEmptyString);
  const std::string text(1025, 'x');
  const std::string long_sort = R"({":p":{"S":"x"},":c":{"S":")" + text + R"("}})";
  EXPECT_EQ(matched.check(long_sort).error(), Error::kSortKeyTooLong);
  const std::string long_partition = R"({":c":{"S":"x"},":p":{"S":")" + text + text + R"("}})";
  EXPECT_EQ(matched.check(long_partition).error(), Error::kPartitionKeyTooLong);
  const KeySchema binary_key = key_schema("p:B", "");
  Matched binary(binary_key, "p = :p");
  EXPECT_EQ(binary.check(R"({":p":{"B":""}})").error(), Error::kKeyEmptyBinary);
}

TEST(KeyCondition, ARequestHasTheOperandsInKeyOrder) {
  Matched matched(many(), "r2 BETWEEN :lo AND :hi AND p2 = :b AND r1 = :c AND p1 = :a");
  const TestItem item(R"({":a":{"S":"a"},":b":{"N":"2"},":c":{"S":"c"},":hi":{"N":"9"},":lo":{"N":"4"}})");
  std::vector<ValueView> values;
  for (const std::string& name : matched.vocabulary.parameters()) values.push_back(item.view().find(name));
  ASSERT_TRUE(matched.condition->check(values).ok());
  KeyCondition::Operands operands;
  RangeRequest request;
  matched.condition->fill(values, &operands, &request);
  const auto texts = [](std::span<const ValueView> views) {
    std::vector<std::string> out;
    for (const ValueView view : views) out.push_back(json_of(view));
    return out;
  };
  EXPECT_EQ(texts(request.partition), (std::vector<std::string>{R"({"S":"a"})", R"({"N":"2"})"}));
  EXPECT_EQ(request.partition_op, RangeOp::kEqual);
  EXPECT_EQ(texts(request.sort), (std::vector<std::string>{R"({"S":"c"})", R"({"N":"4"})", R"({"N":"9"})"}));
  EXPECT_EQ(request.sort_op, RangeOp::kBetween);
}

}  // namespace
}  // namespace sheaf
