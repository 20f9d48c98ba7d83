// Projections (dynamodb-semantics.md 4.12) and the tree of paths that updates share with them (4.11).
#include "engine/expr/projection.h"

#include <gtest/gtest.h>

#include "tests/expr/expression_support.h"

namespace sheaf::test {
namespace {

constexpr char kItem[] = R"({"a":{"L":[{"N":"0"},{"N":"1"},{"N":"2"},{"N":"3"}]},
    "d":{"M":{"t":{"N":"1"},"u":{"N":"2"},"w":{"L":[{"M":{"i":{"N":"3"},"j":{"N":"4"}}}]}}},
    "l":{"L":[{"M":{"v":{"S":"t"},"x":{"N":"0"}}},{"M":{"x":{"N":"1"}}}]},"pk":{"S":"k"},"doc.prop":{"S":"dot"}})";

// The projected item as JSON, or what was wrong.
std::string projected(std::string_view text, Names names = {}, std::string_view item = kItem) {
  Vocabulary vocabulary = with_names(names);
  const auto projection = ProjectionExpression::parse(text, &vocabulary);
  if (!projection.ok()) return outcome(projection);
  ItemBuilder builder;
  const TestItem stored(item);
  const Status status = Projector().project(projection->tree(), stored.view(), &builder);
  return status.ok() ? json_of(builder.finish()) : outcome(status);
}

TEST(Projection, KeepsTheNesting) {
  EXPECT_EQ(projected("pk"), R"({"pk":{"S":"k"}})");
  EXPECT_EQ(projected("d.w[0].i"), R"({"d":{"M":{"w":{"L":[{"M":{"i":{"N":"3"}}}]}}}})");
  EXPECT_EQ(projected("d.t, pk, d.u"), R"({"d":{"M":{"t":{"N":"1"},"u":{"N":"2"}}},"pk":{"S":"k"}})");
  EXPECT_EQ(projected("d.w[0].i, d.w[0].j"), R"({"d":{"M":{"w":{"L":[{"M":{"i":{"N":"3"},"j":{"N":"4"}}}]}}}})");
  EXPECT_EQ(projected("l[0].v"), R"({"l":{"L":[{"M":{"v":{"S":"t"}}}]}})");
}

TEST(Projection, MembersOfListsCloseUpInTheirOrder) {
  EXPECT_EQ(projected("a[3], a[1]"), R"({"a":{"L":[{"N":"1"},{"N":"3"}]}})");
  EXPECT_EQ(projected("l[1].v, l[0].v"), R"({"l":{"L":[{"M":{"v":{"S":"t"}}}]}})");
  EXPECT_EQ(projected("a[9]"), "{}");
}

TEST(Projection, WhatIsNotThereGivesNothing) {
  EXPECT_EQ(projected("x, y.z, pk.q, l.m, a.b, d.t.x"), "{}");
  EXPECT_EQ(projected("d.x, pk"), R"({"pk":{"S":"k"}})");
  EXPECT_EQ(projected("a.b", {}, R"({"a":{"M":{}}})"), "{}");
}

TEST(Projection, APlaceholderIsOneElement) {
  EXPECT_EQ(projected("#n", {{"#n", "doc.prop"}}), R"({"doc.prop":{"S":"dot"}})");
  EXPECT_EQ(projected("#d.#t", {{"#d", "d"}, {"#t", "t"}}), R"({"d":{"M":{"t":{"N":"1"}}}})");
}

// One projector for many items, of which each leaves its memory to the next.
TEST(Projection, KeepsNothingOfTheItemBefore) {
  Vocabulary vocabulary;
  const auto projection = ProjectionExpression::parse("l[0].v.w, l[1].v.w, l[2], m.a.b, m.c", &vocabulary);
  ASSERT_TRUE(projection.ok());
  Projector projector;
  const auto take = [&](std::string_view json) {
    ItemBuilder builder;
    const TestItem item(json);
    EXPECT_TRUE(projector.project(projection->tree(), item.view(), &builder).ok());
    return json_of(builder.finish());
  };
  const char* const large =
      R"({"l":{"L":[{"M":{"v":{"M":{"w":{"S":"first, and long enough for the heap"},"x":{"N":"1"}}}}},
      {"M":{"v":{"M":{"w":{"S":"second, and long enough for the heap"}}}}},{"S":"third"}]},
      "m":{"M":{"a":{"M":{"b":{"N":"1"}}},"c":{"N":"2"}}}})";
  const char* const of_large =
      R"({"l":{"L":[{"M":{"v":{"M":{"w":{"S":"first, and long enough for the heap"}}}}},)"
      R"({"M":{"v":{"M":{"w":{"S":"second, and long enough for the heap"}}}}},{"S":"third"}]},)"
      R"("m":{"M":{"a":{"M":{"b":{"N":"1"}}},"c":{"N":"2"}}}})";
  EXPECT_EQ(take(large), of_large);
  EXPECT_EQ(take(R"({"l":{"L":[{"M":{"v":{"M":{"w":{"N":"1"}}}}}]},"m":{"M":{"c":{"N":"3"}}}})"),
            R"({"l":{"L":[{"M":{"v":{"M":{"w":{"N":"1"}}}}}]},"m":{"M":{"c":{"N":"3"}}}})");
  EXPECT_EQ(take(R"({"m":{"M":{"a":{"N":"3"}}}})"), "{}");
  EXPECT_EQ(take(large), of_large);
}

