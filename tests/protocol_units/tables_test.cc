// Tables in DynamoDB's protocol: how they are described, and what is kept of their settings, by the time of day where it matters.
#include <gtest/gtest.h>

#include "engine/db/database.h"
#include "engine/protocol/call.h"
#include "engine/protocol/kept_settings.h"
#include "engine/protocol/table_description.h"
#include "engine/schema/definition.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

constexpr int64_t kNoonMs = 1700000000000 / 86400000 * 86400000 + 43200000;  // of 14 November 2023
constexpr int64_t kHourMs = 3600000;
constexpr int64_t kDayMs = 24 * kHourMs;

JsonNode parsed(std::string_view json) {
  auto node = parse_json_tree(json);
  EXPECT_TRUE(node.ok()) << json;
  return node.ok() ? *std::move(node) : JsonNode();
}

TableDef table_of(std::string_view definition) {
  auto table = parse_definition(definition);
  EXPECT_TRUE(table.ok()) << table.status().message();
  if (!table.ok()) return {};
  table->uuid = "0f0e";
  table->created_ms = 1500;
  return *std::move(table);
}

constexpr std::string_view kBefore = R"({"TableName":"tab","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
                                     R"({"AttributeName":"s","KeyType":"RANGE"}],"AttributeDefinitions":[)"
                                     R"({"AttributeName":"p","AttributeType":"S"},)"
                                     R"({"AttributeName":"s","AttributeType":"N"}])";

TableDef table_with(std::string_view members) { return table_of(std::string(kBefore) + std::string(members) + "}"); }

std::string described(const TableDef& table, int64_t now_ms = kNoonMs) {
  const std::vector<FamilyEstimate> indexes(table.indexes.size(), {3, 30});
  return print_json(table_description({table, {7, 70}, indexes, now_ms}));
}

std::string member_of(const std::string& json, std::string_view name) {
  const JsonNode tree = parsed(json);
  const JsonNode* const member = tree.find(name);
  return member == nullptr ? "" : print_json(*member);
}

TEST(TableDescription, SaysWhatATableIs) {
  EXPECT_EQ(
      described(table_with(R"(,"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,)"
                           R"("WriteCapacityUnits":6},"Tags":[{"Key":"a","Value":"b"}])")),
      R"({"TableName":"tab","TableStatus":"ACTIVE","TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tab",)"
      R"("TableId":"0f0e","ItemCount":7,"TableSizeBytes":70,"CreationDateTime":1.500,)"
      R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"}],)"
      R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":5,"WriteCapacityUnits":6},)"
      R"("DeletionProtectionEnabled":false})");
}

TEST(TableDescription, IndexesHaveWhatTheirKindHas) {
  const TableDef table = table_with(
      R"(,"BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6},)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"glo","KeySchema":[{"AttributeName":"s","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"KEYS_ONLY"},)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2}}],)"
      R"("LocalSecondaryIndexes":[{"IndexName":"loc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
      R"({"AttributeName":"s","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}])");
  const std::string json = described(table);
  EXPECT_EQ(member_of(json, "GlobalSecondaryIndexes"),
            R"([{"IndexName":"glo","KeySchema":[{"AttributeName":"s","KeyType":"HASH"}],)"
            R"("Projection":{"ProjectionType":"KEYS_ONLY"},"IndexStatus":"ACTIVE","IndexSizeBytes":30,"ItemCount":3,)"
            R"("IndexArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tab/index/glo",)"
            R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":1,"WriteCapacityUnits":2}}])");
  EXPECT_EQ(member_of(json, "LocalSecondaryIndexes"),
            R"([{"IndexName":"loc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},)"
            R"({"AttributeName":"s","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"},"IndexSizeBytes":30,)"
            R"("ItemCount":3,"IndexArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tab/index/loc"}])");
}

TEST(TableDescription, StatesAreDynamoDbs) {
  TableDef table = table_with(
      R"(,"GlobalSecondaryIndexes":[{"IndexName":"glo","KeySchema":[{"AttributeName":"s","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"ALL"}}])");
  table.indexes[0].state = IndexState::kBuilding;
  EXPECT_EQ(member_of(described(table), "TableStatus"), R"("UPDATING")");
  const JsonNode json = parsed(described(table));
  const JsonNode& index = json.find("GlobalSecondaryIndexes")->items[0];
  EXPECT_EQ(index.find("IndexStatus")->text, "CREATING");
  EXPECT_TRUE(index.find("Backfilling")->truth);
  table.indexes[0].state = IndexState::kActive;
  table.state = TableState::kLoading;
  EXPECT_EQ(member_of(described(table), "TableStatus"), R"("UPDATING")");
}

