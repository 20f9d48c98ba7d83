// Conditions: which are refused (dynamodb-semantics.md 4.5 to 4.7) and which hold for which items.
#include "engine/expr/condition.h"

#include <gtest/gtest.h>

#include "tests/expr/expression_support.h"

namespace sheaf::test {
namespace {

constexpr char kPrefix[] = "Invalid ConditionExpression: ";

std::string parse(std::string_view text) {
  Vocabulary vocabulary = with_names({{"#a", "a"}, {"#s", "status"}});
  return outcome(ConditionExpression::parse(ExpressionKind::kCondition, text, &vocabulary));
}

// What is wrong with the values, or "ok".
std::string check(std::string_view text, std::string_view values) {
  Vocabulary vocabulary;
  const auto condition = ConditionExpression::parse(ExpressionKind::kCondition, text, &vocabulary);
  if (!condition.ok()) return "does not parse: " + outcome(condition);
  return outcome(condition->check(BoundValues(vocabulary, values).view()));
}

// "true", "false" or what was wrong.
std::string holds(std::string_view text, std::string_view item, std::string_view values) {
  Vocabulary vocabulary;
  const auto condition = ConditionExpression::parse(ExpressionKind::kFilter, text, &vocabulary);
  if (!condition.ok()) return "does not parse: " + outcome(condition);
  const BoundValues bound(vocabulary, values);
  if (const Status checked = condition->check(bound.view()); !checked.ok()) return outcome(checked);
  const TestItem stored(item);
  const auto answer = condition->evaluate(stored.view(), bound.view());
  return answer.ok() ? (*answer ? "true" : "false") : outcome(answer);
}

TEST(ConditionRules, FunctionsAreKnownAndInTheirPlaces) {
  const auto unknown = [](std::string_view name, size_t at) {
    return kPrefix + std::string("Invalid function name; function: ") + std::string(name) + " @" + std::to_string(at);
  };
  const auto misused = [](std::string_view name, size_t at) {
    return kPrefix + std::string("The function is not allowed to be used this way in an expression; function: ") +
           std::string(name) + " @" + std::to_string(at);
  };
  EXPECT_EQ(parse("dog(a)"), unknown("dog", 0));
  EXPECT_EQ(parse("a = :v AND SIZE(a) = :v"), unknown("SIZE", 11));
  EXPECT_EQ(parse("attribute_Exists(a)"), unknown("attribute_Exists", 0));
  EXPECT_EQ(parse("size(a)"), misused("size", 0));
  EXPECT_EQ(parse("a = :v OR (size(a))"), misused("size", 11));
  EXPECT_EQ(parse("attribute_exists(a) = :v"), misused("attribute_exists", 0));
  EXPECT_EQ(parse("a = contains(b, :v)"), misused("contains", 4));
  EXPECT_EQ(parse("size(size(a)) = :v"), misused("size", 5));
  EXPECT_EQ(parse("a = if_not_exists(a, :v)"), misused("if_not_exists", 4));
  EXPECT_EQ(parse("list_append(a, :v)"), misused("list_append", 0));
  EXPECT_EQ(parse("NOT size(a)"), misused("size", 4));
}

TEST(ConditionRules, NumbersOfOperands) {
  const auto wrong = [](std::string_view name, int count, size_t at) {
    return kPrefix + std::string("Incorrect number of operands for operator or function; operator or function: ") +
           std::string(name) + ", number of operands: " + std::to_string(count) + " @" + std::to_string(at);
  };
  EXPECT_EQ(parse("size(a, b) = :v"), wrong("size", 2, 0));
  EXPECT_EQ(parse("attribute_exists(a, b)"), wrong("attribute_exists", 2, 0));
  EXPECT_EQ(parse("contains(a)"), wrong("contains", 1, 0));
  EXPECT_EQ(parse("a = :v AND begins_with(a, :x, :y)"), wrong("begins_with", 3, 11));
  EXPECT_EQ(parse("attribute_type(a)"), wrong("attribute_type", 1, 0));
}

TEST(ConditionRules, FirstOperandsAreDistinct) {
  const auto same = [](std::string_view op, std::string_view path, size_t at) {
    return kPrefix +
           std::string(
               "The first operand must be distinct from the remaining operands for this operator or function; "
               "operator: ") +
           std::string(op) + ", first operand: " + std::string(path) + " @" + std::to_string(at);
  };
  EXPECT_EQ(parse("a = a"), same("=", "[a]", 2));
  EXPECT_EQ(parse("#a <> a"), same("<>", "[a]", 3));
  EXPECT_EQ(parse("contains(x, x)"), same("contains", "[x]", 0));
  EXPECT_EQ(parse("begins_with(x, (x))"), same("begins_with", "[x]", 0));
  EXPECT_EQ(parse("ab.bc[1].a < ab.bc[1].a"), same("<", "[ab, bc, [1], a]", 11));
  EXPECT_EQ(parse("a IN (:v, a)"), same("IN", "[a]", 2));
  EXPECT_EQ(parse(":v = :v"), "ok");
  EXPECT_EQ(parse("a = a.b"), "ok");
}

TEST(ConditionRules, PathsNamesAndReservedWords) {
  EXPECT_EQ(parse("attribute_exists(:v)"),
            kPrefix + std::string("Operator or function requires a document path; operator or function: "
                                  "attribute_exists @0"));
  EXPECT_NE(parse("attribute_not_exists(size(a))"), "ok");
  EXPECT_EQ(parse("Status = :v"),
            kPrefix + std::string("Attribute name is a reserved keyword; reserved keyword: Status @0"));
  EXPECT_EQ(parse("a = :v AND a.status = :v"),
            kPrefix + std::string("Attribute name is a reserved keyword; reserved keyword: status @13"));
  EXPECT_EQ(parse("#s = :v"), "ok");
  EXPECT_EQ(parse("a = b.#x"),
            kPrefix + std::string("An expression attribute name used in the document path is not defined; attribute "
                                  "name: #x @6"));
  EXPECT_NE(parse("begins_with(size(a), :v)"), "ok");
  EXPECT_NE(parse("attribute_type(a, b)"), "ok");
}

// 4.7: redundant parentheses, unknown function, misused function, reserved word, then in the order of the text.
TEST(ConditionRules, TheMistakeThatComesFirstIsReported) {
  EXPECT_NE(parse("((a = :v)) AND dog(a)").find("redundant"), std::string::npos);
  EXPECT_NE(parse("size(a) AND dog(a)").find("Invalid function name"), std::string::npos);
  EXPECT_NE(parse("status = :v AND size(a)").find("not allowed to be used"), std::string::npos);
  EXPECT_NE(parse("#x = :v AND status = :v").find("reserved"), std::string::npos);
  EXPECT_NE(parse("a = a AND #x = :v").find("distinct"), std::string::npos);
  EXPECT_NE(parse("#x = :v AND a = a").find("not defined"), std::string::npos);
}

TEST(ConditionValues, LiteralsHaveTypesThatTheirPlacesTake) {
  const auto operand = [](std::string_view op, std::string_view type, size_t at) {
    return kPrefix + std::string("Incorrect operand type for operator or function; operator: ") + std::string(op) +
           ", operand type: " + std::string(type) + " @" + std::to_string(at);
  };
  const auto argument = [](std::string_view function, std::string_view type, size_t at) {
    return kPrefix + std::string("Incorrect operand type for operator or function; operator or function: ") +
           std::string(function) + ", operand type: " + std::string(type) + " @" + std::to_string(at);
  };
  EXPECT_EQ(check("a < :v", R"({":v":{"BOOL":true}})"), operand("<", "BOOL", 2));
  EXPECT_EQ(check(":v >= a", R"({":v":{"L":[]}})"), operand(">=", "L", 3));
  EXPECT_EQ(check("a = :v AND a <> :v", R"({":v":{"L":[]}})"), "ok");
  EXPECT_EQ(check("a BETWEEN :v AND b", R"({":v":{"NULL":true}})"), operand("BETWEEN", "NULL", 2));
  EXPECT_EQ(check("begins_with(a, :v)", R"({":v":{"N":"1"}})"), argument("begins_with", "N", 0));
  EXPECT_EQ(check("begins_with(:v, a)", R"({":v":{"S":""}})"), "ok");
  EXPECT_EQ(check("size(:v) = b", R"({":v":{"N":"1"}})"), argument("size", "N", 0));
  EXPECT_EQ(check("size(:v) = b", R"({":v":{"SS":["a"]}})"), "ok");
  EXPECT_EQ(check("attribute_type(a, :v)", R"({":v":{"N":"1"}})"), argument("attribute_type", "N", 0));
  EXPECT_EQ(check("attribute_type(a, :v)", R"({":v":{"S":"DOG"}})").substr(0, 74),
            kPrefix + std::string("Invalid attribute type name found; type: DOG, valid types: {B,NULL").substr(0, 45));
  for (const char* const type : {"S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M"}) {
    EXPECT_EQ(check("attribute_type(a, :v)", std::string(R"({":v":{"S":")") + type + "\"}}"), "ok") << type;
  }
}

TEST(ConditionValues, BoundsOfBetweenAreOfOneTypeAndInOrder) {
  EXPECT_EQ(
      check("a BETWEEN :l AND :h", R"({":l":{"N":"2"},":h":{"S":"dog"}})"),
      kPrefix + std::string("The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
                            "operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {S:dog} @2"));
  EXPECT_EQ(
      check("a BETWEEN :l AND :h", R"({":l":{"N":"3"},":h":{"N":"2"}})"),
      kPrefix + std::string("The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
                            "lower bound operand: AttributeValue: {N:3}, upper bound operand: AttributeValue: "
                            "{N:2} @2"));
  EXPECT_EQ(check("a BETWEEN :l AND :h", R"({":l":{"N":"2"},":h":{"N":"10"}})"), "ok");
  EXPECT_EQ(check("a BETWEEN :l AND b", R"({":l":{"N":"3"}})"), "ok");
}

TEST(ConditionValues, EveryParameterIsBound) {
  EXPECT_EQ(check("a = :v AND b = :w", R"({":v":{"N":"3"}})"),
            kPrefix + std::string("An expression attribute value used in expression is not defined; attribute value: "
                                  ":w @15"));
}

struct Case {
  const char* condition;
  const char* expected;
};

// 4.6 for one item: n and m numbers, s a string, l a list, z NULL, t BOOL; x and y missing.
TEST(ConditionEvaluation, Comparisons) {
  const char* const item = R"({"n":{"N":"10"},"m":{"N":"9"},"s":{"S":"abc"},"b":{"B":"gA=="},"l":{"L":[{"N":"1"}]},
      "z":{"NULL":true},"t":{"BOOL":true},"d":{"M":{"k":{"M":{"q":{"N":"1"}}},"e":{"L":[{"S":"p"},{"S":"r"}]}}}})";
  const char* const values = R"({":n":{"N":"1e1"},":nine":{"N":"9"},":s":{"S":"abc"},":b7":{"B":"fw=="},
      ":l":{"L":[{"N":"1.0"}]},":z":{"NULL":true},":t":{"BOOL":true},":f":{"BOOL":false},":one":{"N":"1"},
      ":r":{"S":"r"},":big":{"S":"b"}})";
  for (const Case& c : std::initializer_list<Case>{{"n = :n", "true"},
                                                   {"n <> :n", "false"},
                                                   {"n > m", "true"},
                                                   {"n < m", "false"},
                                                   {"n >= :n", "true"},
                                                   {"m <= :nine", "true"},
                                                   {"s = :s", "true"},
                                                   {"s < :big", "true"},
                                                   {"b > :b7", "true"},
                                                   {"n = :s", "false"},
                                                   {"n <> :s", "true"},
                                                   {"n < :s", "false"},
                                                   {"n >= :s", "false"},
                                                   {"x = :n", "false"},
                                                   {"x <> :n", "true"},
                                                   {"x < :n", "false"},
                                                   {"x > :n", "false"},
                                                   {"x = y", "false"},
                                                   {"x <> y", "true"},
                                                   {"x <= y", "false"},
                                                   {"NOT x = :n", "true"},
                                                   {"NOT x < :n", "true"},
                                                   {"l = :l", "true"},
                                                   {"l < n", "false"},
                                                   {"z = :z", "true"},
                                                   {"t = :t", "true"},
                                                   {"t = :f", "false"},
                                                   {"t <> :f", "true"},
                                                   {"z < t", "false"},
                                                   {":n = n", "true"},
                                                   {":nine < n", "true"},
                                                   {"d.k.q = :one", "true"},
                                                   {"d.e[1] = :r", "true"},
                                                   {"d.e[2] = :r", "false"},
                                                   {"d.e[2] <> :r", "true"},
                                                   {"s.k = :r", "false"},
                                                   {"d.k[0] = :r", "false"},
                                                   {"d.e.k = :r", "false"},
                                                   {"n BETWEEN :nine AND :n", "true"},
                                                   {"m BETWEEN :n AND n", "false"},
                                                   {":n BETWEEN m AND n", "true"},
                                                   {"x BETWEEN :nine AND :n", "false"},
                                                   {"n BETWEEN x AND :n", "false"},
                                                   {"s BETWEEN m AND n", "false"},
                                                   {"n IN (:s, :n)", "true"},
                                                   {"n IN (:s, :l)", "false"},
                                                   {"x IN (:n)", "false"},
                                                   {"x IN (y)", "false"},
                                                   {":n IN (m, n)", "true"},
                                                   {"l IN (:l)", "true"}}) {
    // Only the values that it uses.
    EXPECT_EQ(holds(c.condition, item, values), c.expected) << c.condition;
  }
}

