// Transactions: all actions or none, and what became of each.
#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "tests/support/bare_table.h"
#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;

using Texts = std::vector<std::string>;

class TransactionTest : public testing::Test {
 protected:
  TransactionTest()
      : orders_(database_.create({.name = "orders", .hash = "pk:S", .indexes = {{"by_g", "g:S", "n:N"}}})),
        stock_(database_.create({.name = "stock", .hash = "pk:S", .sort = "sk:N"})) {}

  void expect_clean() const {
    EXPECT_TRUE(orders_.verify().is_clean());
    EXPECT_TRUE(stock_.verify().is_clean());
  }

  TestDatabase database_;
  TestTable orders_;
  TestTable stock_;
};

TEST_F(TransactionTest, WritesEveryKindOfActionOverTwoTables) {
  ASSERT_TRUE(stock_.put(R"({"pk":{"S":"apple"},"sk":{"N":"1"},"left":{"N":"5"}})").ok());
  ASSERT_TRUE(stock_.put(R"({"pk":{"S":"old"},"sk":{"N":"1"}})").ok());
  ASSERT_TRUE(orders_.put(R"({"pk":{"S":"customer"}})").ok());
  const std::string order = R"({"g":{"S":"x"},"n":{"N":"7"},"pk":{"S":"order"}})";
  const ManyAnswer answer = write_all({put_of(orders_, order, {.condition = "attribute_not_exists(pk)"}),
                                       update_of(stock_, {s("apple"), n("1")},
                                                 {.update = "SET #l = #l - :one",
                                                  .condition = "#l >= :one",
                                                  .values = R"({":one":{"N":"1"}})",
                                                  .names = {{"#l", "left"}}}),
                                       erase_of(stock_, {s("old"), n("1")}),
                                       check_of(orders_, {s("customer")}, {.condition = "attribute_exists(pk)"})});
  ASSERT_TRUE(answer.status.ok()) << answer.status.message();
  EXPECT_TRUE(answer.outcomes.empty()) << "nobody is to blame";
  EXPECT_EQ(orders_.rows({.index = "by_g"}), Texts{order});
  EXPECT_EQ(stock_.rows(), Texts{R"({"left":{"N":"4"},"pk":{"S":"apple"},"sk":{"N":"1"}})"});
  expect_clean();
}

TEST_F(TransactionTest, ReportsEveryConditionThatFailsAndWritesNothing) {
  const std::string kept = R"({"pk":{"S":"k"},"v":{"N":"1"}})";
  ASSERT_TRUE(orders_.put(kept).ok());
  Act first = put_of(orders_, R"({"pk":{"S":"k"}})", {.condition = "attribute_not_exists(pk)"});
  first.wants_old = true;
  Act third = check_of(orders_, {s("absent")}, {.condition = "attribute_exists(pk)"});
  third.wants_old = true;
  const ManyAnswer answer = write_all({first, put_of(stock_, R"({"pk":{"S":"p"},"sk":{"N":"1"}})"), third});
  EXPECT_EQ(answer.status.code(), StatusCode::kCANCELED);
  EXPECT_EQ(answer.status.message(), "the transaction was canceled; action 0: the condition does not hold");
  EXPECT_EQ(answer.status.aws_message(),
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ConditionalCheckFailed, None, ConditionalCheckFailed]");
  EXPECT_EQ(codes(answer), (Texts{"ConditionalCheckFailedException", "ok", "ConditionalCheckFailedException"}));
  EXPECT_EQ(answer.old_items[0], kept);
  EXPECT_EQ(answer.old_items[2], std::nullopt);
  EXPECT_EQ(orders_.rows(), Texts{kept});
  EXPECT_TRUE(stock_.rows().empty());
}

// dynamodb-semantics.md 5.12: validation comes before conditions, in the order of the actions.
TEST_F(TransactionTest, TheFirstActionThatIsWrongIsTheOnlyReason) {
  const ManyAnswer answer = write_all({check_of(orders_, {s("absent")}, {.condition = "attribute_exists(pk)"}),
                                       update_of(orders_, {s("u")}, {.update = "SET x = y.z"}),
                                       update_of(orders_, {s("w")}, {.update = "SET x = y"})});
  EXPECT_EQ(answer.status.code(), StatusCode::kCANCELED);
  EXPECT_EQ(codes(answer), (Texts{"ok", "ValidationException", "ok"}));
  EXPECT_TRUE(orders_.rows().empty());
}

TEST_F(TransactionTest, AWrongIndexKeyCancels) {
  const ManyAnswer answer =
      write_all({put_of(orders_, R"({"pk":{"S":"a"}})"), put_of(orders_, R"({"pk":{"S":"b"},"g":{"N":"1"}})")});
  EXPECT_EQ(answer.status.code(), StatusCode::kCANCELED);
  EXPECT_EQ(codes(answer), (Texts{"ok", "ValidationException"}));
  EXPECT_EQ(answer.outcomes[1].code(), StatusCode::kTYPE);
  EXPECT_TRUE(orders_.rows().empty());
}