TEST(PathTree, PathsOverlap) {
  const auto overlap = [](std::string_view one, std::string_view two, size_t at) {
    return "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of "
           "these paths; path one: " +
           std::string(one) + ", path two: " + std::string(two) + " @" + std::to_string(at);
  };
  EXPECT_EQ(projected("a, a"), overlap("[a]", "[a]", 3));
  EXPECT_EQ(projected("a.b, a.b.c"), overlap("[a, b]", "[a, b, c]", 5));
  EXPECT_EQ(projected("a[1].b, pk, a[1]"), overlap("[a, [1], b]", "[a, [1]]", 12));
  EXPECT_EQ(projected("#x, a", {{"#x", "a"}}), overlap("[a]", "[a]", 4));
}

TEST(PathTree, PathsConflict) {
  EXPECT_EQ(projected("a.c, a[1]"),
            "Invalid ProjectionExpression: Two document paths conflict with each other; must remove or rewrite one of "
            "these paths; path one: [a, c], path two: [a, [1]] @5");
  EXPECT_EQ(projected("a[1].b, a[2][1]"), R"({})");
  EXPECT_NE(projected("a[1].b, a[1][1]").find("conflict"), std::string::npos);
}

TEST(PathTree, OverlapsAreFoundBeforeConflicts) {
  EXPECT_NE(projected("a.c, a[1], b, b").find("overlap"), std::string::npos);
}

TEST(ProjectionNames, AreDefinedUsedAndNotReserved) {
  EXPECT_EQ(projected("#x"),
            "Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; "
            "attribute name: #x @0");
  EXPECT_EQ(projected("a, b.name"),
            "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name @5");
}

TEST(Vocabulary, NamesAreChecked) {
  Vocabulary vocabulary;
  EXPECT_EQ(outcome(vocabulary.define_name("foo", "a")),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"foo\" @-1");
  for (const char* const wrong : {"#", "", "#a b", " #a", "#a-b", ":a"}) {
    EXPECT_NE(outcome(vocabulary.define_name(wrong, "a")), "ok") << wrong;
  }
  EXPECT_EQ(outcome(vocabulary.define_name("#4g", "a")), "ok");
  EXPECT_NE(outcome(vocabulary.define_name("#4g", "b")), "ok") << "defined twice";
  EXPECT_NE(outcome(vocabulary.define_name("#e", "")), "ok");
  EXPECT_NE(outcome(vocabulary.define_name("#long", std::string(65536, 'x'))), "ok");
  EXPECT_EQ(outcome(vocabulary.define_name("#longest", std::string(65535, 'x'))), "ok");
}

TEST(Vocabulary, UnusedNamesAreListed) {
  Vocabulary vocabulary = with_names({{"#a", "a"}, {"#b", "b"}, {"#c", "c"}});
  ASSERT_NE(vocabulary.use_name("#b"), nullptr);
  EXPECT_EQ(outcome(vocabulary.check_names_used(Vocabulary::Expressions::kSome)),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c} @-1");
  EXPECT_EQ(outcome(vocabulary.check_names_used(Vocabulary::Expressions::kNone)),
            "ExpressionAttributeNames can only be specified when using expressions @-1");
  EXPECT_EQ(vocabulary.use_name("#d"), nullptr);
}

TEST(Vocabulary, AParameterHasOneSlotInAllExpressions) {
  Vocabulary vocabulary;
  EXPECT_EQ(vocabulary.use_parameter(":a"), 0U);
  EXPECT_EQ(vocabulary.use_parameter(":b"), 1U);
  EXPECT_EQ(vocabulary.use_parameter(":a"), 0U);
  EXPECT_EQ(vocabulary.find_parameter(":b"), 1U);
  EXPECT_FALSE(vocabulary.find_parameter(":c").has_value());
}

}  // namespace
}  // namespace sheaf::test
