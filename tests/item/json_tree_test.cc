// JsonNode: parsing, places, errors, printing.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "engine/base/limits.h"
#include "engine/item/json_tree.h"
#include "tests/item/json_support.h"

namespace sheaf {
namespace {

using json_test::expect_error;
using json_test::Marked;
using json_test::nested;
using json_test::unmark;
using Kind = JsonNode::Kind;

JsonNode tree_of(std::string_view json) {
  Result<JsonNode> node = parse_json_tree(json);
  EXPECT_TRUE(node.ok()) << json << ": " << node.status().message() << " at " << node.status().offset();
  return node.ok() ? *std::move(node) : JsonNode();
}

void expect_tree_error(std::string_view marked_text, Error error) {
  const Marked marked = unmark(marked_text);
  expect_error(parse_json_tree(marked.json).status(), marked, error);
}

std::string reprinted_tree(std::string_view json) {
  std::string out;
  print_json_tree(tree_of(json), &out);
  return out;
}

TEST(JsonTree, KnowsKindsTextsAndPlaces) {
  const JsonNode root =
      tree_of(R"( {"n": -1.50e+2, "s":"a\u0062\n", "t":true,"f":false, "z":null, "l":[1, [] ], "o":{}} )");
  EXPECT_EQ(root.kind, Kind::kObject);
  EXPECT_EQ(root.offset, 1u);
  ASSERT_EQ(root.members.size(), 7u);
  EXPECT_EQ(root.members[0].name, "n");
  EXPECT_EQ(root.members[6].name, "o");

  const JsonNode* number = root.find("n");
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(number->kind, Kind::kNumber);
  EXPECT_EQ(number->text, "-1.50e+2");
  EXPECT_EQ(number->offset, 7u);
  const JsonNode* text = root.find("s");
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->kind, Kind::kString);
  EXPECT_EQ(text->text, "ab\n");
  EXPECT_EQ(text->offset, 21u);
  EXPECT_TRUE(root.find("t")->truth);
  EXPECT_EQ(root.find("f")->kind, Kind::kBool);
  EXPECT_FALSE(root.find("f")->truth);
  EXPECT_EQ(root.find("z")->kind, Kind::kNull);
  const JsonNode* list = root.find("l");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->kind, Kind::kArray);
  ASSERT_EQ(list->items.size(), 2u);
  EXPECT_EQ(list->items[0].text, "1");
  EXPECT_EQ(list->items[1].kind, Kind::kArray);
  EXPECT_EQ(list->items[1].offset, 72u);
  EXPECT_EQ(root.find("o")->kind, Kind::kObject);
  EXPECT_EQ(root.find("missing"), nullptr);
}

TEST(JsonTree, TakesScalarRoots) {
  EXPECT_EQ(tree_of("1").text, "1");
  EXPECT_EQ(tree_of(" \t\r\n\"a\" ").text, "a");
  EXPECT_EQ(tree_of("null").kind, Kind::kNull);
  EXPECT_TRUE(tree_of("true").truth);
}

TEST(JsonTree, PrintsCompactInTheOrderOfTheText) {
  EXPECT_EQ(reprinted_tree(R"( {"b" : [1 , 2.50,{ } ,[ ]], "a":"\u0041\"\u0007",  "c":[true,false,null] } )"),
            R"({"b":[1,2.50,{},[]],"a":"A\"\u0007","c":[true,false,null]})");
  EXPECT_EQ(reprinted_tree("12345678901234567890123456789012345678"), "12345678901234567890123456789012345678");
  EXPECT_EQ(reprinted_tree("[]"), "[]");
  EXPECT_EQ(reprinted_tree("{}"), "{}");
}

TEST(JsonTree, NamesItsKinds) {
  EXPECT_STREQ(json_kind_name(Kind::kNull), "null");
  EXPECT_STREQ(json_kind_name(Kind::kBool), "a boolean");
  EXPECT_STREQ(json_kind_name(Kind::kNumber), "a number");
  EXPECT_STREQ(json_kind_name(Kind::kString), "a string");
  EXPECT_STREQ(json_kind_name(Kind::kArray), "an array");
  EXPECT_STREQ(json_kind_name(Kind::kObject), "an object");
}

