// Indexes that are added to a table and dropped from it, through the facade: what they hold, what handles and statements that are
// older see, what is on disk afterwards, and what is refused.
#include <gtest/gtest.h>

#include "engine/db/load.h"
#include "engine/item/json_tree.h"
#include "engine/schema/json_make.h"
#include "tests/support/added_index.h"
#include "tests/support/inspection.h"
#include "tests/support/statements.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

const IndexShape kByG{"by_g", "g:S", "v:N"};
const std::string kOne = R"({"g":{"S":"x"},"pk":{"S":"1"},"v":{"N":"1"}})";
const std::string kTwo = R"({"g":{"S":"x"},"pk":{"S":"2"},"v":{"N":"2"}})";
const std::string kThree = R"({"g":{"S":"x"},"pk":{"S":"3"},"v":{"N":"3"}})";
using Rows = std::vector<std::string>;

Query of_group(const std::string& group) { return {.index = "by_g", .partition = {s(group)}}; }

void expect_sound(const TestDatabase& database) {
  const Inspection inspection = inspect(database.shared());
  EXPECT_EQ(inspection.problem, "");
}

TEST(IndexChanges, AnAddedIndexHasWhatWasThereAndWhatComes) {
  TestDatabase database;
  TestTable before = database.create({.hash = "pk:S"});
  ASSERT_TRUE(before.put(kTwo).ok());
  ASSERT_TRUE(before.put(R"({"pk":{"S":"bare"}})").ok());
  ASSERT_TRUE(before.put(R"({"g":{"N":"1"},"pk":{"S":"typed"},"v":{"N":"1"}})").ok());
  const Status added = database->add_index("tab", added_index_json(kByG));
  ASSERT_TRUE(added.ok()) << added.message();
  EXPECT_EQ(database.table("tab").rows(of_group("x")), Rows{kTwo});
  ASSERT_TRUE(before.put(kOne).ok());
  ASSERT_TRUE(database.table("tab").put(kThree).ok());
  EXPECT_EQ(before.rows(of_group("x")), (Rows{kOne, kTwo, kThree})) << "the older handle writes and reads it too";
  ASSERT_TRUE(before.erase({s("2")}).ok());
  EXPECT_EQ(database.table("tab").rows(of_group("x")), (Rows{kOne, kThree}));
  expect_sound(database);
}

TEST(IndexChanges, OlderHandlesKeepItsRules) {
  TestDatabase database;
  TestTable before = database.create({.hash = "pk:S"});
  const std::string bad = R"({"g":{"N":"1"},"pk":{"S":"a"},"v":{"N":"1"}})";
  ASSERT_TRUE(before.put(bad).ok());
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  EXPECT_EQ(before.put(bad).code(), StatusCode::kTYPE);
  // An update that leaves the key attribute alone goes on; one that sets it is judged.
  const auto statement = prepare(before, {.kind = StatementKind::kUpdate, .update = "SET n = :n"});
  ASSERT_TRUE(statement.ok());
  ASSERT_TRUE(bind_json(statement->get(), R"({":n":{"N":"5"}})").ok());
  const std::vector<Value> key{s("a")};
  const Database::WriteRequest request{.table = &before.handle(), .terms = *(*statement)->write_terms()};
  EXPECT_TRUE(database->update(request, views_of(key)).ok());
  ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
  EXPECT_TRUE(before.put(bad).ok()) << "its rules went with it";
  expect_sound(database);
}

