// SIGKILL at every step of making a database, of making, loading and dropping a table, and at some of opening what that
// leaves: before each call that changes a file, and after some. Whatever is left opens, is sound, and holds each table
// wholly or not at all. SHEAF_KILL_POINTS=1 kills before and after each call.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/db/load.h"
#include "tests/kill_points/deeds.h"
#include "tests/kill_points/kill_points.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

TEST(KillPoints, TheCallsOfRocksDbAreCounted) {
  const TempFolder temp(fast_disk());
  count_steps();
  prepare(temp.file("db"), {kBystander});
  const std::vector<std::string> steps = stop_counting();
  for (const char* const call : {"open", "write", "rename", "mkdir", "fsync", "fdatasync", "unlink"}) {
    EXPECT_GT(std::count(steps.begin(), steps.end(), call), 0) << call;
  }
}

TEST(KillPoints, CreatingADatabase) {
  KillPoints(kCreateDatabase, "").run([](const std::string& folder, Outcome /*outcome*/) {
    std::ifstream marker(folder + "/SHEAF", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(marker), {}};
    const bool is_ready = text.find("state ready") != std::string::npos;
    const auto existing = Database::open(folder_options(folder, OpenMode::kMustExist));
    EXPECT_EQ(existing.ok(), is_ready);
    if (!existing.ok()) {
      EXPECT_TRUE(existing.status().is(Error::kFolderMissing)) << existing.status().message();
    } else {
      (*existing)->close();
    }
    EXPECT_EQ(left_in(folder), Contents());
  });
}

TEST(KillPoints, CreatingATable) {
  const TempFolder temp(fast_disk());
  prepare(temp.file("db"), {kBystander});
  KillPoints(kCreateTable, temp.file("db")).run([](const std::string& folder, Outcome outcome) {
    Contents left = left_in(folder);
    EXPECT_EQ(left.at("Bystander"), std::set<std::string>{kItem});
    left.erase("Bystander");
    EXPECT_TRUE(left == Contents({{"Victim", {}}}) || (outcome == Outcome::kKilled && left.empty())) << text_of(left);
  });
}

TEST(KillPoints, DroppingATable) {
  const TempFolder temp(fast_disk());
  prepare(temp.file("db"), {kBystander, victim()});
  KillPoints(kDropTable, temp.file("db")).run([](const std::string& folder, Outcome outcome) {
    Contents left = left_in(folder);
    EXPECT_EQ(left.at("Bystander"), std::set<std::string>{kItem});
    left.erase("Bystander");
    EXPECT_TRUE(left.empty() || (outcome == Outcome::kKilled && left == Contents({{"Victim", {kItem}}})))
        << text_of(left);
  });
}

// A closed database with the bystander and an empty victim.
void prepare_empty(const std::string& path) {
  prepare(path, {kBystander});
  const auto opened = Database::open(folder_options(path));
  ASSERT_TRUE(opened.ok()) << opened.status().message();
  ASSERT_TRUE((*opened)->create_table(definition_json(victim())).ok());
  (*opened)->close();
}

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

void expect_only_the_database(const std::string& folder) {
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"LOCK", "SHEAF", "data"})) << "the files of a load are left";
}

TEST(KillPoints, LoadingATable) {
  const TempFolder temp(fast_disk());
  prepare_empty(temp.file("db"));
  KillPoints(kLoad, temp.file("db")).run([](const std::string& folder, Outcome outcome) {
    Contents left = left_in(folder);
    EXPECT_EQ(left.at("Bystander"), std::set<std::string>{kItem});
    left.erase("Bystander");
    EXPECT_TRUE(left == Contents({{"Victim", loaded_items()}}) ||
                (outcome == Outcome::kKilled && left == Contents({{"Victim", {}}})))
        << text_of(left);
    expect_only_the_database(folder);
  });
}

// The opening after a kill in a load has rows to take away when the families had theirs and the end was not recorded.
TEST(KillPoints, OpeningATableWhoseLoadWasKilled) {
  const TempFolder temp(fast_disk());
  prepare_empty(temp.file("db"));
  {
    const auto opened = Database::open(folder_options(temp.file("db")));
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    const auto table = *(*opened)->open_table("Victim");
    const auto load = Load::begin(*opened, table, 0);
    ASSERT_TRUE(load.ok());
    const auto rows = BulkLoad::begin((*opened)->store(), *table, 1);
    ASSERT_TRUE(rows.ok());
    for (const std::string& item : loaded_items()) ASSERT_TRUE((*rows)->put(TestItem(item).view()).ok());
    ASSERT_TRUE((*rows)->write_files(CallLimits()).ok());
    ASSERT_TRUE((*rows)->ingest().ok());
    std::filesystem::copy(temp.file("db"), temp.file("killed"), std::filesystem::copy_options::recursive);
  }
  ASSERT_TRUE(names_in(temp.file("killed")).size() > 3);
  KillPoints(kOpen, temp.file("killed"))
      .run(
          [](const std::string& folder, Outcome /*outcome*/) {
            Contents left = left_in(folder);
            left.erase("Bystander");
            EXPECT_EQ(left, Contents({{"Victim", {}}})) << "its load was not finished";
            expect_only_the_database(folder);
          },
          5);
}

// What a kill has left is cleared away by the next opening, which is killed too.
TEST(KillPoints, OpeningWhatAKillHasLeft) {
  for (const uint64_t killed_at : {35, 52}) {
    const TempFolder temp(fast_disk());
    prepare(temp.file("db"), {kBystander});
    ASSERT_EQ(end_of(kCreateTable, temp.file("db"), killed_at, "before"), -SIGKILL);
    KillPoints(kOpen, temp.file("db"))
        .run(
            [](const std::string& folder, Outcome /*outcome*/) {
              Contents left = left_in(folder);
              EXPECT_EQ(left.at("Bystander"), std::set<std::string>{kItem});
              left.erase("Bystander");
              EXPECT_EQ(left, Contents()) << "it was not made when it was killed";
            },
            9);
  }
}

}  // namespace
}  // namespace sheaf
