// Statements: what they answer, their values, and what errors do to them. Pages are statement_pages_test.cc's.
#include "engine/db/statement.h"

#include <gtest/gtest.h>

#include "engine/item/item_builder.h"
#include "engine/schema/item_key.h"
#include "tests/support/bare_table.h"
#include "tests/support/statements.h"

namespace sheaf {
namespace {

using namespace test;
using Rows = std::vector<std::string>;

std::string row(int sk, std::string_view st, std::string_view more = "") {
  return R"({"pk":{"S":"p"},"sk":{"N":")" + std::to_string(sk) + R"("},"st":{"S":")" + std::string(st) + R"("})" +
         std::string(more) + "}";
}

constexpr auto kScan = StatementKind::kScan;
constexpr auto kUpdate = StatementKind::kUpdate;
constexpr auto kCondition = StatementKind::kCondition;

class Statements : public testing::Test {
 protected:
  Statements() {
    for (const auto& [sk, st] :
         std::vector<std::pair<int, const char*>>{{1, "new"}, {2, "old"}, {3, "new"}, {4, "old"}})
      EXPECT_TRUE(table_.put(row(sk, st)).ok());
    EXPECT_TRUE(table_.put(R"({"pk":{"S":"q"},"sk":{"N":"1"},"st":{"S":"old"}})").ok());
  }

  std::unique_ptr<Statement> prepared(const Ask& ask) {
    auto statement = prepare(table_, ask);
    EXPECT_TRUE(statement.ok()) << statement.status().message();
    if (!statement.ok()) return nullptr;
    const Status bound = bind_json(statement->get(), ask.values);
    EXPECT_TRUE(bound.ok()) << bound.message();
    return *std::move(statement);
  }