// A path into what has become a key attribute is refused in statements that were prepared before.
TEST(IndexChanges, OlderExpressionsKeepItsRules) {
  TestDatabase database;
  TestTable before = database.create({.hash = "pk:S"});
  const auto update = prepare(before, {.kind = StatementKind::kUpdate, .update = "SET g.deep = :n"});
  const auto condition = prepare(before, {.kind = StatementKind::kCondition, .condition = "g.deep = :n"});
  const auto scan = prepare(before, {.kind = StatementKind::kScan, .filter = "g.deep = :n"});
  ASSERT_TRUE(update.ok() && condition.ok() && scan.ok());
  for (const auto* const statement : {&update, &condition, &scan}) {
    ASSERT_TRUE(bind_json((*statement)->get(), R"({":n":{"N":"5"}})").ok());
  }
  ASSERT_TRUE((*update)->write_terms().ok());
  const WriteTerms checked_before = *(*condition)->write_terms();
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  EXPECT_TRUE((*update)->write_terms().status().is(Error::kKeyNotScalar));
  EXPECT_TRUE((*condition)->write_terms().status().is(Error::kKeyNotScalar));
  EXPECT_TRUE(read_answer(scan->get()).status.is(Error::kKeyNotScalar));
  const Database::WriteRequest request{.table = &before.handle(), .terms = checked_before};
  EXPECT_TRUE(database->put(request, TestItem(kOne).view()).status().is(Error::kKeyNotScalar))
      << "terms that were taken before are looked at again";
}

TEST(IndexChanges, TransactionsAndBatchesOfOlderHandlesWriteItsRows) {
  TestDatabase database;
  TestTable before = database.create({.hash = "pk:S"});
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  const TestTable now = database.table("tab");
  const TestItem one(kOne);
  const TestItem two(kTwo);
  ActionOutcomes outcomes;
  std::vector<ActionRequest> requests{{.table = &before.handle(), .item = one.view()},
                                      {.table = &now.handle(), .item = two.view()}};
  ASSERT_TRUE(database->write_all({.actions = requests, .outcomes = &outcomes}).ok());
  EXPECT_EQ(before.rows(of_group("x")), (Rows{kOne, kTwo}));
  requests[1].item = one.view();
  EXPECT_TRUE(database->write_all({.actions = requests, .outcomes = &outcomes}).is(Error::kActionsOnOneItem))
      << "one table through two versions";
  EXPECT_TRUE(database->write_each({.actions = requests, .outcomes = &outcomes}).is(Error::kKeysTwice));
  const TestItem three(kThree);
  const std::vector<ActionRequest> batch{{.table = &before.handle(), .item = three.view()}};
  ASSERT_TRUE(database->write_each({.actions = batch, .outcomes = &outcomes}).ok());
  EXPECT_EQ(before.rows(of_group("x")), (Rows{kOne, kTwo, kThree}));
  const TestItem bad(R"({"g":{"N":"1"},"pk":{"S":"a"}})");
  const std::vector<ActionRequest> refused{{.table = &before.handle(), .item = bad.view()}};
  EXPECT_EQ(database->write_each({.actions = refused, .outcomes = &outcomes}).code(), StatusCode::kTYPE);
  expect_sound(database);
}

TEST(IndexChanges, StatementsFollow) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(kOne).ok());
  ASSERT_TRUE(table.put(kTwo).ok());
  const Ask ask{.index = "by_g", .key = "g = :g and #v > :v", .filter = "attribute_exists(pk)", .names = {{"#v", "v"}}};
  EXPECT_TRUE(prepare_error(table, ask).is(Error::kNoIndex));
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  const auto statement = prepare(table, ask);
  ASSERT_TRUE(statement.ok()) << statement.status().message();
  ASSERT_TRUE(bind_json(statement->get(), R"({":g":{"S":"x"},":v":{"N":"1"}})").ok());
  EXPECT_EQ(read_answer(statement->get()).rows, Rows{kTwo});
  (*statement)->reset();
  ASSERT_TRUE(database->add_index("tab", added_index_json({"other", "v:N"})).ok());
  EXPECT_EQ(read_answer(statement->get()).rows, Rows{kTwo}) << "prepared anew, with its values";
  (*statement)->reset();
  ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
  EXPECT_TRUE(read_answer(statement->get()).status.is(Error::kNoIndex));
  (*statement)->reset();
  EXPECT_TRUE((*statement)->explain().status().is(Error::kNoIndex));
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  EXPECT_EQ(read_answer(statement->get()).rows, Rows{kTwo}) << "there is one of that name again";
}

