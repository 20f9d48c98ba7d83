// An error in the log while several writers are under way: who waits for a sync that fails is told that the outcome is
// unknown, nobody that it is durable, and whoever was told so before finds it there.
#include <gtest/gtest.h>

#include <latch>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/faults/faulty_database.h"

namespace sheaf {
namespace {

using namespace test;

constexpr int kWriters = 8;

void wait_until_visible(const TestTable& orders, int number) {
  while (!orders.get({s("k" + std::to_string(number))}).has_value()) std::this_thread::yield();
}

// Eight writes, all waiting when the sync of that number fails: the first writer's own (1), or the next, which the
// other seven share (2). Until then the first sync is held. The first writer's answer comes first.
std::vector<Status> write_together(FaultyDatabase& database, int failing_sync) {
  FaultFileSystem& files = database.files();
  std::latch first_syncs(1);
  std::latch all_wrote(1);
  Fault hold{.effect = failing_sync == 1 ? FaultEffect::kIoError : FaultEffect::kNone,
             .action = FileAction::kSync,
             .role = FileRole::kLog};
  hold.before = [&] {
    first_syncs.count_down();
    all_wrote.wait();
    if (failing_sync == 2) files.set_fault({.action = FileAction::kSync, .role = FileRole::kLog});
  };
  files.set_fault(hold);
  TestTable orders = database.orders();
  std::vector<Status> answers(kWriters);
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&, i] { answers[static_cast<size_t>(i)] = orders.put(FaultyDatabase::item(i + 1)); });
    if (i == 0) first_syncs.wait();
  }
  for (int i = 0; i < kWriters; ++i) wait_until_visible(orders, i + 1);
  all_wrote.count_down();
  for (std::thread& writer : writers) writer.join();
  return answers;
}

TEST(SyncErrors, AllWhoWaitForAFailingSyncAreOfUnknownOutcome) {
  for (const int failing_sync : {1, 2}) {
    FaultyDatabase database(SyncMode::kFull);
    const std::vector<Status> answers = write_together(database, failing_sync);
    ASSERT_EQ(answers.size(), 8u);
    for (size_t i = failing_sync == 1 ? 0 : 1; i < answers.size(); ++i) {
      EXPECT_TRUE(answers[i].is(Error::kOutcomeUnknown)) << i << ": " << answers[i].message();
    }
    if (failing_sync == 2) {
      EXPECT_TRUE(answers[0].ok()) << answers[0].message();
    }
    database.files().clear_fault();
    EXPECT_TRUE(database.put(100).is(Error::kStoreStopped));
    EXPECT_EQ(database.orders().rows().size(), 8u) << "reads go on";
    database.cut_power();
    const std::set<std::string> durable =
        failing_sync == 1 ? std::set<std::string>() : std::set<std::string>{FaultyDatabase::item(1)};
    EXPECT_EQ(database.left(), durable) << "no other byte was ever synced";
  }
}

// A flush begins a new file of the log and then syncs the folder. A write that is acknowledged in between is in the new
// file, whose name must be durable all the same.
TEST(SyncErrors, TheNameOfANewLogFileIsDurableBeforeAWriteInItIsAcknowledged) {
  FaultyDatabase database(SyncMode::kFull);
  EXPECT_TRUE(database.put(1).ok());
  std::latch flush_syncs(1);
  std::latch is_written(1);
  Fault hold{.effect = FaultEffect::kIoError, .action = FileAction::kSyncFolder};
  hold.before = [&] {
    flush_syncs.count_down();
    is_written.wait();
  };
  database.files().set_fault(hold);
  std::thread flusher([&] { EXPECT_FALSE(database.flush().ok()); });
  flush_syncs.wait();
  EXPECT_TRUE(database.put(2).ok());
  is_written.count_down();
  flusher.join();
  database.cut_power();
  EXPECT_EQ(database.left(), (std::set<std::string>{FaultyDatabase::item(1), FaultyDatabase::item(2)}));
}

