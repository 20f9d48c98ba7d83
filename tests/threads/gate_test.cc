// Gate: closing waits for everybody inside and lets nobody in after.
#include "engine/db/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>
#include <vector>

namespace sheaf {
namespace {

TEST(GateThreads, NobodyIsInsideOnceCloseReturns) {
  for (int round = 0; round < 30; ++round) {
    Gate gate;
    std::atomic<bool> is_closed{false};
    std::atomic<uint64_t> inside_after_close{0};
    std::atomic<uint64_t> passes{0};
    uint64_t plain =
        0;  // touched inside by the one writer and after closing by this thread: a race unless close orders them
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (;;) {
          const Gate::Pass pass(gate);
          if (!pass) return;
          passes.fetch_add(1);
          if (t == 0) ++plain;
          if (passes.load() % 8 == 0) std::this_thread::yield();
          if (is_closed.load()) inside_after_close.fetch_add(1);
        }
      });
    }
    while (passes.load() < 20) std::this_thread::yield();
    gate.close();
    is_closed.store(true);
    plain = 0;
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(inside_after_close.load(), 0u);
    EXPECT_EQ(plain, 0u);
  }
}

TEST(GateThreads, CloseWaitsForThePassThatIsOut) {
  Gate gate;
  std::atomic<bool> has_left{false};
  std::atomic<bool> left_before_close{false};
  std::latch entered(1);
  std::thread inside([&] {
    const Gate::Pass pass(gate);
    entered.count_down();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    has_left.store(true);
  });
  entered.wait();
  std::thread closer([&] {
    gate.close();
    left_before_close.store(has_left.load());
  });
  closer.join();
  inside.join();
  EXPECT_TRUE(left_before_close.load());
}

// Those who try a closed gate pass through its count for a moment; closing again ends all the same.
TEST(GateThreads, ClosingAgainEndsWhileOthersKeepTrying) {
  Gate gate;
  gate.close();
  std::atomic<bool> is_over{false};
  std::atomic<uint64_t> let_in{0};
  std::vector<std::thread> triers;
  for (int t = 0; t < 3; ++t) {
    triers.emplace_back([&] {
      while (!is_over.load()) {
        const Gate::Pass pass(gate);
        if (pass) let_in.fetch_add(1);
      }
    });
  }
  std::vector<std::thread> closers;
  for (int t = 0; t < 2; ++t) {
    closers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) gate.close();
    });
  }
  for (std::thread& closer : closers) closer.join();
  is_over.store(true);
  for (std::thread& trier : triers) trier.join();
  EXPECT_EQ(let_in.load(), 0u);
}

}  // namespace
}  // namespace sheaf