// Whatever the tables hold, these are wrong: they come first, and cancel nothing.
TEST_F(TransactionTest, WhatIsWrongInARequestIsAnsweredAsItself) {
  const ManyAnswer empty_key =
      write_all({put_of(orders_, R"({"pk":{"S":"a"},"g":{"N":"1"}})"), put_of(orders_, R"({"pk":{"S":""}})")});
  EXPECT_TRUE(empty_key.status.is(Error::kKeyEmptyString));
  EXPECT_EQ(codes(empty_key), (Texts{"ok", "ValidationException"}));
  const ManyAnswer twice = write_all({put_of(stock_, R"({"pk":{"S":"a"},"sk":{"N":"1"}})"),
                                      put_of(stock_, R"({"pk":{"S":"a"},"sk":{"N":"2"}})"),
                                      check_of(stock_, {s("a"), n("1.0")}, {.condition = "attribute_exists(pk)"})});
  EXPECT_TRUE(twice.status.is(Error::kActionsOnOneItem));
  EXPECT_EQ(twice.status.message(), "the actions 0 and 2 of a transaction are on one item");
  EXPECT_TRUE(stock_.rows().empty());
}

TEST_F(TransactionTest, TheSameKeyInTwoTablesIsTwoItems) {
  TestTable other = database_.create({.name = "other", .hash = "pk:S"});
  EXPECT_TRUE(write_all({put_of(orders_, R"({"pk":{"S":"a"}})"), put_of(other, R"({"pk":{"S":"a"}})")}).status.ok());
}

TEST_F(TransactionTest, HasOneToHundredActions) {
  std::vector<Act> acts;
  for (size_t i = 0; i < kMaxTransactionActions; ++i) {
    acts.push_back(put_of(stock_, R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(i) + R"("}})"));
  }
  EXPECT_TRUE(write_all(acts).status.ok());
  EXPECT_EQ(stock_.rows().size(), kMaxTransactionActions);
  acts.push_back(put_of(stock_, R"({"pk":{"S":"p"},"sk":{"N":"-1"}})"));
  const ManyAnswer more = write_all(acts);
  EXPECT_TRUE(more.status.is(Error::kTransactionTooMany));
  EXPECT_EQ(more.status.message(), "the transaction has 101 actions; at most 100 are allowed");
  EXPECT_EQ(stock_.rows().size(), kMaxTransactionActions);
  ActionOutcomes outcomes;
  EXPECT_TRUE(database_->write_all({.actions = {}, .token = {}, .outcomes = &outcomes}).is(Error::kTransactionEmpty));
}

// 4 MiB of what the actions carry; what they delete does not count (C136).
TEST_F(TransactionTest, CarriesAtMostFourMebibytes) {
  std::vector<Act> puts;
  std::vector<Act> deletes;
  for (int i = 0; i < 11; ++i) {
    const std::string name = std::string("p") + static_cast<char>('a' + i);
    puts.push_back(
        put_of(orders_, R"({"pk":{"S":")" + name + R"("},"v":{"S":")" + std::string(390000, 'x') + R"("}})"));
    deletes.push_back(erase_of(orders_, {s(name)}));
  }
  EXPECT_TRUE(write_all(puts).status.is(Error::kTransactionTooLarge));
  EXPECT_TRUE(orders_.rows().empty());
  for (const Act& act : puts) ASSERT_TRUE(orders_.put(act.item).ok());
  EXPECT_TRUE(write_all(deletes).status.ok());
  EXPECT_TRUE(orders_.rows().empty());
}

TEST_F(TransactionTest, ADroppedTableRefusesAll) {
  TestTable gone = database_.create({.name = "gone", .hash = "pk:S"});
  ASSERT_TRUE(database_->drop_table("gone").ok());
  const ManyAnswer answer = write_all({put_of(orders_, R"({"pk":{"S":"a"}})"), put_of(gone, R"({"pk":{"S":"a"}})")});
  EXPECT_TRUE(answer.status.is(Error::kTableDropped));
  EXPECT_EQ(codes(answer), (Texts{"ok", "ResourceNotFoundException"}));
  EXPECT_TRUE(orders_.rows().empty());
}

TEST_F(TransactionTest, ADamagedItemIsNoVerdict) {
  ASSERT_TRUE(orders_.put(R"({"pk":{"S":"k"}})").ok());
  write_raw(database_->store(), orders_.open_table().base(), std::string("k\0\1", 3), "damaged");
  const ManyAnswer answer =
      write_all({put_of(stock_, R"({"pk":{"S":"a"},"sk":{"N":"1"}})"), put_of(orders_, R"({"pk":{"S":"k"}})")});
  EXPECT_TRUE(answer.status.is(Error::kItemCorrupt));
  EXPECT_EQ(codes(answer), (Texts{"ok", "InternalServerError"}));
  EXPECT_TRUE(stock_.rows().empty());
}

}  // namespace
}  // namespace sheaf