// The flush syncs the file that it has closed, and fails. A write that waits for the new file needs the old one too: what
// comes after a hole in the log is lost.
TEST(SyncErrors, AWriteIsNotDurableBeforeTheEarlierFilesOfTheLog) {
  FaultyDatabase database(SyncMode::kNormal);
  EXPECT_TRUE(database.put(1).ok());
  std::latch flush_syncs(1);
  std::latch is_written(1);
  Fault hold{.effect = FaultEffect::kIoError, .action = FileAction::kSync, .role = FileRole::kLog};
  hold.before = [&] {
    flush_syncs.count_down();
    is_written.wait();
  };
  database.files().set_fault(hold);
  std::thread flusher([&] { EXPECT_FALSE(database.flush().ok()); });
  flush_syncs.wait();
  TestTable orders = database.orders();
  Status answer;
  std::thread writer([&] { answer = orders.put(TestItem(FaultyDatabase::item(2)), SyncMode::kFull); });
  wait_until_visible(orders, 2);
  is_written.count_down();
  flusher.join();
  writer.join();
  EXPECT_TRUE(answer.is(Error::kOutcomeUnknown)) << answer.message();
  database.cut_power();
  EXPECT_TRUE(database.left().empty());
}

// The log of these writes has several blocks, and none is synced. Whatever the power cut leaves of them, holes and all,
// what is read back is the first so many writes.
TEST(SyncErrors, APowerCutLeavesTheFirstWritesAndNoneFromTheMiddle) {
  constexpr int kWrites = 600;
  std::set<size_t> counts;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    FaultyDatabase database(SyncMode::kNormal);
    for (int i = 1; i <= kWrites; ++i) ASSERT_TRUE(database.put(i).ok());
    database.cut_power(seed);
    const std::set<std::string> left = database.left();
    std::set<std::string> first;
    for (size_t i = 1; i <= left.size(); ++i) first.insert(FaultyDatabase::item(static_cast<int>(i)));
    EXPECT_EQ(left, first) << "seed " << seed;
    counts.insert(left.size());
  }
  EXPECT_GT(counts.size(), 5u) << "other seeds leave other parts";
}

// Writes items of its own until it is refused.
struct Writer {
  int number = 0;  // its first item; the next ones follow in steps of kWriters
  int attempted = 0;
  std::set<std::string> acknowledged;
  Status refusal;
  Status after_refusal;

  void run(TestTable orders) {
    while (refusal.ok()) {
      const std::string item = FaultyDatabase::item(number + kWriters * attempted++);
      refusal = orders.put(item);
      if (refusal.ok()) acknowledged.insert(item);
    }
    after_refusal = orders.put(FaultyDatabase::item(number + kWriters * attempted));
  }
};

void run_writers(const Fault& fault) {
  const std::string what = std::to_string(static_cast<int>(fault.effect)) + " at " + std::to_string(fault.at);
  FaultyDatabase database(SyncMode::kFull);
  database.files().set_fault(fault);
  std::vector<Writer> writers(kWriters);
  std::vector<std::thread> threads;
  for (int i = 0; i < kWriters; ++i) {
    Writer& writer = writers[static_cast<size_t>(i)];
    writer.number = i;
    threads.emplace_back([&writer, orders = database.orders()] { writer.run(orders); });
  }
  for (std::thread& thread : threads) thread.join();
  database.cut_power();
  const std::set<std::string> left = database.left();
  std::set<std::string> attempted;
  for (const Writer& writer : writers) {
    EXPECT_EQ(writer.refusal.code(), StatusCode::kOUTCOME_UNKNOWN) << what << writer.refusal.message();
    EXPECT_TRUE(writer.after_refusal.is(Error::kStoreStopped)) << what << writer.after_refusal.message();
    for (const std::string& item : writer.acknowledged) EXPECT_TRUE(left.contains(item)) << what << item << " is lost";
    for (int i = 0; i < writer.attempted; ++i) attempted.insert(FaultyDatabase::item(writer.number + kWriters * i));
  }
  for (const std::string& item : left) EXPECT_TRUE(attempted.contains(item)) << what << item << " was never written";
}

TEST(SyncErrors, WritersThatRunFreelyLoseNothingThatWasAcknowledged) {
  for (uint64_t at = 1; at <= 24 && !HasFailure(); at += 1 + at / 4) {
    for (const FaultEffect effect : {FaultEffect::kIoError, FaultEffect::kNoSpace}) {
      run_writers({.effect = effect, .at = at, .action = FileAction::kSync, .role = FileRole::kLog});
    }
  }
}

TEST(SyncErrors, AFailedAppendMidstreamLosesNothingThatWasAcknowledged) {
  for (uint64_t at = 1; at <= 40 && !HasFailure(); at += 1 + at / 4) {
    run_writers({.effect = FaultEffect::kTornAppend, .at = at, .action = FileAction::kAppend, .role = FileRole::kLog});
  }
}

}  // namespace
}  // namespace sheaf
