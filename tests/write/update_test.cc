// Updates of items through the whole write path: what is made, what is kept, and the images that are given back
// (dynamodb-semantics.md 4.11, 5.7).
#include <gtest/gtest.h>

#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;

constexpr auto kUpdated = ImageParts::kUpdated;

class UpdateTest : public testing::Test {
 protected:
  UpdateTest() : table_(database_.create({.hash = "pk:S", .sort = "sk:N"})) {}

  Written update(const Terms& terms) { return test::update(table_, key_, terms); }
  std::optional<std::string> stored() { return table_.get(key_); }
  void put(std::string_view attributes) {
    const Status status = table_.put(R"({"pk":{"S":"p"},"sk":{"N":"1"},)" + std::string(attributes) + "}");
    ASSERT_TRUE(status.ok()) << status.message();
  }

  TestDatabase database_;
  TestTable table_;
  const std::vector<Value> key_{s("p"), n("1.0")};
};

constexpr std::string_view kKeyOnly = R"({"pk":{"S":"p"},"sk":{"N":"1"}})";

TEST_F(UpdateTest, MakesAnItemOfItsKeyAndWhatIsSet) {
  const Written made = update({.update = "SET a = :v ADD z :n", .values = R"({":v":{"S":"x"},":n":{"N":"2"}})"});
  EXPECT_TRUE(made.status.ok()) << made.status.message();
  constexpr std::string_view kMade = R"({"a":{"S":"x"},"pk":{"S":"p"},"sk":{"N":"1"},"z":{"N":"2"}})";
  EXPECT_EQ(made.old_image, std::nullopt);
  EXPECT_EQ(made.new_image, kMade);
  EXPECT_EQ(stored(), kMade);
}

TEST_F(UpdateTest, ChangesWhatItNamesAndKeepsTheRest) {
  put(R"("a":{"S":"x"},"b":{"M":{"c":{"N":"1"}}})");
  const Written changed = update({.update = "SET b.c = b.c + :n REMOVE a", .values = R"({":n":{"N":"2"}})"});
  EXPECT_TRUE(changed.status.ok()) << changed.status.message();
  EXPECT_EQ(changed.old_image, R"({"a":{"S":"x"},"b":{"M":{"c":{"N":"1"}}},"pk":{"S":"p"},"sk":{"N":"1"}})");
  EXPECT_EQ(changed.new_image, R"({"b":{"M":{"c":{"N":"3"}}},"pk":{"S":"p"},"sk":{"N":"1"}})");
  EXPECT_EQ(stored(), changed.new_image);
}

TEST_F(UpdateTest, C081_WithoutAnExpressionMakesAnItemOfItsKeyOnly) {
  Database::WriteRequest request;
  request.table = &table_.handle();
  AlignedBuffer new_image;
  request.new_image = &new_image;
  const auto made = database_->update(request, views_of(key_));
  ASSERT_TRUE(made.ok()) << made.status().message();
  EXPECT_TRUE(made->has_new_image);
  EXPECT_EQ(json_of_stored(new_image.view()), kKeyOnly);
  EXPECT_EQ(stored(), kKeyOnly);
}

TEST_F(UpdateTest, WithoutAnExpressionLeavesAnItemThatIsThere) {
  put(R"("a":{"S":"x"})");
  const auto before = stored();
  const Written left = update({});
  EXPECT_TRUE(left.status.ok()) << left.status.message();
  EXPECT_EQ(left.old_image, before);
  EXPECT_EQ(left.new_image, before);
  EXPECT_EQ(stored(), before);
}

TEST_F(UpdateTest, C082_TakingAwayFromNothingMakesNothing) {
  for (const std::string text : {"REMOVE a", "REMOVE a.b[1]", "DELETE s :s", "REMOVE a.b DELETE c.s :s"}) {
    const bool has_value = text.find(":s") != std::string::npos;
    const Written nothing = update({.update = text, .values = has_value ? R"({":s":{"SS":["x"]}})" : "{}"});
    EXPECT_TRUE(nothing.status.ok()) << text << ": " << nothing.status.message();
    EXPECT_EQ(nothing.old_image, std::nullopt);
    EXPECT_EQ(nothing.new_image, std::nullopt);
    EXPECT_EQ(stored(), std::nullopt) << text;
  }
}

