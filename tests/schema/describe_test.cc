// Descriptions, compared as a whole with texts that were written by hand from dynamodb-semantics.md 5.3.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "engine/schema/definition.h"
#include "engine/schema/describe.h"

namespace sheaf {
namespace {

TableDef small_table() {
  TableDef table;
  table.id = 1;
  table.name = "tab";
  table.uuid = "8c1f0a52-3c1e-4f0b-9f0e-0d9c6a1b2c3d";
  table.created_ms = 1700000000123;
  table.key.partition = {{"p", Type::kNumber}};
  return table;
}

IndexDef index_on(std::string name, KeyPart part) {
  IndexDef index;
  index.id = 1;
  index.name = std::move(name);
  index.key.partition = {std::move(part)};
  return index;
}

// The text between `from` and `to` of a description.
std::string between(const std::string& text, std::string_view from, std::string_view to) {
  const size_t start = text.find(from);
  const size_t end = start == std::string::npos ? start : text.find(to, start + from.size());
  EXPECT_NE(end, std::string::npos) << from << " in " << text;
  return end == std::string::npos ? std::string() : text.substr(start + from.size(), end - start - from.size());
}

TEST(Describe, ATableWithoutIndexes) {
  EXPECT_EQ(
      describe_table(small_table(), {17, 4096}, {}),
      R"({"TableName":"tab","TableId":"8c1f0a52-3c1e-4f0b-9f0e-0d9c6a1b2c3d","TableStatus":"ACTIVE",)"
      R"("CreationDateTime":1700000000.123,"KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"N"}],"ItemCount":17,"TableSizeBytes":4096})");
}

TEST(Describe, AllOfIt) {
  auto table = parse_definition(R"({
    "TableName": "Orders", "BillingMode": "PROVISIONED", "Tags": [{"Key": "k", "Value": "v"}],
    "AttributeDefinitions": [{"AttributeName": "z", "AttributeType": "B"}, {"AttributeName": "c", "AttributeType": "S"},
                             {"AttributeName": "n\n", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}, {"AttributeName": "n\n", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
      {"IndexName": "inc", "KeySchema": [{"AttributeName": "z", "KeyType": "HASH"}, {"AttributeName": "c", "KeyType": "RANGE"}],
       "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["b", "a"]},
       "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 2}},
      {"IndexName": "keys", "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}],
       "Projection": {"ProjectionType": "KEYS_ONLY"}}
    ],
    "LocalSecondaryIndexes": [
      {"IndexName": "loc", "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}, {"AttributeName": "z", "KeyType": "RANGE"}],
       "Projection": {"ProjectionType": "ALL"}}
    ]})");
  ASSERT_TRUE(table.ok()) << table.status().message();
  table->uuid = "u";
  table->created_ms = 1000;
  EXPECT_EQ(
      describe_table(*table, {1, 2}, {{3, 4}, {5, 6}, {7, 8}}),
      R"({"TableName":"Orders","TableId":"u","TableStatus":"ACTIVE","CreationDateTime":1.000,)"
      R"("KeySchema":[{"AttributeName":"c","KeyType":"HASH"},{"AttributeName":"n\n","KeyType":"RANGE"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"c","AttributeType":"S"},{"AttributeName":"n\n","AttributeType":"N"},)"
      R"({"AttributeName":"z","AttributeType":"B"}],"ItemCount":1,"TableSizeBytes":2,"GlobalSecondaryIndexes":[)"
      R"({"IndexName":"inc","KeySchema":[{"AttributeName":"z","KeyType":"HASH"},{"AttributeName":"c","KeyType":"RANGE"}],)"
      R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["b","a"]},"IndexStatus":"ACTIVE","IndexSizeBytes":4,)"
      R"("ItemCount":3,"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}},)"
      R"({"IndexName":"keys","KeySchema":[{"AttributeName":"c","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"},)"
      R"("IndexStatus":"ACTIVE","IndexSizeBytes":6,"ItemCount":5}],"LocalSecondaryIndexes":[)"
      R"({"IndexName":"loc","KeySchema":[{"AttributeName":"c","KeyType":"HASH"},{"AttributeName":"z","KeyType":"RANGE"}],)"
      R"("Projection":{"ProjectionType":"ALL"},"IndexSizeBytes":8,"ItemCount":7}],)"
      R"("BillingMode":"PROVISIONED","Tags":[{"Key":"k","Value":"v"}]})");
}

