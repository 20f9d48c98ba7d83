// parse_definition: what is accepted and how it is read, what is kept, and how errors name their place.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/catalog_record.h"
#include "engine/schema/definition.h"
#include "tests/schema/schema_support.h"

namespace sheaf {
namespace {

using schema_test::accepted;
using schema_test::expect_refused;
using schema_test::key_text;
using schema_test::kOrders;
using schema_test::many_indexes;
using schema_test::Refusal;
using schema_test::replaced;
using schema_test::small_table;

TEST(Definition, ReadsATableWithIndexes) {
  const TableDef table = accepted(kOrders);
  EXPECT_EQ(table.name, "Orders");
  EXPECT_EQ(table.id, 0u);
  EXPECT_EQ(table.uuid, "");
  EXPECT_EQ(table.created_ms, 0);
  EXPECT_EQ(table.state, TableState::kActive);
  EXPECT_EQ(key_text(table.key), "customer:S | number:N");
  EXPECT_EQ(table.kept_json, "{}");
  ASSERT_EQ(table.indexes.size(), 2u);
  const IndexDef& first = table.indexes[0];
  EXPECT_EQ(first.name, "by_digest");
  EXPECT_EQ(first.id, 0u);
  EXPECT_EQ(first.kind, IndexKind::kGlobal);
  EXPECT_EQ(first.state, IndexState::kActive);
  EXPECT_EQ(key_text(first.key), "digest:B | customer:S");
  EXPECT_EQ(first.projection.kind, ProjectionKind::kInclude);
  // C123: naming a key attribute is allowed; it is kept as it was given.
  EXPECT_EQ(first.projection.non_key_attributes, (std::vector<std::string>{"total", "customer", "a.b"}));
  const IndexDef& second = table.indexes[1];
  EXPECT_EQ(key_text(second.key), "number:N |");
  EXPECT_EQ(second.projection.kind, ProjectionKind::kKeysOnly);
  EXPECT_TRUE(second.projection.non_key_attributes.empty());
  EXPECT_EQ(table.find_index("by_number"), &second);
  EXPECT_EQ(table.find_index("By_number"), nullptr);
}

TEST(Definition, AcceptsWhatDynamoDbAccepts) {
  EXPECT_EQ(key_text(accepted(small_table()).key), "p:S |");
  // An index like the table's own key, and two indexes that share an attribute.
  EXPECT_EQ(accepted(many_indexes(2)).indexes.size(), 2u);
  EXPECT_EQ(accepted(many_indexes(20)).indexes.size(), 20u);
  EXPECT_EQ(accepted(many_indexes(5, 20)).indexes.size(), 5u);
  EXPECT_EQ(accepted(replaced(small_table(), "tab", "a.B-9_")).name, "a.B-9_");
  EXPECT_EQ(accepted(replaced(small_table(), "tab", std::string(255, 'x'))).name, std::string(255, 'x'));
  // C019: 255 bytes; the é takes two.
  const std::string longest = "é" + std::string(253, 'x');
  std::string json = small_table();
  for (int i = 0; i < 2; ++i) json.replace(json.find(R"("p")"), 3, "\"" + longest + "\"");
  EXPECT_EQ(key_text(accepted(json).key), longest + ":S |");
  // A member that is null counts as absent.
  EXPECT_TRUE(accepted(small_table(R"(,"GlobalSecondaryIndexes":null,"LocalSecondaryIndexes":null,"Tags":null)"))
                  .indexes.empty());
}

TEST(Definition, KeepsWhatOnlyAHostedServiceNeeds) {
  const std::string members =
      R"("BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":1.50},)"
      R"("OnDemandThroughput":{"MaxReadRequestUnits":-1},"WarmThroughput":{"ReadUnitsPerSecond":12000},)"
      R"("SSESpecification":{"Enabled":true,"SSEType":"KMS"},"TableClass":"STANDARD","Tags":[{"Key":"k","Value":"ü\"\n"}],)"
      R"("ResourcePolicy":"{}","DeletionProtectionEnabled":false,"StreamSpecification":{"StreamEnabled":false})";
  EXPECT_EQ(accepted(small_table("," + members)).kept_json, "{" + members + "}");
  // Compact whatever the spaces were, in the order of the text, without what is null.
  EXPECT_EQ(accepted(small_table(R"(, "TableClass" : "X" , "Tags" : null , "BillingMode" : "Y" )")).kept_json,
            R"({"TableClass":"X","BillingMode":"Y"})");
}