TEST_F(UpdateTest, AFailedUpdateChangesNothing) {
  put(R"("a":{"S":"x"},"n":{"N":"9e125"})");
  const auto before = stored();
  const std::pair<std::string, Error> failing[] = {{"SET b = :n, c = d", Error::kUpdateMissesAttribute},
                                                   {"SET b = :n, a.c = :n", Error::kUpdatePathInvalid},
                                                   {"SET b = :n, c = a + :n", Error::kUpdateOperandType},
                                                   {"SET b = :n ADD a :n", Error::kUpdateOperandType},
                                                   {"SET b = :n ADD n :n", Error::kNumberOverflow}};
  for (const auto& [text, error] : failing) {
    const Written refused = update({.update = text, .values = R"({":n":{"N":"9e125"}})"});
    EXPECT_TRUE(refused.status.is(error)) << text << ": " << refused.status.message();
    EXPECT_EQ(stored(), before) << text;
  }
}

TEST_F(UpdateTest, AFailedUpdateOfNothingMakesNothing) {
  EXPECT_TRUE(update({.update = "SET a = b"}).status.is(Error::kUpdateMissesAttribute));
  EXPECT_TRUE(update({.update = "SET a.b = :n", .values = R"({":n":{"N":"1"}})"}).status.is(Error::kUpdatePathInvalid));
  EXPECT_EQ(stored(), std::nullopt);
}

