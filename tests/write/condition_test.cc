// Conditions of writes: they are judged on the item as it was, and a write whose condition does not hold writes nothing.
#include <gtest/gtest.h>

#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;

class ConditionTest : public testing::Test {
 protected:
  ConditionTest()
      : table_(database_.create({.hash = "pk:S"})),
        indexed_(database_.create({.name = "indexed", .hash = "pk:S", .indexes = {{"by_g", "g:S"}}})) {}

  TestDatabase database_;
  TestTable table_;  // without indexes: a write without condition reads nothing
  TestTable indexed_;
};

constexpr std::string_view kFirst = R"({"g":{"S":"x"},"pk":{"S":"p"},"v":{"N":"1"}})";
constexpr std::string_view kSecond = R"({"g":{"S":"y"},"pk":{"S":"p"},"v":{"N":"2"}})";

TEST_F(ConditionTest, InsertOnly) {
  for (TestTable* table : {&table_, &indexed_}) {
    const Terms terms{.condition = "attribute_not_exists(pk)"};
    const Written first = put_if(*table, kFirst, terms);
    EXPECT_TRUE(first.status.ok()) << first.status.message();
    EXPECT_EQ(first.old_image, std::nullopt);
    const Written second = put_if(*table, kSecond, terms);
    EXPECT_TRUE(second.status.is(Error::kConditionFailed));
    EXPECT_EQ(second.status.code(), StatusCode::kCONDITION_FAILED);
    EXPECT_EQ(second.status.message(), "the condition does not hold");
    EXPECT_EQ(second.status.aws_message(), "The conditional request failed");
    EXPECT_EQ(second.old_image, kFirst);
    EXPECT_EQ(table->get({s("p")}), kFirst);
    EXPECT_TRUE(table->verify().is_clean());
  }
}

// The old image is read for the condition's sake, whoever else wants it.
TEST_F(ConditionTest, HoldsOrNotWithoutImages) {
  ASSERT_TRUE(table_.put(kFirst).ok());
  const auto statement = prepare(table_, {.kind = StatementKind::kCondition, .condition = "attribute_not_exists(pk)"});
  ASSERT_TRUE(statement.ok()) << statement.status().message();
  const auto terms = (*statement)->write_terms();
  ASSERT_TRUE(terms.ok()) << terms.status().message();
  const Database::WriteRequest request{.table = &table_.handle(), .terms = *terms};
  const std::vector<Value> key{s("p")};
  EXPECT_TRUE(database_->put(request, TestItem(kSecond).view()).status().is(Error::kConditionFailed));
  EXPECT_TRUE(database_->erase(request, views_of(key)).status().is(Error::kConditionFailed));
  EXPECT_EQ(table_.get(key), kFirst);
  ASSERT_TRUE(table_.erase(key).ok());
  EXPECT_TRUE(database_->put(request, TestItem(kSecond).view()).ok());
}

TEST_F(ConditionTest, ReplaceOnly) {
  for (TestTable* table : {&table_, &indexed_}) {
    const Terms terms{.condition = "attribute_exists(pk)"};
    const Written none = put_if(*table, kFirst, terms);
    EXPECT_TRUE(none.status.is(Error::kConditionFailed));
    EXPECT_EQ(none.old_image, std::nullopt);
    EXPECT_EQ(table->get({s("p")}), std::nullopt);
    ASSERT_TRUE(table->put(kFirst).ok());
    const Written replaced = put_if(*table, kSecond, terms);
    EXPECT_TRUE(replaced.status.ok()) << replaced.status.message();
    EXPECT_EQ(replaced.old_image, kFirst);
    EXPECT_EQ(table->get({s("p")}), kSecond);
  }
}