TEST(Definition, KeepsTheMembersOfIndexesByName) {
  std::string json = replaced(kOrders, R"("IndexName": "by_number",)",
                              R"("IndexName": "by_number", "ProvisionedThroughput": {"ReadCapacityUnits": 1},
                                 "OnDemandThroughput": {}, "WarmThroughput": {"a": [1, 2]},)");
  json = replaced(json, R"("TableName": "Orders",)", R"("TableName": "Orders", "BillingMode": "PROVISIONED",)");
  EXPECT_EQ(accepted(json).kept_json,
            R"({"BillingMode":"PROVISIONED","GlobalSecondaryIndexes":{"by_number":{"ProvisionedThroughput":)"
            R"({"ReadCapacityUnits":1},"OnDemandThroughput":{},"WarmThroughput":{"a":[1,2]}}}})");
}

// What is kept must come back from the record, so what would not is refused.
TEST(Definition, BoundsWhatIsKept) {
  const auto nested = [](int levels) {
    return R"(,"Tags":)" + std::string(static_cast<size_t>(levels), '[') +
           std::string(static_cast<size_t>(levels), ']');
  };
  EXPECT_EQ(accepted(small_table(nested(8))).kept_json, R"({"Tags":[[[[[[[[]]]]]]]]})");
  expect_refused(small_table(nested(9)), {Error::kDefinitionLimit, "Tags", "deeper than 8 levels"});

  // 262144 bytes are allowed; BillingMode's value takes 3 with its quotes and the policy's quotes take 2.
  const auto sized = [](size_t bytes) {
    return small_table(R"(,"BillingMode":"X","ResourcePolicy":")" + std::string(bytes, 'x') + "\"");
  };
  EXPECT_EQ(accepted(sized(262144 - 5)).kept_json.size(),
            262144u + std::string_view(R"({"BillingMode":,"ResourcePolicy":})").size());
  expect_refused(sized(262144 - 4), {Error::kDefinitionLimit, "ResourcePolicy", "over 262144 bytes"});

  TableDef table = accepted(small_table(nested(8)));
  table.id = 1;
  table.uuid = "u";
  const auto decoded = decode_catalog_record("tab", encode_catalog_record(table));
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_EQ(decoded->kept_json, table.kept_json);
}

TEST(Definition, JsonErrorsKeepTheirKindAndOffset) {
  const auto broken = parse_definition(R"({"TableName":})");
  EXPECT_TRUE(broken.status().is(Error::kJsonSyntax)) << broken.status().message();
  EXPECT_GE(broken.status().offset(), 0);
  const auto twice = parse_definition(R"({"TableName":"abc","TableName":"abc"})");
  EXPECT_TRUE(twice.status().is(Error::kNameDuplicate)) << twice.status().message();
  const auto array = parse_definition("  []");
  EXPECT_TRUE(array.status().is(Error::kJsonKind)) << array.status().message();
  EXPECT_EQ(array.status().message(), "expected an object, found an array");
  EXPECT_EQ(array.status().offset(), 2);
}

