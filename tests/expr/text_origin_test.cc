// Texts that the engine writes itself are not held to DynamoDB's limits on texts.
#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "engine/expr/condition.h"
#include "engine/expr/update.h"
#include "tests/support/items.h"

namespace sheaf {
namespace {

using namespace test;

// "#0 = :0 AND #1 = :1 ..." with its names.
std::string comparisons(size_t count, Vocabulary* vocabulary) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    EXPECT_TRUE(vocabulary->define_name("#" + number, "a" + number).ok());
    text += (i == 0 ? "#" : " AND #") + number + " = :" + number;
  }
  return text;
}

TEST(TextOrigin, UsersTextsHaveLimits) {
  Vocabulary vocabulary;
  const std::string text = comparisons(200, &vocabulary);
  EXPECT_TRUE(
      ConditionExpression::parse(ExpressionKind::kFilter, text, &vocabulary).status().is(Error::kExpressionOperators));
}

TEST(TextOrigin, TranslatedTextsHaveNone) {
  constexpr size_t kCount = 1000;
  Vocabulary vocabulary(TextOrigin::kTranslated);
  const std::string text = comparisons(kCount, &vocabulary);
  ASSERT_GT(text.size(), kMaxExpressionBytes);
  const auto condition = ConditionExpression::parse(ExpressionKind::kFilter, text, &vocabulary);
  ASSERT_TRUE(condition.ok()) << condition.status().message();
  ASSERT_EQ(vocabulary.parameters().size(), kCount);
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(vocabulary.find_parameter(":" + std::to_string(i)), std::optional<uint32_t>(i));
  }
  EXPECT_EQ(vocabulary.find_parameter(":1000"), std::nullopt);
  EXPECT_EQ(vocabulary.use_parameter(":7"), 7u);
}

TEST(TextOrigin, TranslatedInListsAreOfAnyLength) {
  Vocabulary vocabulary(TextOrigin::kTranslated);
  std::string text = "a IN (:0";
  for (int i = 1; i < 500; ++i) text += ",:" + std::to_string(i);
  const auto condition = ConditionExpression::parse(ExpressionKind::kFilter, text + ")", &vocabulary);
  ASSERT_TRUE(condition.ok()) << condition.status().message();
  std::vector<Value> values;
  for (int i = 0; i < 500; ++i) values.push_back(n(std::to_string(i)));
  const TestItem last(R"({"a":{"N":"499"}})");
  const TestItem none(R"({"a":{"N":"500"}})");
  EXPECT_TRUE(*condition->evaluate(last.view(), views_of(values)));
  EXPECT_FALSE(*condition->evaluate(none.view(), views_of(values)));
}

}  // namespace
}  // namespace sheaf