TEST_F(ConditionTest, DeleteWhenItHolds) {
  for (TestTable* table : {&table_, &indexed_}) {
    ASSERT_TRUE(table->put(kFirst).ok());
    const Written kept = erase_if(*table, {s("p")}, {.condition = "v = :v", .values = R"({":v":{"N":"2"}})"});
    EXPECT_TRUE(kept.status.is(Error::kConditionFailed));
    EXPECT_EQ(kept.old_image, kFirst);
    EXPECT_EQ(table->get({s("p")}), kFirst);
    const Written gone = erase_if(*table, {s("p")}, {.condition = "v = :v", .values = R"({":v":{"N":"1"}})"});
    EXPECT_TRUE(gone.status.ok()) << gone.status.message();
    EXPECT_EQ(gone.old_image, kFirst);
    EXPECT_EQ(table->get({s("p")}), std::nullopt);
    EXPECT_TRUE(table->rows().empty());
    EXPECT_TRUE(table->verify().is_clean());
  }
}

TEST_F(ConditionTest, AMissingItemHasNoAttributesNotEvenItsKey) {
  EXPECT_TRUE(erase_if(table_, {s("p")}, {.condition = "attribute_exists(pk)"}).status.is(Error::kConditionFailed));
  EXPECT_TRUE(erase_if(table_, {s("p")}, {.condition = "attribute_not_exists(pk)"}).status.ok());
  EXPECT_TRUE(update(table_, {s("p")},
                     {.update = "SET a = :v", .condition = "pk = :p", .values = R"({":v":{"N":"1"},":p":{"S":"p"}})"})
                  .status.is(Error::kConditionFailed));
  EXPECT_EQ(table_.get({s("p")}), std::nullopt);
}

// The condition comes before the update's own errors, and is judged on the item as it was.
TEST_F(ConditionTest, ComesBeforeTheUpdate) {
  ASSERT_TRUE(table_.put(kFirst).ok());
  const std::string values = R"({":v":{"N":"2"}})";
  EXPECT_TRUE(update(table_, {s("p")}, {.update = "SET a = nothing", .condition = "v = :v", .values = values})
                  .status.is(Error::kConditionFailed));
  EXPECT_TRUE(update(table_, {s("p")}, {.update = "SET a = nothing", .condition = "v < :v", .values = values})
                  .status.is(Error::kUpdateMissesAttribute));
  const Written failed =
      update(table_, {s("p")},
             {.update = "SET v = :v", .condition = "v = :v", .values = values, .parts = ImageParts::kUpdated});
  EXPECT_TRUE(failed.status.is(Error::kConditionFailed));
  EXPECT_EQ(failed.old_image, kFirst);  // whole, whatever part was asked for
  EXPECT_TRUE(update(table_, {s("p")}, {.update = "SET v = :v", .condition = "v < :v", .values = values}).status.ok());
  EXPECT_EQ(table_.get({s("p")}), R"({"g":{"S":"x"},"pk":{"S":"p"},"v":{"N":"2"}})");
}

TEST_F(ConditionTest, OfAnUpdateWithoutExpression) {
  EXPECT_TRUE(update(table_, {s("p")}, {.condition = "attribute_exists(pk)"}).status.is(Error::kConditionFailed));
  EXPECT_EQ(table_.get({s("p")}), std::nullopt);
  EXPECT_TRUE(update(table_, {s("p")}, {.condition = "attribute_not_exists(pk)"}).status.ok());
  EXPECT_EQ(table_.get({s("p")}), R"({"pk":{"S":"p"}})");
}

// What can be refused without the item is refused whatever the condition says.
TEST_F(ConditionTest, ComesAfterTheRulesOfTheItem) {
  const Terms never{.condition = "attribute_exists(pk)"};
  EXPECT_TRUE(put_if(table_, R"({"v":{"N":"1"}})", never).status.is(Error::kKeyMissing));
  EXPECT_TRUE(put_if(indexed_, R"({"pk":{"S":"p"},"g":{"N":"1"}})", never).status.is(Error::kIndexKeyType));
  EXPECT_TRUE(erase_if(table_, {n("1")}, never).status.is(Error::kKeyType));
}

TEST_F(ConditionTest, AnEqualPutStillNeedsIt) {
  ASSERT_TRUE(table_.put(kFirst).ok());
  EXPECT_TRUE(put_if(table_, kFirst, {.condition = "attribute_not_exists(pk)"}).status.is(Error::kConditionFailed));
  EXPECT_TRUE(put_if(table_, kFirst, {.condition = "attribute_exists(pk)"}).status.ok());
}

}  // namespace
}  // namespace sheaf