TEST_F(UpdateTest, C027_KeyAttributesAreNotUpdatedNotEvenToWhatTheyAre) {
  put(R"("a":{"S":"x"})");
  const auto before = stored();
  for (const std::string text : {"SET pk = :v", "SET sk = :v", "REMOVE pk", "ADD sk :v", "SET pk.x = :v"}) {
    const Written refused = update({.update = text, .values = text == "REMOVE pk" ? "{}" : R"({":v":{"N":"1"}})"});
    EXPECT_TRUE(refused.status.is(Error::kUpdateOfKey)) << text << ": " << refused.status.message();
  }
  const Written by_name = update({.update = "SET #k = :v", .values = R"({":v":{"S":"p"}})", .names = {{"#k", "pk"}}});
  EXPECT_EQ(by_name.status.aws_message(),
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key");
  EXPECT_EQ(stored(), before);
}

TEST_F(UpdateTest, KeysAreReadLikeAnyAttributeButHaveNothingInThem) {
  put(R"("a":{"S":"x"})");
  EXPECT_TRUE(update({.update = "SET b = pk, c = sk + sk"}).status.ok());
  EXPECT_EQ(stored(), R"({"a":{"S":"x"},"b":{"S":"p"},"c":{"N":"2"},"pk":{"S":"p"},"sk":{"N":"1"}})");
  EXPECT_TRUE(update({.update = "SET b = pk.x"}).status.is(Error::kKeyNotScalar));
  EXPECT_TRUE(update({.update = "SET b = sk[0]"}).status.is(Error::kKeyNotScalar));
}

// A new item has its key attributes afterwards, but right-hand sides read what was there before: nothing.
TEST_F(UpdateTest, TheKeyOfANewItemCannotBeRead) {
  EXPECT_TRUE(update({.update = "SET b = pk"}).status.is(Error::kUpdateMissesAttribute));
  EXPECT_EQ(stored(), std::nullopt);
}

TEST_F(UpdateTest, AWrongKeyIsRefused) {
  const Terms terms{.update = "SET a = :v", .values = R"({":v":{"N":"1"}})"};
  EXPECT_TRUE(test::update(table_, {s("p")}, terms).status.is(Error::kKeyShape));
  EXPECT_TRUE(test::update(table_, {s("p"), s("1")}, terms).status.is(Error::kKeyType));
  EXPECT_TRUE(test::update(table_, {s(""), n("1")}, terms).status.is(Error::kKeyEmptyString));
}

TEST_F(UpdateTest, C089_AnItemOver400KiBIsRefusedAndTheOldOneStays) {
  put(R"("a":{"S":"x"})");
  const auto before = stored();
  const auto set_string = [this](size_t size) {
    return update({.update = "SET b = :v", .values = R"({":v":{"S":")" + std::string(size, 'x') + R"("}})"});
  };
  // pk p sk 1 (2 bytes) a x b: 2 + 1 + 2 + 2 + 1 + 1 + 1 bytes beside the string.
  constexpr size_t kBeside = 10;
  const Written refused = set_string(409600 - kBeside + 1);
  EXPECT_EQ(refused.status.code(), StatusCode::kLIMIT);
  EXPECT_EQ(refused.status.message(), "the item would have 409601 bytes; at most 409600 are allowed");
  EXPECT_EQ(refused.status.aws_message(), "Item size to update has exceeded the maximum allowed size");
  EXPECT_EQ(stored(), before);
  EXPECT_TRUE(set_string(409600 - kBeside).status.ok());
}

TEST_F(UpdateTest, C087_UpdatedOldHasWhatWasThere) {
  EXPECT_EQ(update({.update = "SET a = :v", .values = R"({":v":{"N":"1"}})", .parts = kUpdated}).old_image,
            std::nullopt);
  put(R"("a":{"N":"1"},"b":{"N":"2"},"m":{"M":{"x":{"N":"3"},"y":{"N":"4"}}})");
  const Written changed =
      update({.update = "SET a = :v, c = :v REMOVE m.x ADD b :v", .values = R"({":v":{"N":"1"}})", .parts = kUpdated});
  EXPECT_EQ(changed.old_image, R"({"a":{"N":"1"},"b":{"N":"2"},"m":{"M":{"x":{"N":"3"}}}})");
  EXPECT_EQ(changed.new_image, R"({"a":{"N":"1"},"b":{"N":"3"},"c":{"N":"1"}})");
  EXPECT_EQ(stored(),
            R"({"a":{"N":"1"},"b":{"N":"3"},"c":{"N":"1"},"m":{"M":{"y":{"N":"4"}}},"pk":{"S":"p"},"sk":{"N":"1"}})");
}

TEST_F(UpdateTest, UpdatedNewOfAddAndDeleteIsTheWholeValue) {
  put(R"("n":{"N":"1"},"s":{"SS":["a","b","c"]},"t":{"SS":["a"]})");
  const Written changed = update({.update = "ADD n :n DELETE s :s, t :t",
                                  .values = R"({":n":{"N":"4"},":s":{"SS":["b"]},":t":{"SS":["a"]}})",
                                  .parts = kUpdated});
  EXPECT_EQ(changed.old_image, R"({"n":{"N":"1"},"s":{"SS":["a","b","c"]},"t":{"SS":["a"]}})");
  EXPECT_EQ(changed.new_image, R"({"n":{"N":"5"},"s":{"SS":["a","c"]}})");
}

TEST_F(UpdateTest, UpdatedNewOfRemovesIsNothing) {
  put(R"("a":{"N":"1"},"b":{"N":"2"})");
  const Written changed = update({.update = "REMOVE a", .parts = kUpdated});
  EXPECT_EQ(changed.old_image, R"({"a":{"N":"1"}})");
  EXPECT_EQ(changed.new_image, std::nullopt);
  EXPECT_EQ(update({.parts = kUpdated}).new_image, std::nullopt);
}

TEST_F(UpdateTest, C085_C086_UpdatedNewOfListMembersIsWhatStandsAtThePositionNow) {
  put(R"("a":{"M":{"c":{"L":[{"N":"0"},{"N":"1"},{"N":"2"}]}}})");
  const std::string values = R"({":v":{"N":"9"}})";
  EXPECT_EQ(update({.update = "SET a.c[1] = :v", .values = values, .parts = kUpdated}).new_image,
            R"({"a":{"M":{"c":{"L":[{"N":"9"}]}}}})");
  EXPECT_EQ(update({.update = "SET a.c[100] = :v", .values = values, .parts = kUpdated}).new_image, std::nullopt);
  EXPECT_EQ(update({.update = "REMOVE a.c[1]", .parts = kUpdated}).new_image, R"({"a":{"M":{"c":{"L":[{"N":"2"}]}}}})");
  EXPECT_EQ(stored(), R"({"a":{"M":{"c":{"L":[{"N":"0"},{"N":"2"},{"N":"9"}]}}},"pk":{"S":"p"},"sk":{"N":"1"}})");
}

TEST_F(UpdateTest, OneStatementServesManyItems) {
  const auto statement =
      prepare(table_, {.kind = StatementKind::kUpdate, .update = "SET a = if_not_exists(a, :z) + :n"});
  ASSERT_TRUE(statement.ok()) << statement.status().message();
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    ASSERT_TRUE(bind_json(statement->get(), R"({":z":{"N":"100"},":n":{"N":")" + number + R"("}})").ok());
    const auto terms = (*statement)->write_terms();
    ASSERT_TRUE(terms.ok()) << terms.status().message();
    const std::vector<Value> key{s("p"), n(std::to_string(i % 3))};
    ASSERT_TRUE(database_->update({.table = &table_.handle(), .terms = *terms}, views_of(key)).ok());
  }
  EXPECT_EQ(table_.column("a"), (std::vector<std::string>{R"({"N":"103"})", R"({"N":"105"})", R"({"N":"107"})"}));
}

}  // namespace
}  // namespace sheaf
