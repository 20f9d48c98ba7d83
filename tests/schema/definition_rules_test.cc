// parse_definition by hand-made tables: every rule that refuses, with the path of the member and DynamoDB's words.
// The rules are those of dynamodb-semantics.md 5.2. Local indexes and keys of several attributes: definition_local_test.cc and
// definition_multi_test.cc.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/schema/schema_support.h"

namespace sheaf {
namespace {

using schema_test::accepted;
using schema_test::defined;
using schema_test::expect_refused;
using schema_test::index_text;
using schema_test::key_json;
using schema_test::kOrders;
using schema_test::many_indexes;
using schema_test::Refusal;
using schema_test::replaced;
using schema_test::small_table;

TEST(DefinitionRules, RefusesMissingAndIllTypedMembers) {
  const auto missing = [](std::string path) {
    return Refusal{Error::kDefinitionInvalid, std::move(path), "a required member is missing"};
  };
  expect_refused("{}", missing("TableName"));
  expect_refused(R"({"TableName":"abc"})", missing("KeySchema"));
  expect_refused(R"({"TableName":"abc","KeySchema":[]})", missing("AttributeDefinitions"));
  expect_refused(replaced(small_table(), R"("TableName":"tab")", R"("TableName":null)"), missing("TableName"));
  expect_refused(replaced(small_table(),
                          R"("AttributeName":"p",)"
                          R"("KeyType")",
                          R"("KeyType")"),
                 missing("KeySchema[0].AttributeName"));
  expect_refused(replaced(small_table(), R"(,"KeyType":"HASH")", ""), missing("KeySchema[0].KeyType"));
  expect_refused(replaced(small_table(), R"(,"AttributeType":"S")", ""),
                 missing("AttributeDefinitions[0].AttributeType"));
  expect_refused(small_table(R"(,"GlobalSecondaryIndexes":[{"KeySchema":[]}])"),
                 missing("GlobalSecondaryIndexes[0].IndexName"));
  expect_refused(small_table(R"(,"GlobalSecondaryIndexes":[{"IndexName":"abc"}])"),
                 missing("GlobalSecondaryIndexes[0].KeySchema"));
  expect_refused(small_table(R"(,"StreamSpecification":{})"), missing("StreamSpecification.StreamEnabled"));

  const auto kind = [](std::string path, std::string text) {
    return Refusal{Error::kDefinitionInvalid, std::move(path), std::move(text)};
  };
  expect_refused(replaced(small_table(), R"("tab")", "1"), kind("TableName", "expected a string, found a number"));
  expect_refused(replaced(small_table(), R"([{"AttributeName":"p","KeyType":"HASH"}])", "{}"),
                 kind("KeySchema", "expected an array, found an object"));
  expect_refused(replaced(small_table(), R"({"AttributeName":"p","KeyType":"HASH"})", R"("p")"),
                 kind("KeySchema[0]", "expected an object, found a string"));
  expect_refused(small_table(R"(,"GlobalSecondaryIndexes":[null])"),
                 kind("GlobalSecondaryIndexes[0]", "expected an object, found null"));
  expect_refused(replaced(kOrders, R"(["total", "customer", "a.b"])", R"(["total", 5])"),
                 kind("GlobalSecondaryIndexes[0].Projection.NonKeyAttributes[1]", "expected a string, found a number"));
  expect_refused(small_table(R"(,"BillingMode":{})"), kind("BillingMode", "expected a string, found an object"));
  expect_refused(small_table(R"(,"Tags":{})"), kind("Tags", "expected an array, found an object"));
  expect_refused(small_table(R"(,"DeletionProtectionEnabled":"true")"),
                 kind("DeletionProtectionEnabled", "expected a boolean, found a string"));
}

TEST(DefinitionRules, RefusesBadNames) {
  const auto table_named = [](std::string_view name) { return replaced(small_table(), "tab", name); };
  const Error invalid = Error::kDefinitionInvalid;
  expect_refused(table_named(""), {invalid, "TableName", "Member must have length greater than or equal to 3"});
  expect_refused(table_named("ab"), {invalid, "TableName", "the name has 2 bytes; Member must have length greater"});
  expect_refused(table_named(std::string(256, 'x')), {Error::kDefinitionLimit, "TableName",
                                                      "256 bytes; Member must have length less than or equal to 255"});
  for (const std::string_view name : {"a b", "tab/", "a:b", "täb", "tab\\u0000", "ta+", "a@b", "a[b", "a`b", "a{b"}) {
    expect_refused(table_named(name), {invalid, "TableName", "regular expression pattern: [a-zA-Z0-9_.-]+"});
  }
  const auto index_named = [](std::string_view name) {
    return small_table(R"(,"GlobalSecondaryIndexes":[)" + index_text(name, "p") + "]");
  };
  EXPECT_EQ(accepted(index_named("..-")).indexes.size(), 1u);
  expect_refused(index_named("ab"), {invalid, "GlobalSecondaryIndexes[0].IndexName", "greater than or equal to 3"});
  expect_refused(index_named("a b"), {invalid, "GlobalSecondaryIndexes[0].IndexName", "[a-zA-Z0-9_.-]+"});
  expect_refused(index_named(std::string(256, 'x')),
                 {Error::kDefinitionLimit, "GlobalSecondaryIndexes[0].IndexName", "less than or equal to 255"});
  // C019, in each of the three places where such a name may stand.
  const std::string longer = "\"" + std::string(256, 'x') + "\"";
  expect_refused(replaced(small_table(), R"("p","AttributeType")", longer + R"(,"AttributeType")"),
                 {Error::kDefinitionLimit, "AttributeDefinitions[0].AttributeName", "less than or equal to 255"});
  expect_refused(replaced(small_table(), R"("p","KeyType")", longer + R"(,"KeyType")"),
                 {Error::kDefinitionLimit, "KeySchema[0].AttributeName", "less than or equal to 255"});
  const std::string list = "GlobalSecondaryIndexes[0].Projection.NonKeyAttributes";
  expect_refused(replaced(kOrders, R"("total")", longer), {Error::kDefinitionLimit, list + "[0]", "equal to 255"});
  expect_refused(replaced(small_table(), R"("p","AttributeType")", R"("","AttributeType")"),
                 {invalid, "AttributeDefinitions[0].AttributeName", "greater than or equal to 1"});
  expect_refused(replaced(kOrders, R"("total")", R"("")"), {invalid, list + "[0]", "greater than or equal to 1"});
}

TEST(DefinitionRules, RefusesBadKeySchemas) {
  const Error invalid = Error::kDefinitionInvalid;
  const auto with_key = [](std::string_view key) {
    return replaced(kOrders, R"({"AttributeName": "customer", "KeyType": "HASH"},
    {"AttributeName": "number", "KeyType": "RANGE"})",
                    key);
  };
  expect_refused(with_key(""), {invalid, "KeySchema", "name at least a HASH attribute"});
  expect_refused(with_key(R"({"AttributeName": "customer", "KeyType": "RANGE"})"),
                 {invalid, "KeySchema[0].KeyType", "The first KeySchemaElement is not a HASH key type"});
  expect_refused(
      with_key(R"({"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"number","KeyType":"HASH"})"),
      {invalid, "KeySchema[1].KeyType", "The second KeySchemaElement is not a RANGE key type"});
  expect_refused(
      with_key(R"({"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"number","KeyType":"RANGE"},)"
               R"({"AttributeName":"digest","KeyType":"RANGE"})"),
      {Error::kDefinitionLimit, "KeySchema", "3 elements; Member must have length less than or equal to 2"});
  expect_refused(
      with_key(R"({"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"customer","KeyType":"RANGE"})"),
      {invalid, "KeySchema[1].AttributeName",
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"});
  expect_refused(
      with_key(R"({"AttributeName":"customer","KeyType":"Hash"})"),
      {invalid, "KeySchema[0].KeyType", "'Hash' is not known; Member must satisfy enum value set: [HASH, RANGE]"});
  const auto with_index_key = [](std::string_view key) {
    return replaced(kOrders, R"([{"AttributeName": "number", "KeyType": "HASH"}])", "[" + std::string(key) + "]");
  };
  const std::string path = "GlobalSecondaryIndexes[1].KeySchema";
  expect_refused(with_index_key(""), {invalid, path, "name at least a HASH attribute"});
  expect_refused(with_index_key(R"({"AttributeName":"number","KeyType":"RANGE"})"),
                 {invalid, path + "[0].KeyType", "The first KeySchemaElement is not a HASH key type"});
  expect_refused(
      with_index_key(R"({"AttributeName":"number","KeyType":"HASH"},{"AttributeName":"number","KeyType":"RANGE"})"),
      {invalid, path + "[1].AttributeName", "have the same name"});
}

