// Updates of items that have rows in indexes (dynamodb-semantics.md 6.2).
#include <gtest/gtest.h>

#include "tests/support/bare_table.h"
#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;

class UpdateOfIndexes : public testing::Test {
 protected:
  UpdateOfIndexes()
      : table_(database_.create(
            {.hash = "pk:S",
             .indexes = {{"all", "g:S", "h:N"}, {"keys", "g:S", "", "KEYS_ONLY"}, {"some", "h:N", "", "INCLUDE v"}}})) {
  }

  Written update(const Terms& terms) { return test::update(table_, {s("p")}, terms); }
  std::vector<std::string> rows(const char* index) const { return table_.rows({.index = index}); }
  void expect_sound() const {
    const VerifyReport report = table_.verify();
    EXPECT_TRUE(report.is_clean());
  }
  // Refused, and nothing changed.
  void expect_refused(const Terms& terms, Error error, std::string_view aws_message) {
    const auto before = table_.get({s("p")});
    const Status status = update(terms).status;
    ASSERT_FALSE(status.ok()) << terms.update << " " << terms.values;
    EXPECT_TRUE(status.is(error)) << status.message();
    EXPECT_EQ(status.aws_message(), aws_message);
    EXPECT_EQ(table_.get({s("p")}), before);
    expect_sound();
  }

  TestDatabase database_;
  TestTable table_;
};

TEST_F(UpdateOfIndexes, RowsFollowTheItem) {
  ASSERT_TRUE(update({.update = "SET g = :g, h = :h, v = :v, w = :v",
                      .values = R"({":g":{"S":"x"},":h":{"N":"1"},":v":{"S":"1"}})"})
                  .status.ok());
  EXPECT_EQ(rows("all"),
            (std::vector<std::string>{R"({"g":{"S":"x"},"h":{"N":"1"},"pk":{"S":"p"},"v":{"S":"1"},"w":{"S":"1"}})"}));
  EXPECT_EQ(rows("keys"), (std::vector<std::string>{R"({"g":{"S":"x"},"pk":{"S":"p"}})"}));
  EXPECT_EQ(rows("some"), (std::vector<std::string>{R"({"h":{"N":"1"},"pk":{"S":"p"},"v":{"S":"1"}})"}));
  // Of w only "all" holds anything, of v not "keys".
  ASSERT_TRUE(update({.update = "SET w = :v", .values = R"({":v":{"S":"2"}})"}).status.ok());
  expect_sound();
  ASSERT_TRUE(update({.update = "SET v = :v", .values = R"({":v":{"S":"3"}})"}).status.ok());
  expect_sound();
  EXPECT_EQ(rows("all"),
            (std::vector<std::string>{R"({"g":{"S":"x"},"h":{"N":"1"},"pk":{"S":"p"},"v":{"S":"3"},"w":{"S":"2"}})"}));
  EXPECT_EQ(rows("some"), (std::vector<std::string>{R"({"h":{"N":"1"},"pk":{"S":"p"},"v":{"S":"3"}})"}));
  ASSERT_TRUE(update({.update = "ADD h :h", .values = R"({":h":{"N":"4"}})"}).status.ok());
  expect_sound();
  EXPECT_EQ(rows("some"), (std::vector<std::string>{R"({"h":{"N":"5"},"pk":{"S":"p"},"v":{"S":"3"}})"}));
  ASSERT_TRUE(update({.update = "REMOVE g"}).status.ok());
  expect_sound();
  EXPECT_TRUE(rows("all").empty());
  EXPECT_TRUE(rows("keys").empty());
  EXPECT_EQ(rows("some").size(), 1u);
}

TEST_F(UpdateOfIndexes, WrongKeysOfIndexesAreRefused) {
  ASSERT_TRUE(table_.put(R"({"pk":{"S":"p"},"g":{"S":"x"},"h":{"N":"1"}})").ok());
  expect_refused(
      {.update = "SET g = :v", .values = R"({":v":{"N":"1"}})"}, Error::kIndexKeyType,
      "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N IndexName: "
      "all");
  expect_refused(
      {.update = "SET g = :v", .values = R"({":v":{"S":""}})"}, Error::kUpdateIndexKeyEmpty,
      "One or more parameter values are not valid. The update expression attempted to update a secondary index "
      "key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty "
      "string value.");
  expect_refused(
      {.update = "SET h = g"}, Error::kIndexKeyType,
      "One or more parameter values were invalid: Type mismatch for Index Key h Expected: N Actual: S IndexName: "
      "all");
  expect_refused(
      {.update = "SET g = :v", .values = R"({":v":{"S":")" + std::string(2049, 'x') + R"("}})"},
      Error::kPartitionKeyTooLong,
      "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 "
      "bytes");
  EXPECT_TRUE(
      update({.update = "SET g = :v", .values = R"({":v":{"S":")" + std::string(2048, 'x') + R"("}})"}).status.ok());
}

TEST_F(UpdateOfIndexes, ANewItemIsJudgedToo) {
  expect_refused({.update = "SET h = :v", .values = R"({":v":{"NULL":true}})"}, Error::kIndexKeyType,
                 "One or more parameter values were invalid: Type mismatch for Index Key h Expected: N Actual: NULL "
                 "IndexName: all");
  EXPECT_EQ(table_.get({s("p")}), std::nullopt);
}

