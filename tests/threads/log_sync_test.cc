// LogSync with a sync function of the test's own: who waits for which sync, how many share one, and what a failed one
// does.
#include "engine/store/log_sync.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>
#include <vector>

namespace sheaf {
namespace {

using std::chrono::milliseconds;

// A log in memory: appends are numbered, and a sync makes durable what was appended before it began.
class FakeLog {
 public:
  uint64_t append() { return appended_.fetch_add(1) + 1; }
  uint64_t durable() const { return durable_.load(); }
  uint64_t most_at_once() const { return most_at_once_.load(); }

  Status sync() {
    if (running_.fetch_add(1) != 0) most_at_once_.store(2);
    const uint64_t reached = appended_.load();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    durable_.store(reached);
    running_.fetch_sub(1);
    return {};
  }

 private:
  std::atomic<uint64_t> appended_{0};
  std::atomic<uint64_t> durable_{0};
  std::atomic<uint64_t> running_{0};
  std::atomic<uint64_t> most_at_once_{1};
};

TEST(LogSyncThreads, AWriterIsAnsweredAfterASyncThatBeganAfterItsAppend) {
  constexpr uint64_t kThreads = 8;
  constexpr uint64_t kWrites = 150;
  FakeLog log;
  LogSync log_sync([&log] { return log.sync(); });
  std::atomic<uint64_t> answered_early{0};
  std::vector<std::thread> writers;
  for (uint64_t t = 0; t < kThreads; ++t) {
    writers.emplace_back([&] {
      for (uint64_t i = 0; i < kWrites; ++i) {
        const uint64_t mine = log.append();
        if (!log_sync.wait_until_durable().ok() || log.durable() < mine) answered_early.fetch_add(1);
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(answered_early.load(), 0u);
  EXPECT_EQ(log.most_at_once(), 1u);
  // While one sync runs the other seven arrive, so that most syncs serve several; half is far from what is usual.
  EXPECT_LT(log_sync.sync_count(), kThreads * kWrites / 2);
  EXPECT_GE(log_sync.sync_count(), kWrites);
}

// A sync function that stops in its first call until it is told to go on, and fails from the call on that is asked for.
class HeldSync {
 public:
  explicit HeldSync(uint64_t first_failure) : first_failure_(first_failure) {}

  Status run() {
    const uint64_t call = calls_.fetch_add(1) + 1;
    if (call == 1) {
      begun_.count_down();
      go_on_.wait();
    }
    return call >= first_failure_ ? Status(Error::kOutcomeUnknown, {"the disk is gone"}) : Status();
  }
  void wait_until_begun() { begun_.wait(); }
  void go_on() { go_on_.count_down(); }
  uint64_t calls() const { return calls_.load(); }

 private:
  const uint64_t first_failure_;
  std::atomic<uint64_t> calls_{0};
  std::latch begun_{1};
  std::latch go_on_{1};
};

constexpr uint64_t kNever = UINT64_MAX;

// The first caller's sync is held until `waiters` more have come; gives all their outcomes, the first caller's first.
std::vector<Status> wait_together(LogSync* log_sync, HeldSync* held, size_t waiters) {
  std::vector<Status> outcomes(waiters + 1);
  std::atomic<size_t> arriving{0};
  std::vector<std::thread> threads;
  threads.emplace_back([&] { outcomes[0] = log_sync->wait_until_durable(); });
  held->wait_until_begun();
  for (size_t i = 1; i <= waiters; ++i) {
    threads.emplace_back([&, i] {
      arriving.fetch_add(1);
      outcomes[i] = log_sync->wait_until_durable();
    });
  }
  while (arriving.load() < waiters) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(30));  // from announcing it to waiting
  held->go_on();
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

TEST(LogSyncThreads, ASyncThatRunsAlreadyIsNotEnough) {
  HeldSync held(kNever);
  LogSync log_sync([&held] { return held.run(); });
  for (const Status& outcome : wait_together(&log_sync, &held, 1)) EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(held.calls(), 2u);
  EXPECT_EQ(log_sync.sync_count(), 2u);
}

TEST(LogSyncThreads, AllWhoWaitShareTheNextSync) {
  HeldSync held(kNever);
  LogSync log_sync([&held] { return held.run(); });
  for (const Status& outcome : wait_together(&log_sync, &held, 16)) EXPECT_TRUE(outcome.ok());
  EXPECT_GE(held.calls(), 2u);
  EXPECT_LE(held.calls(), 6u);  // 2, and a few more when the machine is so busy that some come late
}

TEST(LogSyncThreads, AFailedSyncFailsAllWhoWaitAndAllWhoComeLater) {
  HeldSync held(1);
  LogSync log_sync([&held] { return held.run(); });
  for (const Status& outcome : wait_together(&log_sync, &held, 8)) EXPECT_TRUE(outcome.is(Error::kOutcomeUnknown));
  const uint64_t calls = held.calls();
  EXPECT_EQ(calls, 1u);
  EXPECT_TRUE(log_sync.wait_until_durable().is(Error::kOutcomeUnknown));
  EXPECT_TRUE(log_sync.wait_until_durable().is(Error::kOutcomeUnknown));
  EXPECT_EQ(held.calls(), calls);  // a later sync proves nothing about what was lost before it
}

TEST(LogSyncThreads, AFailureInTheNextSyncFailsThoseWhoNeedIt) {
  HeldSync held(2);
  LogSync log_sync([&held] { return held.run(); });
  const std::vector<Status> outcomes = wait_together(&log_sync, &held, 8);
  for (size_t i = 1; i < outcomes.size(); ++i) EXPECT_TRUE(outcomes[i].is(Error::kOutcomeUnknown));
  EXPECT_EQ(held.calls(), 2u);
}

TEST(LogSyncThreads, OneCallerAloneNeedsOneSyncEach) {
  FakeLog log;
  LogSync log_sync([&log] { return log.sync(); });
  EXPECT_EQ(log_sync.sync_count(), 0u);
  for (uint64_t i = 1; i <= 3; ++i) {
    EXPECT_TRUE(log_sync.wait_until_durable().ok());
    EXPECT_EQ(log_sync.sync_count(), i);
  }
}

}  // namespace
}  // namespace sheaf
