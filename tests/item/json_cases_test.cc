// Cases from the field (B...) and corner cases of DynamoDB (C..., dynamodb-semantics.md 9), as far as they concern JSON.
#include <gtest/gtest.h>

#include <string>

#include "engine/base/limits.h"
#include "engine/item/json.h"
#include "engine/item/json_text.h"
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

// Reads an item in DynamoDB's form, prints it and reads that again; both must be the same item with the same text.
void expect_round_trip(std::string_view json) {
  ItemBuilder first;
  ItemBuilder second;
  const Status status = parse_item_json(kDynamoDb, json, &first);
  ASSERT_TRUE(status.ok()) << json << ": " << status.message();
  const ItemView item = first.finish();
  const std::string printed = print_item(kDynamoDb, item);
  EXPECT_EQ(printed, json);
  ASSERT_TRUE(parse_item_json(kDynamoDb, printed, &second).ok()) << printed;
  EXPECT_TRUE(items_equal(item, second.finish()));
  EXPECT_TRUE(verify_item(item).ok());
}

TEST(FieldCases, B077_JsonRefusesMalformedBase64) {
  expect_value_error(kDynamoDb, R"({"B":@"AQI"})", Error::kBase64);
  expect_value_error(kDynamoDb, R"({"B":@"A==="})", Error::kBase64);
  expect_value_error(kDynamoDb, R"({"B":@"A Q="})", Error::kBase64);
  const Value empty = value_of(kDynamoDb, R"({"B":""})");
  EXPECT_EQ(empty.type, Type::kBinary);
  EXPECT_EQ(empty.data, "");
}

TEST(FieldCases, B082_JsonKeepsEmptyValuesAndTheirTypes) {
  expect_round_trip(R"({"b":{"B":""},"l":{"L":[]},"m":{"M":{}},"nul":{"NULL":true},"pk":{"S":"p"},"s":{"S":""}})");
}

TEST(FieldCases, B083_JsonKeepsEveryType) {
  expect_round_trip(
      R"({"b":{"B":"AP8="},"bs":{"BS":["","AA==","/w=="]},"f":{"BOOL":false},"l":{"L":[{"N":"1"},{"SS":["x"]}]},)"
      R"("m":{"M":{"k":{"NS":["0.5"]}}},"n":{"N":"12345678901234567890123456789012345678"},"ns":{"NS":["-2","0","3"]},)"
      R"("nul":{"NULL":true},"s":{"S":"t"},"ss":{"SS":["a","b"]},"t":{"BOOL":true}})");
}

// A scalar inside 31 containers is at level 32; inside 32 it is refused, at the value of level 33.
TEST(FieldCases, B089_DeepNestingIsRefusedNotFollowed) {
  constexpr int kMostWraps = kMaxNestingLevels - 1;
  struct Form {
    JsonDialect dialect;
    const char* open;
    const char* scalar;
    const char* close;
  };
  const Form forms[] = {
      {kDynamoDb, R"({"M":{"a":)", R"({"N":"1"})", "}}"},
      {kDynamoDb, R"({"L":[)", R"({"N":"1"})", "]}"},
      {kPlain, R"({"a":)", "1", "}"},
      {kPlain, "[", "1", "]"},
  };
  for (const Form& form : forms) {
    SCOPED_TRACE(form.open);
    const auto wrapped = [&](int wraps, const std::string& middle) {
      return nested(wraps, form.open, middle, form.close);
    };
    const std::string stored = wrapped(kMostWraps, form.scalar);
    EXPECT_EQ(reprinted(form.dialect, form.dialect, stored), stored);
    ItemBuilder builder;
    EXPECT_TRUE(parse_item_json(form.dialect, "{\"x\":" + stored + "}", &builder).ok());

    const std::string marked = std::string("@") + form.scalar;
    expect_value_error(form.dialect, wrapped(kMostWraps + 1, marked), Error::kTooDeep);
    expect_item_error(form.dialect, "{\"x\":" + wrapped(kMostWraps + 1, marked) + "}", Error::kTooDeep);

    const std::string rest = nested(50000, form.open, form.scalar, form.close);
    expect_value_error(form.dialect, wrapped(kMostWraps + 1, "@" + rest), Error::kTooDeep);
    const std::string unclosed = nested(50000, form.open, "", "");
    expect_value_error(form.dialect, nested(kMostWraps + 1, form.open, "@" + unclosed, ""), Error::kTooDeep);
  }
}

TEST(FieldCases, B103_BinaryCountsItsRawBytes) {
  for (const size_t size : {size_t{300000}, size_t{409000}}) {
    std::string bytes(size, '\0');
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 % 251);
    std::string json = R"({"bin":{"B":")";
    append_base64(bytes, &json);
    json += R"("},"pk":{"S":"key"}})";
    ItemBuilder builder;
    ASSERT_TRUE(parse_item_json(kDynamoDb, json, &builder).ok());
    const ItemView item = builder.finish();
    EXPECT_TRUE(item.find("bin").data == bytes);     // not EXPECT_EQ, which would print them
    EXPECT_EQ(item.size_bytes(), size + 3 + 2 + 3);  // "bin", "pk", "key"
    EXPECT_TRUE(print_item(kDynamoDb, item) == json);
  }
}

