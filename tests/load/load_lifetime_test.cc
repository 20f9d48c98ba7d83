// A load and the end of its database: closing, a crash, opening for reading only.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/load/load_support.h"
#include "tests/support/inspection.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

const TableShape kShape{.name = "App", .hash = "pk:S", .indexes = {{"by_group", "g:S"}}};

std::string item(int number) { return R"({"g":{"S":"g"},"pk":{"S":"p)" + std::to_string(number) + R"("}})"; }

// The table is there, empty, and takes writes; nothing else is left.
void expect_empty_after_opening(const std::string& path) {
  TestDatabase database(path);
  const Inspection inspection = inspect(database.shared());
  EXPECT_EQ(inspection.problem, "");
  EXPECT_EQ(inspection.contents, (Contents{{"App", {}}}));
  EXPECT_EQ(load_folders(path), std::vector<std::string>());
  TestTable table = database.table("App");
  EXPECT_TRUE(table.put(item(1)).ok());
  EXPECT_EQ(table.rows({.index = "by_group"}), std::vector<std::string>{item(1)});
}

// What a crash at this moment would leave.
void copy_folder(const std::string& from, const std::string& to) {
  std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
}

TEST(LoadLifetime, AFinishedLoadIsThereAfterACrash) {
  const TempFolder temp(fast_disk());
  TestDatabase database(temp.file("db"), SyncMode::kNormal);
  const TestTable table = database.create(kShape);
  ASSERT_TRUE(load_all(table, {item(1), item(2)}, 1).ok());
  copy_folder(temp.file("db"), temp.file("crashed"));
  TestDatabase crashed(temp.file("crashed"));
  const Inspection inspection = inspect(crashed.shared());
  EXPECT_EQ(inspection.problem, "");
  EXPECT_EQ(inspection.contents, (Contents{{"App", {item(1), item(2)}}}));
  EXPECT_TRUE(crashed.table("App").put(item(3)).ok());
}

// What is not a load's stays, whatever its name begins with, and what a link leads to, too.
TEST(LoadLifetime, OpeningLeavesTheFilesOfOthersAlone) {
  const TempFolder temp(fast_disk());
  { TestDatabase database(temp.file("db")); }
  const std::filesystem::path folder = temp.file("db");
  const std::filesystem::path elsewhere = temp.file("elsewhere");
  for (const std::filesystem::path& made : {elsewhere, folder / "load.results", folder / "load.7"}) {
    std::filesystem::create_directory(made);
    std::ofstream(made / "1.sst") << "bytes";
    std::ofstream(made / "notes.txt") << "bytes";
  }
  std::filesystem::create_directory_symlink(elsewhere, folder / "load.8");
  { TestDatabase database(temp.file("db")); }
  EXPECT_TRUE(std::filesystem::exists(folder / "load.results" / "1.sst"));
  EXPECT_TRUE(std::filesystem::exists(elsewhere / "1.sst"));
  EXPECT_TRUE(std::filesystem::exists(folder / "load.7" / "notes.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder / "load.7" / "1.sst")) << "that was a load's";
}

TEST(LoadLifetime, ClosingUnderALoadEndsItAndLeavesTheTableEmpty) {
  const TempFolder temp(fast_disk());
  TestDatabase database(temp.file("db"));
  auto load = begin_load(database.create(kShape), 1);
  ASSERT_TRUE(load.ok());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(put(load->get(), item(i)).ok());
  database.close();
  EXPECT_EQ(load_folders(temp.file("db")), std::vector<std::string>());
  EXPECT_TRUE(put(load->get(), item(5)).is(Error::kClosed));
  EXPECT_TRUE((*load)->finish().is(Error::kClosed));
  expect_empty_after_opening(temp.file("db"));
  *load = nullptr;
}

// The load's end takes the last reference to the database with it.
TEST(LoadLifetime, ALoadKeepsTheDatabaseThatNobodyElseHolds) {
  const TempFolder temp(fast_disk());
  Result<std::unique_ptr<Load>> load = Status(Error::kClosed);
  {
    TestDatabase database(temp.file("db"));
    load = begin_load(database.create(kShape));
    ASSERT_TRUE(load.ok());
  }
  ASSERT_TRUE(put(load->get(), item(1)).ok());
  *load = nullptr;
  expect_empty_after_opening(temp.file("db"));
}

TEST(LoadLifetime, ACrashUnderALoadLeavesTheTableEmpty) {
  const TempFolder temp(fast_disk());
  TestDatabase database(temp.file("db"));
  auto load = begin_load(database.create(kShape), 1);
  ASSERT_TRUE(load.ok());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(put(load->get(), item(i)).ok());
  copy_folder(temp.file("db"), temp.file("crashed"));
  EXPECT_EQ(load_folders(temp.file("crashed")).size(), 1u);
  expect_empty_after_opening(temp.file("crashed"));
}

// As when the process dies between the ingest and the record of the end.
TEST(LoadLifetime, RowsOfALoadWhoseEndWasNotRecordedAreTakenAway) {
  const TempFolder temp(fast_disk());
  TestDatabase database(temp.file("db"));
  const TestTable table = database.create(kShape);
  auto load = begin_load(table);
  ASSERT_TRUE(load.ok());
  auto rows = BulkLoad::begin(database->store(), table.open_table(), 1 << 20);
  ASSERT_TRUE(rows.ok());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE((*rows)->put(TestItem(item(i)).view()).ok());
  ASSERT_TRUE((*rows)->write_files(CallLimits()).ok());
  ASSERT_TRUE((*rows)->ingest().ok());
  EXPECT_EQ(table.rows({.index = "by_group"}).size(), 4u);
  copy_folder(temp.file("db"), temp.file("crashed"));
  *rows = nullptr;
  expect_empty_after_opening(temp.file("crashed"));
}

TEST(LoadLifetime, OpenForReadingOnlyTheTableOfALoadThatDiedIsNotReady) {
  const TempFolder temp(fast_disk());
  {
    TestDatabase database(temp.file("db"));
    auto load = begin_load(database.create(kShape), 1);
    ASSERT_TRUE(load.ok());
    ASSERT_TRUE(put(load->get(), item(1)).ok());
    copy_folder(temp.file("db"), temp.file("crashed"));
  }
  {
    const auto reader = Database::open(folder_options(temp.file("crashed"), OpenMode::kReadOnly));
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_TRUE((*reader)->open_table("App").status().is(Error::kLoadCutOff));
    (*reader)->close();
  }
  EXPECT_EQ(load_folders(temp.file("crashed")).size(), 1u) << "who only reads removes nothing";
  expect_empty_after_opening(temp.file("crashed"));
}

TEST(LoadLifetime, AFolderThatIsOnlyReadTakesNoLoad) {
  const TempFolder temp(fast_disk());
  { TestDatabase(temp.file("db")).create(kShape); }
  const auto reader = Database::open(folder_options(temp.file("db"), OpenMode::kReadOnly));
  ASSERT_TRUE(reader.ok());
  const TestTable table(*reader, *(*reader)->open_table("App"));
  EXPECT_TRUE(begin_load(table).status().is(Error::kDatabaseReadOnly));
}

TEST(LoadLifetime, ADroppedTableTakesNoLoad) {
  TestDatabase database;
  const TestTable table = database.create(kShape);
  ASSERT_TRUE(database->drop_table("App").ok());
  EXPECT_TRUE(begin_load(table).status().is(Error::kTableDropped));
}

}  // namespace
}  // namespace sheaf
