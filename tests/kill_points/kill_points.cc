#include "tests/kill_points/kill_points.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdio>
#include <filesystem>

#include "tests/support/child_process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf::test {
namespace {

bool is_long() { return !variable("SHEAF_KILL_POINTS").empty(); }

}  // namespace

void prepare(const std::string& path, const std::vector<TableShape>& tables) {
  const auto opened = Database::open(folder_options(path));
  ASSERT_TRUE(opened.ok()) << opened.status().message();
  for (const TableShape& shape : tables) {
    ASSERT_TRUE((*opened)->create_table(definition_json(shape)).ok());
    ASSERT_TRUE(TestTable(*opened, *(*opened)->open_table(shape.name)).put(kItem).ok());
  }
  (*opened)->close();
}

Contents left_in(const std::string& path) {
  const auto database = Database::open(folder_options(path));
  EXPECT_TRUE(database.ok()) << database.status().message();
  if (!database.ok()) return {};
  const Inspection inspection = inspect(*database);
  EXPECT_EQ(inspection.problem, "");
  const Status created = (*database)->create_table(definition_json({.name = "After", .hash = "pk:S"}));
  EXPECT_TRUE(created.ok()) << created.message();
  return inspection.contents;
}

int end_of(const std::string& deed, const std::string& folder, uint64_t step, const std::string& moment) {
  return ChildProcess(deed, {{"SHEAF_FOLDER", folder}, {"SHEAF_STEP", std::to_string(step)}, {"SHEAF_MOMENT", moment}})
      .wait();
}

void KillPoints::run(const Check& check, uint64_t stride) {
  if (is_long()) stride = 1;
  uint64_t step = 1;
  while (!kill_at(step, Moment::kBefore, check) && !testing::Test::HasFailure()) {
    if (is_long() || step % 4 == 0) kill_at(step, Moment::kAfter, check);
    step += stride;
  }
  std::printf("%s: %llu steps\n", deed_.c_str(), static_cast<unsigned long long>(step - 1));
  EXPECT_GT(step, 20u) << "the calls were not counted";
}

bool KillPoints::kill_at(uint64_t step, Moment moment, const Check& check) {
  const TempFolder temp(fast_disk());
  const std::string folder = temp.file("db");
  if (!original_.empty()) std::filesystem::copy(original_, folder, std::filesystem::copy_options::recursive);
  const std::string when = moment == Moment::kBefore ? "before" : "after";
  SCOPED_TRACE(deed_ + " killed " + when + " step " + std::to_string(step));
  const int end = end_of(deed_, folder, step, when);
  EXPECT_TRUE(end == 0 || end == -SIGKILL) << end;
  check(folder, end == 0 ? Outcome::kDone : Outcome::kKilled);
  return end == 0;
}

}  // namespace sheaf::test