TEST(ConditionEvaluation, Functions) {
  const char* const item =
      R"({"n":{"N":"10"},"s":{"S":"abc"},"e":{"S":""},"b":{"B":"YWJj"},"l":{"L":[{"N":"1"},{"S":"sub"}]},
      "z":{"NULL":true},"t":{"BOOL":true},"m":{"M":{"k":{"N":"1"}}},"ss":{"SS":["a","b"]},"ns":{"NS":["1","2","3"]},
      "bs":{"BS":["YQ=="]},"u":{"S":"a\u00e9\ud83d\ude00"}})";
  const char* const values =
      R"({":n":{"N":"1.00"},":s":{"S":"ab"},":sub":{"S":"su"},":b":{"B":"YWI="},":b62":{"B":"Yg=="},
      ":S":{"S":"S"},":N":{"S":"N"},":NULL":{"S":"NULL"},":zero":{"N":"0"},":three":{"N":"3"},":two":{"N":"2"},
      ":k":{"S":"k"},":a":{"S":"a"},":t":{"BOOL":true},":ns":{"NS":["1"]},":four":{"N":"4"},":empty":{"S":""},
      ":set":{"SS":["abc","q"]},":str":{"S":"3"}})";
  for (const Case& c : std::initializer_list<Case>{{"attribute_exists(n)", "true"},
                                                   {"attribute_exists(x)", "false"},
                                                   {"attribute_exists(z)", "true"},
                                                   {"attribute_not_exists(x)", "true"},
                                                   {"attribute_not_exists(m.k)", "false"},
                                                   {"attribute_exists(m.q)", "false"},
                                                   {"attribute_type(s, :S)", "true"},
                                                   {"attribute_type(n, :S)", "false"},
                                                   {"attribute_type(x, :S)", "false"},
                                                   {"attribute_type(z, :NULL)", "true"},
                                                   {"begins_with(s, :s)", "true"},
                                                   {"begins_with(s, :sub)", "false"},
                                                   {"begins_with(b, :b)", "true"},
                                                   {"begins_with(n, :s)", "false"},
                                                   {"begins_with(x, :s)", "false"},
                                                   {"begins_with(s, :empty)", "true"},
                                                   {"begins_with(:s, e)", "true"},
                                                   {"begins_with(s, n)", "false"},
                                                   {"contains(s, :s)", "true"},
                                                   {"contains(s, :n)", "false"},
                                                   {"contains(b, :b62)", "true"},
                                                   {"contains(ss, :a)", "true"},
                                                   {"contains(ss, :s)", "false"},
                                                   {"contains(ns, :n)", "true"},
                                                   {"contains(ns, :ns)", "false"},
                                                   {"contains(l, :n)", "true"},
                                                   {"contains(l, :sub)", "false"},
                                                   {"contains(m, :k)", "false"},
                                                   {"contains(x, :a)", "false"},
                                                   {"contains(t, :t)", "false"},
                                                   {"contains(:set, s)", "true"},
                                                   {"contains(ss, x)", "false"},
                                                   {"contains(l, x)", "false"},
                                                   {"size(s) = :three", "true"},
                                                   {"size(b) = :three", "true"},
                                                   {"size(l) = :two", "true"},
                                                   {"size(m) = :n", "true"},
                                                   {"size(ns) = :three", "true"},
                                                   {"size(e) = :zero", "true"},
                                                   {"size(u) = :four", "true"},
                                                   {"size(n) = :two", "false"},
                                                   {"size(n) <> :two", "false"},
                                                   {"size(n) < :two", "false"},
                                                   {"size(x) >= :zero", "false"},
                                                   {"size(z) >= :zero", "false"},
                                                   {"size(s) > :str", "false"},
                                                   {"size(s) <> :str", "true"},
                                                   {"size(s) BETWEEN :two AND :four", "true"},
                                                   {"size(s) IN (:two, :three)", "true"},
                                                   {":three = size(s)", "true"},
                                                   {"size(s) > size(l)", "true"},
                                                   {"NOT size(n) = :two", "true"}}) {
    EXPECT_EQ(holds(c.condition, item, values), c.expected) << c.condition;
  }
}

