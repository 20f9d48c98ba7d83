// What a load takes and refuses, and what others meet while it lasts.
#include <gtest/gtest.h>

#include "tests/load/load_support.h"
#include "tests/support/temp_folder.h"
#include "tests/support/writes.h"

namespace sheaf {
namespace {

using namespace test;

const TableShape kShape{.name = "App", .hash = "pk:S", .sort = "sk:N", .indexes = {{"by_group", "g:S"}}};

std::string item(int number) {
  const std::string text = std::to_string(number);
  return R"({"g":{"S":"g)" + std::to_string(number % 3) + R"("},"pk":{"S":"p)" + text + R"("},"sk":{"N":")" + text +
         R"("}})";
}

std::unique_ptr<Load> begun(const TestTable& table, uint64_t memory_bytes = 0) {
  auto load = begin_load(table, memory_bytes);
  EXPECT_TRUE(load.ok()) << load.status().message();
  return load.ok() ? *std::move(load) : nullptr;
}

void expect_empty_and_usable(TestTable table) {
  EXPECT_EQ(table.rows(), std::vector<std::string>());
  EXPECT_EQ(table.rows({.index = "by_group"}), std::vector<std::string>());
  EXPECT_TRUE(table.put(item(1)).ok());
  EXPECT_EQ(table.rows({.index = "by_group"}), std::vector<std::string>{item(1)});
  EXPECT_TRUE(table.verify().is_clean());
}

TEST(Load, ItemsAreThereAllAtOnceWhenItIsFinished) {
  TestDatabase database;
  const TestTable table = database.create(kShape);
  const auto load = begun(table);
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(put(load.get(), item(i)).ok());
  EXPECT_EQ(table.rows(), std::vector<std::string>());
  EXPECT_EQ(table.rows({.index = "by_group"}), std::vector<std::string>());
  ASSERT_TRUE(load->finish().ok());
  EXPECT_EQ(table.rows().size(), 9u);
  EXPECT_EQ(table.rows({.index = "by_group", .partition = {s("g1")}}),
            (std::vector<std::string>{item(1), item(4), item(7)}));
  EXPECT_EQ(table.get({s("p4"), n("4")}), item(4));
}

TEST(Load, AfterItTheTableIsWrittenToAsAnyOther) {
  TestDatabase database;
  TestTable table = database.create(kShape);
  ASSERT_TRUE(load_all(table, {item(1), item(2), item(3)}).ok());
  EXPECT_TRUE(table.put(R"({"g":{"S":"moved"},"pk":{"S":"p1"},"sk":{"N":"1"}})").ok());
  EXPECT_TRUE(table.erase({s("p2"), n("2")}).ok());
  EXPECT_EQ(table.column("g", {.index = "by_group"}), (std::vector<std::string>{R"({"S":"g0"})", R"({"S":"moved"})"}));
  EXPECT_TRUE(table.verify().is_clean());
}

TEST(Load, WritesDropsAndASecondLoadAreRefusedMeanwhile) {
  TestDatabase database;
  TestTable table = database.create(kShape);
  TestTable bystander = database.create({.name = "Other"});
  const auto load = begun(table);
  const Status statuses[] = {
      table.put(item(1)), table.erase({s("p1"), n("1")}),
      update(table, {s("p1"), n("1")}, {.update = "SET x = :v", .values = R"({":v":{"N":"1"}})"}).status,
      database->drop_table("App"), begin_load(table).status()};
  for (const Status& status : statuses) {
    EXPECT_TRUE(status.is(Error::kTableLoading)) << status.message();
    EXPECT_EQ(status.code(), StatusCode::kNOT_READY);
    EXPECT_TRUE(status.is_retryable());
  }
  EXPECT_EQ(table.get({s("p1"), n("1")}), std::nullopt);
  EXPECT_TRUE(bystander.put(R"({"pk":{"S":"a"}})").ok());
  EXPECT_TRUE(load_all(bystander, {}).is(Error::kTableNotEmpty));
  ASSERT_TRUE(load->finish().ok());
  EXPECT_TRUE(table.put(item(1)).ok());
  EXPECT_TRUE(database->drop_table("App").ok());
}