TEST(Definition, RefusesUnknownMembersByPath) {
  const auto invalid = [](std::string path) {
    return Refusal{Error::kDefinitionInvalid, std::move(path), "unknown member"};
  };
  expect_refused(small_table(R"(,"Tablename":"x")"), invalid("Tablename"));
  expect_refused(small_table(R"(,"Tablename":null)"), invalid("Tablename"));
  expect_refused(small_table(R"(,"TableStatus":"ACTIVE")"), invalid("TableStatus"));
  expect_refused(small_table(R"(,"line\nend":1)"), invalid(R"(line\nend)"));
  expect_refused(replaced(kOrders, R"("IndexName": "by_digest",)", R"("IndexName": "by_digest", "Projektion": {},)"),
                 invalid("GlobalSecondaryIndexes[0].Projektion"));
  expect_refused(replaced(kOrders, R"("IndexName": "by_number",)", R"("IndexName": "by_number", "IndexStatus": "X",)"),
                 invalid("GlobalSecondaryIndexes[1].IndexStatus"));
  expect_refused(
      replaced(kOrders, R"({"ProjectionType": "KEYS_ONLY"})", R"({"ProjectionType": "KEYS_ONLY", "Type": 1})"),
      invalid("GlobalSecondaryIndexes[1].Projection.Type"));
  expect_refused(replaced(kOrders, R"("number", "KeyType": "HASH")", R"("number", "KeyType": "HASH", "x": 1)"),
                 invalid("GlobalSecondaryIndexes[1].KeySchema[0].x"));
  expect_refused(replaced(kOrders, R"("AttributeType": "N")", R"("AttributeType": "N", "x": 1)"),
                 invalid("AttributeDefinitions[1].x"));
  expect_refused(small_table(R"(,"StreamSpecification":{"StreamEnabled":false,"x":1})"),
                 invalid("StreamSpecification.x"));

  const auto table = parse_definition(replaced(kOrders, R"({"ProjectionType": "KEYS_ONLY"})", R"({"Type": 1})"));
  EXPECT_EQ(table.status().message(),
            "definition, GlobalSecondaryIndexes[1].Projection.Type: unknown member; the members here are "
            "ProjectionType, "
            "NonKeyAttributes");
  EXPECT_EQ(table.status().aws_message(),
            "One or more parameter values were invalid: unknown member; the members here are ProjectionType, "
            "NonKeyAttributes");
}

TEST(Definition, TheOffsetIsThatOfTheMember) {
  const std::string json = small_table(R"(,"Tablename":"x")");
  EXPECT_EQ(parse_definition(json).status().offset(), static_cast<int64_t>(json.find(R"("x")")));
  const std::string key = replaced(small_table(), R"("HASH")", R"("hash")");
  EXPECT_EQ(parse_definition(key).status().offset(), static_cast<int64_t>(key.find(R"("hash")")));
  // A missing member has no place; its object stands for it.
  const std::string missing =
      replaced(small_table(), R"({"AttributeName":"p","KeyType":"HASH"})", R"({"KeyType":"HASH"})");
  EXPECT_EQ(parse_definition(missing).status().offset(), static_cast<int64_t>(missing.find(R"({"KeyType")")));
}

TEST(Definition, CutsLongTextInErrors) {
  // 255 bytes are shown; the cut does not split the two bytes of an é.
  const std::string name = std::string(254, 'x') + "é" + std::string(100000, 'y');
  expect_refused(small_table(",\"" + name + "\":1"),
                 {Error::kDefinitionInvalid, std::string(254, 'x') + "...", "unknown"});
  // A list of names stops behind 1024 bytes.
  std::string definitions;
  for (int i = 0; i < 5000; ++i)
    definitions += R"({"AttributeName":"a)" + std::to_string(i) + R"(","AttributeType":"S"},)";
  const std::string json = replaced(small_table(), R"([{"AttributeName":"p","AttributeType":"S"}])",
                                    "[" + definitions + R"({"AttributeName":"q","AttributeType":"S"}])");
  expect_refused(json, {Error::kDefinitionInvalid, "KeySchema[0].AttributeName", ", ...]; define it there"});
  EXPECT_LT(parse_definition(json).status().message().size(), 1500u);
}

}  // namespace
}  // namespace sheaf
