// The sweep: a scripted workload with a fault at its n-th file operation, for n from 1 until none is left, and after
// each the database is opened on what is there. A thinned sweep by default; SHEAF_FAULT_SWEEP=1 runs every n,
// SHEAF_FAULT_AT=n that one.
#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

#include "tests/faults/workload.h"
#include "tests/support/temp_folder.h"

namespace sheaf {
namespace {

using namespace test;

enum class Ending : uint8_t { kKilled, kPowerCut };  // of the process, or of the machine

struct Sweep {
  FaultEffect effect;
  SyncMode sync;
  Ending ending;
  uint64_t seed = 0;   // of what a power cut leaves: see UnsyncedFiles::drop
  uint64_t first = 1;  // of the thinned sweep, so that each sweep meets other operations
};

constexpr uint64_t kStride = 29;
bool is_thinned() { return std::getenv("SHEAF_FAULT_SWEEP") == nullptr; }

// Opens what was left on the machine's own file system.
std::string problem_after_reopening(const std::string& folder, const History& history, Survival survival) {
  const auto database = Database::open(folder_options(folder));
  if (!database.ok()) return "opening: " + database.status().message();
  const Inspection inspection = inspect(*database);
  if (!inspection.problem.empty()) return inspection.problem;
  if (const std::string problem = history.problem(inspection.contents, survival); !problem.empty()) return problem;
  if (const std::string again = Workload::problem_of_sending_again(*database); !again.empty()) return again;
  const Status created = (*database)->create_table(definition_json({.name = "After", .hash = "pk:S"}));
  return created.ok() ? std::string() : "creating a table: " + created.message();
}

// One run; false when the fault was set behind the last operation.
bool run_with_fault_at(const Sweep& sweep, uint64_t n) {
  const TempFolder temp(fast_disk());
  const auto files = std::make_shared<FaultFileSystem>(temp.file("kept"));
  Workload workload({.folder = temp.file("db"), .files = files, .sync = sweep.sync});
  files->set_fault({.effect = sweep.effect, .at = n});
  workload.run();
  const bool has_struck = files->has_struck();
  const std::string what = "at operation " + std::to_string(n) + " (" + files->struck() + ")";
  EXPECT_EQ(workload.wrong_answer(), "") << what;
  if (!files->has_power_cut()) files->set_fault({.effect = FaultEffect::kPowerCut});
  workload.close();
  if (sweep.ending == Ending::kPowerCut) files->drop_unsynced(sweep.seed == 0 ? 0 : sweep.seed + n);
  const bool is_kept = sweep.ending == Ending::kKilled || sweep.sync == SyncMode::kFull;
  const Survival survival = is_kept ? Survival::kAcknowledged : Survival::kDurable;
  EXPECT_EQ(problem_after_reopening(temp.file("db"), workload.history(), survival), "") << what;
  return has_struck;
}

// Runs `run_at` with first, first + stride and so on until it answers false, several at a time: RocksDB waits a second
// after each failed flush. Gives the number that it answered false to.
uint64_t run_until_false(uint64_t first, uint64_t stride, const std::function<bool(uint64_t)>& run_at) {
  constexpr int kThreads = 8;
  rocksdb::Env::Default()->SetBackgroundThreads(kThreads, rocksdb::Env::Priority::HIGH);
  std::atomic<uint64_t> next{first};
  std::atomic<uint64_t> last{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      while (last.load() == 0 && !testing::Test::HasFailure()) {
        const uint64_t n = next.fetch_add(stride);
        if (!run_at(n)) last.store(n);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return last.load();
}

// One n alone when SHEAF_FAULT_AT asks for it.
void run(const Sweep& sweep) {
  if (const char* const n = std::getenv("SHEAF_FAULT_AT"); n != nullptr) {
    EXPECT_TRUE(run_with_fault_at(sweep, std::strtoull(n, nullptr, 10))) << "there is no such operation";
    return;
  }
  const uint64_t last = run_until_false(is_thinned() ? sweep.first : 1, is_thinned() ? kStride : 1,
                                        [&sweep](uint64_t n) { return run_with_fault_at(sweep, n); });
  EXPECT_GT(last, 200u) << "the script has more operations than this";
}

// The power goes again at the m-th operation of opening what the first cut has left; false when there are fewer.
bool cut_again_at(uint64_t m, const std::string& left, const History& history) {
  const TempFolder temp(fast_disk());
  std::filesystem::copy(left, temp.file("db"), std::filesystem::copy_options::recursive);
  const auto files = std::make_shared<FaultFileSystem>(temp.file("kept"));
  files->set_fault({.effect = FaultEffect::kPowerCut, .at = m});
  DatabaseOptions options = folder_options(temp.file("db"));
  options.files = scripted_seam(files);
  (void)Database::open(options);
  const bool has_struck = files->has_struck();
  files->drop_unsynced(0);
  EXPECT_EQ(problem_after_reopening(temp.file("db"), history, Survival::kAcknowledged), "")
      << "the second cut at operation " << m << " (" << files->struck() << ")";
  return has_struck;
}

TEST(FaultSweep, PowerCutWhileRecoveringFromAPowerCut) {
  for (uint64_t n = 40; n < 400 && !HasFailure(); n += is_thinned() ? 120 : 15) {
    const TempFolder temp(fast_disk());
    const auto files = std::make_shared<FaultFileSystem>(temp.file("kept"));
    Workload workload({.folder = temp.file("db"), .files = files, .sync = SyncMode::kFull});
    files->set_fault({.effect = FaultEffect::kPowerCut, .at = n});
    workload.run();
    workload.close();
    files->drop_unsynced(0);
    const uint64_t last = run_until_false(
        1, is_thinned() ? 7 : 1, [&](uint64_t m) { return cut_again_at(m, temp.file("db"), workload.history()); });
    EXPECT_GT(last, 7u) << "opening has more operations than this; the first cut was at " << n;
  }
}

TEST(FaultSweep, ProcessKilled) {
  run({.effect = FaultEffect::kPowerCut, .sync = SyncMode::kNormal, .ending = Ending::kKilled, .first = 1});
}
TEST(FaultSweep, PowerCutInFullMode) {
  run({.effect = FaultEffect::kPowerCut, .sync = SyncMode::kFull, .ending = Ending::kPowerCut, .first = 3});
}
TEST(FaultSweep, PowerCutInNormalMode) {
  run({.effect = FaultEffect::kPowerCut, .sync = SyncMode::kNormal, .ending = Ending::kPowerCut, .first = 5});
}
TEST(FaultSweep, PowerCutThatLeavesPartOfWhatWasNotSynced) {
  run({.effect = FaultEffect::kPowerCut,
       .sync = SyncMode::kNormal,
       .ending = Ending::kPowerCut,
       .seed = 1000,
       .first = 7});
}
TEST(FaultSweep, IoError) {
  run({.effect = FaultEffect::kIoError, .sync = SyncMode::kFull, .ending = Ending::kPowerCut, .first = 9});
}
TEST(FaultSweep, IoErrorInNormalMode) {
  run({.effect = FaultEffect::kIoError, .sync = SyncMode::kNormal, .ending = Ending::kKilled, .first = 11});
}
TEST(FaultSweep, NoSpace) {
  run({.effect = FaultEffect::kNoSpace, .sync = SyncMode::kFull, .ending = Ending::kPowerCut, .first = 17});
}
TEST(FaultSweep, TornAppend) {
  run({.effect = FaultEffect::kTornAppend, .sync = SyncMode::kFull, .ending = Ending::kPowerCut, .first = 23});
}

}  // namespace
}  // namespace sheaf