TEST(Load, OnlyAnEmptyTableIsLoaded) {
  TestDatabase database;
  TestTable table = database.create(kShape);
  ASSERT_TRUE(table.put(item(7)).ok());
  const Status refused = begin_load(table).status();
  EXPECT_TRUE(refused.is(Error::kTableNotEmpty)) << refused.message();
  EXPECT_EQ(refused.code(), StatusCode::kINVALID);
  EXPECT_TRUE(table.put(item(8)).ok()) << "a refused load takes nothing";
}

// Deleted rows leave marks behind, in memory and in files, that must not cover those of the load.
TEST(Load, ATableThatWasEmptiedIsLoaded) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  TestTable table = database.create(kShape);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(table.put(item(i)).ok());
    if (round == 1) {
      ASSERT_TRUE(database->store().flush(table.open_table().base()).ok());
    }
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(table.erase({s("p" + std::to_string(i)), n(std::to_string(i))}).ok());
    if (round == 0) {
      ASSERT_TRUE(database->store().flush(table.open_table().base()).ok());
    }
  }
  std::vector<std::string> items;
  for (int i = 10; i < 40; ++i) items.push_back(item(i));
  ASSERT_TRUE(load_all(table, items).ok());
  EXPECT_EQ(table.rows(), items);
  EXPECT_EQ(table.rows({.index = "by_group"}).size(), items.size());
  EXPECT_TRUE(table.verify().is_clean());
  database.close();
  TestDatabase again(folder.path());
  EXPECT_EQ(again.table("App").rows(), items);
}

TEST(Load, AnItemThatAPutRefusesIsRefusedAlone) {
  TestDatabase database;
  const TestTable table = database.create(kShape);
  const auto load = begun(table);
  ASSERT_TRUE(put(load.get(), item(1)).ok());
  EXPECT_TRUE(put(load.get(), R"({"pk":{"S":"a"}})").is(Error::kKeyMissing));
  EXPECT_TRUE(put(load.get(), R"({"pk":{"S":"a"},"sk":{"S":"1"}})").is(Error::kKeyType));
  EXPECT_TRUE(put(load.get(), R"({"pk":{"S":""},"sk":{"N":"1"}})").is(Error::kKeyEmptyString));
  EXPECT_TRUE(put(load.get(), R"({"g":{"N":"1"},"pk":{"S":"a"},"sk":{"N":"1"}})").is(Error::kIndexKeyType));
  EXPECT_TRUE(load->put(padded_item(R"({"pk":{"S":"a"},"sk":{"N":"1"}})", 409601).view()).is(Error::kItemTooLarge));
  ASSERT_TRUE(load->put(padded_item(R"({"pk":{"S":"big"},"sk":{"N":"1"}})", 409600).view()).ok());
  ASSERT_TRUE(load->finish().ok());
  EXPECT_EQ(table.column("pk"), (std::vector<std::string>{R"({"S":"big"})", R"({"S":"p1"})"}));
  EXPECT_TRUE(table.verify().is_clean());
}

TEST(Load, TwoItemsOfOneKeyAreNamedAndTheTableStaysEmpty) {
  for (const uint64_t memory_bytes : {uint64_t{0}, uint64_t{1}}) {
    TestDatabase database;
    const TestTable table = database.create(kShape);
    {
      const auto load = begun(table, memory_bytes);
      for (const int number : {5, 3, 8, 3, 1}) ASSERT_TRUE(put(load.get(), item(number)).ok());
      for (int times = 0; times < 2; ++times) {
        const Status twice = load->finish();
        EXPECT_TRUE(twice.is(Error::kLoadKeyTwice));
        EXPECT_EQ(twice.code(), StatusCode::kINVALID);
        EXPECT_EQ(twice.message(), R"(two items of the load have the key {"pk":{"S":"p3"},"sk":{"N":"3"}})");
      }
      EXPECT_EQ(table.rows(), std::vector<std::string>());
    }
    expect_empty_and_usable(table);
  }
}

