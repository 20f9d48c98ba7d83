// Answers in DynamoDB's JSON: what is read from them, and that one of the wrong shape is noticed.
#include "tests/conformance/protocol_answer.h"

#include <gtest/gtest.h>

#include <string>

namespace sheaf::conformance {
namespace {

const ProtocolTables kTables = {"one", {{"one", {"pk"}}, {"two", {"pk", "sk"}}}};

Request request_of(RequestKind kind, std::map<std::string, std::string> parameters = {}) {
  Request request;
  request.kind = kind;
  request.parameters = std::move(parameters);
  return request;
}

Answer read(const Request& request, const std::string& json) {
  ProtocolReply reply;
  reply.json = json;
  return read_reply(request, kTables, reply);
}

Answer read_failure(const Request& request, const std::string& json, std::vector<sheaf_status> reasons = {}) {
  ProtocolReply reply;
  reply.status = SHEAF_INVALID;
  reply.json = json;
  reply.offset = 7;
  reply.message = "native";
  reply.reasons = std::move(reasons);
  return read_reply(request, kTables, reply);
}

bool is_refused(const Request& request, const std::string& json) { return !read(request, json).trouble.empty(); }
bool is_failure_refused(const Request& request, const std::string& json) {
  return !read_failure(request, json).trouble.empty();
}

TEST(ProtocolAnswer, Items) {
  const Request get = request_of(RequestKind::kGet);
  EXPECT_EQ(read(get, R"({"Item":{"pk":{"S":"p"}}})").item_json, R"({"pk":{"S":"p"}})");
  EXPECT_EQ(read(get, R"({"Item":{}})").status, SHEAF_OK);
  EXPECT_EQ(read(get, "{}").status, SHEAF_NOT_FOUND);
  EXPECT_TRUE(is_refused(get, R"({"Item":{},"Count":1})"));
  EXPECT_TRUE(is_refused(get, R"({"Item":{},"Item":{}})"));
  EXPECT_TRUE(is_refused(get, "[]"));
  EXPECT_TRUE(is_refused(get, ""));
}

TEST(ProtocolAnswer, AttributesOfWrites) {
  const Request put = request_of(RequestKind::kPut, {{"return", "ALL_OLD"}});
  EXPECT_EQ(read(put, R"({"Attributes":{"a":{"N":"1"}}})").attributes_json, R"({"a":{"N":"1"}})");
  EXPECT_EQ(read(put, "{}").attributes_json, "");
  EXPECT_EQ(read(request_of(RequestKind::kDelete), "{}").trouble, "");
  EXPECT_TRUE(is_refused(request_of(RequestKind::kDelete), R"({"Attributes":{"a":{"N":"1"}}})"));
  EXPECT_TRUE(is_refused(request_of(RequestKind::kUpdate, {{"return", "NONE"}}), R"({"Attributes":{}})"));
}

TEST(ProtocolAnswer, Pages) {
  const Request query = request_of(RequestKind::kQuery);
  const Answer page = read(query, R"({"Items":[{"a":{"N":"1"}},{}],"Count":2,"ScannedCount":5,"LastEvaluatedKey":{}})");
  EXPECT_EQ(page.trouble, "");
  EXPECT_EQ(page.status, SHEAF_PAGE);
  EXPECT_EQ(page.returned, 2u);
  EXPECT_EQ(page.scanned, 5u);
  EXPECT_EQ(page.rows_json, (std::vector<std::string>{R"({"a":{"N":"1"}})", "{}"}));
  EXPECT_EQ(read(query, R"({"Items":[],"Count":0,"ScannedCount":0})").status, SHEAF_DONE);
  EXPECT_TRUE(is_refused(query, R"({"Items":[],"Count":1,"ScannedCount":1})"));
  EXPECT_TRUE(is_refused(query, R"({"Count":1,"ScannedCount":1})"));
  EXPECT_TRUE(is_refused(query, R"({"Items":[],"Count":0})"));
  EXPECT_TRUE(is_refused(query, R"({"Items":[],"Count":"0","ScannedCount":0})"));
  const Request count = request_of(RequestKind::kScan, {{"count", ""}});
  EXPECT_EQ(read(count, R"({"Count":3,"ScannedCount":4})").returned, 3u);
  EXPECT_TRUE(is_refused(count, R"({"Items":[],"Count":0,"ScannedCount":0})"));
}

TEST(ProtocolAnswer, WritesOfMany) {
  EXPECT_EQ(read(request_of(RequestKind::kTransactWrite), "{}").trouble, "");
  EXPECT_TRUE(is_refused(request_of(RequestKind::kTransactWrite), R"({"Responses":[]})"));
  EXPECT_EQ(read(request_of(RequestKind::kBatchWrite), R"({"UnprocessedItems":{}})").trouble, "");
  EXPECT_TRUE(is_refused(request_of(RequestKind::kBatchWrite), "{}"));
  EXPECT_TRUE(is_refused(request_of(RequestKind::kBatchWrite), R"({"UnprocessedItems":{"one":[]}})"));
}

Request lookups(RequestKind kind) {
  Request request = request_of(kind);
  for (const char* key : {R"({"pk":{"S":"a"}})", R"({"sk":{"N":"1e1"},"pk":{"S":"b"}})", R"({"pk":{"S":"c"}})"}) {
    Request get = request_of(RequestKind::kGet);
    get.subject = key;
    request.parts.push_back(get);
  }
  request.parts[1].parameters["in"] = "two";
  return request;
}

TEST(ProtocolAnswer, LookupsOfTransactions) {
  const Request get = lookups(RequestKind::kTransactGet);
  const Answer answer = read(get, R"({"Responses":[{"Item":{"pk":{"S":"a"}}},{},{}]})");
  EXPECT_EQ(answer.trouble, "");
  ASSERT_EQ(answer.lookups.size(), 3u);
  EXPECT_EQ(answer.lookups[0].item_json, R"({"pk":{"S":"a"}})");
  EXPECT_EQ(answer.lookups[1].status, SHEAF_NOT_FOUND);
  EXPECT_TRUE(is_refused(get, R"({"Responses":[{},{}]})"));
  EXPECT_TRUE(is_refused(get, R"({"Responses":[{},{},{"Table":"one"}]})"));
  EXPECT_TRUE(is_refused(get, "{}"));
}

TEST(ProtocolAnswer, LookupsOfBatchesInAnyOrder) {
  const Request get = lookups(RequestKind::kBatchGet);
  const auto batch = [](const std::string& one, const std::string& two, const std::string& unprocessed) {
    return R"({"Responses":{"one":[)" + one + R"(],"two":[)" + two + R"(]},"UnprocessedKeys":)" + unprocessed + '}';
  };
  const std::string a = R"({"n":{"N":"1"},"pk":{"S":"a"}})";
  const std::string b = R"({"pk":{"S":"b"},"sk":{"N":"10"}})";
  const std::string c = R"({"pk":{"S":"c"}})";
  const Answer answer = read(get, batch(c + ',' + a, b, "{}"));
  EXPECT_EQ(answer.trouble, "");
  ASSERT_EQ(answer.lookups.size(), 3u);
  EXPECT_EQ(answer.lookups[0].item_json, a);
  EXPECT_EQ(answer.lookups[1].item_json, b);
  EXPECT_EQ(answer.lookups[2].item_json, c);
  EXPECT_EQ(read(get, batch(a, "", "{}")).lookups[2].status, SHEAF_NOT_FOUND);
  EXPECT_TRUE(is_refused(get, batch(R"({"pk":{"S":"x"}})", "", "{}")));
  EXPECT_TRUE(is_refused(get, batch(a + ',' + a, "", "{}")));
  EXPECT_TRUE(is_refused(get, batch(a, b, R"({"one":{"Keys":[]}})")));
  EXPECT_TRUE(is_refused(get, R"({"Responses":{"one":[]},"UnprocessedKeys":{}})"));
  EXPECT_TRUE(is_refused(get, batch(a, b, "{}").substr(0, 20)));
}

TEST(ProtocolAnswer, Errors) {
  const Request get = request_of(RequestKind::kGet);
  const std::string type = R"({"__type":"com.amazonaws.dynamodb.v20120810#ValidationException")";
  const Answer answer = read_failure(get, type + R"(,"message":"a \"text\""})");
  EXPECT_EQ(answer.trouble, "");
  EXPECT_EQ(answer.status, SHEAF_INVALID);
  EXPECT_EQ(answer.offset, 7);
  EXPECT_EQ(answer.message, "native");
  EXPECT_EQ(answer.aws_message, "a \"text\"");
  EXPECT_EQ(answer.exception, "ValidationException");
  EXPECT_EQ(read_failure(get, type + R"(,"Message":"t"})").aws_message, "t");
  EXPECT_TRUE(is_failure_refused(get, type + R"(,"Message":"t","message":"u"})"));
  EXPECT_TRUE(is_failure_refused(get, type + "}"));
  EXPECT_TRUE(is_failure_refused(get, type + R"(,"message":"t","Item":{}})"));
  EXPECT_TRUE(is_failure_refused(get, R"({"message":"t"})"));
  EXPECT_TRUE(is_failure_refused(get, R"({"__type":"ValidationException","message":"t"})"));
  EXPECT_TRUE(
      is_failure_refused(get, R"({"__type":"com.amazonaws.dynamodb.v20120810#SerializationException","message":"t"})"));
  EXPECT_TRUE(is_failure_refused(get, ""));
}

TEST(ProtocolAnswer, FailedConditions) {
  const std::string document =
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"t")";
  const Request asking = request_of(RequestKind::kPut, {{"old_on_failure", ""}});
  EXPECT_EQ(read_failure(asking, document + R"(,"Item":{"a":{"N":"1"}}})").attributes_json, R"({"a":{"N":"1"}})");
  EXPECT_EQ(read_failure(asking, document + "}").attributes_json, "");
  EXPECT_TRUE(is_failure_refused(request_of(RequestKind::kPut), document + R"(,"Item":{"a":{"N":"1"}}})"));
}

TEST(ProtocolAnswer, Reasons) {
  const Request write = request_of(RequestKind::kTransactWrite);
  const auto failure = [&](const std::string& reasons) {
    return read_failure(write,
                        R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"t",)"
                        R"("CancellationReasons":)" +
                            reasons + '}',
                        {SHEAF_OK, SHEAF_TYPE});
  };
  const Answer answer = failure(R"([{"Code":"None"},{"Code":"ValidationError","Message":"m","Item":{"a":{"N":"1"}}}])");
  EXPECT_EQ(answer.trouble, "");
  ASSERT_EQ(answer.reasons.size(), 2u);
  EXPECT_EQ(answer.reasons[0].code, "None");
  EXPECT_EQ(answer.reasons[1].code, "ValidationError");
  EXPECT_EQ(answer.reasons[1].aws_message, "m");
  EXPECT_EQ(answer.reasons[1].status, SHEAF_TYPE);
  EXPECT_EQ(answer.reasons[1].item_json, R"({"a":{"N":"1"}})");
  EXPECT_NE(failure(R"([{"Code":"None"}])").trouble, "");
  EXPECT_NE(failure(R"([{"Code":"None"},{"Code":"ValidationError"}])").trouble, "");
  EXPECT_NE(failure(R"([{"Code":"None","Message":"m"},{"Code":"None"}])").trouble, "");
  EXPECT_NE(failure(R"([{"Code":"None"},{"Code":"None","Key":{}}])").trouble, "");
  EXPECT_NE(failure("{}").trouble, "");
}

}  // namespace
}  // namespace sheaf::conformance
