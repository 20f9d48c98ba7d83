// DynamoDB's rules asked for by one call on a database that was opened without them.
#include <gtest/gtest.h>

#include "engine/base/limits.h"
#include "tests/support/many.h"

namespace sheaf {
namespace {

using namespace test;

class ApiModeOfCalls : public testing::Test {
 protected:
  ApiModeOfCalls() {
    DatabaseOptions options;
    options.max_transaction_actions = 1000;
    auto opened = Database::open(options);
    EXPECT_TRUE(opened.ok());
    database_ = *opened;
    EXPECT_TRUE(database_->create_table(definition_json({.hash = "pk:S"})).ok());
    table_.emplace(database_, *database_->open_table("tab"));
  }

  Status write(Status (Database::*call)(const ManyWrites&), size_t count, ApiMode api) {
    std::vector<TestItem> items;
    for (size_t i = 0; i < count; ++i) items.emplace_back(R"({"pk":{"S":")" + std::to_string(i) + R"("}})");
    std::vector<ActionRequest> requests(count);
    for (size_t i = 0; i < count; ++i) {
      requests[i].table = &table_->handle();
      requests[i].item = items[i].view();
    }
    ActionOutcomes outcomes;
    ManyWrites writes;
    writes.actions = requests;
    writes.outcomes = &outcomes;
    writes.api = api;
    return (*database_.*call)(writes);
  }

  Status read(size_t count, ApiMode api) {
    std::vector<Value> keys;
    for (size_t i = 0; i < count; ++i) keys.push_back(s(std::to_string(i)));
    const std::vector<ValueView> views = views_of(keys);
    std::vector<AlignedBuffer> items(count);
    std::vector<LookupRequest> lookups(count);
    for (size_t i = 0; i < count; ++i) {
      lookups[i].table = &table_->handle();
      lookups[i].key = {&views[i], 1};
      lookups[i].item = &items[i];
    }
    ActionOutcomes outcomes;
    ManyReads reads;
    reads.lookups = lookups;
    reads.max_bytes = kMaxBatchBytes;
    reads.outcomes = &outcomes;
    reads.api = api;
    return database_->get_all(reads);
  }

  std::shared_ptr<Database> database_;
  std::optional<TestTable> table_;
};

TEST_F(ApiModeOfCalls, Transactions) {
  EXPECT_TRUE(write(&Database::write_all, 101, ApiMode::kEngine).ok());
  EXPECT_TRUE(write(&Database::write_all, 100, ApiMode::kDynamoDb).ok());
  EXPECT_TRUE(write(&Database::write_all, 101, ApiMode::kDynamoDb).is(Error::kTransactionTooMany));
}

TEST_F(ApiModeOfCalls, Batches) {
  EXPECT_TRUE(write(&Database::write_each, 26, ApiMode::kEngine).ok());
  EXPECT_TRUE(write(&Database::write_each, 25, ApiMode::kDynamoDb).ok());
  EXPECT_TRUE(write(&Database::write_each, 26, ApiMode::kDynamoDb).is(Error::kBatchTooMany));
}

TEST_F(ApiModeOfCalls, Lookups) {
  EXPECT_TRUE(read(101, ApiMode::kEngine).ok());
  EXPECT_TRUE(read(100, ApiMode::kDynamoDb).ok());
  EXPECT_TRUE(read(101, ApiMode::kDynamoDb).is(Error::kBatchTooMany));
}

TEST_F(ApiModeOfCalls, Statements) {
  StatementText text;
  text.kind = StatementKind::kScan;
  text.read.direction = Direction::kBackward;
  EXPECT_TRUE(Statement::prepare(database_, table_->handle(), text).ok());
  text.api = ApiMode::kDynamoDb;
  EXPECT_TRUE(Statement::prepare(database_, table_->handle(), text).status().is(Error::kDynamoDbRefuses));
}

}  // namespace
}  // namespace sheaf