TEST(IndexChanges, AStatementKeepsTheNamesOfItsParameters) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(kOne).ok());
  const std::string placeholder = ":" + std::string(60, 'v');  // too long to lie within the string itself
  const auto statement = prepare(table, {.kind = StatementKind::kScan, .filter = "g = " + placeholder});
  ASSERT_TRUE(statement.ok());
  const char* const name = (*statement)->parameters().at(0).c_str();
  ASSERT_TRUE(bind_json(statement->get(), "{\"" + placeholder + R"(":{"S":"x"}})").ok());
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  EXPECT_EQ(read_answer(statement->get()).rows, Rows{kOne});
  EXPECT_EQ((*statement)->table().table, database.table("tab").handle().table) << "it has followed";
  EXPECT_EQ((*statement)->parameters().at(0).c_str(), name) << "callers of the C ABI hold on to it";
  EXPECT_EQ((*statement)->parameters().at(0), placeholder);
  EXPECT_EQ((*statement)->find_parameter(placeholder), std::optional<uint32_t>(0));
}

// What a statement does whose index is dropped after it has made its plan: the items go on without the index.
TEST(IndexChanges, AWalkDoesNotBeginOnAnIndexThatIsNotKeptUp) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {kByG, {"by_v", "v:N"}}});
  ASSERT_TRUE(table.put(kOne).ok());
  const auto before = table.handle().table;
  for (const RowContent content : {RowContent::kStored, RowContent::kFullItem}) {
    RangeRequest request;
    request.index = "by_g";
    request.content = content;
    auto plan = make_plan(*before, request);
    request.index = "by_v";
    auto other = make_plan(*before, request);
    ASSERT_TRUE(plan.ok() && other.ok());
    if (content == RowContent::kStored) {
      ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
    }
    ASSERT_TRUE(table.erase({s("1")}).ok());
    DatabaseCursor cursor(database.shared(), TableHandle(before));
    EXPECT_TRUE(cursor.start(*std::move(plan), {}, {}, {}).is(Error::kNoIndex));
    EXPECT_EQ(cursor.next().status().code(), StatusCode::kMISUSE) << "it stands nowhere";
    ASSERT_TRUE(cursor.start(*std::move(other), {}, {}, {}).ok()) << "the table has it still";
    EXPECT_EQ(*cursor.next(), Step::kDone);
  }
}

TEST(IndexChanges, AWalkThatIsUnderWayGoesOn) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {kByG}});
  for (const std::string& item : {kOne, kTwo, kThree}) ASSERT_TRUE(table.put(item).ok());
  const auto statement = prepare(table, {.index = "by_g", .key = "g = :g"});
  ASSERT_TRUE(statement.ok());
  ASSERT_TRUE(bind_json(statement->get(), R"({":g":{"S":"x"}})").ok());
  ASSERT_EQ(*(*statement)->step(), Step::kRow);
  DatabaseCursor cursor(database.shared(), table.handle());
  const Query asked = of_group("x");
  const RequestOf request(asked);
  ASSERT_TRUE(cursor.start(request.request(), {}, "").ok());
  ASSERT_EQ(*cursor.next(), Step::kRow);
  ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
  EXPECT_EQ(*(*statement)->step(), Step::kRow);
  EXPECT_EQ(json_of((*statement)->item()), kTwo);
  EXPECT_EQ(*cursor.next(), Step::kRow);
  EXPECT_EQ(json_of(cursor.item()), kTwo);
  (*statement)->reset();
  EXPECT_TRUE((*statement)->step().status().is(Error::kNoIndex));
  EXPECT_TRUE(cursor.start(request.request(), {}, "").is(Error::kNoIndex));
  EXPECT_EQ(cursor.next().status().code(), StatusCode::kMISUSE) << "it stands nowhere";
}

TEST(IndexChanges, AnOlderSnapshotDoesNotHaveIt) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_v", "v:N"}}});
  ASSERT_TRUE(table.put(kOne).ok());
  const auto older = *database->snapshot();
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  const auto newer = *database->snapshot();
  ASSERT_TRUE(table.put(kTwo).ok());
  EXPECT_TRUE(table.at(older).page(of_group("x")).status.is(Error::kIndexNotReady));
  EXPECT_TRUE(answer(table.at(older), {.index = "by_g", .key = "g = :g", .values = R"({":g":{"S":"x"}})"})
                  .status.is(Error::kIndexNotReady));
  EXPECT_EQ(table.at(older).rows({.index = "by_v"}), Rows{kOne}) << "the others can be read there";
  EXPECT_EQ(table.at(newer).rows(of_group("x")), Rows{kOne});
  EXPECT_EQ(table.rows(of_group("x")), (Rows{kOne, kTwo}));
}

