// kill -9 at random moments: a process with several writers is killed, the database opened again, and everything that
// was acknowledged must be there. This proves NORMAL, whose log is not synced; power loss is for tests/faults.
// SHEAF_CRASH_CYCLES runs more cycles, SHEAF_CRASH_SEED others.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

#include "tests/crash/journal.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr uint64_t kMostOpeningMs = 100;
constexpr uint64_t kMostWritingMs = 250;

uint64_t from_environment(const std::string& name, uint64_t otherwise) {
  const std::string text = variable(name);
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

bool has_begun(const std::string& journal) {
  std::error_code error;
  const auto size = std::filesystem::file_size(journal, error);
  return !error && size > 0;
}

Inspection inspect_folder(const std::string& path) {
  const auto database = Database::open(folder_options(path));
  EXPECT_TRUE(database.ok()) << database.status().message();
  return database.ok() ? inspect(*database) : Inspection();
}

// Tables that cycles have left go, or the folder would fill up.
void drop_small_tables(const std::string& path, Contents* contents) {
  const auto database = Database::open(folder_options(path));
  ASSERT_TRUE(database.ok()) << database.status().message();
  std::erase_if(*contents, [&database](const auto& table) {
    if (table.first == "Main") return false;
    EXPECT_TRUE((*database)->drop_table(table.first).ok()) << table.first;
    return true;
  });
}

// One in five is killed while it starts, opens and recovers, the others while they write.
void run_for_a_while(const std::string& journal, std::mt19937_64& random) {
  const bool is_opening = random() % 5 == 0;
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_opening && !has_begun(journal) && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(random() % (is_opening ? kMostOpeningMs : kMostWritingMs)));
}

TEST(Crash, AKilledProcessLosesNothingThatWasAcknowledged) {
  const uint64_t cycles = from_environment("SHEAF_CRASH_CYCLES", 20);
  const uint64_t seed = from_environment("SHEAF_CRASH_SEED", std::random_device()() % 1'000'000);
  SCOPED_TRACE("SHEAF_CRASH_SEED=" + std::to_string(seed));
  RecordProperty("seed", std::to_string(seed));
  std::mt19937_64 random(seed);
  const TempFolder temp;
  Contents contents;
  uint64_t acknowledged = 0;
  uint64_t interrupted = 0;
  for (uint64_t cycle = 0; cycle < cycles && !HasFailure(); ++cycle) {
    const std::string path = temp.file("journal" + std::to_string(cycle));
    ChildProcess writers("writers", {{"SHEAF_CRASH_FOLDER", temp.file("db")},
                                     {"SHEAF_CRASH_JOURNAL", path},
                                     {"SHEAF_CRASH_SEED", std::to_string(random() % 1'000'000)}});
    run_for_a_while(path, random);
    writers.kill();
    EXPECT_EQ(writers.wait(), -SIGKILL) << "a writer was given a wrong answer";
    Journal journal;
    journal.start_with(contents);
    journal.read(path);
    const Inspection inspection = inspect_folder(temp.file("db"));
    EXPECT_EQ(inspection.problem, "") << "cycle " << cycle;
    EXPECT_EQ(journal.problem(inspection.contents), "") << "cycle " << cycle;
    contents = inspection.contents;
    if (cycle % 5 == 4) drop_small_tables(temp.file("db"), &contents);
    acknowledged += journal.acknowledged();
    interrupted += journal.begun() > journal.acknowledged() ? 1 : 0;
    std::filesystem::remove(path);
  }
  std::printf("%llu cycles, seed %llu: %llu writes acknowledged, %llu kills in the middle of some\n",
              static_cast<unsigned long long>(cycles), static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(acknowledged), static_cast<unsigned long long>(interrupted));
  EXPECT_GT(acknowledged, 20 * cycles);
  EXPECT_GT(interrupted, cycles / 3) << "most kills should hit writes that are under way";
}

}  // namespace
}  // namespace sheaf
