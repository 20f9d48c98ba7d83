// SET and REMOVE of attributes and map members: right-hand sides read the item as it was (dynamodb-semantics.md 4.11).
#include <gtest/gtest.h>

#include "tests/expr/update_support.h"

namespace sheaf {
namespace {

using namespace test;

TEST(UpdateSet, ReplacesAndAddsAttributes) {
  EXPECT_EQ(updated(R"({"b":{"S":"old"},"pk":{"S":"p"},"z":{"N":"1"}})", "SET b = :v, a = :w, c = :w",
                    R"({":v":{"M":{"x":{"L":[]}}},":w":{"BOOL":true}})"),
            R"({"a":{"BOOL":true},"b":{"M":{"x":{"L":[]}}},"c":{"BOOL":true},"pk":{"S":"p"},"z":{"N":"1"}})");
}

TEST(UpdateSet, AllTenTypesCanBeSet) {
  const std::string item =
      R"({"a":{"S":"s"},"b":{"N":"-1.5"},"c":{"B":"AP8="},"d":{"BOOL":false},"e":{"NULL":true},"f":{"L":[{"S":""}]},)"
      R"("g":{"M":{"x":{"N":"0"}}},"h":{"SS":["a","b"]},"i":{"NS":["1","2"]},"j":{"BS":["AA==","AQ=="]}})";
  EXPECT_EQ(updated("{}", "SET a = :a, b = :b, c = :c, d = :d, e = :e, f = :f, g = :g, h = :h, i = :i, j = :j",
                    R"({":a":{"S":"s"},":b":{"N":"-1.5"},":c":{"B":"AP8="},":d":{"BOOL":false},":e":{"NULL":true},)"
                    R"(":f":{"L":[{"S":""}]},":g":{"M":{"x":{"N":"0"}}},":h":{"SS":["a","b"]},":i":{"NS":["1","2"]},)"
                    R"(":j":{"BS":["AA==","AQ=="]}})"),
            item);
}

TEST(UpdateSet, C064_ReadsTheItemAsItWas) {
  EXPECT_EQ(updated(R"({"a":{"S":"x"},"b":{"N":"1"}})", "SET a = b, b = a"), R"({"a":{"N":"1"},"b":{"S":"x"}})");
  EXPECT_EQ(updated(R"({"a":{"S":"x"}})", "REMOVE a SET b = a"), R"({"b":{"S":"x"}})");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "SET a = :v, b = a + :v", R"({":v":{"N":"5"}})"),
            R"({"a":{"N":"5"},"b":{"N":"6"}})");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "ADD a :v SET b = a", R"({":v":{"N":"5"}})"),
            R"({"a":{"N":"6"},"b":{"N":"1"}})");
}

TEST(UpdateSet, C065_AMissingSourceFails) {
  EXPECT_EQ(updated("{}", "SET x = :v, y = x", R"({":v":{"N":"1"}})"),
            "the update reads x, which the item does not have");
  EXPECT_EQ(updated(R"({"a":{"M":{"b":{"L":[]}}}})", "SET x = a.b[0]"),
            "the update reads a.b[0], which the item does not have");
  EXPECT_EQ(updated(R"({"a":{"S":"x"}})", "SET x = a.b"), "the update reads a.b, which the item does not have");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "SET x = a + b"), "the update reads b, which the item does not have");
  EXPECT_EQ(updated(R"({"a":{"L":[]}})", "SET x = list_append(b, a)"),
            "the update reads b, which the item does not have");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "SET x = if_not_exists(b, c)"),
            "the update reads c, which the item does not have");
}

TEST(UpdateSet, C066_IfNotExistsGivesTheFirstThatIsThere) {
  EXPECT_EQ(updated("", "SET a = if_not_exists(a, :z) + :i", R"({":z":{"N":"10"},":i":{"N":"2"}})"),
            R"({"a":{"N":"12"},"pk":{"S":"p"}})");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "SET a = if_not_exists(a, :z) + :i", R"({":z":{"N":"10"},":i":{"N":"2"}})"),
            R"({"a":{"N":"3"}})");
  EXPECT_EQ(updated(R"({"c":{"S":"x"}})", "SET a = if_not_exists(a, if_not_exists(b, c))"),
            R"({"a":{"S":"x"},"c":{"S":"x"}})");
  EXPECT_EQ(updated(R"({"a":{"NULL":true}})", "SET b = if_not_exists(a, :v)", R"({":v":{"N":"1"}})"),
            R"({"a":{"NULL":true},"b":{"NULL":true}})");
}

