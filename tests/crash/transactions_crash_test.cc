// kill -9 in the middle of transactions and batches: each transaction is there wholly or not at all, each that was acknowledged is
// there, and one that is sent again with its token is done once. SHEAF_CRASH_CYCLES runs more cycles, SHEAF_CRASH_SEED others.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "tests/crash/transactors.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr uint64_t kMostWritingMs = 150;

// What the transactors have begun, and what was acknowledged to them.
struct Progress {
  Numbers begun{};
  Numbers done{};
  Numbers batches_begun{};
  Numbers batches_done{};
  uint64_t entries = 0;
  uint64_t there_unasked = 0;  // transactions that a killed process was not told of, but that are there
  uint64_t not_there = 0;      // those that are not

  // A last line that was cut off is no entry.
  void read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    struct Entry {
      bool is_batch;
      size_t thread;
      uint64_t number;
    };
    std::map<uint64_t, Entry> entries_by_number;
    for (std::string line; std::getline(file, line) && !file.eof();) {
      std::istringstream words(line);
      std::string verb;
      std::string kind;
      uint64_t entry = 0;
      words >> verb >> entry;
      if (verb == "begin") {
        Entry sent{};
        words >> kind >> sent.thread >> sent.number;
        sent.is_batch = kind == "batch";
        raise(sent.is_batch ? &batches_begun : &begun, sent.thread, sent.number);
        entries_by_number[entry] = sent;
      } else {
        const Entry& ended = entries_by_number.at(entry);
        raise(ended.is_batch ? &batches_done : &done, ended.thread, ended.number);
        ++entries;
      }
    }
  }

  static void raise(Numbers* numbers, size_t thread, uint64_t number) {
    (*numbers)[thread] = std::max((*numbers)[thread], number);
  }
};

uint64_t from_environment(const std::string& name, uint64_t otherwise) {
  const std::string text = variable(name);
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

// Mostly until some have been sent again and new ones are under way.
void run_for_a_while(const std::string& journal, std::mt19937_64& random) {
  const bool is_starting = random() % 5 == 0;
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::error_code error;
  while (!is_starting && std::chrono::steady_clock::now() < give_up) {
    if (std::filesystem::file_size(journal, error) > 0 && !error) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(random() % kMostWritingMs));
}

void expect_right_contents(const std::string& folder, Progress* progress) {
  const auto database = Database::open(folder_options(folder));
  ASSERT_TRUE(database.ok()) << database.status().message();
  Inspection inspection = inspect(*database);
  EXPECT_EQ(inspection.problem, "");
  Contents& contents = inspection.contents;
  if (contents.size() == 2) {
    EXPECT_EQ(take_batches(progress->batches_done, progress->batches_begun, &contents), "");
    const Numbers found = numbers_in(contents);
    for (size_t thread = 0; thread < kTransactors; ++thread) {
      EXPECT_GE(found[thread], progress->done[thread]) << "an acknowledged transaction is lost";
      EXPECT_LE(found[thread], progress->begun[thread]) << "nobody has sent it";
      progress->there_unasked += found[thread] > progress->done[thread] ? 1 : 0;
      progress->not_there += found[thread] < progress->begun[thread] ? 1 : 0;
    }
    const Contents expected = contents_after(found);
    EXPECT_TRUE(contents == expected) << text_of(contents) << "\ninstead of\n" << text_of(expected);
    progress->done = found;
  } else {
    EXPECT_EQ(text_of(progress->done), text_of(Numbers{})) << "a table is lost";
  }
}

TEST(TransactionsCrash, AKilledProcessLeavesTransactionsWholeAndTokensHonoured) {
  const uint64_t cycles = from_environment("SHEAF_CRASH_CYCLES", 12);
  const uint64_t seed = from_environment("SHEAF_CRASH_SEED", std::random_device()() % 1'000'000);
  SCOPED_TRACE("SHEAF_CRASH_SEED=" + std::to_string(seed));
  RecordProperty("seed", std::to_string(seed));
  std::mt19937_64 random(seed);
  const TempFolder temp;
  Progress progress;
  for (uint64_t cycle = 0; cycle < cycles && !testing::Test::HasFailure(); ++cycle) {
    const std::string journal = temp.file("journal" + std::to_string(cycle));
    ChildProcess transactors("transactors", {{"SHEAF_CRASH_FOLDER", temp.file("db")},
                                             {"SHEAF_CRASH_JOURNAL", journal},
                                             {"SHEAF_CRASH_LAST", text_of(progress.begun)}});
    run_for_a_while(journal, random);
    transactors.kill();
    EXPECT_EQ(transactors.wait(), -SIGKILL) << "a transactor was given a wrong answer";
    SCOPED_TRACE("cycle " + std::to_string(cycle));
    progress.read(journal);
    expect_right_contents(temp.file("db"), &progress);
    std::filesystem::remove(journal);
  }
  std::printf("%llu cycles, seed %llu: %llu acknowledged; of those that were not, %llu are there and %llu are not\n",
              static_cast<unsigned long long>(cycles), static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(progress.entries),
              static_cast<unsigned long long>(progress.there_unasked),
              static_cast<unsigned long long>(progress.not_there));
  EXPECT_GT(progress.entries, 4 * cycles) << "too few were acknowledged for this to show anything";
  EXPECT_GT(progress.there_unasked + progress.not_there, cycles / 3)
      << "most kills should hit transactions that are under way";
}

}  // namespace
}  // namespace sheaf
