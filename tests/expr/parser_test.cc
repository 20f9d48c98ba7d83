// The grammar: what is an expression, and where the first mistake is. Expected texts are written from
// dynamodb-semantics.md 4.1, 4.2, 4.5, 4.10 and 4.12.
#include "engine/expr/parser.h"

#include <gtest/gtest.h>

#include "tests/expr/expression_support.h"

namespace sheaf::test {
namespace {

std::string condition(std::string_view text) { return outcome(parse_expression(ExpressionKind::kCondition, text)); }
std::string update(std::string_view text) { return outcome(parse_expression(ExpressionKind::kUpdate, text)); }
std::string projection(std::string_view text) { return outcome(parse_expression(ExpressionKind::kProjection, text)); }

std::string syntax_error(std::string_view kind, std::string_view token, std::string_view near, size_t offset) {
  return "Invalid " + std::string(kind) + ": Syntax error; token: \"" + std::string(token) + "\", near: \"" +
         std::string(near) + "\" @" + std::to_string(offset);
}
std::string in_condition(std::string_view token, std::string_view near, size_t offset) {
  return syntax_error("ConditionExpression", token, near, offset);
}

std::string repeat(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(ConditionGrammar, TakesEveryForm) {
  for (const char* const text : {"a = :v",
                                 "a<>:v",
                                 ":v>=a",
                                 "a.b[0].#c = :v",
                                 "a[1][2] < b",
                                 "a BETWEEN :l AND :h",
                                 "a in (:x)",
                                 "a IN (:x, b , :y)",
                                 "attribute_exists(a.b)",
                                 "begins_with (a, :v)",
                                 "size(a) > :n",
                                 "NOT a = :v",
                                 "NOT NOT a = :v",
                                 "(a = :v)",
                                 "((a = :v) AND b = :w)",
                                 "(a) = (:v)",
                                 "(size(a)) = :n",
                                 "(contains(a, :v))",
                                 "a = :v AND b = :w OR NOT c = :x",
                                 "a bEtWeEn :l and :h",
                                 "\ta\r\n=\n:v ",
                                 "#4g = :_",
                                 "a . b = :v",
                                 "a [ 1 ] = :v",
                                 "NOT(a = :v)"}) {
    EXPECT_EQ(condition(text), "ok") << text;
  }
}

TEST(ConditionGrammar, NamesTheTokenAtFaultAndWhereItIs) {
  EXPECT_EQ(condition("a != :v"), in_condition("!", "!=", 2));
  EXPECT_EQ(condition("a == :v"), in_condition("=", "= :v", 3));
  EXPECT_EQ(condition("a > 4"), in_condition("4", "4", 4));
  EXPECT_EQ(condition("a = \"x\""), in_condition("\"", "\"x", 4));
  EXPECT_EQ(condition("a = :v AND"), in_condition("<EOF>", "AND", 10));
  EXPECT_EQ(condition("a AND b = :v"), in_condition("AND", "AND b", 2));
  EXPECT_EQ(condition("a"), in_condition("<EOF>", "a", 1));
  EXPECT_EQ(condition("(a)"), in_condition("<EOF>", ")", 3));
  EXPECT_EQ(condition("a IN ()"), in_condition(")", ")", 6));
  EXPECT_EQ(condition("a IN (:x,)"), in_condition(")", ")", 9));
  EXPECT_EQ(condition("a IN b"), in_condition("b", "b", 5));
  EXPECT_EQ(condition("a[:i] = :v"), in_condition(":i", ":i]", 2));
  EXPECT_EQ(condition("a[-1] = :v"), in_condition("-", "-1", 2));
  EXPECT_EQ(condition("a[] = :v"), in_condition("]", "] =", 2));
  EXPECT_EQ(condition("a[1.5] = :v"), in_condition(".", ".5", 3));
  EXPECT_EQ(condition("(b.c).d = :v"), in_condition(".", ".d", 5));
  EXPECT_EQ(condition("(a)[0] = :v"), in_condition("[", "[0", 3));
  EXPECT_EQ(condition("size(a).b = :v"), in_condition(".", ".b", 7));
  EXPECT_EQ(condition("_a = :v"), in_condition("_", "_a", 0));
  EXPECT_EQ(condition("a-b = :v"), in_condition("-", "-b", 1));
  EXPECT_EQ(condition("# = :v"), in_condition("#", "# ", 0));
  EXPECT_EQ(condition("a = :"), in_condition(":", ":", 4));
  EXPECT_EQ(condition("a = b = c"), in_condition("=", "= c", 6));
  EXPECT_EQ(condition("(a = b) = c"), in_condition("=", "= c", 8));
  EXPECT_EQ(condition("a = :v )"), in_condition(")", ")", 7));
  EXPECT_EQ(condition("(a = :v"), in_condition("<EOF>", ":v", 7));
  EXPECT_EQ(condition("a BETWEEN :x OR :y"), in_condition("OR", "OR :y", 13));
  EXPECT_EQ(condition("size() = :v"), in_condition(")", ") =", 5));
  EXPECT_EQ(condition("   "), in_condition("<EOF>", "", 3));
}

TEST(ConditionGrammar, KnowsPrecedence) {
  const auto parsed = parse_expression(ExpressionKind::kCondition, "NOT a = :a AND b = :b OR c = :c");
  ASSERT_TRUE(parsed.ok());
  const SyntaxNode& root = parsed->node(parsed->root);
  ASSERT_EQ(root.kind, SyntaxKind::kOr);
  const SyntaxNode& left = parsed->node(root.operands[0]);
  ASSERT_EQ(left.kind, SyntaxKind::kAnd);
  EXPECT_EQ(parsed->node(left.operands[0]).kind, SyntaxKind::kNot);
  EXPECT_EQ(parsed->node(root.operands[1]).kind, SyntaxKind::kComparison);
}

TEST(ConditionGrammar, RefusesRedundantParentheses) {
  const std::string redundant = "Invalid ConditionExpression: The expression has redundant parentheses;";
  EXPECT_EQ(condition("((a = :v))"), redundant + " @0");
  EXPECT_EQ(condition("(a = :v AND ((b = :w)))"), redundant + " @12");
  EXPECT_EQ(condition("a > ((b))"), redundant + " @4");
  EXPECT_EQ(condition("((a = :v)"), in_condition("<EOF>", ")", 9)) << "the form comes first";
}

TEST(ExpressionLimits, LengthIsThatOfTheRawText) {
  const std::string text = "a = :v";
  EXPECT_EQ(condition(text + std::string(4096 - text.size(), ' ')), "ok");
  EXPECT_EQ(condition(text + std::string(4097 - text.size(), ' ')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4097 "
            "@4096");
  EXPECT_EQ(condition(""), "Invalid ConditionExpression: The expression can not be empty; @0");
  EXPECT_EQ(projection(""), "Invalid ProjectionExpression: The expression can not be empty; @0");
}

TEST(ExpressionLimits, ThreeHundredOperators) {
  EXPECT_EQ(condition(repeat("a=:v OR ", 149) + "NOT a=:v"), "ok") << "150 comparisons, 149 OR, 1 NOT";
  EXPECT_EQ(condition(repeat("a=:v OR ", 150) + "a=:v"),
            "Invalid ConditionExpression: The expression contains too many operators; operator count: 301 @0");
}

TEST(ExpressionLimits, InTakesNinetyNineMembers) {
  EXPECT_EQ(condition("a IN (" + repeat(":v,", 98) + ":v)"), "ok");
  EXPECT_EQ(outcome(parse_expression(ExpressionKind::kCondition, "a IN (" + repeat(":v,", 99) + ":v)")).substr(0, 28),
            "Invalid ConditionExpression:");
}

TEST(ExpressionLimits, PlaceholdersPathsAndPositions) {
  EXPECT_EQ(condition("#" + std::string(254, 'n') + " = :v"), "ok");
  EXPECT_NE(condition("#" + std::string(255, 'n') + " = :v"), "ok");
  EXPECT_NE(condition("a = :" + std::string(255, 'n')), "ok");
  EXPECT_EQ(projection("a" + repeat(".b", 31)), "ok");
  EXPECT_EQ(projection("c, a" + repeat("[0]", 32)),
            "Invalid ProjectionExpression: The document path has too many nesting levels; nesting levels: 33 @3");
  EXPECT_EQ(condition("a[99999999999999] = :v"),
            "Invalid ConditionExpression: List index is not within the allowable range; index: [99999999999999] @2");
  EXPECT_EQ(condition("a[2147483647] = :v"), "ok");
}

// Field case B088, and every way to nest without end.
TEST(ExpressionLimits, B088_DeepNestingEndsWithAnError) {
  for (const char* const opening : {"(", "NOT ", "size(", "(a=:v AND ", "NOT ("}) {
    const std::string text = repeat(opening, 4096 / std::string_view(opening).size());
    EXPECT_NE(condition(text), "ok") << opening;
  }
  EXPECT_NE(condition(repeat("(", 2000) + "a=:v" + repeat(")", 2000)), "ok");
  EXPECT_NE(update("SET a = " + repeat("(", 2000) + "b" + repeat(")", 2000)), "ok");
  EXPECT_NE(update("SET a = " + repeat("list_append(", 300)), "ok");
  EXPECT_EQ(condition(repeat("(a=:v AND ", 149) + "a=:v" + repeat(")", 149)), "ok");
  EXPECT_EQ(update("SET a = " + repeat("if_not_exists(a,", 200) + ":v" + repeat(")", 200)), "ok");
}

TEST(UpdateGrammar, TakesEveryForm) {
  for (const char* const text :
       {"SET a = :v", "set a=b,c=:d remove e add f :n delete g :s", "SET a = b + :c", "SET a = (b + :c)",
        "SET a = (a + b) + :c", "SET a = if_not_exists(a, :z) + :i", "SET a = list_append(if_not_exists(a, :e), :l)",
        "REMOVE a[1], b.c", "ADD a.b :n", "DELETE #s :s SET a[3].b = :v"}) {
    EXPECT_EQ(update(text), "ok") << text;
  }
}

TEST(UpdateGrammar, NamesTheTokenAtFault) {
  const auto wrong = [](std::string_view token, std::string_view near, size_t offset) {
    return syntax_error("UpdateExpression", token, near, offset);
  };
  EXPECT_EQ(update("INVALID SYNTAX HERE"), wrong("INVALID", "INVALID SYNTAX", 0));
  EXPECT_EQ(update("!!!"), wrong("!", "!!", 0));
  EXPECT_EQ(update("SET a = :x + :y + :z"), wrong("+", "+ :z", 16));
  EXPECT_EQ(update("SET a = if_not_exists(a, b+c)"), wrong("+", "+c", 26));
  EXPECT_EQ(update("SET a = :v,"), wrong("<EOF>", ",", 11));
  EXPECT_EQ(update("SET , a = :v"), wrong(",", ", a", 4));
  EXPECT_EQ(update("ADD a b"), wrong("b", "b", 6));
  EXPECT_EQ(update("ADD a"), wrong("<EOF>", "a", 5));
  EXPECT_EQ(update("SET size(a) = :v"), wrong("(", "(a", 8));
  EXPECT_EQ(update("SET a <> :v"), wrong("<>", "<> :v", 6));
  EXPECT_EQ(update("REMOVE a b"), wrong("b", "b", 9));
  EXPECT_EQ(update("SET"), wrong("<EOF>", "SET", 3));
}

TEST(UpdateGrammar, NotesASectionThatStandsTwice) {
  const auto parsed = parse_expression(ExpressionKind::kUpdate, "SET a = :v REMOVE b set c = :w");
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed->repeated.size(), 1U);
  EXPECT_EQ(parsed->repeated[0].keyword, "SET");
  EXPECT_EQ(parsed->repeated[0].offset, 20U);
}

TEST(ProjectionGrammar, PathsAndCommasOnly) {
  EXPECT_EQ(projection("a, #b.c[0], d"), "ok");
  EXPECT_EQ(projection("a,"), syntax_error("ProjectionExpression", "<EOF>", ",", 2));
  EXPECT_EQ(projection("a b"), syntax_error("ProjectionExpression", "b", "b", 2));
  EXPECT_EQ(projection("size(a)"), syntax_error("ProjectionExpression", "(", "(a", 4));
  EXPECT_EQ(projection(":v"), syntax_error("ProjectionExpression", ":v", ":v", 0));
  EXPECT_EQ(projection("a..b"), syntax_error("ProjectionExpression", ".", ".b", 2));
}

TEST(Grammar, BytesThatAreNoTextAreErrors) {
  for (int byte = 1; byte < 256; ++byte) {
    const std::string text = "a = :v " + std::string(1, static_cast<char>(byte));
    const bool is_space = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    EXPECT_EQ(condition(text) == "ok", is_space) << byte;
  }
  EXPECT_NE(condition(std::string_view("a = :v \0", 8)), "ok");
}

}  // namespace
}  // namespace sheaf::test
