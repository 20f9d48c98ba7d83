// What an update expression may say: the rules that need no item, and which of two mistakes is reported
// (dynamodb-semantics.md 4.10, 4.11).
#include <gtest/gtest.h>

#include "tests/expr/update_support.h"

namespace sheaf {
namespace {

using namespace test;

constexpr std::string_view kStart = "Invalid UpdateExpression: ";

std::string wrong(std::string_view text, size_t offset) {
  return std::string(kStart) + std::string(text) + " @" + std::to_string(offset);
}

TEST(UpdateRules, SectionsComeInAnyOrderAndAnyCase) {
  EXPECT_EQ(update_outcome("SET a = :v REMOVE b ADD c :n DELETE d :s",
                           R"({":v":{"S":"x"},":n":{"N":"1"},":s":{"SS":["x"]}})"),
            "ok");
  EXPECT_EQ(update_outcome("delete d :s add c :n remove b set a = :v",
                           R"({":v":{"S":"x"},":n":{"N":"1"},":s":{"SS":["x"]}})"),
            "ok");
}

TEST(UpdateRules, ASectionStandsOnce) {
  EXPECT_EQ(update_outcome("SET a = :v REMOVE b SET c = :v"),
            wrong("The \"SET\" section can only be used once in an update expression;", 20));
  EXPECT_EQ(update_outcome("remove a Remove b"),
            wrong("The \"REMOVE\" section can only be used once in an update expression;", 9));
}

TEST(UpdateRules, ReservedWordsNeedAPlaceholder) {
  EXPECT_EQ(update_outcome("SET Status = :v"),
            wrong("Attribute name is a reserved keyword; reserved keyword: Status", 4));
  EXPECT_EQ(update_outcome("SET a.Status = :v"),
            wrong("Attribute name is a reserved keyword; reserved keyword: Status", 6));
  EXPECT_EQ(update_outcome("SET #s = :v", R"({":v":{"N":"1"}})", {{"#s", "Status"}}), "ok");
}

TEST(UpdateRules, FunctionsOfConditionsAreNotForUpdates) {
  EXPECT_EQ(update_outcome("SET a = f(b)"), wrong("Invalid function name; function: f", 8));
  for (const std::string name : {"size", "attribute_exists", "contains"}) {
    EXPECT_EQ(update_outcome("SET a = " + name + "(b)"),
              wrong("The function is not allowed to be used this way in an expression; function: " + name, 8));
  }
  EXPECT_EQ(update_outcome("SET a = List_append(b, c)"), wrong("Invalid function name; function: List_append", 8));
}

TEST(UpdateRules, FunctionsHaveTwoOperands) {
  EXPECT_EQ(
      update_outcome("SET a = if_not_exists(b)"),
      wrong("Incorrect number of operands for operator or function; operator or function: if_not_exists, number of "
            "operands: 1",
            8));
  EXPECT_EQ(update_outcome("SET a = list_append(b, c, d)"),
            wrong("Incorrect number of operands for operator or function; operator or function: list_append, number of "
                  "operands: 3",
                  8));
}

TEST(UpdateRules, IfNotExistsAsksForAPath) {
  EXPECT_EQ(update_outcome("SET a = if_not_exists(:v, b)"),
            wrong("Operator or function requires a document path; operator or function: if_not_exists", 22));
  EXPECT_EQ(update_outcome("SET a = if_not_exists(b, if_not_exists(c.d[1], :v))", R"({":v":{"N":"1"}})"), "ok");
}

TEST(UpdateRules, C068_ListAppendIsNotNestedInItself) {
  EXPECT_EQ(update_outcome("SET a = list_append(list_append(a, :x), :y)"),
            wrong("The function is not allowed to be used this way in an expression; function: list_append", 20));
  EXPECT_EQ(update_outcome("SET a = list_append(:y, list_append(a, :x))"),
            wrong("The function is not allowed to be used this way in an expression; function: list_append", 24));
  EXPECT_EQ(update_outcome("SET a = list_append(if_not_exists(a, :x), :x)", R"({":x":{"L":[]}})"), "ok");
}

TEST(UpdateRules, NamesAndValuesMustBeDefined) {
  EXPECT_EQ(update_outcome("SET a.#b = c.#d"),
            wrong("An expression attribute name used in the document path is not defined; attribute name: #b", 6));
  EXPECT_EQ(update_outcome("SET a = b + :w", R"({":v":{"N":"1"}})"),
            wrong("An expression attribute value used in expression is not defined; attribute value: :w", 12));
  EXPECT_EQ(update_outcome("ADD a :w", "{}"),
            wrong("An expression attribute value used in expression is not defined; attribute value: :w", 6));
}

TEST(UpdateRules, C076_TargetsDoNotOverlapWhateverTheItem) {
  EXPECT_EQ(update_outcome("SET a.b = :v, a.c = :v", R"({":v":{"N":"1"}})"), "ok");
  EXPECT_EQ(update_outcome("SET a[1] = :v REMOVE a[2]", R"({":v":{"N":"1"}})"), "ok");
  EXPECT_EQ(
      update_outcome("SET a = :v, a.b = :v"),
      wrong("Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], "
            "path two: [a, b]",
            12));
  EXPECT_EQ(
      update_outcome("SET a.b = :v REMOVE a"),
      wrong("Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], "
            "path two: [a]",
            20));
  EXPECT_EQ(
      update_outcome("ADD a :v DELETE #x :v", "{}", {{"#x", "a"}}),
      wrong("Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], "
            "path two: [a]",
            16));
  EXPECT_EQ(
      update_outcome("SET a.b = :v REMOVE a[0]"),
      wrong("Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, "
            "b], path two: [a, [0]]",
            20));
}

TEST(UpdateRules, SourcesMayBeTargetsToo) { EXPECT_EQ(update_outcome("SET a = b, b = a, c.d = c"), "ok"); }

TEST(UpdateRules, AddTakesNumbersAndSetsAndDeleteSets) {
  const auto text = [](std::string_view section, std::string_view type) {
    return wrong("Incorrect operand type for operator or function; operator: " + std::string(section) +
                     ", operand type: " + std::string(type),
                 section.size() + 3);
  };
  const std::pair<std::string_view, std::string_view> refused[] = {
      {R"({"S":"x"})", "STRING"},   {R"({"B":"AA=="})", "BINARY"}, {R"({"BOOL":true})", "BOOLEAN"},
      {R"({"NULL":true})", "NULL"}, {R"({"L":[]})", "LIST"},       {R"({"M":{}})", "MAP"}};
  for (const auto& [value, type] : refused) {
    const std::string values = R"({":v":)" + std::string(value) + "}";
    EXPECT_EQ(update_outcome("ADD a :v", values), text("ADD", type));
    EXPECT_EQ(update_outcome("DELETE a :v", values), text("DELETE", type));
  }
  EXPECT_EQ(update_outcome("ADD a :v", R"({":v":{"N":"1"}})"), "ok");
  EXPECT_EQ(update_outcome("DELETE a :v", R"({":v":{"N":"1"}})"), text("DELETE", "NUMBER"));
  for (const std::string_view set : {R"({"SS":["x"]})", R"({"NS":["1"]})", R"({"BS":["AA=="]})"}) {
    const std::string values = R"({":v":)" + std::string(set) + "}";
    EXPECT_EQ(update_outcome("ADD a :v", values), "ok");
    EXPECT_EQ(update_outcome("DELETE a :v", values), "ok");
  }
}

TEST(UpdateRules, LiteralsOfSumsAreNumbersAndOfListAppendLists) {
  const auto text = [](std::string_view name, std::string_view type, size_t offset) {
    return wrong("Incorrect operand type for operator or function; operator or function: " + std::string(name) +
                     ", operand type: " + std::string(type),
                 offset);
  };
  EXPECT_EQ(update_outcome("SET a = a + :v", R"({":v":{"S":"1"}})"), text("+", "S", 12));
  EXPECT_EQ(update_outcome("SET a = :v - a", R"({":v":{"BOOL":true}})"), text("-", "BOOL", 8));
  EXPECT_EQ(update_outcome("SET a = :v - a", R"({":v":{"NS":["1"]}})"), text("-", "NS", 8));
  EXPECT_EQ(update_outcome("SET a = list_append(a, :v)", R"({":v":{"M":{}}})"), text("list_append", "M", 23));
  EXPECT_EQ(update_outcome("SET a = if_not_exists(a, :v)", R"({":v":{"S":"1"}})"), "ok");
}

TEST(UpdateRules, C067_ASumHasTwoTerms) {
  EXPECT_EQ(update_outcome("SET a = :x + :y + :z"), wrong(R"(Syntax error; token: "+", near: "+ :z")", 16));
  EXPECT_EQ(update_outcome("SET a = (:x + :y) + :x", R"({":x":{"N":"1"},":y":{"N":"1"}})"), "ok");
  EXPECT_EQ(update_outcome("SET a = (:x - :y)", R"({":x":{"N":"1"},":y":{"N":"1"}})"), "ok");
}

TEST(UpdateRules, C083_TheExpressionIsNotEmpty) {
  EXPECT_EQ(update_outcome(""), wrong("The expression can not be empty;", 0));
}

// Each text has a mistake of one rule at its end and one of the next rule before it.
TEST(UpdateRules, TheEarlierRuleIsReported) {
  EXPECT_EQ(update_outcome("SET Status = :v,"), wrong(R"(Syntax error; token: "<EOF>", near: ",")", 16));
  EXPECT_EQ(update_outcome("SET a = f(b), Status = :v"),
            wrong("Attribute name is a reserved keyword; reserved keyword: Status", 14));
  EXPECT_EQ(update_outcome("SET b = :v SET a = f(b)"), wrong("Invalid function name; function: f", 19));
  EXPECT_EQ(update_outcome("SET #a = :v SET a = :v"),
            wrong("The \"SET\" section can only be used once in an update expression;", 12));
  EXPECT_EQ(update_outcome("SET a = :v, a = #b"),
            wrong("An expression attribute name used in the document path is not defined; attribute name: #b", 16));
  EXPECT_EQ(
      update_outcome("SET a.b = :v, a[0] = :v, c = :v, c = :v"),
      wrong("Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [c], "
            "path two: [c]",
            33));
  EXPECT_EQ(
      update_outcome("SET a = size(b), a.c = :v, a[0] = :v"),
      wrong("Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], "
            "path two: [a, c]",
            17));
  EXPECT_EQ(update_outcome("SET a = a + :s ADD b :w", R"({":s":{"S":"x"}})"),
            wrong("An expression attribute value used in expression is not defined; attribute value: :w", 21));
  EXPECT_EQ(update_outcome("SET a = a + :s ADD b :s", R"({":s":{"S":"x"}})"),
            wrong("Incorrect operand type for operator or function; operator: ADD, operand type: STRING", 21));
}

TEST(UpdateRules, KnowsWhatItTakesAwayAndWhatItIsAbout) {
  Vocabulary vocabulary;
  const auto removes = UpdateExpression::parse("REMOVE z, a.b DELETE c :s", &vocabulary);
  ASSERT_TRUE(removes.ok());
  EXPECT_TRUE(removes->only_takes_away());
  EXPECT_EQ(removes->attributes(), (std::vector<std::string>{"a", "c", "z"}));
  const auto sets = UpdateExpression::parse("REMOVE a SET b.c = d.e", &vocabulary);
  ASSERT_TRUE(sets.ok());
  EXPECT_FALSE(sets->only_takes_away());
  ASSERT_EQ(sets->targets().size(), 2u);
  EXPECT_EQ(sets->targets()[1].to_text(), "[b, c]");
  ASSERT_EQ(sets->sources().size(), 1u);
  EXPECT_EQ(sets->sources()[0].to_text(), "[d, e]");
}

}  // namespace
}  // namespace sheaf
