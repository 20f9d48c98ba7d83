// Lists in updates: positions are those of before the update, what is removed closes up, what is set behind the end is
// appended (dynamodb-semantics.md 4.11).
#include <gtest/gtest.h>

#include <string>

#include "tests/expr/update_support.h"

namespace sheaf {
namespace {

using namespace test;

// {"a":{"L":[{"N":"0"},{"N":"1"},...]}} of these numbers.
std::string list_of(std::initializer_list<int> numbers) {
  std::string text;
  for (const int number : numbers) {
    text += (text.empty() ? "" : ",") + (R"({"N":")" + std::to_string(number) + R"("})");
  }
  return R"({"a":{"L":[)" + text + "]}}";
}

constexpr std::string_view kValues = R"({":n":{"N":"9"},":m":{"N":"8"}})";

TEST(UpdateLists, SetReplacesTheMemberAtAPosition) {
  EXPECT_EQ(updated(list_of({0, 1, 2}), "SET a[1] = :n", kValues), list_of({0, 9, 2}));
  EXPECT_EQ(updated(list_of({0, 1, 2}), "SET a[0] = a[2], a[2] = a[0]"), list_of({2, 1, 0}));
}

TEST(UpdateLists, C071_SetBehindTheEndAppends) {
  EXPECT_EQ(updated(list_of({0, 1, 2}), "SET a[100] = :n", kValues), list_of({0, 1, 2, 9}));
  EXPECT_EQ(updated(list_of({0, 1, 2}), "SET a[3] = :n", kValues), list_of({0, 1, 2, 9}));
  EXPECT_EQ(updated(list_of({}), "SET a[0] = :n", kValues), list_of({9}));
}

TEST(UpdateLists, C072_WhatIsAppendedComesInTheOrderOfPositions) {
  EXPECT_EQ(updated(list_of({0}), "SET a[84] = :a, a[37] = :b, a[17] = :c, a[50] = :d",
                    R"({":a":{"N":"84"},":b":{"N":"37"},":c":{"N":"17"},":d":{"N":"50"}})"),
            list_of({0, 17, 37, 50, 84}));
}

TEST(UpdateLists, C073_RemovedPositionsAreThoseOfBefore) {
  EXPECT_EQ(updated(list_of({0, 1, 2, 3}), "REMOVE a[1], a[2]"), list_of({0, 3}));
  EXPECT_EQ(updated(list_of({0, 1, 2, 3}), "REMOVE a[3], a[0]"), list_of({1, 2}));
  EXPECT_EQ(updated(list_of({0}), "REMOVE a[0]"), list_of({}));
}

TEST(UpdateLists, C074_SetAndRemoveMeanTheSameList) {
  EXPECT_EQ(updated(list_of({0, 1, 2, 3}), "REMOVE a[1] SET a[3] = :n", kValues), list_of({0, 2, 9}));
  EXPECT_EQ(updated(list_of({0, 1, 2}), "REMOVE a[1] SET a[3] = :n", kValues), list_of({0, 2, 9}));
  EXPECT_EQ(updated(list_of({0, 1, 2}), "REMOVE a[0], a[1], a[2] SET a[9] = a[0]", kValues), list_of({0}));
}

TEST(UpdateLists, C075_RemoveBehindTheEndIsNoError) {
  EXPECT_EQ(updated(list_of({0, 1}), "REMOVE a[7]"), list_of({0, 1}));
  EXPECT_EQ(updated(list_of({0, 1}), "REMOVE a[2], a[1]"), list_of({0}));
}

TEST(UpdateLists, AMemberBehindTheEndIsNoParent) {
  EXPECT_EQ(updated(list_of({0}), "SET a[1].b = :n", kValues), "the item has no map or list in which a[1].b could be");
  EXPECT_EQ(updated(list_of({0}), "REMOVE a[1].b"), "the item has no map or list in which a[1].b could be");
}

TEST(UpdateLists, MembersOfMembersChangeInPlace) {
  EXPECT_EQ(updated(R"({"a":{"L":[{"M":{"x":{"N":"1"}}},{"L":[{"N":"1"},{"N":"2"}]},{"S":"z"}]}})",
                    "SET a[0].y = :n REMOVE a[1][0], a[2]", kValues),
            R"({"a":{"L":[{"M":{"x":{"N":"1"},"y":{"N":"9"}}},{"L":[{"N":"2"}]}]}})");
}

TEST(UpdateLists, AddAndDeleteReachIntoLists) {
  EXPECT_EQ(updated(list_of({0, 1}), "ADD a[1] :n", kValues), list_of({0, 10}));
  EXPECT_EQ(updated(list_of({0, 1}), "ADD a[5] :n", kValues), list_of({0, 1, 9}));
  EXPECT_EQ(updated(R"({"a":{"L":[{"SS":["x"]},{"SS":["x","y"]}]}})", "DELETE a[0] :s, a[1] :s, a[2] :s",
                    R"({":s":{"SS":["x"]}})"),
            R"({"a":{"L":[{"SS":["y"]}]}})");
}

TEST(UpdateLists, ALongListKeepsAllItsOtherMembers) {
  constexpr int kMembers = 5000;
  std::string before;
  std::string after;
  for (int i = 0; i < kMembers; ++i) {
    const std::string member = R"({"S":"member )" + std::to_string(i) + R"("})";
    before += (i == 0 ? "" : ",") + member;
    if (i == 17 || i == 4999) continue;
    after += (i == 0 ? "" : ",") + (i == 4000 ? std::string(R"({"N":"9"})") : member);
  }
  EXPECT_EQ(
      updated(R"({"a":{"L":[)" + before + "]}}", "REMOVE a[17], a[4999] SET a[4000] = :n, a[99999] = :m", kValues),
      R"({"a":{"L":[)" + after + R"(,{"N":"8"}]}})");
}

}  // namespace
}  // namespace sheaf