TEST(Describe, MultiAttributeKeysInOrder) {
  TableDef table = small_table();
  IndexDef index = index_on("multi", {"h1", Type::kString});
  index.key.partition.push_back({"h2", Type::kBinary});
  index.key.sort = {{"r1", Type::kNumber}, {"p", Type::kNumber}};
  table.indexes = {index};
  const std::string text = describe_table(table, {}, {{}});
  EXPECT_EQ(between(text, R"("IndexName":"multi","KeySchema":)", R"(,"Projection")"),
            R"([{"AttributeName":"h1","KeyType":"HASH"},{"AttributeName":"h2","KeyType":"HASH"},)"
            R"({"AttributeName":"r1","KeyType":"RANGE"},{"AttributeName":"p","KeyType":"RANGE"}])");
  EXPECT_EQ(between(text, R"("AttributeDefinitions":)", R"(,"ItemCount")"),
            R"([{"AttributeName":"p","AttributeType":"N"},{"AttributeName":"h1","AttributeType":"S"},)"
            R"({"AttributeName":"h2","AttributeType":"B"},{"AttributeName":"r1","AttributeType":"N"}])");
}

TEST(Describe, States) {
  TableDef table = small_table();
  for (const auto& [state, text] :
       {std::pair{TableState::kCreating, "CREATING"}, {TableState::kDeleting, "DELETING"}}) {
    table.state = state;
    EXPECT_EQ(between(describe_table(table, {}, {}), R"("TableStatus":")", "\""), text);
  }
  table.state = TableState::kActive;
  table.indexes = {index_on("idx", {"a", Type::kString})};
  const std::pair<IndexState, std::string> cases[] = {
      {IndexState::kCreating, R"("CREATING","Backfilling":false)"},
      {IndexState::kBuilding, R"("CREATING","Backfilling":true)"},
      {IndexState::kActive, R"("ACTIVE")"},
      {IndexState::kDeleting, R"("DELETING")"},
      {IndexState::kFailed, R"("FAILED")"},
  };
  for (const auto& [state, text] : cases) {
    table.indexes[0].state = state;
    const std::string table_text = state == IndexState::kActive ? "ACTIVE" : "UPDATING";
    EXPECT_EQ(between(describe_table(table, {}, {{}}), R"("TableStatus":")", "\""), table_text);
    EXPECT_EQ(between(describe_table(table, {}, {{}}), R"("IndexStatus":)", R"(,"IndexSizeBytes")"), text);
  }
}

TEST(Describe, CreationTimes) {
  const std::pair<int64_t, std::string> cases[] = {
      {0, "0.000"},
      {7, "0.007"},
      {70, "0.070"},
      {999, "0.999"},
      {1001, "1.001"},
      {-1, "-0.001"},
      {-1500, "-1.500"},
      {std::numeric_limits<int64_t>::max(), "9223372036854775.807"},
      {std::numeric_limits<int64_t>::min(), "-9223372036854775.808"},
  };
  TableDef table = small_table();
  for (const auto& [ms, text] : cases) {
    table.created_ms = ms;
    EXPECT_EQ(between(describe_table(table, {}, {}), R"("CreationDateTime":)", R"(,"KeySchema")"), text);
  }
}

TEST(Describe, EstimatesInFull) {
  const uint64_t most = std::numeric_limits<uint64_t>::max();
  const std::string text = describe_table(small_table(), {most, most}, {});
  EXPECT_TRUE(text.ends_with(R"("ItemCount":18446744073709551615,"TableSizeBytes":18446744073709551615})")) << text;
}

// A record may hold anything under "kept"; it never hides what the engine says, and the text stays well-formed.
TEST(Describe, KeptMembersNeverStandInTheEnginesPlace) {
  TableDef table = small_table();
  const std::string plain = describe_table(table, {}, {});
  table.kept_json = R"({"TableName":"other","GlobalSecondaryIndexes":{"gone":{"a":1}},"BillingMode":"X"})";
  EXPECT_EQ(describe_table(table, {}, {}), plain.substr(0, plain.size() - 1) + R"(,"BillingMode":"X"})");
  table.indexes = {index_on("idx", {"p", Type::kNumber})};
  table.kept_json = R"({"GlobalSecondaryIndexes":{"idx":{"IndexStatus":"X","b":2}}})";
  EXPECT_TRUE(
      describe_table(table, {}, {{}}).ends_with(R"("IndexStatus":"ACTIVE","IndexSizeBytes":0,"ItemCount":0,"b":2}]})"));
  table.kept_json = R"({"GlobalSecondaryIndexes":[7]})";
  EXPECT_TRUE(
      describe_table(table, {}, {{}}).ends_with(R"("IndexStatus":"ACTIVE","IndexSizeBytes":0,"ItemCount":0}]})"));
}

}  // namespace
}  // namespace sheaf