TEST(IndexChanges, AreOnDisk) {
  const TempFolder temp;
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.create({.hash = "pk:S", .indexes = {{"by_v", "v:N"}, {"gone", "g:S"}}});
    ASSERT_TRUE(table.put(kOne).ok());
    ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
    ASSERT_TRUE(database->drop_index("tab", "gone").ok());
    database.close();
  }
  TestDatabase database(temp.file("db"));
  expect_sound(database);
  EXPECT_EQ(database.table("tab").rows(of_group("x")), Rows{kOne});
  EXPECT_TRUE(database.table("tab").page({.index = "gone"}).status.is(Error::kNoIndex));
  EXPECT_TRUE(database.table("tab").at(*database->snapshot()).page(of_group("x")).status.ok());
}

TEST(IndexChanges, DroppingForgetsWhatOnlyItNeeded) {
  TestDatabase database;
  database.create({.hash = "pk:S"});
  std::string definition = added_index_json(kByG);
  definition.pop_back();
  definition += R"(,"ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":7}})";
  ASSERT_TRUE(database->add_index("tab", definition).ok());
  const TestTable table = database.table("tab");
  std::string described = *database->describe_table(table.handle());
  EXPECT_NE(described.find(R"("ReadCapacityUnits":7)"), std::string::npos) << described;
  EXPECT_NE(described.find(R"("IndexStatus":"ACTIVE")"), std::string::npos) << described;
  ASSERT_TRUE(database->drop_index("tab", "by_g").ok());
  described = *database->describe_table(table.handle());
  EXPECT_EQ(described.find("ReadCapacityUnits"), std::string::npos) << described;
  EXPECT_EQ(described.find(R"("AttributeName":"g")"), std::string::npos) << described;
  EXPECT_EQ(described.find("GlobalSecondaryIndexes"), std::string::npos) << described;
  EXPECT_TRUE(database->add_index("tab", added_index_json({"by_g", "g:N"})).ok()) << "with another type";
}

TEST(IndexChanges, WhatIsRefused) {
  TestDatabase database;
  database.create({.hash = "pk:S", .sort = "sk:S", .indexes = {{"local", "pk:S", "l:S", "ALL", IndexKind::kLocal}}});
  EXPECT_TRUE(database->add_index("none", added_index_json(kByG)).is(Error::kNoTable));
  EXPECT_TRUE(database->drop_index("none", "by_g").is(Error::kNoTable));
  const Status unknown = database->drop_index("tab", "by_g");
  EXPECT_TRUE(unknown.is(Error::kIndexUnknown));
  EXPECT_EQ(unknown.aws_message(), "Requested resource not found");
  EXPECT_TRUE(database->drop_index("tab", "local").is(Error::kIndexLocal));
  EXPECT_TRUE(database->add_index("tab", added_index_json({"local", "g:S"})).is(Error::kIndexExists));
  expect_sound(database);
  database.close();
  EXPECT_TRUE(database->add_index("tab", added_index_json(kByG)).is(Error::kClosed));
  EXPECT_TRUE(database->drop_index("tab", "local").is(Error::kClosed));
}

TEST(IndexChanges, AFolderThatIsOnlyReadTakesNone) {
  const TempFolder temp;
  {
    TestDatabase database(temp.file("db"));
    database.create({.hash = "pk:S", .indexes = {kByG}});
  }
  const auto database = *Database::open(folder_options(temp.file("db"), OpenMode::kReadOnly));
  EXPECT_TRUE(database->add_index("tab", added_index_json({"other", "v:N"})).is(Error::kDatabaseReadOnly));
  EXPECT_TRUE(database->drop_index("tab", "by_g").is(Error::kDatabaseReadOnly));
  EXPECT_TRUE(
      database->change_kept("tab", [](const TableDef&, JsonNode*) { return Status(); }).is(Error::kDatabaseReadOnly));
}