void expect_syntax_errors(std::initializer_list<const char*> marked_texts) {
  for (const char* text : marked_texts) {
    SCOPED_TRACE(text);
    expect_tree_error(text, Error::kJsonSyntax);
  }
}

// Each text breaks one rule of RFC 8259.
TEST(JsonTree, RefusesBrokenDocumentsAtTheirPlace) {
  expect_syntax_errors({"@",      "   @",  "@]",   "@}",        "@,",          "@:",     "@x",   "@nul",
                        "@nulll", "@True", "@NaN", "@Infinity", "@'a'",        "@/**/1", "1 @2", "1@,2",
                        "{}@{}",  "[]@]",  "{}@}", "[1]@,[2]",  "\"a\"@\"b\"", "1@]"});
  expect_tree_error("@\xef\xbb\xbf{}", Error::kJsonSyntax);
}

TEST(JsonTree, RefusesBrokenArraysAtTheirPlace) {
  expect_syntax_errors({"[@", "[1@", "[1,@", "[1 @2]", "[1@}", "[@,1]", "[1,@]", "[1,@,2]", "[1@:2]", "[\"a\"@:1]",
                        "[[]@", "[\"a\"@\"b\"]"});
}

TEST(JsonTree, RefusesBrokenObjectsAtTheirPlace) {
  expect_syntax_errors({"{@", "{\"a\"@", "{\"a\":@", "{\"a\":1@", "{\"a\":1,@", "{\"a\"@}", "{\"a\":@}", "{\"a\":1,@}",
                        "{@,}", "{@1:2}", "{\"a\":1 @\"b\":2}", "{\"a\" @1}", "{\"a\"@,1}", "{\"a\":1@]",
                        "{\"a\":1@:2}", "{\"a\":{}@", "{@\"a\\q\":1}"});
}

TEST(JsonTree, RefusesBrokenScalarsAtTheirPlace) {
  expect_syntax_errors({"@01",          "@-",         "@-01",         "@+1",        "@.5",        "@5.",
                        "@1.e3",        "@1e",        "@1e+",         "@1.5.2",     "@0x10",      "@1_000",
                        "@--1",         "@1a",        "[@1\x0b]",     "@\"abc",     "[1,@\"abc]", "@\"\\\"",
                        "\"a@\nb\"",    "\"a@\tb\"",  "[\"a@\x01\"]", "@\"\\x41\"", "@\"\\u12\"", "@\"\\u12g4\"",
                        "@\"\\U0041\"", "[1,@\"\\\"]"});
  expect_tree_error(std::string_view("@\0", 2), Error::kJsonSyntax);
  expect_tree_error(std::string_view("[@1\0]", 6), Error::kJsonSyntax);
}

TEST(JsonTree, RefusesLoneSurrogatesAndTakesPairs) {
  EXPECT_EQ(tree_of(R"("\ud83d\ude00")").text, "\U0001F600");
  EXPECT_EQ(tree_of(R"("\u0000")").text, std::string(1, '\0'));
  EXPECT_EQ(tree_of(R"("\uffff")").text, "\uffff");
  for (const char* text : {R"(@"\ud83d")", R"(@"\ude00")", R"(@"\ud83d\u0041")", R"(@"\ude00\ud83d")", R"(@"\ud83dx")",
                           R"({@"\ud83d":1})", R"({"a":@"\udfff"})"}) {
    expect_tree_error(text, Error::kJsonSyntax);
  }
}

