// Which equalities a condition cannot do without.
#include <gtest/gtest.h>

#include "engine/expr/condition.h"

namespace sheaf {
namespace {

using Names = std::vector<std::string>;

Names required(std::string_view text) {
  Vocabulary vocabulary;
  const auto condition = ConditionExpression::parse(ExpressionKind::kFilter, text, &vocabulary);
  EXPECT_TRUE(condition.ok()) << condition.status().message();
  return condition.ok() ? condition->required_equalities() : Names();
}

TEST(RequiredEqualities, AreThoseThatAllWaysToTrueGoThrough) {
  EXPECT_EQ(required("a = :a"), Names{"a"});
  EXPECT_EQ(required(":a = a"), Names{"a"});
  EXPECT_EQ(required("a = :a AND b = :b AND c > :c"), (Names{"a", "b"}));
  EXPECT_EQ(required("a = :a OR b = :b"), Names());
  EXPECT_EQ(required("(a = :a OR b = :b) AND c = :c"), Names{"c"});
  EXPECT_EQ(required("(a = :a AND b = :b) OR (a = :a AND c = :c)"), Names()) << "each of the two can be done without";
  EXPECT_EQ(required("NOT (a <> :a OR NOT b = :b)"), Names{"b"});
}

TEST(RequiredEqualities, CompareAnAttributeWithAParameter) {
  EXPECT_EQ(required("a = b"), Names());
  EXPECT_EQ(required("size(a) = :a"), Names());
  EXPECT_EQ(required("a.b = :a AND a[0] = :b"), Names()) << "not with what is nested in it";
  EXPECT_EQ(required("a IN (:a)"), Names());
  EXPECT_EQ(required("NOT a = :a"), Names());
  EXPECT_EQ(required("a BETWEEN :a AND :a"), Names());
}

}  // namespace
}  // namespace sheaf