TEST(IndexChanges, TheFolderHasRoomForSoManyFamilies) {
  TestDatabase database;
  database.create({.hash = "pk:S"});
  std::vector<std::string> names;
  for (size_t i = database->store().family_names().size(); i < kMaxColumnFamilies; ++i) {
    names.push_back("y" + std::to_string(i));
  }
  ASSERT_TRUE(database->store().create_families(names).ok());
  EXPECT_TRUE(database->add_index("tab", added_index_json(kByG)).is(Error::kFamilyLimit));
}

// A damaged item would silently be missing in it.
TEST(IndexChanges, AnIndexThatCannotBeFilledIsTakenAway) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S"});
  ASSERT_TRUE(table.put(kOne).ok());
  Batch batch;
  batch.put(table.open_table().base(), "damaged", "no item");
  ASSERT_TRUE(database->store().write(&batch).ok());
  EXPECT_TRUE(database->add_index("tab", added_index_json(kByG)).is(Error::kItemCorrupt));
  EXPECT_TRUE(table.page(of_group("x")).status.is(Error::kNoIndex));
  EXPECT_EQ(database.table("tab").open_table().def().indexes.size(), 0u);
  EXPECT_TRUE(table.put(kTwo).ok()) << "the gate is open again";
  EXPECT_EQ(database->store().family_names().size(), 2u) << "default and the table's";
}

TEST(IndexChanges, ATableThatIsLoadedChangesNoIndex) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {kByG}});
  auto load = Load::begin(database.shared(), table.handle(), 0);
  ASSERT_TRUE(load.ok());
  EXPECT_TRUE(database->add_index("tab", added_index_json({"other", "v:N"})).is(Error::kTableLoading));
  EXPECT_TRUE(database->drop_index("tab", "by_g").is(Error::kTableLoading));
  ASSERT_TRUE((*load)->put(TestItem(kOne).view()).ok());
  ASSERT_TRUE((*load)->finish().ok());
  EXPECT_TRUE(database->drop_index("tab", "by_g").ok());
  EXPECT_TRUE(database->add_index("tab", added_index_json({"other", "v:N"})).ok());
  EXPECT_EQ(table.rows({.index = "other"}), Rows{kOne});
}

// A load of a handle that is older than an index fills it.
TEST(IndexChanges, ALoadFillsTheNewestIndexes) {
  TestDatabase database;
  TestTable before = database.create({.hash = "pk:S"});
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  auto load = Load::begin(database.shared(), before.handle(), 0);
  ASSERT_TRUE(load.ok()) << load.status().message();
  ASSERT_TRUE((*load)->put(TestItem(kOne).view()).ok());
  ASSERT_TRUE((*load)->finish().ok());
  EXPECT_EQ(before.rows(of_group("x")), Rows{kOne});
  expect_sound(database);
}

TEST(IndexChanges, ADroppedTableIsGoneForAllVersions) {
  TestDatabase database;
  TestTable first = database.create({.hash = "pk:S"});
  ASSERT_TRUE(database->add_index("tab", added_index_json(kByG)).ok());
  const TestTable second = database.table("tab");
  ASSERT_TRUE(database->drop_table("tab").ok());
  database.create({.hash = "pk:S", .indexes = {kByG}});
  EXPECT_TRUE(first.put(kOne).is(Error::kTableDropped));
  EXPECT_TRUE(first.page(of_group("x")).status.is(Error::kTableDropped));
  EXPECT_TRUE(second.page(of_group("x")).status.is(Error::kTableDropped));
  EXPECT_TRUE(database->describe_table(first.handle()).status().is(Error::kTableDropped));
}

Status set_member(Database& database, const std::string& name, bool truth) {
  return database.change_kept("tab", [&](const TableDef&, JsonNode* kept) {
    std::erase_if(kept->members, [&](const JsonMember& member) { return member.name == name; });
    JsonNode node = make_json(JsonNode::Kind::kBool);
    node.truth = truth;
    add_json_member(name, std::move(node), kept);
    return Status();
  });
}