TEST(CornerCases, C001_C002_JsonTakesEmptyValuesButNoEmptySets) {
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"S":""})"), R"({"S":""})");
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"L":[]})"), R"({"L":[]})");
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"M":{}})"), R"({"M":{}})");
  expect_value_error(kDynamoDb, R"({"M":{"a":{"SS":@[]}}})", Error::kSetEmpty);
}

TEST(CornerCases, C003_JsonRefusesNullFalse) {
  expect_value_error(kDynamoDb, R"({"NULL":@false})", Error::kNullFalse);
  EXPECT_EQ(parse_value_json(kDynamoDb, R"({"NULL":false})").status().aws_message(),
            "One or more parameter values were invalid: Null attribute value types must have the value of true");
}

TEST(CornerCases, C004_JsonWantsExactlyOneType) {
  expect_value_error(kDynamoDb, R"(@{"S":"a","N":"1"})", Error::kValueTwoTypes);
  expect_value_error(kDynamoDb, R"(@{})", Error::kValueNoType);
}

TEST(CornerCases, C005_JsonNumberInsteadOfTextIsASerializationError) {
  expect_value_error(kDynamoDb, R"({"N":@5})", Error::kJsonKind);
  EXPECT_STREQ(parse_value_json(kDynamoDb, R"({"N":5})").status().aws_name(), "SerializationException");
}

TEST(CornerCases, C006_JsonRefusesDuplicatesInSets) {
  expect_value_error(kDynamoDb, R"({"SS":@["a","a"]})", Error::kStringSetDuplicate);
  expect_value_error(kDynamoDb, R"({"NS":@["1","1.0"]})", Error::kNumberSetDuplicate);
  EXPECT_EQ(parse_value_json(kDynamoDb, R"({"SS":["a","a"]})").status().aws_message(),
            "One or more parameter values were invalid: Input collection [a, a] contains duplicates.");
}

TEST(CornerCases, C007_JsonSetsAreEqualInAnyOrder) {
  const Value a = value_of(kDynamoDb, R"({"L":[{"M":{"s":{"NS":["3","1","2"]}}}]})");
  const Value b = value_of(kDynamoDb, R"({"L":[{"M":{"s":{"NS":["1.0","2","3"]}}}]})");
  const Value c = value_of(kDynamoDb, R"({"L":[{"M":{"s":{"NS":["1.0","2","4"]}}}]})");
  EXPECT_TRUE(values_equal(a.view(), b.view()));
  EXPECT_FALSE(values_equal(a.view(), c.view()));
}

TEST(CornerCases, C008_C009_JsonPrintsNumbersInCanonicalForm) {
  const std::string digits = "1" + std::string(125, '0');
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"N":"1e125"})"), "{\"N\":\"" + digits + "\"}");
  EXPECT_EQ(reprinted(kDynamoDb, kPlain, R"({"N":"1e125"})"), digits);
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"N":"+007.50"})"), R"({"N":"7.5"})");
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"N":"-0"})"), R"({"N":"0"})");
  EXPECT_EQ(reprinted(kDynamoDb, kDynamoDb, R"({"N":".5"})"), R"({"N":"0.5"})");
  EXPECT_EQ(reprinted(kDynamoDb, kPlain, R"({"N":"1e-130"})"), "0." + std::string(129, '0') + "1");
}

TEST(CornerCases, C010_JsonRefusesThirtyNineDigits) {
  expect_value_error(kDynamoDb, R"({"N":@"123456789012345678901234567890123456789"})", Error::kNumberPrecision);
  EXPECT_TRUE(parse_value_json(kDynamoDb, "{\"N\":\"1" + std::string(125, '0') + "\"}").ok());
}

TEST(CornerCases, C012_JsonRefusesTextsThatAreNoNumbers) {
  for (const char* text : {" 1", "1 ", "NaN", "Infinity", "", "0x10"}) {
    expect_value_error(kDynamoDb, std::string("{\"N\":@\"") + text + "\"}", Error::kNumberSyntax);
  }
}

TEST(CornerCases, C016_JsonNamesMayHoldAnyCharacter) {
  expect_round_trip(
      R"({"\u0000":{"N":"1"}," ":{"N":"2"},"-":{"N":"3"},"a.b":{"N":"4"},"a[0]":{"N":"5"},"é":{"N":"6"}})");
}

TEST(CornerCases, C017_JsonRefusesAnEmptyName) {
  expect_item_error(kDynamoDb, R"({"a":{"N":"1"},@"":{"N":"1"}})", Error::kNameEmpty);
}

TEST(CornerCases, C019_JsonBoundsTheLengthOfNames) {
  const std::string name(kMaxAttributeNameBytes, 'n');
  ItemBuilder builder;
  ASSERT_TRUE(parse_item_json(kDynamoDb, "{\"" + name + "\":{\"N\":\"1\"}}", &builder).ok());
  EXPECT_EQ(builder.finish().size_bytes(), 65535u + 2);
  expect_item_error(kDynamoDb, "{@\"" + name + "n\":{\"N\":\"1\"}}", Error::kNameTooLong);
}

TEST(CornerCases, C020_WrongPaddingIsASerializationError) {
  EXPECT_STREQ(parse_value_json(kDynamoDb, R"({"B":"AQI"})").status().aws_name(), "SerializationException");
}

}  // namespace
}  // namespace sheaf