TEST(JsonTree, FindsTheFirstByteThatIsNotUtf8) {
  for (const char* text : {"\"a@\xff\"", "\"@\xc3\"", "\"@\xc0\xaf\"", "\"@\xe0\x80\x80\"", "\"\u00e9@\xed\xa0\x80\"",
                           "\"@\xf0\x80\x80\x80\"", "\"@\xf4\x90\x80\x80\"", "\"@\xf5\x80\x80\x80\"", "\"@\xe2\x82\"",
                           "\"@\x80\"", "\"\U0001F600\u20ac\u00e9@\xfe\"", "{\"@\xfc\":1}"}) {
    expect_tree_error(text, Error::kValueNotUtf8);
  }
  EXPECT_EQ(tree_of("\"\U0010FFFF\ud7ff\ue000\u0080\u07ff\u0800\"").text, "\U0010FFFF\ud7ff\ue000\u0080\u07ff\u0800");
}

// The library's plain implementation, for processors without vector instructions, looks at the bytes of strings only and
// leaves what stands between them to the grammar.
TEST(JsonTree, RefusesBadUtf8OutsideStrings) {
  for (const char* text : {"[1,\xff]", "1\xc3", "{}\x80", "\xe2\x82"}) {
    const Status status = parse_json_tree(text).status();
    EXPECT_TRUE(status.is(Error::kValueNotUtf8) || status.is(Error::kJsonSyntax)) << text;
  }
}

TEST(JsonTree, RefusesANameThatStandsTwice) {
  expect_tree_error(R"({"a":1,"b":2,@"a":3})", Error::kNameDuplicate);
  expect_tree_error(R"({"a":1,@"\u0061":3})", Error::kNameDuplicate);
  expect_tree_error(R"([{"x":{"":1,@"":2}}])", Error::kNameDuplicate);
  expect_tree_error(R"({"a":1,"b":1,@"b":1,"a":1})", Error::kNameDuplicate);
  EXPECT_EQ(tree_of(R"({"a":{"a":1},"A":[{"a":1},{"a":2}]})").members.size(), 2u);
}

TEST(JsonTree, FindsADuplicateAmongManyNames) {
  std::string json = "{";
  for (int i = 0; i < 50; ++i) json += '"' + std::to_string(i * 37 % 101) + "\":" + std::to_string(i) + ',';
  EXPECT_EQ(tree_of(json + "\"x\":1}").members.size(), 51u);
  expect_tree_error(json + "@\"37\":1,\"0\":1,\"37\":1}", Error::kNameDuplicate);
}

TEST(JsonTree, BoundsTheNesting) {
  constexpr int kMostContainers = 2 * kMaxNestingLevels + 8;
  EXPECT_EQ(tree_of(nested(kMostContainers, "[", "", "]")).items.size(), 1u);
  EXPECT_EQ(tree_of(nested(kMostContainers, "{\"a\":", "1", "}")).members.size(), 1u);
  expect_tree_error(nested(kMostContainers, "[", "@[]", "]"), Error::kTooDeep);
  expect_tree_error(nested(kMostContainers, "{\"a\":", "@{}", "}"), Error::kTooDeep);
}

TEST(JsonTree, RefusesATextThatIsTooLarge) {
  std::string json(kMaxJsonBytes, ' ');
  json.back() = '1';
  EXPECT_EQ(tree_of(json).text, "1");
  json.push_back(' ');
  const Status status = parse_json_tree(json).status();
  ASSERT_TRUE(status.is(Error::kJsonTooLarge));
  EXPECT_EQ(status.code(), StatusCode::kLIMIT);
  EXPECT_EQ(status.offset(), static_cast<int64_t>(kMaxJsonBytes));
}

TEST(FieldCases, B089_DeeplyNestedTreesAreRefused) {
  constexpr int kLevels = 50000;
  for (const std::string& json : {nested(kLevels, "[", "", "]"), nested(kLevels, "{\"a\":", "1", "}"),
                                  nested(kLevels, "[", "", ""), nested(kLevels, "{\"a\":", "", "")}) {
    EXPECT_TRUE(parse_json_tree(json).status().is(Error::kTooDeep));
  }
}

}  // namespace
}  // namespace sheaf
