// Updates deep in a document, damaged documents, and what untouched parts look like afterwards.
#include <gtest/gtest.h>

#include <string>

#include "engine/base/limits.h"
#include "tests/expr/update_support.h"

namespace sheaf {
namespace {

using namespace test;

// `inside` within that many maps, each with the one member "x".
std::string in_maps(int maps, const std::string& inside) {
  std::string text = inside;
  for (int i = 0; i < maps; ++i) text = R"({"M":{"x":)" + text + "}}";
  return text;
}

// "a.x.x", of that many elements.
std::string path_of(int elements) {
  std::string path = "a";
  for (int i = 1; i < elements; ++i) path += ".x";
  return path;
}

std::string item_of(const std::string& a) { return R"({"a":)" + a + "}"; }

TEST(UpdateDepth, ThirtyTwoElementsReachTheDeepestValue) {
  EXPECT_EQ(updated(item_of(in_maps(31, R"({"N":"1"})")), "ADD " + path_of(32) + " :v", R"({":v":{"N":"1"}})"),
            item_of(in_maps(31, R"({"N":"2"})")));
  EXPECT_EQ(updated(item_of(in_maps(31, R"({"N":"1"})")), "REMOVE " + path_of(32)),
            item_of(in_maps(30, R"({"M":{}})")));
  EXPECT_EQ(updated(item_of(in_maps(30, R"({"M":{}})")), "SET " + path_of(32) + " = :v", R"({":v":{"SS":["s"]}})"),
            item_of(in_maps(31, R"({"SS":["s"]})")));
}

TEST(UpdateDepth, AValueMayReachLevel32AndNoFurther) {
  const std::string item = item_of(R"({"M":{}})");
  const auto set_below = [&item](int maps) {
    return updated(item, "SET a.x = :v", R"({":v":)" + in_maps(maps, R"({"N":"1"})") + "}");
  };
  EXPECT_EQ(set_below(30), item_of(in_maps(31, R"({"N":"1"})")));
  EXPECT_EQ(set_below(31), "a value is nested deeper than 32 levels");
  const std::string values = R"({":v":{"L":[)" + in_maps(30, R"({"N":"1"})") + "]}}";
  EXPECT_EQ(updated("{}", "SET b = :v", values), R"({"b":{"L":[)" + in_maps(30, R"({"N":"1"})") + "]}}");
  EXPECT_EQ(updated(item, "SET a.x = :v", values), "a value is nested deeper than 32 levels");
}

TEST(UpdateDepth, AValueOfTheItemIsNotMovedTooDeepEither) {
  const std::string item = R"({"a":)" + in_maps(31, R"({"N":"1"})") + R"(,"b":{"M":{}}})";
  EXPECT_EQ(updated(item, "SET b.x = a"), "a value is nested deeper than 32 levels");
  EXPECT_EQ(updated(item, "SET b.x = a.x REMOVE a"), R"({"b":)" + in_maps(31, R"({"N":"1"})") + "}");
}

TEST(UpdateDepth, ATooDeepListIsNotAppended) {
  // The member of :v is at level 2 of :v, so at level 33 below 31 elements.
  const std::string item = item_of(in_maps(31, R"({"L":[]})"));
  EXPECT_EQ(
      updated(item, "SET " + path_of(32) + " = list_append(" + path_of(32) + ", :v)", R"({":v":{"L":[{"N":"1"}]}})"),
      "a value is nested deeper than 32 levels");
  const std::string shallower = item_of(in_maps(30, R"({"L":[]})"));
  EXPECT_EQ(updated(shallower, "SET " + path_of(31) + " = list_append(" + path_of(31) + ", :v)",
                    R"({":v":{"L":[{"N":"1"}]}})"),
            item_of(in_maps(30, R"({"L":[{"N":"1"}]})")));
}

// The stored bytes of an updated item are those of the same item put, whatever touched it: so equal items stay equal bytes.
TEST(UpdateDepth, TheResultIsStoredAsAPutItemIs) {
  const TestItem before(R"({"b":{"M":{"y":{"N":"1"},"x":{"L":[{"S":"s"},{"N":"2"}]}}},"c":{"S":"c"}})");
  const TestItem after(R"({"a":{"N":"3"},"b":{"M":{"y":{"N":"4"},"x":{"L":[{"N":"2"}]}}},"c":{"S":"c"}})");
  Vocabulary vocabulary;
  const auto update = UpdateExpression::parse("SET b.y = :v REMOVE b.x[0] ADD a :w", &vocabulary);
  ASSERT_TRUE(update.ok());
  const BoundValues values(vocabulary, R"({":v":{"N":"4"},":w":{"N":"3"}})");
  ItemBuilder builder;
  ASSERT_TRUE(update->apply({before.view(), before.view(), values.view()}, &builder).ok());
  EXPECT_EQ(builder.finish().bytes(), after.bytes());
}

// Each byte of a nested item damaged in turn: an answer or CORRUPT, never anything else.
TEST(UpdateDepth, DamageIsFoundOrHarmless) {
  const TestItem sound(R"({"a":{"M":{"l":{"L":[{"N":"1"},{"SS":["p","q"]}]},"n":{"N":"12"}}},"s":{"NS":["1","2"]}})");
  Vocabulary vocabulary;
  const auto update = UpdateExpression::parse(
      "SET a.n = a.n + :n, a.l[5] = :n, b = list_append(a.l, a.l) DELETE a.l[1] :s ADD s :t", &vocabulary);
  ASSERT_TRUE(update.ok());
  const BoundValues values(vocabulary, R"({":n":{"N":"1"},":s":{"SS":["q"]},":t":{"NS":["7"]}})");
  size_t refused = 0;
  for (size_t at = 0; at < sound.bytes().size(); ++at) {
    for (const int bits : {0x01, 0x80, 0xFF}) {
      std::string bytes(sound.bytes());
      bytes[at] = static_cast<char>(bytes[at] ^ bits);
      const TestItem damaged = TestItem::of_bytes(bytes);
      ItemBuilder builder;
      const Status status = update->apply({damaged.view(), damaged.view(), values.view()}, &builder);
      if (status.ok()) (void)builder.finish();
      if (!status.ok()) ++refused;
    }
  }
  EXPECT_GT(refused, 0u);
}

// Damage is not taken for "missing".
TEST(UpdateDepth, IfNotExistsTellsOfDamage) {
  ItemBuilder damaged;
  ASSERT_TRUE(damaged.set("a", {Type::kList, "no list"}).ok());
  Vocabulary vocabulary;
  const auto update = UpdateExpression::parse("SET b = if_not_exists(a[0], :v)", &vocabulary);
  ASSERT_TRUE(update.ok());
  const BoundValues values(vocabulary, R"({":v":{"N":"1"}})");
  ItemBuilder builder;
  const ItemView item = damaged.finish();
  EXPECT_TRUE(update->apply({item, item, values.view()}, &builder).is(Error::kItemCorrupt));
}

TEST(UpdateSize, ValuesThatCannotFitAnyItemAreRefusedBeforeTheyAreCopied) {
  const std::string huge(8u << 20, 'x');
  std::string text = "SET a = :v";
  for (int i = 0; i < 20; ++i) text += ", b" + std::to_string(i) + " = :v";
  EXPECT_EQ(updated("{}", text, R"({":v":{"S":")" + huge + R"("}})"),
            "the item would have 176160819 bytes; at most 409600 are allowed")
      << "21 values of 8 MiB, and 51 bytes of names";
}

}  // namespace
}  // namespace sheaf