// What is not taken is not judged either.
TEST(UpdateSet, IfNotExistsDoesNotLookAtWhatItDoesNotTake) {
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "SET a = if_not_exists(a, b)"), R"({"a":{"N":"1"}})");
  EXPECT_EQ(updated(R"({"a":{"N":"1"},"s":{"S":"x"}})", "SET a = if_not_exists(a, list_append(s, s))"),
            R"({"a":{"N":"1"},"s":{"S":"x"}})");
}

TEST(UpdateSet, SumsAreExact) {
  const std::string_view item = R"({"a":{"N":"0.1"},"b":{"N":"99999999999999999999999999999999999999"}})";
  EXPECT_EQ(updated(item, "SET c = a + :v REMOVE a, b", R"({":v":{"N":"0.2"}})"), R"({"c":{"N":"0.3"}})");
  EXPECT_EQ(updated(item, "SET c = :v - b REMOVE a, b", R"({":v":{"N":"1"}})"),
            R"({"c":{"N":"-99999999999999999999999999999999999998"}})");
  EXPECT_EQ(updated(item, "SET c = (a + :v) - a REMOVE a, b", R"({":v":{"N":"1"}})"), R"({"c":{"N":"1"}})");
  EXPECT_EQ(updated(item, "SET c = b + :v", R"({":v":{"N":"0.1"}})"),
            "the exact result needs more than 38 significant digits");
  EXPECT_EQ(updated(R"({"a":{"N":"9e125"}})", "SET a = a + :v", R"({":v":{"N":"9e125"}})"),
            "a number's magnitude is above 9.9999999999999999999999999999999999999E+125");
  EXPECT_EQ(updated(R"({"a":{"N":"1.1e-129"}})", "SET a = a - :v", R"({":v":{"N":"1e-129"}})"),
            R"({"a":{"N":"0.)" + std::string(129, '0') + R"(1"}})");
}

TEST(UpdateSet, OperandsOfTheItemHaveTheRightType) {
  EXPECT_EQ(updated(R"({"a":{"S":"1"}})", "SET a = a + :v", R"({":v":{"N":"1"}})"), "+ takes no operand of type S");
  EXPECT_EQ(updated(R"({"a":{"NULL":true}})", "SET b = :v - a", R"({":v":{"N":"1"}})"),
            "- takes no operand of type NULL");
  EXPECT_EQ(updated(R"({"a":{"SS":["x"]}})", "SET a = list_append(a, :v)", R"({":v":{"L":[]}})"),
            "list_append takes no operand of type SS");
  EXPECT_EQ(updated("{}", "SET a = if_not_exists(a, :z) + :i", R"({":z":{"S":"x"},":i":{"N":"2"}})"),
            "+ takes no operand of type S");
}

TEST(UpdateSet, ListAppendKeepsTheOrderOfItsOperands) {
  const std::string_view item = R"({"a":{"L":[{"N":"1"},{"S":"x"}]}})";
  EXPECT_EQ(updated(item, "SET a = list_append(a, :v)", R"({":v":{"L":[{"L":[]},{"N":"2"}]}})"),
            R"({"a":{"L":[{"N":"1"},{"S":"x"},{"L":[]},{"N":"2"}]}})");
  EXPECT_EQ(updated(item, "SET a = list_append(:v, a)", R"({":v":{"L":[{"N":"2"}]}})"),
            R"({"a":{"L":[{"N":"2"},{"N":"1"},{"S":"x"}]}})");
  EXPECT_EQ(updated(item, "SET a = list_append(a, a)"), R"({"a":{"L":[{"N":"1"},{"S":"x"},{"N":"1"},{"S":"x"}]}})");
  EXPECT_EQ(updated(item, "SET b = list_append(:v, :v) REMOVE a", R"({":v":{"L":[]}})"), R"({"b":{"L":[]}})");
}