// DynamoDB's text names the whole key, and has other words for a key with more elements than there are definitions; ours names
// what is missing.
TEST(DefinitionRules, KeysWithoutDefinitionsAreToldInDynamoDbsWords) {
  const auto aws_text = [](std::string_view definitions, std::string_view key) {
    return parse_definition(R"({"TableName":"tab","AttributeDefinitions":)" + defined(definitions) +
                            R"(,"KeySchema":)" + key_json(key) + "}")
        .status()
        .aws_message();
  };
  EXPECT_EQ(aws_text("p:S q:S", "p:HASH x:RANGE"),
            "One or more parameter values were invalid: Some index key attributes are not defined in "
            "AttributeDefinitions. Keys: [p, x], AttributeDefinitions: [p, q]");
  const std::string no_definition = "Invalid KeySchema: Some index key attribute have no definition";
  EXPECT_EQ(aws_text("p:S", "p:HASH x:RANGE"), no_definition);
  EXPECT_EQ(aws_text("p:S", "p:HASH p:RANGE"), no_definition);
  EXPECT_EQ(aws_text("p:S q:S", "p:HASH p:RANGE"),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  EXPECT_EQ(parse_definition(small_table(R"(,"GlobalSecondaryIndexes":[])")).status().aws_message(),
            "One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty");
}

TEST(DefinitionRules, RefusesBadAttributeDefinitions) {
  const Error invalid = Error::kDefinitionInvalid;
  const std::string defined = R"({"AttributeName": "number", "AttributeType": "N"},)";
  for (const std::string_view type : {"SS", "n", "BOOL", ""}) {
    expect_refused(replaced(kOrders, R"("AttributeType": "N")", R"("AttributeType": ")" + std::string(type) + "\""),
                   {invalid, "AttributeDefinitions[1].AttributeType", "Member must satisfy enum value set: [B, N, S]"});
  }
  // C120: the type of an attribute is the same for all keys, because it can only be defined once.
  for (const std::string_view type : {"N", "S"}) {
    const std::string again = R"({"AttributeName": "number", "AttributeType": ")" + std::string(type) + "\"},";
    expect_refused(replaced(kOrders, defined, defined + again),
                   {invalid, "AttributeDefinitions[2].AttributeName", "Duplicate AttributeName 'number'"});
  }
  expect_refused(replaced(kOrders, defined, ""),
                 {invalid, "KeySchema[1].AttributeName",
                  "Some index key attributes are not defined in AttributeDefinitions. Keys: [number], "
                  "AttributeDefinitions: [customer, digest]"});
  expect_refused(
      replaced(kOrders, R"("AttributeName": "digest", "AttributeType")", R"("AttributeName": "d", "AttributeType")"),
      {invalid, "GlobalSecondaryIndexes[0].KeySchema[0].AttributeName", "Keys: [digest]"});
  // C124, with and without indexes.
  expect_refused(replaced(kOrders, defined, defined + R"({"AttributeName": "extra", "AttributeType": "S"},)"),
                 {invalid, "AttributeDefinitions[2]",
                  "Some AttributeDefinitions are not used. AttributeDefinitions: [customer, number, extra, digest], "
                  "keys used: [customer, number, digest]; remove 'extra'"});
  expect_refused(replaced(small_table(), R"([{"AttributeName":"p","AttributeType":"S"})",
                          R"([{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"q","AttributeType":"S"})"),
                 {invalid, "AttributeDefinitions[1]",
                  "Number of attributes in KeySchema does not exactly match number of attributes defined in "
                  "AttributeDefinitions; remove 'q'"});
  expect_refused(
      R"({"TableName":"tab","AttributeDefinitions":[],"KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]})",
      {invalid, "KeySchema[0].AttributeName", "Keys: [p], AttributeDefinitions: []"});
}