TEST_F(UpdateOfIndexes, NothingLiesInAKeyOfAnIndex) {
  const Written refused = update({.update = "SET g.x = :v", .values = R"({":v":{"N":"1"}})"});
  EXPECT_TRUE(refused.status.is(Error::kKeyNotScalar));
  EXPECT_EQ(refused.status.aws_message(),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: g");
  EXPECT_TRUE(update({.update = "SET a = h[1]"}).status.is(Error::kKeyNotScalar));
  EXPECT_TRUE(update({.condition = "attribute_exists(g.x)"}).status.is(Error::kKeyNotScalar));
  EXPECT_TRUE(update({.condition = "attribute_exists(pk.x)"}).status.is(Error::kKeyNotScalar));
}

// Not one attribute that the index holds is named by the update, and the new item has them all.
TEST_F(UpdateOfIndexes, ANewItemIsInAnIndexOnItsKey) {
  TestTable table = database_.create(
      {.name = "turned", .hash = "pk:S", .sort = "sk:S", .indexes = {{"turned", "sk:S", "pk:S", "KEYS_ONLY"}}});
  const Terms terms{.update = "SET a = :v", .values = R"({":v":{"N":"1"}})"};
  EXPECT_TRUE(test::update(table, {s("p"), s("s")}, terms).status.ok());
  EXPECT_EQ(table.rows({.index = "turned"}), (std::vector<std::string>{R"({"pk":{"S":"p"},"sk":{"S":"s"}})"}));
  EXPECT_TRUE(table.verify().is_clean());
}

// A key attribute of the table may be longer than the index takes it; a put is refused then, so an update that makes the item
// is too.
TEST_F(UpdateOfIndexes, TheKeyOfANewItemFitsTheIndexes) {
  TestTable table = database_.create({.name = "long", .hash = "pk:S", .indexes = {{"by_g", "g:S", "pk:S"}}});
  const std::string long_key(1025, 'k');
  EXPECT_TRUE(table.put(R"({"pk":{"S":")" + long_key + R"("}})").is(Error::kSortKeyTooLong));
  const Terms terms{.update = "SET a = :v", .values = R"({":v":{"N":"1"}})"};
  EXPECT_TRUE(test::update(table, {s(long_key)}, terms).status.is(Error::kSortKeyTooLong));
  EXPECT_TRUE(test::update(table, {s(long_key.substr(1))}, terms).status.ok());
}

// An item may be older than its index: what the update does not change is not judged, and the item stays without a row.
TEST(UpdateOfOldItems, OnlyWhatIsChangedIsJudged) {
  BareTable table({.hash = "pk:S", .indexes = {{"by_g", "g:S", "h:N"}}});
  const std::string_view old_item = R"({"pk":{"S":"p"},"g":{"N":"7"},"h":{"N":"1"}})";
  const TestItem wrong(old_item);
  write_raw(table.store(), table.table().base(), table.key_of(old_item), wrong.bytes());
  const std::vector<Value> key{s("p")};
  const std::vector<ValueView> key_views = views_of(key);
  const auto run = [&](std::string_view text, std::string_view values_json) {
    Vocabulary vocabulary;
    const auto update = UpdateExpression::parse(text, &vocabulary);
    EXPECT_TRUE(update.ok()) << update.status().message();
    const TestItem values(values_json);
    std::vector<ValueView> slots;
    for (const std::string& parameter : vocabulary.parameters()) slots.push_back(values.view().find(parameter));
    EXPECT_TRUE(update->check(slots).ok());
    Action action;
    action.kind = ActionKind::kUpdate;
    action.table = &table.table();
    action.key = key_views;
    action.terms.update = &*update;
    action.terms.values = slots;
    const auto result = table.pipeline().run(&action);
    return result.ok() ? Status() : result.status();
  };
  EXPECT_TRUE(run("SET v = :v", R"({":v":{"S":"x"}})").ok());
  EXPECT_TRUE(run("ADD h :v", R"({":v":{"N":"1"}})").ok());
  EXPECT_TRUE(table.rows({.index = "by_g"}).empty());
  EXPECT_TRUE(table.verify().is_clean());
  EXPECT_TRUE(run("SET g = :v", R"({":v":{"N":"8"}})").is(Error::kIndexKeyType));
  EXPECT_TRUE(run("SET g = :v", R"({":v":{"S":"x"}})").ok());
  EXPECT_EQ(table.rows({.index = "by_g"}),
            (std::vector<std::string>{R"({"g":{"S":"x"},"h":{"N":"2"},"pk":{"S":"p"},"v":{"S":"x"}})"}));
  EXPECT_TRUE(table.verify().is_clean());
}

TEST(UpdateOfLocalIndexes, RowsCountInTheSize) {
  TestDatabase database;
  TestTable table =
      database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"by_l", "pk:S", "l:S", "ALL", IndexKind::kLocal}}});
  const std::string half(204800, 'x');
  EXPECT_TRUE(update(table, {s("p"), s("1")}, {.update = "SET v = :v", .values = R"({":v":{"S":")" + half + R"("}})"})
                  .status.ok());
  const Status status =
      update(table, {s("p"), s("1")}, {.update = "SET l = :l", .values = R"({":l":{"S":"x"}})"}).status;
  EXPECT_EQ(status.code(), StatusCode::kLIMIT);
  // pk p sk 1 l x v and the string: 2 + 1 + 2 + 1 + 1 + 1 + 1 + 204800 bytes, twice.
  EXPECT_EQ(status.message(),
            "the item and its rows of local indexes would have 409618 bytes together; at most 409600 are allowed");
  EXPECT_EQ(status.aws_message(), "Item size to update has exceeded the maximum allowed size");
  EXPECT_TRUE(table.rows({.index = "by_l"}).empty());
}

}  // namespace
}  // namespace sheaf