  TestDatabase database_;
  TestTable table_ = database_.create(
      {.hash = "pk:S",
       .sort = "sk:N",
       .indexes = {{"by_st", "st:S", "", "KEYS_ONLY"}, {"local", "pk:S", "st:S", "KEYS_ONLY", IndexKind::kLocal}}});
};

TEST_F(Statements, AQueryGivesTheRowsOfItsKeyCondition) {
  const Answer all = answer(table_, {.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  EXPECT_EQ(all.rows, (Rows{row(1, "new"), row(2, "old"), row(3, "new"), row(4, "old")}));
  EXPECT_EQ(all.end, Step::kDone);
  EXPECT_EQ(all.stop, StopReason::kEnd);
  EXPECT_EQ(answer_rows(table_, {.key = ":s < sk AND #p = :p",
                                 .names = {{"#p", "pk"}},
                                 .values = R"({":p":{"S":"p"},":s":{"N":"2.5"}})",
                                 .direction = Direction::kBackward}),
            (Rows{row(4, "old"), row(3, "new")}));
}

TEST_F(Statements, AFilterTakesRowsOutAndTheyCountAsRead) {
  const Answer some =
      answer(table_, {.key = "pk = :p", .filter = "st = :s", .values = R"({":p":{"S":"p"},":s":{"S":"old"}})"});
  EXPECT_EQ(some.rows, (Rows{row(2, "old"), row(4, "old")}));
  EXPECT_EQ(some.scanned, 4u);
  EXPECT_EQ(some.returned, 2u);
  const Answer scan = answer(table_, scan_of("pk = :q", R"({":q":{"S":"q"}})"));
  EXPECT_EQ(scan.rows.size(), 1u);
  EXPECT_EQ(scan.scanned, 5u);
}

// C058.
TEST_F(Statements, TheFilterSeesWhatTheProjectionLeavesOut) {
  EXPECT_EQ(answer_rows(table_, {.key = "pk = :p",
                                 .filter = "st = :s",
                                 .projection = "sk",
                                 .values = R"({":p":{"S":"p"},":s":{"S":"old"}})"}),
            (Rows{R"({"sk":{"N":"2"}})", R"({"sk":{"N":"4"}})"}));
}

// C095.
TEST_F(Statements, AProjectionAddsNoKeysAndItemsWithNothingLeftAreRows) {
  ASSERT_TRUE(table_.put(row(9, "new", R"(,"x":{"M":{"y":{"N":"7"},"z":{"N":"8"}}})")).ok());
  const Answer some = answer(
      table_, {.key = "pk = :p AND sk > :s", .projection = "x.z", .values = R"({":p":{"S":"p"},":s":{"N":"3"}})"});
  EXPECT_EQ(some.rows, (Rows{"{}", R"({"x":{"M":{"z":{"N":"8"}}}})"}));
  EXPECT_EQ(some.returned, 2u);
}

// C104.
TEST_F(Statements, ACountGivesNoRows) {
  const Answer count = answer(table_, {.key = "pk = :p",
                                       .filter = "st = :s",
                                       .values = R"({":p":{"S":"p"},":s":{"S":"new"}})",
                                       .answer = StatementAnswer::kCount});
  EXPECT_EQ(count.rows, Rows{});
  EXPECT_EQ(count.end, Step::kDone);
  EXPECT_EQ(count.scanned, 4u);
  EXPECT_EQ(count.returned, 2u);
}

TEST_F(Statements, KeysOnlyGivesKeysWhateverTheFilterReads) {
  const Rows keys = {R"({"pk":{"S":"p"},"sk":{"N":"2"}})", R"({"pk":{"S":"p"},"sk":{"N":"4"}})"};
  const std::string values = R"({":p":{"S":"p"},":s":{"S":"old"}})";
  EXPECT_EQ(
      answer_rows(table_, {.key = "pk = :p", .filter = "st = :s", .values = values, .content = RowContent::kKeysOnly}),
      keys);
  EXPECT_EQ(answer_rows(table_, {.kind = kScan,
                                 .filter = "pk = :p AND sk > :n",
                                 .values = R"({":p":{"S":"p"},":n":{"N":"3"}})",
                                 .content = RowContent::kKeysOnly}),
            Rows{keys[1]});
}

// C105, C106.
TEST_F(Statements, RowsOfIndexesAreFetchedWhereTheyLackSomething) {
  ASSERT_TRUE(table_.put(row(2, "old", R"(,"x":{"N":"7"})")).ok());
  const std::string whole = row(2, "old", R"(,"x":{"N":"7"})");
  const std::string keys = row(2, "old");
  const std::string by_st = R"({":s":{"S":"old"},":x":{"N":"7"}})";
  const std::string by_pk = R"({":p":{"S":"p"},":x":{"N":"7"}})";
  EXPECT_EQ(answer_rows(table_, {.index = "by_st", .key = "st = :s", .filter = "x = :x", .values = by_st}), Rows{});
  EXPECT_EQ(
      answer_rows(
          table_,
          {.index = "by_st", .key = "st = :s", .filter = "x = :x", .values = by_st, .content = RowContent::kFullItem}),
      Rows{whole});
  EXPECT_EQ(answer_rows(table_, {.index = "local", .key = "pk = :p", .filter = "x = :x", .values = by_pk}), Rows{keys});
  EXPECT_EQ(
      answer_rows(table_, {.index = "local", .key = "pk = :p", .filter = "x = :x", .projection = "x", .values = by_pk}),
      Rows{R"({"x":{"N":"7"}})"});
  EXPECT_EQ(
      answer_rows(
          table_,
          {.index = "local", .key = "pk = :p", .filter = "x = :x", .values = by_pk, .content = RowContent::kKeysOnly}),
      Rows{keys});
}

TEST_F(Statements, ParametersAreNumberedAndNamed) {
  const auto statement = prepared({.key = "pk = :p AND sk BETWEEN :a AND :b", .filter = "st IN (:a, :c)"});
  ASSERT_NE(statement, nullptr);
  ASSERT_EQ(statement->parameters().size(), 4u);
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(statement->find_parameter(statement->parameters()[i]), i);
  EXPECT_TRUE(statement->find_parameter(":c").has_value());
  EXPECT_FALSE(statement->find_parameter(":d").has_value());
  EXPECT_FALSE(statement->find_parameter("a").has_value());
}

TEST_F(Statements, ValuesStayUntilTheyAreBoundAnew) {
  const auto statement =
      prepared({.key = "pk = :p", .filter = "st = :s", .values = R"({":p":{"S":"p"},":s":{"S":"old"}})"});
  ASSERT_NE(statement, nullptr);
  EXPECT_EQ(read_answer(statement.get()).rows, (Rows{row(2, "old"), row(4, "old")}));
  statement->reset();
  EXPECT_EQ(read_answer(statement.get()).rows.size(), 2u);
  statement->reset();
  ASSERT_TRUE(statement->bind(*statement->find_parameter(":s"), s("new").view()).ok());
  EXPECT_EQ(read_answer(statement.get()).rows, (Rows{row(1, "new"), row(3, "new")}));
  statement->reset();
  ASSERT_TRUE(bind_json(statement.get(), R"({":p":{"S":"q"},":s":{"S":"old"}})").ok());
  EXPECT_EQ(read_answer(statement.get()).rows.size(), 1u);
}

TEST_F(Statements, NothingIsBoundBetweenTheFirstStepAndReset) {
  const auto statement = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  ASSERT_NE(statement, nullptr);
  ASSERT_TRUE(statement->step().ok());
  EXPECT_EQ(statement->bind(0, s("q").view()).error(), Error::kMisuse);
  EXPECT_EQ(bind_json(statement.get(), R"({":p":{"S":"q"}})").error(), Error::kMisuse);
  EXPECT_EQ(read_answer(statement.get()).returned, 4u);
  EXPECT_EQ(statement->bind(0, s("q").view()).error(), Error::kMisuse);
  statement->reset();
  EXPECT_TRUE(statement->bind(0, s("q").view()).ok());
  EXPECT_EQ(statement->bind(1, s("q").view()).error(), Error::kMisuse);
}

TEST_F(Statements, ValuesThatNoExpressionUsesAreRefusedTogetherAndNothingIsBound) {
  const auto statement = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  ASSERT_NE(statement, nullptr);
  const Status refused = bind_json(statement.get(), R"({":b":{"S":"x"},":a":{"S":"x"},":p":{"S":"q"}})");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error(), Error::kValuesUnused);
  EXPECT_EQ(refused.aws_message(), "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :b}");
  EXPECT_EQ(read_answer(statement.get()).returned, 4u);
}

TEST_F(Statements, NamesThatNoExpressionUsesAreRefused) {
  EXPECT_EQ(prepare_error(table_, {.key = "pk = :p", .names = {{"#a", "a"}}}).error(), Error::kNamesUnused);
  EXPECT_EQ(prepare_error(table_, {.kind = kScan, .names = {{"#a", "a"}}}).error(), Error::kNameWithoutExpression);
  EXPECT_EQ(prepare_error(table_, {.kind = kUpdate, .names = {{"#a", "a"}}}).error(), Error::kNameWithoutExpression);
  EXPECT_EQ(prepare_error(table_, {.kind = kUpdate, .update = "SET b = :b", .names = {{"#a", "a"}}}).error(),
            Error::kNamesUnused);
}

TEST_F(Statements, ErrorsOfTheFirstStepStayUntilReset) {
  const auto statement = prepared({.key = "pk = :p", .filter = "st > :s", .values = R"({":p":{"S":"p"}})"});
  ASSERT_NE(statement, nullptr);
  for (int i = 0; i < 2; ++i) {
    const auto step = statement->step();
    ASSERT_FALSE(step.ok());
    EXPECT_EQ(step.status().error(), Error::kValueUndefined);
    EXPECT_FALSE(statement->is_on_row());
    EXPECT_EQ(statement->scanned(), 0u);
    EXPECT_EQ(statement->stop_reason(), StopReason::kNone);
  }
  EXPECT_EQ(statement->bind(1, s("new").view()).error(), Error::kMisuse);
  statement->reset();
  ASSERT_TRUE(statement->bind(1, make_bool(1).view()).ok());
  EXPECT_EQ(statement->step().status().error(), Error::kOperatorOperandType);
  statement->reset();
  ASSERT_TRUE(statement->bind(1, s("new").view()).ok());
  EXPECT_EQ(read_answer(statement.get()).rows.size(), 2u);
}

TEST_F(Statements, AKeyValueOfTheWrongTypeIsRefusedByTheFirstStep) {
  for (const char* const values : {R"({":p":{"N":"1"},":s":{"N":"1"}})", R"({":p":{"S":"p"},":s":{"S":"1"}})"}) {
    const Answer refused = answer(table_, {.key = "pk = :p AND sk = :s", .values = values});
    ASSERT_FALSE(refused.status.ok());
    EXPECT_EQ(refused.status.code(), StatusCode::kTYPE);
  }
  EXPECT_EQ(answer(table_, {.key = "pk = :p", .values = R"({":p":{"S":""}})"}).status.error(), Error::kKeyEmptyString);
}

TEST_F(Statements, AfterTheEndItAnswersTheSameAgain) {
  const auto statement = prepared({.key = "pk = :p", .values = R"({":p":{"S":"q"}})"});
  ASSERT_NE(statement, nullptr);
  EXPECT_EQ(*statement->step(), Step::kRow);
  EXPECT_TRUE(statement->is_on_row());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(*statement->step(), Step::kDone);
  EXPECT_FALSE(statement->is_on_row());
  statement->reset();
  EXPECT_FALSE(statement->is_on_row());
  EXPECT_EQ(statement->scanned(), 0u);
  EXPECT_EQ(statement->stop_reason(), StopReason::kNone);
}

TEST_F(Statements, EachWalkReadsTheStateOfItsFirstStep) {
  const auto statement = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  ASSERT_NE(statement, nullptr);
  ASSERT_TRUE(table_.erase({s("p"), n("1")}).ok());
  EXPECT_EQ(*statement->step(), Step::kRow);
  ASSERT_TRUE(table_.put(row(5, "new")).ok());
  EXPECT_EQ(read_answer(statement.get()).returned, 3u);
  statement->reset();
  EXPECT_EQ(read_answer(statement.get()).returned, 4u);
}

TEST_F(Statements, OnABoundTableItReadsThatState) {
  auto snapshot = database_->snapshot();
  ASSERT_TRUE(snapshot.ok());
  const TestTable bound = table_.at(*snapshot);
  ASSERT_TRUE(table_.erase({s("p"), n("2")}).ok());
  const Ask ask{.key = "pk = :p", .filter = "st = :s", .values = R"({":p":{"S":"p"},":s":{"S":"old"}})"};
  EXPECT_EQ(answer_rows(bound, ask), (Rows{row(2, "old"), row(4, "old")}));
  EXPECT_EQ(answer_rows(table_, ask), Rows{row(4, "old")});
}

TEST_F(Statements, OtherKindsAreNotSteppedAndReadsAreNoTerms) {
  const auto condition = prepared({.kind = kCondition, .condition = "st = :s", .values = R"({":s":{"S":"x"}})"});
  ASSERT_NE(condition, nullptr);
  EXPECT_EQ(condition->kind(), kCondition);
  EXPECT_EQ(condition->read(), nullptr);
  EXPECT_EQ(condition->step().status().error(), Error::kMisuse);
  EXPECT_EQ(condition->token().status().error(), Error::kMisuse);
  EXPECT_EQ(condition->resume("").error(), Error::kMisuse);
  const auto query = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  ASSERT_NE(query, nullptr);
  EXPECT_EQ(query->write_terms().status().error(), Error::kMisuse);
}

TEST_F(Statements, TermsAreCheckedWithTheValuesThatAreBound) {
  const auto statement = prepared({.kind = kUpdate, .update = "ADD x :n", .condition = "st < :s"});
  ASSERT_NE(statement, nullptr);
  EXPECT_EQ(statement->write_terms().status().error(), Error::kValueUndefined);
  ASSERT_TRUE(bind_json(statement.get(), R"({":n":{"S":"a"},":s":{"S":"b"}})").ok());
  EXPECT_EQ(statement->write_terms().status().error(), Error::kOperatorOperandType);
  ASSERT_TRUE(bind_json(statement.get(), R"({":n":{"N":"1"},":s":{"BOOL":true}})").ok());
  EXPECT_EQ(statement->write_terms().status().error(), Error::kOperatorOperandType);
  ASSERT_TRUE(bind_json(statement.get(), R"({":s":{"S":"b"}})").ok());
  const auto terms = statement->write_terms();
  ASSERT_TRUE(terms.ok());
  EXPECT_NE(terms->update, nullptr);
  EXPECT_NE(terms->condition, nullptr);
  EXPECT_EQ(terms->values.size(), 2u);
}

TEST_F(Statements, WritesMayNotGoIntoKeys) {
  EXPECT_EQ(prepare_error(table_, {.kind = kUpdate, .update = "SET sk = :v"}).error(), Error::kUpdateOfKey);
  EXPECT_EQ(prepare_error(table_, {.kind = kCondition, .condition = "pk.x = :v"}).error(), Error::kKeyNotScalar);
}

TEST_F(Statements, ADroppedTableIsGoneForItsStatements) {
  const auto begun = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  const auto idle = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  ASSERT_TRUE(begun != nullptr && idle != nullptr);
  ASSERT_EQ(*begun->step(), Step::kRow);
  ASSERT_TRUE(database_->drop_table("tab").ok());
  for (Statement* const statement : {begun.get(), idle.get()}) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(statement->step().status().error(), Error::kTableDropped);
    EXPECT_EQ(statement->token().status().error(), Error::kTableDropped);
    EXPECT_FALSE(statement->is_on_row());
  }
  EXPECT_EQ(prepare_error(table_, {.kind = kScan}).error(), Error::kTableDropped);
  // The name made anew is another table.
  const TestTable other = database_.create({.hash = "pk:S", .sort = "sk:N"});
  begun->reset();
  EXPECT_EQ(begun->step().status().error(), Error::kTableDropped);
  EXPECT_EQ(answer_rows(other, {.kind = kScan}), Rows{});
}

TEST_F(Statements, AfterACloseEverythingAnswersClosed) {
  const auto begun = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  const auto idle = prepared({.key = "pk = :p", .values = R"({":p":{"S":"p"}})"});
  const auto update = prepared({.kind = kUpdate, .update = "SET x = :v"});
  ASSERT_TRUE(begun != nullptr && idle != nullptr && update != nullptr);
  ASSERT_EQ(*begun->step(), Step::kRow);
  database_.close();
  EXPECT_FALSE(begun->is_on_row());
  for (Statement* const statement : {begun.get(), idle.get()}) {
    EXPECT_EQ(statement->step().status().error(), Error::kClosed);
    EXPECT_EQ(statement->token().status().error(), Error::kClosed);
    EXPECT_EQ(statement->resume("").error(), Error::kClosed);
    statement->reset();
    EXPECT_EQ(statement->step().status().error(), Error::kClosed);
  }
  EXPECT_EQ(update->bind(0, s("x").view()).error(), Error::kClosed);
  EXPECT_EQ(update->write_terms().status().error(), Error::kClosed);
  EXPECT_EQ(prepare_error(table_, {.kind = kScan}).error(), Error::kClosed);
}

// A row whose map is damaged: the filter meets it, and so does what resumes from there.
TEST_F(Statements, ADamagedValueIsAnErrorThatIsNotPassedOver) {
  ItemBuilder builder;
  const Value pk = s("p");
  const Value sk = n("2");
  ASSERT_TRUE(builder.set("pk", pk.view()).ok());
  ASSERT_TRUE(builder.set("sk", sk.view()).ok());
  ASSERT_TRUE(builder.set("m", {Type::kMap, "no map"}).ok());
  std::string key;
  const std::vector<ValueView> parts = {pk.view(), sk.view()};
  ASSERT_TRUE(append_key_of_values(table_.open_table().def().key, parts, &key).ok());
  write_raw(database_->store(), table_.open_table().base(), key, builder.finish().bytes());
  const auto statement =
      prepared({.key = "pk = :p", .filter = "NOT m.x = :v", .values = R"({":p":{"S":"p"},":v":{"N":"1"}})"});
  ASSERT_NE(statement, nullptr);
  EXPECT_EQ(*statement->step(), Step::kRow);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(statement->step().status().error(), Error::kItemCorrupt);
  EXPECT_FALSE(statement->is_on_row());
  EXPECT_EQ(statement->returned(), 1u);
  const auto token = statement->token();
  ASSERT_TRUE(token.ok());
  ASSERT_TRUE(statement->resume(*token).ok());
  EXPECT_EQ(statement->step().status().error(), Error::kItemCorrupt);
}

}  // namespace
}  // namespace sheaf