TEST(UpdateSet, ChangesMembersOfMapsAndLeavesTheOthers) {
  const std::string_view item =
      R"({"m":{"M":{"b":{"S":"B"},"d":{"M":{"x":{"N":"1"}}},"f":{"SS":["s"]}}},"n":{"N":"1"}})";
  EXPECT_EQ(
      updated(item, "SET m.a = :v, m.d.y = :v, m.g = m.d.x REMOVE m.b", R"({":v":{"N":"7"}})"),
      R"({"m":{"M":{"a":{"N":"7"},"d":{"M":{"x":{"N":"1"},"y":{"N":"7"}}},"f":{"SS":["s"]},"g":{"N":"1"}}},"n":{"N":"1"}})");
}

TEST(UpdateSet, C069_ParentsAreNeverMade) {
  const std::string_view v = R"({":v":{"N":"1"}})";
  EXPECT_EQ(updated("{}", "SET a.b = :v", v), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated("", "SET a.b = :v", v), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated(R"({"a":{"S":"x"}})", "SET a.b = :v", v), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated(R"({"a":{"L":[]}})", "SET a.b = :v", v), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated(R"({"a":{"M":{}}})", "SET a[0] = :v", v), "the item has no map or list in which a[0] could be");
  EXPECT_EQ(updated(R"({"a":{"M":{}}})", "SET a.b.c = :v", v), "the item has no map or list in which a.b.c could be");
  EXPECT_EQ(updated(R"({"a":{"SS":["b"]}})", "SET a[0] = :v", v), "the item has no map or list in which a[0] could be");
  EXPECT_EQ(updated("{}", "SET a = :v, b.c = :v", v), "the item has no map or list in which b.c could be");
}

TEST(UpdateSet, C077_APlaceholderIsOneElementWhateverItsText) {
  EXPECT_EQ(updated(R"({"a":{"M":{}}})", "SET a.#x = :v", R"({":v":{"N":"1"}})", {{"#x", "b.c"}}),
            R"({"a":{"M":{"b.c":{"N":"1"}}}})");
  EXPECT_EQ(updated(R"({"a":{"M":{"b":{"N":"2"}}}})", "SET #x = :v", R"({":v":{"N":"1"}})", {{"#x", "a.b"}}),
            R"({"a":{"M":{"b":{"N":"2"}}},"a.b":{"N":"1"}})");
  EXPECT_EQ(updated(R"({"a[0]":{"N":"2"},"b":{"N":"3"}})", "REMOVE #x", "{}", {{"#x", "a[0]"}}), R"({"b":{"N":"3"}})");
}

TEST(UpdateRemove, WhatIsNotThereIsNoError) {
  EXPECT_EQ(updated(R"({"a":{"N":"1"},"m":{"M":{"x":{"N":"1"}}}})", "REMOVE b, m.y"),
            R"({"a":{"N":"1"},"m":{"M":{"x":{"N":"1"}}}})");
}

TEST(UpdateRemove, TheLastMemberLeavesAnEmptyMap) {
  EXPECT_EQ(updated(R"({"m":{"M":{"x":{"N":"1"}}}})", "REMOVE m.x"), R"({"m":{"M":{}}})");
  EXPECT_EQ(updated(R"({"m":{"M":{"x":{"N":"1"}}}})", "REMOVE m"), R"({})");
}

TEST(UpdateRemove, C070_AMissingParentOfAnItemThatIsThereFails) {
  EXPECT_EQ(updated(R"({"c":{"N":"1"}})", "REMOVE a.b"), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated(R"({"a":{"N":"1"}})", "REMOVE a.b"), "the item has no map or list in which a.b could be");
  EXPECT_EQ(updated(R"({"a":{"M":{}}})", "REMOVE a.b[0]"), "the item has no map or list in which a.b[0] could be");
}

TEST(UpdateRemove, C070_WhereThereIsNoItemThereIsNothingToRemove) {
  EXPECT_EQ(updated("", "REMOVE a.b.c SET d = :v DELETE e.f :s", R"({":v":{"N":"1"},":s":{"SS":["x"]}})"),
            R"({"d":{"N":"1"},"pk":{"S":"p"}})");
  EXPECT_EQ(updated("", "REMOVE a.b SET a.c = :v", R"({":v":{"N":"1"}})"),
            "the item has no map or list in which a.b could be");
}

}  // namespace
}  // namespace sheaf