TEST(TableDescription, SettingsStandInDynamoDbsShape) {
  const std::string json = described(
      table_with(R"(,"BillingMode":"PAY_PER_REQUEST","TableClass":"STANDARD","DeletionProtectionEnabled":true,)"
                 R"("OnDemandThroughput":{"MaxReadRequestUnits":9},"WarmThroughput":{"ReadUnitsPerSecond":12000},)"
                 R"("SSESpecification":{"Enabled":true,"KMSMasterKeyId":"k"})"));
  EXPECT_EQ(member_of(json, "BillingModeSummary"),
            R"({"BillingMode":"PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1.500})");
  EXPECT_EQ(member_of(json, "TableClassSummary"), R"({"TableClass":"STANDARD"})");
  EXPECT_EQ(member_of(json, "DeletionProtectionEnabled"), "true");
  EXPECT_EQ(member_of(json, "OnDemandThroughput"), R"({"MaxReadRequestUnits":9})");
  EXPECT_EQ(member_of(json, "WarmThroughput"), R"({"ReadUnitsPerSecond":12000,"Status":"ACTIVE"})");
  EXPECT_EQ(member_of(json, "SSEDescription"), R"({"Status":"ENABLED","SSEType":"KMS","KMSMasterKeyArn":"k"})");
}

// A native definition may say nothing, or something else, where DynamoDB has throughput.
TEST(TableDescription, NativeTablesArePaidByRequest) {
  EXPECT_EQ(member_of(described(table_with("")), "BillingModeSummary"),
            R"({"BillingMode":"PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1.500})");
  const std::string json = described(table_with(
      R"(,"ProvisionedThroughput":{"ReadCapacityUnits":"many","WriteCapacityUnits":-1},"TableClass":"","Tags":[1])"));
  EXPECT_EQ(member_of(json, "ProvisionedThroughput"),
            R"({"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0})");
  EXPECT_EQ(member_of(json, "TableClassSummary"), "");
}

TEST(TableDescription, ADroppedTableHasNoKeys) {
  const TableDef table = table_with(R"(,"BillingMode":"PAY_PER_REQUEST")");
  EXPECT_EQ(print_json(dropped_table_description({table, {7, 70}, {}, kNoonMs})),
            R"({"TableName":"tab","TableStatus":"DELETING",)"
            R"("TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tab","TableId":"0f0e","ItemCount":7,)"
            R"("TableSizeBytes":70,)"
            R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
            R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1.500},)"
            R"("DeletionProtectionEnabled":false})");
}

TEST(KeptSettings, DecreasesOfADayAreCounted) {
  JsonNode kept = parsed(R"({"ProvisionedThroughput":{"ReadCapacityUnits":9,"WriteCapacityUnits":9}})");
  set_throughput({10, 9}, kNoonMs, &kept);
  EXPECT_EQ(decreases_today(&kept, kNoonMs), 0u);
  set_throughput({8, 12}, kNoonMs, &kept);
  set_throughput({8, 11}, kNoonMs + kHourMs, &kept);
  EXPECT_EQ(decreases_today(&kept, kNoonMs + kHourMs), 2u);
  EXPECT_EQ(decreases_today(&kept, kNoonMs + kDayMs), 0u);
  set_throughput({7, 11}, kNoonMs + kDayMs, &kept);
  EXPECT_EQ(decreases_today(&kept, kNoonMs + kDayMs), 1u);
  EXPECT_EQ(throughput_of(&kept), (Throughput{7, 11}));
  EXPECT_EQ(
      print_json(kept),
      R"({"ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":11,)"
      R"("LastIncreaseDateTime":1699963200.000,"LastDecreaseDateTime":1700049600.000,"NumberOfDecreasesToday":1}})");
}

