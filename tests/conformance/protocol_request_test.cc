// Every request form, as DynamoDB's JSON.
#include "tests/conformance/protocol_request.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/conformance/script_parser.h"

namespace sheaf::conformance {
namespace {

// The one step of a case, rendered: the operation, a space and the JSON.
std::string rendered(const std::string& step) {
  const Script script = parse_script("made.test",
                                     "table one (pk S)\ntable two (pk S / sk N)\nglobal by_g (gp S) ALL\n"
                                     "case X1 \"a case\"\non one\n" +
                                         step + "expect ok\n");
  if (!script.errors.empty()) return "not well-formed: " + script.errors.front();
  const Case& made = script.cases.front();
  const auto request = render(made.steps.front().request, made.table);
  return request ? request->operation + ' ' + request->json : "cannot be said";
}

TEST(ProtocolRequest, SingleItems) {
  EXPECT_EQ(rendered(R"(get {"pk":{"S":"p"}}
)"),
            R"(GetItem {"TableName":"one","Key":{"pk":{"S":"p"}}})");
  EXPECT_EQ(rendered(R"(put {"pk":{"S":"p"}}
  condition attribute_not_exists(#p) OR a = :v
  names {"#p":"pk"}
  values {":v":{"S":"\u00e9"}}
  return ALL_OLD
  old_on_failure
)"),
            R"(PutItem {"TableName":"one","Item":{"pk":{"S":"p"}},)"
            R"("ConditionExpression":"attribute_not_exists(#p) OR a = :v","ExpressionAttributeNames":{"#p":"pk"},)"
            R"("ExpressionAttributeValues":{":v":{"S":"\u00e9"}},"ReturnValues":"ALL_OLD",)"
            R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})");
  EXPECT_EQ(rendered(R"(update {"pk":{"S":"p"},"sk":{"N":"1"}}
  in two
  expression REMOVE a
  return UPDATED_NEW
)"),
            R"(UpdateItem {"TableName":"two","Key":{"pk":{"S":"p"},"sk":{"N":"1"}},"UpdateExpression":"REMOVE a",)"
            R"("ReturnValues":"UPDATED_NEW"})");
  EXPECT_EQ(rendered(R"(delete {"pk":{"S":"p"}}
  condition attribute_exists(a)
)"),
            R"~(DeleteItem {"TableName":"one","Key":{"pk":{"S":"p"}},"ConditionExpression":"attribute_exists(a)"})~");
}

TEST(ProtocolRequest, QueriesAndScans) {
  EXPECT_EQ(
      rendered(R"(query
  in two
  index by_g
  key gp = :g
  filter a > b
  projection pk, a
  limit 3
  reverse
  values {":g":{"S":"g"}}
)"),
      R"(Query {"TableName":"two","IndexName":"by_g","KeyConditionExpression":"gp = :g","FilterExpression":"a > b",)"
      R"("ProjectionExpression":"pk, a","ExpressionAttributeValues":{":g":{"S":"g"}},"Limit":3,)"
      R"("ScanIndexForward":false})");
  EXPECT_EQ(rendered("scan\n segment 5 of 8\n count\n"),
            R"(Scan {"TableName":"one","Select":"COUNT","Segment":5,"TotalSegments":8})");
  EXPECT_EQ(rendered("scan\n full_item\n"), R"(Scan {"TableName":"one","Select":"ALL_ATTRIBUTES"})");
}

TEST(ProtocolRequest, Transactions) {
  EXPECT_EQ(
      rendered(R"(transact_write
  token a "token"
  put {"pk":{"S":"a"}}
  update {"pk":{"S":"b"}}
    expression SET a = :v
    values {":v":{"N":"1"}}
  delete {"pk":{"S":"c"},"sk":{"N":"1"}}
    in two
  check {"pk":{"S":"d"}}
    condition attribute_exists(pk)
    old_on_failure
)"),
      R"(TransactWriteItems {"TransactItems":[{"Put":{"TableName":"one","Item":{"pk":{"S":"a"}}}},)"
      R"({"Update":{"TableName":"one","Key":{"pk":{"S":"b"}},"UpdateExpression":"SET a = :v",)"
      R"("ExpressionAttributeValues":{":v":{"N":"1"}}}},)"
      R"({"Delete":{"TableName":"two","Key":{"pk":{"S":"c"},"sk":{"N":"1"}}}},)"
      R"~({"ConditionCheck":{"TableName":"one","Key":{"pk":{"S":"d"}},"ConditionExpression":"attribute_exists(pk)",)~"
      R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"}}],"ClientRequestToken":"a \"token\""})");
  EXPECT_EQ(rendered("transact_get\n get {\"pk\":{\"S\":\"a\"}}\n get {\"pk\":{\"S\":\"b\"}}\n  in two\n"),
            R"(TransactGetItems {"TransactItems":[{"Get":{"TableName":"one","Key":{"pk":{"S":"a"}}}},)"
            R"({"Get":{"TableName":"two","Key":{"pk":{"S":"b"}}}}]})");
  EXPECT_EQ(rendered("transact_write\n"), R"(TransactWriteItems {"TransactItems":[]})");
}

TEST(ProtocolRequest, BatchesAreGroupedByTable) {
  EXPECT_EQ(rendered(R"(batch_write
  put {"pk":{"S":"a"}}
    in two
  delete {"pk":{"S":"b"}}
  put {"pk":{"S":"c"}}
    in two
)"),
            R"(BatchWriteItem {"RequestItems":{"two":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},)"
            R"({"PutRequest":{"Item":{"pk":{"S":"c"}}}}],"one":[{"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}})");
  EXPECT_EQ(rendered("batch_get\n repeat 2 get {\"pk\":{\"S\":\"$\"}}\n get {\"pk\":{\"S\":\"c\"}}\n  in two\n"),
            R"(BatchGetItem {"RequestItems":{"one":{"Keys":[{"pk":{"S":"1"}},{"pk":{"S":"2"}}]},)"
            R"("two":{"Keys":[{"pk":{"S":"c"}}]}}})");
  EXPECT_EQ(rendered("batch_get\n"), R"(BatchGetItem {"RequestItems":{}})");
}

TEST(ProtocolRequest, CallsStandAsTheyAre) {
  EXPECT_EQ(rendered("needs protocol a call\ncall Scan {\"TableName\": \"one\"}\n"), R"(Scan {"TableName": "one"})");
}

TEST(ProtocolRequest, WhatHasNoFormThere) {
  EXPECT_EQ(rendered("native a size\nscan\n page_bytes 10\n"), "cannot be said");
  EXPECT_EQ(rendered("next\n"), "cannot be said");
}

TEST(ProtocolRequest, TextsAreEscaped) {
  EXPECT_EQ(json_quoted("a\"b\\c\n\t\x01\xc3\xa9"), "\"a\\\"b\\\\c\\u000a\\u0009\\u0001\xc3\xa9\"");
}

TEST(ProtocolRequest, OneMoreMember) {
  EXPECT_EQ(with_member("{}", "a", "1"), R"({"a":1})");
  EXPECT_EQ(with_member(R"({"b":{}})", "a", "{}"), R"({"b":{},"a":{}})");
}

}  // namespace
}  // namespace sheaf::conformance
