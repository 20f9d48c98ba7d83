// Crew: threads that do the same step a number of times, from a common start. The step is told which thread it runs on and must
// be safe on all of them at once.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace sheaf::bench {

struct CrewWork {
  size_t threads = 0;
  size_t steps = 0;  // of each thread
};

struct CrewTimes {
  double wall_s = 0;                // from the common start to the last thread's end
  std::vector<double> latencies_s;  // of every step, in no order
};

// Rethrows what a step threw.
CrewTimes run_crew(const CrewWork& work, const std::function<void(size_t thread)>& step);

}  // namespace sheaf::bench