TEST(KeptSettings, TagsAreReplacedByTheirKeys) {
  JsonNode kept = parsed(R"({"Tags":[{"Key":"a","Value":"1"},5,{"Key":"b","Value":"2"}]})");
  EXPECT_TRUE(add_tags(parsed(R"([{"Key":"a","Value":"3"},{"Key":"c","Value":""}])"), &kept).ok());
  EXPECT_EQ(print_json(kept), R"({"Tags":[{"Key":"b","Value":"2"},{"Key":"a","Value":"3"},{"Key":"c","Value":""}]})");
  remove_tag("b", &kept);
  remove_tag("none", &kept);
  EXPECT_EQ(print_json(kept), R"({"Tags":[{"Key":"a","Value":"3"},{"Key":"c","Value":""}]})");
  EXPECT_TRUE(add_tags(parsed(R"([{"Key":"aws:x","Value":""}])"), &kept).is(Error::kParameters));
}

TEST(KeptSettings, AtMostFiftyTags) {
  JsonNode kept = make_json(JsonNode::Kind::kObject);
  JsonNode tags = make_json(JsonNode::Kind::kArray);
  for (int i = 0; i < 50; ++i) {
    tags.items.push_back(parsed(R"({"Key":"k)" + std::to_string(i) + R"(","Value":""})"));
  }
  EXPECT_TRUE(add_tags(tags, &kept).ok());
  EXPECT_TRUE(add_tags(tags, &kept).ok());
  EXPECT_TRUE(add_tags(parsed(R"([{"Key":"one more","Value":""}])"), &kept).is(Error::kParameters));
}

TEST(KeptSettings, TimeToLiveRestsForAnHour) {
  JsonNode kept = make_json(JsonNode::Kind::kObject);
  const auto text = [&](const TimeToLive& wanted, int64_t now_ms) {
    return set_time_to_live(wanted, now_ms, &kept).aws_message();
  };
  EXPECT_EQ(text({"t", false}, kNoonMs), "TimeToLive is already disabled");
  EXPECT_EQ(text({"t", true}, kNoonMs), "");
  EXPECT_EQ(text({"t", true}, kNoonMs + 1), "TimeToLive is already enabled");
  EXPECT_EQ(text({"u", false}, kNoonMs + 1),
            "TimeToLive is active on a different AttributeName: current AttributeName is t");
  EXPECT_EQ(text({"t", false}, kNoonMs + kHourMs - 1),
            "Time to live has been modified multiple times within a fixed interval");
  EXPECT_EQ(text({"t", false}, kNoonMs + kHourMs), "");
  EXPECT_FALSE(time_to_live_of(kept).is_enabled);
  EXPECT_EQ(text({"u", true}, kNoonMs + 2 * kHourMs), "");
  EXPECT_EQ(time_to_live_of(kept).attribute, "u");
}

// UpdateTable against a database in memory.
class TableUpdates : public testing::Test {
 protected:
  void SetUp() override {
    DatabaseOptions options;
    options.sync = SyncMode::kNormal;
    auto database = Database::open(options);
    ASSERT_TRUE(database.ok()) << database.status().message();
    database_ = *database;
    ok("CreateTable",
       std::string(kBefore) +
           R"(,"BillingMode":"PAY_PER_REQUEST","GlobalSecondaryIndexes":[{"IndexName":"glo",)"
           R"("KeySchema":[{"AttributeName":"s","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]})");
  }

  std::string ok(std::string_view operation, std::string_view request) {
    const Status status = run(operation, request);
    EXPECT_TRUE(status.ok()) << status.aws_message();
    return response_;
  }

  // The text of the error of an UpdateTable with these members.
  std::string refused(std::string_view members) {
    const Status status = run("UpdateTable", R"({"TableName":"tab",)" + std::string(members) + "}");
    EXPECT_FALSE(status.ok()) << response_;
    return status.ok() ? "" : status.aws_message();
  }

  std::string update(std::string_view members) {
    return member_of(ok("UpdateTable", R"({"TableName":"tab",)" + std::string(members) + "}"), "TableDescription");
  }

  std::string described() { return member_of(ok("DescribeTable", R"({"TableName":"tab"})"), "Table"); }

 private:
  Status run(std::string_view operation, std::string_view request) {
    FailureDetail failure;
    return call(database_, operation, request, &response_, &failure);
  }

  std::shared_ptr<Database> database_;
  std::string response_;
};

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";

