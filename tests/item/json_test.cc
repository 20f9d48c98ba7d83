// The two JSON dialects of items and values: what they take, what they refuse and where, what they print.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/json.h"
#include "tests/item/json_support.h"

namespace sheaf {
namespace {

using json_test::expect_item_error;
using json_test::expect_value_error;
using json_test::nested;
using json_test::print_item;
using json_test::reprinted;
using json_test::value_of;

constexpr JsonDialect kDynamoDb = JsonDialect::kDynamoDb;
constexpr JsonDialect kPlain = JsonDialect::kPlain;

Value number(std::string_view text) { return make_number(*Number::parse(text)); }

void expect_equal(const Value& value, const Value& expected) {
  EXPECT_EQ(value.type, expected.type);
  EXPECT_EQ(value.data, expected.data);
}

// ---- what is taken ----

TEST(DynamoDbJson, ReadsScalars) {
  expect_equal(value_of(kDynamoDb, R"({"S":"a\u00e9\n"})"), make_string("a\u00e9\n"));
  expect_equal(value_of(kDynamoDb, R"({"S":""})"), make_string(""));
  expect_equal(value_of(kDynamoDb, R"({"S":"a\u0000b"})"), make_string(std::string_view("a\0b", 3)));
  expect_equal(value_of(kDynamoDb, R"( { "N" : "+007.50" } )"), number("7.5"));
  expect_equal(value_of(kDynamoDb, R"({"N":"-1e-130"})"), number("-1e-130"));
  expect_equal(value_of(kDynamoDb, R"({"B":"AQL/"})"), make_binary("\x01\x02\xff"));
  expect_equal(value_of(kDynamoDb, R"({"B":""})"), make_binary(""));
  expect_equal(value_of(kDynamoDb, R"({"BOOL":true})"), make_bool(1));
  expect_equal(value_of(kDynamoDb, R"({"BOOL":false})"), make_bool(0));
  expect_equal(value_of(kDynamoDb, R"({"NULL":true})"), make_null());
  expect_equal(value_of(kDynamoDb, R"({"\u0053":"tag with an escape"})"), make_string("tag with an escape"));
}

TEST(DynamoDbJson, ReadsContainers) {
  const Value one = number("1");
  const Value two = number("2");
  const Value a = make_string("a");
  const ValueView list[] = {one.view(), a.view()};
  expect_equal(value_of(kDynamoDb, R"({"L":[{"N":"1"},{"S":"a"}]})"), make_list(list));
  expect_equal(value_of(kDynamoDb, R"({"L":[]})"), make_list({}));

  const AttributeView members[] = {{"x", one.view()}, {"y", a.view()}};
  expect_equal(value_of(kDynamoDb, R"({"M":{"y":{"S":"a"},"x":{"N":"1.0"}}})"), *make_map(members));
  expect_equal(value_of(kDynamoDb, R"({"M":{}})"), *make_map({}));

  const std::string_view strings[] = {"", "a", "b"};
  expect_equal(value_of(kDynamoDb, R"({"SS":["b","","a"]})"), *make_set(Type::kStringSet, strings));
  const std::string_view numbers[] = {one.data, two.data};
  expect_equal(value_of(kDynamoDb, R"({"NS":["2","1"]})"), *make_set(Type::kNumberSet, numbers));
  const std::string_view binaries[] = {"a", "b"};
  expect_equal(value_of(kDynamoDb, R"({"BS":["Yg==","YQ=="]})"), *make_set(Type::kBinarySet, binaries));
}

TEST(PlainJson, ReadsWhatIsUnambiguous) {
  const Value one = number("1");
  const Value a = make_string("a");
  const ValueView list[] = {one.view(), a.view()};
  const AttributeView members[] = {{"l", a.view()}};
  expect_equal(value_of(kPlain, R"("a")"), a);
  expect_equal(value_of(kPlain, "1"), one);
  expect_equal(value_of(kPlain, " true "), make_bool(1));
  expect_equal(value_of(kPlain, "false"), make_bool(0));
  expect_equal(value_of(kPlain, "null"), make_null());
  expect_equal(value_of(kPlain, R"([1,"a"])"), make_list(list));
  expect_equal(value_of(kPlain, R"({"l":"a"})"), *make_map(members));
  expect_equal(value_of(kPlain, R"({})"), *make_map({}));
}

TEST(PlainJson, ReadsNumbersByValue) {
  for (const char* text : {"1", "1.0", "1e0", "10e-1", "0.1E1", "1.000E+0"}) {
    expect_equal(value_of(kPlain, text), number("1"));
  }
  expect_equal(value_of(kPlain, "1e3"), number("1000"));
  for (const char* text : {"0", "-0", "0.0", "-0.0e5", "0e126"}) expect_equal(value_of(kPlain, text), number("0"));
  const std::string digits38 = "12345678901234567890123456789012345678";
  EXPECT_EQ(reprinted(kPlain, kPlain, digits38), digits38);
  EXPECT_EQ(reprinted(kPlain, kPlain, "0." + digits38), "0." + digits38);
  EXPECT_EQ(reprinted(kPlain, kPlain, "1e125"), "1" + std::string(125, '0'));
}

// ---- what is refused, and where ----

TEST(DynamoDbJson, RefusesWrongValuesAtTheirPlace) {
  const std::pair<const char*, Error> cases[] = {
      {R"({"a":@5})", Error::kJsonKind},
      {R"({"a":@"x"})", Error::kJsonKind},
      {R"({"a":@null})", Error::kJsonKind},
      {R"({"a":{"S":@5}})", Error::kJsonKind},
      {R"({"a":{"S":@null}})", Error::kJsonKind},
      {R"({"a":{"B":@[1]}})", Error::kJsonKind},
      {R"({"a":{"BOOL":@"true"}})", Error::kJsonKind},
      {R"({"a":{"BOOL": @1}})", Error::kJsonKind},
      {R"({"a":{"NULL":@"true"}})", Error::kJsonKind},
      {R"({"a":{"NULL":@null}})", Error::kJsonKind},
      {R"({"a":{"L":@{}}})", Error::kJsonKind},
      {R"({"a":{"L":[{"S":"x"},@"x"]}})", Error::kJsonKind},
      {R"({"a":{"M":@[]}})", Error::kJsonKind},
      {R"({"a":{"M":{"b":@"x"}}})", Error::kJsonKind},
      {R"({"a":{"SS":@"x"}})", Error::kJsonKind},
      {R"({"a":{"SS":["x",@{"S":"y"}]}})", Error::kJsonKind},
      {R"({"a":{"NS":["1",@2]}})", Error::kJsonKind},
      {R"({"a":@{}})", Error::kValueNoType},
      {R"({"a":@{"dog":"x"}})", Error::kValueNoType},
      {R"({"a":@{"s":"x"}})", Error::kValueNoType},
      {R"({"a":@{"":"x"}})", Error::kValueNoType},
      {R"({"a":{"L":[{"S":"x"}, @{"dog":[1]}]}})", Error::kValueNoType},
      {R"({"a":{"M":{"b":@{}}}})", Error::kValueNoType},
      {R"({"a":@{"S":"x","N":"1"}})", Error::kValueTwoTypes},
      {R"({"a":@{"S":"x","dog":"1"}})", Error::kValueTwoTypes},
      {R"({"a":{"L":[@{"S":"x","SS":["y"]}]}})", Error::kValueTwoTypes},
      {R"({"a":{"S":"x",@"S":"y"}})", Error::kNameDuplicate},
      {R"({"a":{"S":"x",@"\u0053":"y"}})", Error::kNameDuplicate},
      {R"({"a":{"N":@"12x"}})", Error::kNumberSyntax},
      {R"({"a":{"NS":["1",@"x"]}})", Error::kNumberSyntax},
      {R"({"a":{"N":@"1e126"}})", Error::kNumberOverflow},
      {R"({"a":{"N":@"1e-131"}})", Error::kNumberUnderflow},
      {R"({"a":{"M":{"b":{"N":@"123456789012345678901234567890123456789"}}}})", Error::kNumberPrecision},
      {R"({"a":{"BS":["YQ==",@"YQ"]}})", Error::kBase64},
      {R"({"a":{"SS":@[]}})", Error::kSetEmpty},
      {R"({"a":{"NS": @[]}})", Error::kSetEmpty},
      {R"({"a":{"BS":@[ ]}})", Error::kBinarySetEmpty},
      {R"({"a":{"SS":@["a","b","a"]}})", Error::kStringSetDuplicate},
      {R"({"a":{"SS":@["a","\u0061"]}})", Error::kStringSetDuplicate},
      {R"({"a":{"NS":@["1","1.0"]}})", Error::kNumberSetDuplicate},
      {R"({"a":{"L":[{"BS":@["Yg==","Yg=="]}]}})", Error::kBinarySetDuplicate},
  };
  for (const auto& [text, error] : cases) {
    SCOPED_TRACE(text);
    expect_item_error(kDynamoDb, text, error);
  }
}

TEST(PlainJson, RefusesNumbersOutOfRangeAtTheirPlace) {
  expect_item_error(kPlain, R"({"a":[1, @1e126]})", Error::kNumberOverflow);
  expect_item_error(kPlain, R"({"a":{"b":@-1e-131}})", Error::kNumberUnderflow);
  expect_item_error(kPlain, R"({"a":@1.23456789012345678901234567890123456789})", Error::kNumberPrecision);
  expect_value_error(kPlain, "@1e126", Error::kNumberOverflow);
}

TEST(Json, NamesOfItemsAndMapsAreChecked) {
  const std::string longest(kMaxAttributeNameBytes, 'n');
  ItemBuilder builder;
  for (const auto& [dialect, one] : {std::pair(kDynamoDb, R"({"N":"1"})"), std::pair(kPlain, "1")}) {
    const std::string map_start = dialect == kDynamoDb ? R"({"a":{"M":{)" : R"({"a":{)";
    const std::string map_end = dialect == kDynamoDb ? "}}}" : "}}";
    const std::string value = std::string(":") + one;
    expect_item_error(dialect, "{@\"\"" + value + "}", Error::kNameEmpty);
    expect_item_error(dialect, map_start + "@\"\"" + value + map_end, Error::kNameEmpty);
    EXPECT_TRUE(parse_item_json(dialect, "{\"" + longest + "\"" + value + "}", &builder).ok());
    EXPECT_TRUE(parse_item_json(dialect, map_start + "\"" + longest + "\"" + value + map_end, &builder).ok());
    expect_item_error(dialect, "{@\"x" + longest + "\"" + value + "}", Error::kNameTooLong);
    expect_item_error(dialect, map_start + "@\"x" + longest + "\"" + value + map_end, Error::kNameTooLong);

    const std::string twice = "\"b\"" + value + ",\"c\"" + value + ",@\"\\u0062\"" + value + ",\"c\"" + value;
    expect_item_error(dialect, "{" + twice + "}", Error::kNameDuplicate);
    expect_item_error(dialect, map_start + twice + map_end, Error::kNameDuplicate);
  }
}

TEST(Json, TheRootOfAnItemIsAnObject) {
  for (const JsonDialect dialect : {kDynamoDb, kPlain}) {
    for (const char* text : {"@[]", " @\"x\"", "@1", "@null", "@true", R"(@[{"a":1}])"}) {
      expect_item_error(dialect, text, Error::kJsonKind);
    }
  }
  ItemBuilder builder;
  const Status status = parse_item_json(kDynamoDb, R"({"a":{"N":5}})", &builder);
  EXPECT_EQ(status.message(), "expected a string, found a number");
  EXPECT_STREQ(status.aws_name(), "SerializationException");
}

TEST(Json, RefusesWhatIsNotJson) {
  for (const JsonDialect dialect : {kDynamoDb, kPlain}) {
    for (const char* text :
         {"@", "  @", "{@", "{}@x", "{} @{}", "{}@,{}", "{}@}", "{}@]", "{@x}", "{\"a\"@}", "{@\"a}"}) {
      SCOPED_TRACE(text);
      expect_item_error(dialect, text, Error::kJsonSyntax);
    }
    expect_item_error(dialect, "{\"@\xff\":1}", Error::kValueNotUtf8);
  }
  expect_item_error(kPlain, R"({"a":1 @"b":2})", Error::kJsonSyntax);
  expect_item_error(kPlain, R"({"a":@01})", Error::kJsonSyntax);
  expect_item_error(kPlain, R"({"a":@"\ud800"})", Error::kJsonSyntax);
  expect_item_error(kDynamoDb, R"({"a":{"S":"x"@{"b":1}}})", Error::kJsonSyntax);
  expect_item_error(kDynamoDb, R"({"a":{"S":@"\udc00\ud800"}})", Error::kJsonSyntax);
  expect_value_error(kDynamoDb, R"({"S":"x"}@})", Error::kJsonSyntax);
  expect_value_error(kPlain, "1 @1", Error::kJsonSyntax);
}

TEST(Json, RefusesATextThatIsTooLarge) {
  const std::string json = "{}" + std::string(kMaxJsonBytes - 1, ' ');
  ItemBuilder builder;
  EXPECT_TRUE(parse_item_json(kPlain, json, &builder).is(Error::kJsonTooLarge));
  EXPECT_TRUE(parse_item_json(kPlain, std::string_view(json).substr(0, kMaxJsonBytes), &builder).ok());
}

// Comparing all pairs of so many names takes longer than the bound on any machine; sorting them takes milliseconds.
TEST(Json, ManyMembersAreCheckedForDuplicatesInTime) {
  constexpr int kMembers = 100000;
  std::string members;
  for (int i = 0; i < kMembers; ++i) members += "\"k" + std::to_string(i * 7919LL % 1000003) + "\":1,";
  const auto start = std::chrono::steady_clock::now();
  expect_item_error(kPlain, "{" + members + "@\"\\u006b7919\":1}", Error::kNameDuplicate);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  expect_item_error(kPlain, "{\"map\":{" + members + "@\"\\u006b7919\":1}}", Error::kNameDuplicate);
  ItemBuilder builder;
  ASSERT_TRUE(parse_item_json(kPlain, "{" + members + "\"last\":1}", &builder).ok());
  EXPECT_EQ(builder.finish().count(), static_cast<uint32_t>(kMembers) + 1);
}

// ---- what is printed ----

TEST(Json, PrintsEveryTypeInBothDialects) {
  const std::string dynamo =
      R"({"b":{"B":"AQI="},"l":{"L":[{"N":"1"},{"L":[]},{"M":{}}]},"m":{"M":{"x":{"S":"\"\n"},"y":{"BOOL":false}}},)"
      R"("n":{"N":"-1.5"},"nul":{"NULL":true},"s":{"S":"é"},"t":{"BOOL":true},)"
      R"("xb":{"BS":["AQ==","Ag=="]},"xn":{"NS":["-1","2.5","10"]},"xs":{"SS":["a","b"]}})";
  const std::string plain =
      R"({"b":"AQI=","l":[1,[],{}],"m":{"x":"\"\n","y":false},"n":-1.5,"nul":null,"s":"é","t":true,)"
      R"("xb":["AQ==","Ag=="],"xn":[-1,2.5,10],"xs":["a","b"]})";
  ItemBuilder builder;
  ASSERT_TRUE(parse_item_json(kDynamoDb, dynamo, &builder).ok());
  const ItemView item = builder.finish();
  EXPECT_EQ(print_item(kDynamoDb, item), dynamo);
  EXPECT_EQ(print_item(kPlain, item), plain);
  EXPECT_EQ(print_item(kDynamoDb, ItemView()), "{}");
}

