// SIGKILL at every step of adding an index to a table with items, of dropping one, and at some of opening what that leaves.
// Whatever is left opens, has all items, and the index wholly or not at all. SHEAF_KILL_POINTS=1 kills before and after
// each call.
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/kill_points/deeds.h"
#include "tests/kill_points/kill_points.h"
#include "tests/support/added_index.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

const std::string kWithoutRow = R"({"pk":{"S":"no_version"}})";
enum class Index : uint8_t { kAbsent, kPresent };

// A closed database with a bystander and kFilled, which has items.
void prepare_filled(const std::string& path, Index index) {
  std::vector<IndexShape> indexes{{"by_group", "gp:S"}};
  if (index == Index::kPresent) indexes.push_back(added_index());
  prepare(path, {kBystander, {.name = kFilled, .hash = "pk:S", .indexes = indexes}});
  const auto opened = Database::open(folder_options(path));
  ASSERT_TRUE(opened.ok()) << opened.status().message();
  ASSERT_TRUE(TestTable(*opened, *(*opened)->open_table(kFilled)).put(kWithoutRow).ok());
}

// Whether kFilled has its second index, once everything in the folder was found sound. A write of the table, and the change
// that was killed, can be made there.
Index left_index(const std::string& path) {
  Contents left = left_in(path);
  EXPECT_EQ(left.at("Bystander"), std::set<std::string>{kItem});
  EXPECT_EQ(left.at(kFilled), (std::set<std::string>{kItem, kWithoutRow}));
  const auto database = Database::open(folder_options(path));
  EXPECT_TRUE(database.ok()) << database.status().message();
  if (!database.ok()) return Index::kAbsent;
  TestTable table(*database, *(*database)->open_table(kFilled));
  const Page page = table.page({.index = added_index().name});
  const Index found = page.status.is(Error::kNoIndex) ? Index::kAbsent : Index::kPresent;
  if (found == Index::kPresent) {
    EXPECT_TRUE(page.status.ok()) << page.status.message();
    EXPECT_EQ(page.rows, std::vector<std::string>{kItem});
  }
  EXPECT_TRUE(table.put(R"({"gp":{"S":"g"},"pk":{"S":"after"},"v":{"N":"2"}})").ok());
  const Status changed = found == Index::kPresent ? (*database)->drop_index(kFilled, added_index().name)
                                                  : (*database)->add_index(kFilled, added_index_json(added_index()));
  EXPECT_TRUE(changed.ok()) << changed.message();
  EXPECT_EQ(inspect(*database).problem, "");
  return found;
}

TEST(KillPoints, AddingAnIndex) {
  const TempFolder temp(fast_disk());
  prepare_filled(temp.file("db"), Index::kAbsent);
  int without = 0;
  int with = 0;
  KillPoints(kAddIndex, temp.file("db"))
      .run(
          [&](const std::string& folder, Outcome outcome) {
            const Index left = left_index(folder);
            ++(left == Index::kPresent ? with : without);
            if (outcome == Outcome::kDone) {
              EXPECT_EQ(left, Index::kPresent);
            }
          },
          2);
  EXPECT_GT(without, 0);
  EXPECT_GT(with, 1) << "one whose build was cut off is built by the opening";
}

TEST(KillPoints, DroppingAnIndex) {
  const TempFolder temp(fast_disk());
  prepare_filled(temp.file("db"), Index::kPresent);
  KillPoints(kDropIndex, temp.file("db"))
      .run(
          [](const std::string& folder, Outcome outcome) {
            const Index left = left_index(folder);
            if (outcome == Outcome::kDone) {
              EXPECT_EQ(left, Index::kAbsent);
            }
          },
          2);
}

// The opening that builds the index to its end is killed too.
TEST(KillPoints, B124_OpeningATableWhoseIndexWasBeingBuilt) {
  const TempFolder temp(fast_disk());
  prepare_filled(temp.file("db"), Index::kAbsent);
  uint64_t steps = 0;  // until the record is there
  while (true) {
    const TempFolder copy(fast_disk());
    std::filesystem::copy(temp.file("db"), copy.file("db"), std::filesystem::copy_options::recursive);
    steps += 6;
    const int end = end_of(kAddIndex, copy.file("db"), steps, "before");
    ASSERT_EQ(end, -SIGKILL) << "no step left a build behind";
    const auto read = Database::open(folder_options(copy.file("db"), OpenMode::kReadOnly));
    if (!read.ok()) continue;
    const TestTable table(*read, *(*read)->open_table(kFilled));
    if (!table.page({.index = added_index().name}).status.is(Error::kIndexNotReady)) continue;
    (*read)->close();
    KillPoints(kOpen, copy.file("db"))
        .run([](const std::string& folder, Outcome /*outcome*/) { EXPECT_EQ(left_index(folder), Index::kPresent); }, 7);
    return;
  }
}

}  // namespace
}  // namespace sheaf