std::string invalid(std::string_view text) { return std::string(kInvalid) + std::string(text); }

std::string index_update(std::string_view units) {
  return R"("GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"glo","ProvisionedThroughput":{"ReadCapacityUnits":)" +
         std::string(units) + R"(,"WriteCapacityUnits":1}}}])";
}

TEST_F(TableUpdates, ProvisioningNeedsThroughputForAllIndexes) {
  const std::string mode = R"("BillingMode":"PROVISIONED")";
  const std::string units = R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6})";
  EXPECT_EQ(refused(mode), invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED"));
  EXPECT_EQ(refused(mode + "," + units), invalid("ProvisionedThroughput must be specified for index: glo"));
  EXPECT_EQ(refused(units),
            invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                    "PAY_PER_REQUEST"));
  EXPECT_EQ(refused(index_update("2")),
            invalid("The only Updates for index: glo when TableThroughputMode is PAY_PER_REQUEST can be to "
                    "OnDemandThroughput, WarmThroughput"));
  const std::string before = described();
  const std::string table = update(mode + "," + units + "," + index_update("2"));
  EXPECT_EQ(throughput_of(parsed(table).find("GlobalSecondaryIndexes")->items.data()), (Throughput{2, 1}));
  // The table was paid by request before, since it was made.
  const JsonNode summary = parsed(member_of(table, "BillingModeSummary"));
  const JsonNode summary_before = parsed(member_of(before, "BillingModeSummary"));
  EXPECT_EQ(summary.find("BillingMode")->text, "PROVISIONED");
  EXPECT_EQ(summary.find("LastUpdateToPayPerRequestDateTime")->text,
            summary_before.find("LastUpdateToPayPerRequestDateTime")->text);
  EXPECT_EQ(
      refused(index_update("2")),
      "The provisioned throughput for the index glo will not change. The requested value equals the current value. "
      "Current ReadCapacityUnits provisioned for the index: 2. Requested ReadCapacityUnits: 2. "
      "Current WriteCapacityUnits provisioned for the index: 1. Requested WriteCapacityUnits: 1. "
      "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.");
  const std::string again = update(R"("BillingMode":"PAY_PER_REQUEST")");
  EXPECT_EQ(throughput_of(parsed(again).find("GlobalSecondaryIndexes")->items.data()), Throughput());
}

TEST_F(TableUpdates, WhatIsRefusedChangesNothing) {
  const std::string before = described();
  // The index could be made; the throughput of the other one cannot be changed.
  refused(R"("AttributeDefinitions":[{"AttributeName":"x","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[)"
          R"({"Create":{"IndexName":"new","KeySchema":[{"AttributeName":"x","KeyType":"HASH"}],)"
          R"("Projection":{"ProjectionType":"ALL"}}},{"Update":{"IndexName":"glo",)"
          R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}}])");
  // The limits could be set; the index is not there.
  refused(
      R"("OnDemandThroughput":{"MaxReadRequestUnits":5},"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"none"}}])");
  EXPECT_EQ(described(), before);
}

TEST_F(TableUpdates, SomeChangesStandAlone) {
  EXPECT_EQ(refused(R"("DeletionProtectionEnabled":true,"BillingMode":"PAY_PER_REQUEST")"),
            invalid("DeletionProtection modification must be the only operation in the request"));
  EXPECT_EQ(refused(R"("TableClass":"STANDARD","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"glo"}}])"),
            invalid("TableClass modification must be the only operation in the request"));
  EXPECT_EQ(refused(R"("DeletionProtectionEnabled":true,"GlobalSecondaryIndexUpdates":[])"),
            invalid("List of GlobalSecondaryIndexUpdates is empty"));
}

TEST_F(TableUpdates, IndexChangesAreOneForEachIndex) {
  EXPECT_EQ(refused(R"("GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"glo"}},{"Delete":{"IndexName":"glo"}}])"),
            invalid("Only one global secondary index update per index is allowed simultaneously. Index: glo"));
  EXPECT_EQ(refused(R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"new","KeySchema":[)"
                    R"({"AttributeName":"x","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])"),
            invalid("AttributeDefinitions is not specified for index: new"));
}

}  // namespace
}  // namespace sheaf::protocol
