#include "bench/writers/crew.h"

#include <chrono>
#include <exception>
#include <latch>
#include <thread>

namespace sheaf::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

CrewTimes run_crew(const CrewWork& work, const std::function<void(size_t thread)>& step) {
  std::vector<std::vector<double>> latencies(work.threads);
  std::vector<std::exception_ptr> failures(work.threads);
  std::vector<std::thread> threads;
  std::latch start(static_cast<std::ptrdiff_t>(work.threads) + 1);
  for (size_t thread = 0; thread < work.threads; ++thread) {
    latencies[thread].reserve(work.steps);
    threads.emplace_back([&, thread] {
      start.arrive_and_wait();
      try {
        for (size_t i = 0; i < work.steps; ++i) {
          const Clock::time_point began = Clock::now();
          step(thread);
          latencies[thread].push_back(seconds_since(began));
        }
      } catch (...) {
        failures[thread] = std::current_exception();
      }
    });
  }
  start.arrive_and_wait();
  const Clock::time_point began = Clock::now();
  for (std::thread& thread : threads) thread.join();
  CrewTimes times;
  times.wall_s = seconds_since(began);
  for (size_t thread = 0; thread < work.threads; ++thread) {
    if (failures[thread]) std::rethrow_exception(failures[thread]);
    times.latencies_s.insert(times.latencies_s.end(), latencies[thread].begin(), latencies[thread].end());
  }
  return times;
}

}  // namespace sheaf::bench