TEST(Json, PrintsMembersInTheOrderOfTheirNames) {
  ItemBuilder builder;
  ASSERT_TRUE(
      parse_item_json(kPlain, R"({"b":{"z":1,"é":2,"Z":3},"a":[2,1],"B":1e3,"":1})", &builder).is(Error::kNameEmpty));
  ASSERT_TRUE(parse_item_json(kPlain, R"({"b":{"z":1,"é":2,"Z":3},"a":[2,1],"B":1e3})", &builder).ok());
  EXPECT_EQ(print_item(kPlain, builder.finish()), R"({"B":1000,"a":[2,1],"b":{"Z":3,"z":1,"é":2}})");
}

TEST(Json, PrintingAppendsAndTakesBackWhatItCannotFinish) {
  std::string out = "x";
  ASSERT_TRUE(print_value_json(kPlain, make_bool(1).view(), &out).ok());
  EXPECT_EQ(out, "xtrue");
  const Value good = make_string("good");
  const ValueView damaged[] = {
      {},  // no type
      {Type::kBool, ""},
      {Type::kBool, "\x02"},
      {Type::kNull, "x"},
      {Type::kNumber, ""},
      {Type::kNumber, "\x13"},
      {Type::kString, "\xff"},
      {static_cast<Type>(3), "1"},
      {static_cast<Type>(12), "1"},
      {Type::kList, ""},
      {Type::kMap, "\x03\x01"},
      {Type::kStringSet, "\x01\x01\x05"},
  };
  for (const ValueView& value : damaged) {
    const ValueView members[] = {good.view(), value};
    const Value list = make_list(members);
    for (const JsonDialect dialect : {kDynamoDb, kPlain}) {
      EXPECT_TRUE(print_value_json(dialect, value, &out).is(Error::kItemCorrupt)) << static_cast<int>(value.type);
      EXPECT_TRUE(print_value_json(dialect, list.view(), &out).is(Error::kItemCorrupt)) << static_cast<int>(value.type);
      EXPECT_EQ(out, "xtrue");
    }
  }
}

TEST(Json, PrintingBoundsTheNesting) {
  Value value = make_null();
  for (int level = 2; level <= kMaxNestingLevels; ++level) {
    const ValueView members[] = {value.view()};
    value = make_list(members);
  }
  std::string out;
  EXPECT_TRUE(print_value_json(kPlain, value.view(), &out).ok());
  EXPECT_EQ(out, nested(kMaxNestingLevels - 1, "[", "null", "]"));
  for (int extra = 0; extra < 1000; ++extra) {
    const ValueView members[] = {value.view()};
    value = make_list(members);
  }
  EXPECT_TRUE(print_value_json(kPlain, value.view(), &out).is(Error::kItemCorrupt));
  EXPECT_TRUE(print_value_json(kDynamoDb, value.view(), &out).is(Error::kItemCorrupt));
}

}  // namespace
}  // namespace sheaf
