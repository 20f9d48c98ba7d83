// Key conditions by form (dynamodb-semantics.md 4.9); what a table makes of them is tested in tests/read.
#include "engine/expr/key_condition.h"

#include <gtest/gtest.h>

#include "tests/expr/expression_support.h"

namespace sheaf::test {
namespace {

// "p = 0 AND s BETWEEN 1 2", with slots for values; or what was wrong.
std::string parse(std::string_view text) {
  Vocabulary vocabulary = with_names({{"#p", "p"}});
  const auto condition = KeyConditionExpression::parse(text, &vocabulary);
  if (!condition.ok()) return outcome(condition);
  static constexpr const char* kOps[] = {"all", "=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"};
  std::string shown;
  for (const KeyComparison& comparison : condition->comparisons()) {
    if (!shown.empty()) shown += " AND ";
    shown += comparison.attribute + " " + kOps[static_cast<int>(comparison.op)] + " " + std::to_string(comparison.low);
    if (comparison.op == RangeOp::kBetween) shown += " " + std::to_string(comparison.high);
  }
  return shown;
}

TEST(KeyCondition, TakesTheFormsOfAKey) {
  EXPECT_EQ(parse("p = :v"), "p = 0");
  EXPECT_EQ(parse(":v = p"), "p = 0");
  EXPECT_EQ(parse("c > :x AND p = :v"), "c > 0 AND p = 1");
  EXPECT_EQ(parse("(#p = :v) AND (:x < c)"), "p = 0 AND c > 1");
  EXPECT_EQ(parse("p = :v AND :x >= c"), "p = 0 AND c <= 1");
  EXPECT_EQ(parse("p = :v and c between :x and :y"), "p = 0 AND c BETWEEN 1 2");
  EXPECT_EQ(parse("p = :v AND begins_with(c, :x)"), "p = 0 AND c begins_with 1");
  EXPECT_EQ(parse("a = :a AND b = :b AND c < :c"), "a = 0 AND b = 1 AND c < 2");
}

TEST(KeyCondition, RefusesWhatNoKeyCanAnswer) {
  const std::string op = "Invalid operator used in KeyConditionExpression: ";
  EXPECT_EQ(parse("p = :v OR c = :x"), op + "OR @7");
  EXPECT_EQ(parse("NOT p = :v"), op + "NOT @0");
  EXPECT_EQ(parse("p <> :v"), op + "<> @2");
  EXPECT_EQ(parse("p IN (:v)"), op + "IN @2");
  EXPECT_EQ(parse("p = :v AND contains(c, :x)"), op + "contains @11");
  EXPECT_EQ(parse("attribute_exists(p)"), op + "attribute_exists @0");
  EXPECT_EQ(parse("size(p)"), op + "size @0");
  EXPECT_EQ(parse("size(p) = :v"), "KeyConditionExpressions cannot contain nested operations @0");
  EXPECT_EQ(parse("p.a = :v"), "KeyConditionExpressions cannot have conditions on nested attributes @0");
  EXPECT_EQ(parse("p[0] = :v"), "KeyConditionExpressions cannot have conditions on nested attributes @0");
  EXPECT_EQ(parse("p = c"),
            "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition @4");
  EXPECT_EQ(parse(":v = :x"), "Invalid condition in KeyConditionExpression: No key attribute specified @3");
  EXPECT_EQ(parse("p = :v AND p = :x"), "KeyConditionExpressions must only contain one condition per key @11");
  EXPECT_EQ(parse("p = :v AND #q = :x"),
            "Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; "
            "attribute name: #q @11");
  EXPECT_EQ(parse("dog(p)"), "Invalid KeyConditionExpression: Invalid function name; function: dog @0");
  EXPECT_EQ(parse("status = :v"),
            "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: status @0");
  EXPECT_EQ(parse("((p = :v))"), "Invalid KeyConditionExpression: The expression has redundant parentheses; @0");
  EXPECT_EQ(parse(""), "Invalid KeyConditionExpression: The expression can not be empty; @0");
  EXPECT_EQ(parse("begins_with(c)"),
            "Invalid KeyConditionExpression: Incorrect number of operands for operator or function; operator or "
            "function: begins_with, number of operands: 1 @0");
  EXPECT_EQ(parse("begins_with(:x, c)"), "Query key condition not supported @0");
}

TEST(KeyCondition, ChecksItsValues) {
  const auto check = [](std::string_view text, std::string_view values) {
    Vocabulary vocabulary;
    const auto condition = KeyConditionExpression::parse(text, &vocabulary);
    return condition.ok() ? outcome(condition->check(BoundValues(vocabulary, values).view())) : outcome(condition);
  };
  EXPECT_EQ(check("p = :v", R"({":v":{"S":"a"}})"), "ok");
  EXPECT_EQ(
      check("p = :v", "{}"),
      "Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; attribute "
      "value: :v @2");
  EXPECT_NE(check("c BETWEEN :l AND :h", R"({":l":{"N":"2"},":h":{"N":"1"}})").find("greater than or equal"),
            std::string::npos);
  EXPECT_NE(check("c BETWEEN :l AND :h", R"({":l":{"N":"2"},":h":{"S":"1"}})").find("same data type"),
            std::string::npos);
  EXPECT_NE(check("begins_with(c, :v)", R"({":v":{"N":"2"}})").find("operand type: N"), std::string::npos);
}

}  // namespace
}  // namespace sheaf::test