TEST(DefinitionRules, RefusesBadIndexLists) {
  const Error invalid = Error::kDefinitionInvalid;
  expect_refused(small_table(R"(,"GlobalSecondaryIndexes":[])"),
                 {invalid, "GlobalSecondaryIndexes", "empty; leave it out"});
  expect_refused(small_table(R"(,"LocalSecondaryIndexes":[])"),
                 {invalid, "LocalSecondaryIndexes", "empty; leave it out"});
  expect_refused(small_table(R"(,"VectorIndexes":[])"), {invalid, "VectorIndexes", "empty; leave it out"});
  expect_refused(many_indexes(21), {Error::kDefinitionLimit, "GlobalSecondaryIndexes",
                                    "GlobalSecondaryIndex count exceeds the per-table limit of 20"});
  expect_refused(replaced(kOrders, R"("by_number")", R"("by_digest")"),
                 {invalid, "GlobalSecondaryIndexes[1].IndexName", "Duplicate index name: by_digest"});
}

TEST(DefinitionRules, RefusesBadProjections) {
  const Error invalid = Error::kDefinitionInvalid;
  const std::string path = "GlobalSecondaryIndexes[1].Projection";
  const auto with_projection = [](std::string_view projection) {
    return replaced(kOrders, R"("Projection": {"ProjectionType": "KEYS_ONLY"})", projection);
  };
  expect_refused(replaced(kOrders, R"(,
      "Projection": {"ProjectionType": "KEYS_ONLY"})",
                          ""),
                 {invalid, path, "Unknown ProjectionType: null"});
  expect_refused(with_projection(R"("Projection": {})"),
                 {invalid, path + ".ProjectionType", "Unknown ProjectionType: null"});
  expect_refused(with_projection(R"("Projection": {"ProjectionType": "keys_only"})"),
                 {invalid, path + ".ProjectionType", "Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]"});
  for (const std::string kind : {"ALL", "KEYS_ONLY"}) {
    expect_refused(
        with_projection(R"("Projection": {"ProjectionType": ")" + kind + R"(", "NonKeyAttributes": ["a"]})"),
        {invalid, path + ".NonKeyAttributes", "ProjectionType is " + kind + ", but NonKeyAttributes is specified"});
  }
  expect_refused(
      with_projection(R"("Projection": {"ProjectionType": "INCLUDE"})"),
      {invalid, path + ".NonKeyAttributes", "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"});
  expect_refused(with_projection(R"("Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": []})"),
                 {invalid, path + ".NonKeyAttributes", "empty; name at least one"});
  expect_refused(with_projection(R"("Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b", "a"]})"),
                 {invalid, path + ".NonKeyAttributes[2]", "Duplicate attribute 'a'"});
  expect_refused(many_indexes(1, 21), {Error::kDefinitionLimit, "GlobalSecondaryIndexes[0].Projection.NonKeyAttributes",
                                       "21 attributes; at most 20"});
  // Five times 20 is the table's limit; the sixth index brings 20 more.
  expect_refused(many_indexes(6, 20), {Error::kDefinitionLimit, "GlobalSecondaryIndexes[5].Projection.NonKeyAttributes",
                                       "120 attributes; at most 100"});
}

TEST(DefinitionRules, RefusesWhatWouldBeMissing) {
  const Error unsupported = Error::kDefinitionUnsupported;
  expect_refused(small_table(R"(,"VectorIndexes":[{}])"), {unsupported, "VectorIndexes", "vector indexes"});
  expect_refused(small_table(R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})"),
                 {unsupported, "StreamSpecification.StreamEnabled", "change streams"});
  expect_refused(small_table(R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})"),
                 {Error::kDefinitionInvalid, "StreamSpecification.StreamViewType",
                  "Table is being created with a stream disabled, UpdateViewType should not be specified"});
}

}  // namespace
}  // namespace sheaf