TEST(ConditionEvaluation, ConnectivesByPrecedence) {
  const char* const item = R"({"t":{"BOOL":true},"f":{"BOOL":false}})";
  const char* const values = R"({":t":{"BOOL":true}})";
  for (const Case& c : std::initializer_list<Case>{{"t = :t AND f = :t", "false"},
                                                   {"t = :t OR f = :t", "true"},
                                                   {"f = :t AND f = :t OR t = :t", "true"},
                                                   {"t = :t OR t = :t AND f = :t", "true"},
                                                   {"(t = :t OR t = :t) AND f = :t", "false"},
                                                   {"NOT f = :t AND t = :t", "true"},
                                                   {"NOT (f = :t OR t = :t)", "false"},
                                                   {"NOT (t = :t AND f = :t)", "true"},
                                                   {"NOT NOT t = :t", "true"},
                                                   {"NOT (NOT t = :t OR f = :t) AND NOT f = :t", "true"},
                                                   {"t = :t AND (f = :t OR NOT (f = :t AND t = :t))", "true"}}) {
    EXPECT_EQ(holds(c.condition, item, values), c.expected) << c.condition;
  }
}

TEST(ConditionEvaluation, AnItemThatDoesNotExistHasNothing) {
  EXPECT_EQ(holds("attribute_exists(pk)", "{}", "{}"), "false");
  EXPECT_EQ(holds("attribute_not_exists(pk)", "{}", "{}"), "true");
  EXPECT_EQ(holds("a <> :v", "{}", R"({":v":{"S":"w"}})"), "true");
}

TEST(ConditionEvaluation, AnAliasMayHoldADot) {
  Vocabulary vocabulary = with_names({{"#n", "doc.prop"}});
  const auto condition = ConditionExpression::parse(ExpressionKind::kFilter, "#n = :v AND doc.prop = :w", &vocabulary);
  ASSERT_TRUE(condition.ok());
  const TestItem item(R"({"doc.prop":{"N":"1"},"doc":{"M":{"prop":{"N":"2"}}}})");
  const BoundValues values(vocabulary, R"({":v":{"N":"1"},":w":{"N":"2"}})");
  ASSERT_TRUE(condition->check(values.view()).ok());
  const auto answer = condition->evaluate(item.view(), values.view());
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(*answer);
}

}  // namespace
}  // namespace sheaf::test
