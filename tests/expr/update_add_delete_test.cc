// ADD and DELETE (dynamodb-semantics.md 4.11).
#include <gtest/gtest.h>

#include "tests/expr/update_support.h"

namespace sheaf {
namespace {

using namespace test;

TEST(UpdateAdd, ANumberIsAdded) {
  EXPECT_EQ(updated(R"({"n":{"N":"1.5"}})", "ADD n :v", R"({":v":{"N":"-4"}})"), R"({"n":{"N":"-2.5"}})");
  EXPECT_EQ(updated(R"({"n":{"N":"1"}})", "ADD n :v", R"({":v":{"N":"-1"}})"), R"({"n":{"N":"0"}})");
}

TEST(UpdateAdd, WhatIsMissingCountsAsZeroOrTheEmptySet) {
  EXPECT_EQ(updated("", "ADD n :v, s :s", R"({":v":{"N":"7"},":s":{"BS":["AQ==","AA=="]}})"),
            R"({"n":{"N":"7"},"pk":{"S":"p"},"s":{"BS":["AA==","AQ=="]}})");
  EXPECT_EQ(updated(R"({"m":{"M":{}}})", "ADD m.n :v", R"({":v":{"N":"7"}})"), R"({"m":{"M":{"n":{"N":"7"}}}})");
}

TEST(UpdateAdd, SetsAreUnited) {
  EXPECT_EQ(updated(R"({"s":{"SS":["b","d"]}})", "ADD s :s", R"({":s":{"SS":["c","b","a","e"]}})"),
            R"({"s":{"SS":["a","b","c","d","e"]}})");
  EXPECT_EQ(updated(R"({"s":{"NS":["10","9"]}})", "ADD s :s", R"({":s":{"NS":["1E1","-1"]}})"),
            R"({"s":{"NS":["-1","9","10"]}})");
  EXPECT_EQ(updated(R"({"s":{"BS":["/w=="]}})", "ADD s :s", R"({":s":{"BS":["fw=="]}})"),
            R"({"s":{"BS":["fw==","/w=="]}})");
  EXPECT_EQ(updated(R"({"s":{"SS":["a"]}})", "ADD s :s", R"({":s":{"SS":["a"]}})"), R"({"s":{"SS":["a"]}})");
}

TEST(UpdateAdd, C078_TheTypesMustBeTheSame) {
  EXPECT_EQ(updated(R"({"s":{"N":"1"}})", "ADD s :s", R"({":s":{"NS":["1"]}})"), "ADD takes no operand of type N");
  EXPECT_EQ(updated(R"({"s":{"NS":["1"]}})", "ADD s :s", R"({":s":{"N":"1"}})"), "ADD takes no operand of type NS");
  EXPECT_EQ(updated(R"({"s":{"SS":["1"]}})", "ADD s :s", R"({":s":{"BS":["AA=="]}})"),
            "ADD takes no operand of type SS");
  EXPECT_EQ(updated(R"({"s":{"L":[]}})", "ADD s :s", R"({":s":{"NS":["1"]}})"), "ADD takes no operand of type L");
}

TEST(UpdateAdd, SumsKeepTheLimitsOfNumbers) {
  EXPECT_EQ(updated(R"({"n":{"N":"1e50"}})", "ADD n :v", R"({":v":{"N":"1"}})"),
            "the exact result needs more than 38 significant digits");
  EXPECT_EQ(updated(R"({"n":{"N":"-9e125"}})", "ADD n :v", R"({":v":{"N":"-9e125"}})"),
            "a number's magnitude is above 9.9999999999999999999999999999999999999E+125");
}

TEST(UpdateAdd, AMissingParentFails) {
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "ADD m.n :v", R"({":v":{"N":"7"}})"),
            "the item has no map or list in which m.n could be");
  EXPECT_EQ(updated("", "ADD m.n :v", R"({":v":{"N":"7"}})"), "the item has no map or list in which m.n could be");
}

TEST(UpdateDelete, MembersAreTakenAndUnknownOnesIgnored) {
  EXPECT_EQ(updated(R"({"s":{"SS":["a","b","c","d"]}})", "DELETE s :s", R"({":s":{"SS":["x","b","d"]}})"),
            R"({"s":{"SS":["a","c"]}})");
  EXPECT_EQ(updated(R"({"s":{"NS":["1","2.5"]}})", "DELETE s :s", R"({":s":{"NS":["25e-1"]}})"),
            R"({"s":{"NS":["1"]}})");
  EXPECT_EQ(updated(R"({"s":{"BS":["AA==","AQ=="]}})", "DELETE s :s", R"({":s":{"BS":["AA=="]}})"),
            R"({"s":{"BS":["AQ=="]}})");
}

TEST(UpdateDelete, C079_ASetThatBecomesEmptyGoes) {
  EXPECT_EQ(updated(R"({"n":{"N":"1"},"s":{"SS":["a","b"]}})", "DELETE s :s", R"({":s":{"SS":["a","b","c"]}})"),
            R"({"n":{"N":"1"}})");
  EXPECT_EQ(updated(R"({"m":{"M":{"s":{"NS":["1"]}}}})", "DELETE m.s :s", R"({":s":{"NS":["1"]}})"),
            R"({"m":{"M":{}}})");
}

TEST(UpdateDelete, C080_AMissingAttributeIsNoErrorAndAnotherTypeIs) {
  EXPECT_EQ(updated(R"({"n":{"N":"1"}})", "DELETE s :s", R"({":s":{"SS":["a"]}})"), R"({"n":{"N":"1"}})");
  EXPECT_EQ(updated(R"({"m":{"M":{}}})", "DELETE m.s :s", R"({":s":{"SS":["a"]}})"), R"({"m":{"M":{}}})");
  EXPECT_EQ(updated(R"({"s":{"NS":["1"]}})", "DELETE s :s", R"({":s":{"SS":["1"]}})"),
            "DELETE takes no operand of type NS");
  EXPECT_EQ(updated(R"({"s":{"S":"a"}})", "DELETE s :s", R"({":s":{"SS":["a"]}})"),
            "DELETE takes no operand of type S");
}

TEST(UpdateDelete, AMissingParentOfAnItemThatIsThereFails) {
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "DELETE m.s :s", R"({":s":{"SS":["a"]}})"),
            "the item has no map or list in which m.s could be");
}

TEST(UpdateAdd, LargeSetsAreUnitedAndDividedWithoutLoss) {
  constexpr int kMembers = 3000;
  const auto set_of = [](int first, int step) {
    std::string text;
    for (int i = first; i < kMembers; i += step) text += (text.empty() ? "\"" : ",\"") + std::to_string(i) + "\"";
    return R"({"NS":[)" + text + "]}";
  };
  const std::string odd = R"({":s":)" + set_of(1, 2) + "}";
  EXPECT_EQ(updated(R"({"s":)" + set_of(0, 2) + "}", "ADD s :s", odd), R"({"s":)" + set_of(0, 1) + "}");
  EXPECT_EQ(updated(R"({"s":)" + set_of(0, 1) + "}", "DELETE s :s", odd), R"({"s":)" + set_of(0, 2) + "}");
}

}  // namespace
}  // namespace sheaf
