// Lookups of many items: from one state, within limits.
#include <gtest/gtest.h>

#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

struct LookedUp {
  Status status;
  std::vector<Lookup::Outcome> outcomes;
  std::vector<std::string> items;  // as JSON; "" where there is none
};

struct Key {
  const TestTable* table;
  std::vector<Value> values;
};

LookedUp look_up(const std::vector<Key>& keys, uint64_t max_bytes = 0) {
  std::vector<std::vector<ValueView>> views;
  std::vector<AlignedBuffer> items(keys.size());
  std::vector<LookupRequest> requests;
  for (const Key& key : keys) views.push_back(views_of(key.values));
  for (size_t i = 0; i < keys.size(); ++i) requests.push_back({&keys[i].table->handle(), views[i], &items[i]});
  ActionOutcomes outcomes;
  LookedUp answer;
  answer.status = keys.front().table->database().get_all({requests, max_bytes, {}, &outcomes});
  for (size_t i = 0; i < keys.size(); ++i) {
    answer.outcomes.push_back(requests[i].outcome);
    answer.items.push_back(items[i].view().empty() ? "" : json_of_stored(items[i].view()));
  }
  return answer;
}

constexpr auto kFound = Lookup::Outcome::kFound;
constexpr auto kAbsent = Lookup::Outcome::kAbsent;
constexpr auto kNotRead = Lookup::Outcome::kNotRead;

class LookupsTest : public testing::Test {
 protected:
  LookupsTest() : first_(database_.create({.name = "first"})), second_(database_.create({.name = "second"})) {}

  static std::string item(const std::string& pk) { return R"({"pk":{"S":")" + pk + R"("}})"; }

  TestDatabase database_;
  TestTable first_;
  TestTable second_;
};

TEST_F(LookupsTest, ReadsOverTablesInTheOrderAsked) {
  ASSERT_TRUE(first_.put(item("a")).ok());
  ASSERT_TRUE(second_.put(item("b")).ok());
  const LookedUp answer = look_up({{&second_, {s("b")}}, {&first_, {s("b")}}, {&first_, {s("a")}}});
  ASSERT_TRUE(answer.status.ok()) << answer.status.message();
  EXPECT_EQ(answer.outcomes, (std::vector{kFound, kAbsent, kFound}));
  EXPECT_EQ(answer.items, (std::vector<std::string>{item("b"), "", item("a")}));
}

TEST_F(LookupsTest, ReadsMoreThanOneGroup) {
  std::vector<Key> keys;
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "k" + std::to_string(i);
    const bool is_there = i % 3 != 0;
    if (is_there) {
      ASSERT_TRUE(first_.put(item(name)).ok());
    }
    keys.push_back({&first_, {s(name)}});
    expected.push_back(is_there ? item(name) : "");
  }
  const LookedUp answer = look_up(keys);
  ASSERT_TRUE(answer.status.ok());
  EXPECT_EQ(answer.items, expected);
}

// Items of 100 bytes each by DynamoDB's formula.
TEST_F(LookupsTest, StopsBeforeTheItemThatPassesTheLimitButGivesTheFirst) {
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(first_.put(padded_item(item(name), 100)).ok());
  const std::vector<Key> keys{{&first_, {s("a")}}, {&first_, {s("none")}}, {&first_, {s("b")}}, {&first_, {s("c")}}};
  EXPECT_EQ(look_up(keys, 300).outcomes, (std::vector{kFound, kAbsent, kFound, kFound}));
  EXPECT_EQ(look_up(keys, 299).outcomes, (std::vector{kFound, kAbsent, kFound, kNotRead}));
  EXPECT_EQ(look_up(keys, 100).outcomes, (std::vector{kFound, kAbsent, kNotRead, kNotRead}));
  EXPECT_EQ(look_up(keys, 1).outcomes, (std::vector{kFound, kAbsent, kNotRead, kNotRead}));
  EXPECT_EQ(look_up(keys, 1).items[2], "");
}

TEST_F(LookupsTest, BoundTablesAreReadFromTheirSnapshot) {
  ASSERT_TRUE(first_.put(item("a")).ok());
  const auto snapshot = database_->snapshot();
  ASSERT_TRUE(snapshot.ok());
  ASSERT_TRUE(first_.erase({s("a")}).ok());
  ASSERT_TRUE(second_.put(item("b")).ok());
  const TestTable bound = first_.at(*snapshot);
  const LookedUp answer = look_up({{&bound, {s("a")}}, {&second_, {s("b")}}, {&first_, {s("a")}}});
  ASSERT_TRUE(answer.status.ok()) << "a key in two states is two lookups";
  EXPECT_EQ(answer.outcomes, (std::vector{kFound, kFound, kAbsent}));
}

TEST_F(LookupsTest, WrongKeysRefuseAll) {
  ASSERT_TRUE(first_.put(item("a")).ok());
  EXPECT_TRUE(look_up({{&first_, {s("a")}}, {&first_, {n("1")}}}).status.is(Error::kKeyType));
  EXPECT_TRUE(look_up({{&first_, {s("a")}}, {&first_, {s("")}}}).status.is(Error::kKeyEmptyString));
  EXPECT_TRUE(look_up({{&first_, {s("a")}}, {&first_, {s("b")}}, {&first_, {s("a")}}}).status.is(Error::kKeysTwice));
  EXPECT_EQ(look_up({{&first_, {s("a")}}, {&first_, {s("")}}}).items[0], "");
}

}  // namespace
}  // namespace sheaf