TEST(Load, OneThatIsFreedUnfinishedLeavesTheTableEmptyAndUsable) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  const TestTable table = database.create(kShape);
  {
    const auto load = begun(table, 1);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(put(load.get(), item(i)).ok());
    EXPECT_EQ(load_folders(folder.path()).size(), 1u);
  }
  EXPECT_EQ(load_folders(folder.path()), std::vector<std::string>());
  expect_empty_and_usable(table);
}

TEST(Load, AFinishedOneTakesNothingMore) {
  TestDatabase database;
  const TestTable table = database.create(kShape);
  const auto load = begun(table);
  ASSERT_TRUE(load->finish().ok());
  EXPECT_TRUE(put(load.get(), item(1)).is(Error::kLoadEnded));
  EXPECT_TRUE(load->finish().is(Error::kLoadEnded));
  EXPECT_EQ(load->finish().code(), StatusCode::kMISUSE);
}

TEST(Load, ASnapshotFromBeforeItGoesOnShowingAnEmptyTable) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  const TestTable table = database.create(kShape);
  const auto before = database->snapshot();
  ASSERT_TRUE(before.ok());
  EXPECT_TRUE(begin_load(table.at(*before)).status().is(Error::kSnapshotReadOnly));
  ASSERT_TRUE(load_all(table, {item(1), item(2)}).ok());
  EXPECT_EQ(table.at(*before).rows(), std::vector<std::string>());
  EXPECT_EQ(table.at(*before).rows({.index = "by_group"}), std::vector<std::string>());
  EXPECT_EQ(table.at(*before).get({s("p1"), n("1")}), std::nullopt);
  EXPECT_EQ(table.rows().size(), 2u);
}

TEST(Load, TwoTablesAreLoadedAtOnce) {
  const TempFolder folder(fast_disk());
  TestDatabase database(folder.path());
  const TestTable one = database.create(kShape);
  TableShape shape = kShape;
  shape.name = "Other";
  const TestTable other = database.create(shape);
  const auto first = begun(one, 1);
  const auto second = begun(other, 1);
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(put(first.get(), item(i)).ok());
    ASSERT_TRUE(put(second.get(), item(i + 10)).ok());
  }
  ASSERT_TRUE(first->finish().ok());
  ASSERT_TRUE(second->finish().ok());
  EXPECT_EQ(one.column("sk"),
            (std::vector<std::string>{R"({"N":"0"})", R"({"N":"1"})", R"({"N":"2"})", R"({"N":"3"})"}));
  EXPECT_EQ(other.column("sk").front(), R"({"N":"10"})");
}

TEST(Load, FilesThatWereInterruptedCanBeWrittenAgain) {
  TestDatabase database;
  const TestTable table = database.create(kShape);
  auto load = BulkLoad::begin(database->store(), table.open_table(), 1);
  ASSERT_TRUE(load.ok());
  std::vector<std::string> items;
  for (int i = 0; i < 9; ++i) items.push_back(item(i));
  for (const std::string& one : items) ASSERT_TRUE((*load)->put(TestItem(one).view()).ok());
  Interrupt interrupt;
  const CallLimits limits(interrupt, Deadline());
  interrupt.raise();
  EXPECT_TRUE((*load)->write_files(limits).is(Error::kInterrupted));
  ASSERT_TRUE((*load)->write_files(CallLimits()).ok());
  ASSERT_TRUE((*load)->write_files(CallLimits()).ok());
  EXPECT_EQ(table.rows(), std::vector<std::string>());
  ASSERT_TRUE((*load)->ingest().ok());
  EXPECT_EQ(table.rows(), items);
  EXPECT_TRUE(table.verify().is_clean());
}

}  // namespace
}  // namespace sheaf