TEST(ChangeKept, IsOnDiskAndProtectsFromDropping) {
  const TempFolder temp;
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.create({.hash = "pk:S", .indexes = {kByG}});
    ASSERT_TRUE(table.put(kOne).ok());
    ASSERT_TRUE(set_member(*database, "DeletionProtectionEnabled", true).ok());
    ASSERT_TRUE(table.put(kTwo).ok());
    const Status refused = database->drop_table("tab");
    EXPECT_TRUE(refused.is(Error::kTableProtected));
    EXPECT_EQ(
        refused.aws_message(),
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.");
    EXPECT_NE(database->describe_table(table.handle())->find(R"("DeletionProtectionEnabled":true)"), std::string::npos);
    expect_sound(database);
  }
  TestDatabase database(temp.file("db"));
  EXPECT_EQ(database.table("tab").rows(of_group("x")), (Rows{kOne, kTwo}));
  EXPECT_TRUE(database->drop_table("tab").is(Error::kTableProtected));
  ASSERT_TRUE(set_member(*database, "DeletionProtectionEnabled", false).ok());
  EXPECT_TRUE(database->drop_table("tab").ok());
}

TEST(ChangeKept, AnErrorChangesNothing) {
  TestDatabase database;
  const TestTable table = database.create({.hash = "pk:S"});
  const Status refused = database->change_kept("tab", [](const TableDef& def, JsonNode* kept) {
    EXPECT_EQ(def.name, "tab");
    add_json_member("Tags", make_json_text("x"), kept);
    return Status(Error::kMisuse, {"not today"});
  });
  EXPECT_TRUE(refused.is(Error::kMisuse));
  const Status too_large = database->change_kept("tab", [](const TableDef&, JsonNode* kept) {
    add_json_member("Tags", make_json_text(std::string(2 * kMaxKeptBytes, 'x')), kept);
    return Status();
  });
  EXPECT_TRUE(too_large.is(Error::kDefinitionLimit));
  EXPECT_EQ(database->table_now("tab")->table->def().kept_json, "{}");
  EXPECT_TRUE(database->change_kept("none", [](const TableDef&, JsonNode*) { return Status(); }).is(Error::kNoTable));
}

// The record stays LOADING with it: the rows of a load that is not over must not outlive a crash.
TEST(ChangeKept, GoesTogetherWithALoad) {
  const TempFolder temp;
  {
    TestDatabase database(temp.file("db"));
    TestTable table = database.create({.hash = "pk:S"});
    auto load = Load::begin(database.shared(), table.handle(), 0);
    ASSERT_TRUE(load.ok());
    ASSERT_TRUE(set_member(*database, "DeletionProtectionEnabled", true).ok());
    AlignedBuffer record;
    ASSERT_TRUE(*database->store().get(*database->store().find_family("default"), "table/tab", nullptr, &record));
    EXPECT_EQ(decode_catalog_record("tab", record.view())->state, TableState::kLoading);
    ASSERT_TRUE((*load)->put(TestItem(kOne).view()).ok());
    ASSERT_TRUE((*load)->finish().ok());
  }
  TestDatabase database(temp.file("db"));
  EXPECT_EQ(database.table("tab").rows(), Rows{kOne});
  EXPECT_TRUE(database->drop_table("tab").is(Error::kTableProtected)) << "the end of the load kept it";
}

TEST(TableNow, HasAnEstimateForEachIndex) {
  TestDatabase database;
  TestTable table = database.create({.hash = "pk:S", .indexes = {kByG, {"by_v", "v:N"}}});
  ASSERT_TRUE(table.put(kOne).ok());
  const auto now = database->table_now("tab");
  ASSERT_TRUE(now.ok());
  EXPECT_EQ(now->table->def().name, "tab");
  EXPECT_EQ(now->base.item_count, 1u);
  ASSERT_EQ(now->indexes.size(), 2u);
  EXPECT_EQ(now->indexes[1].item_count, 1u);
  EXPECT_TRUE(database->table_now("none").status().is(Error::kNoTable));
}

}  // namespace
}  // namespace sheaf
