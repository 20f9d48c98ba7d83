// Runs: random operations from a seed, or those of a workload, on a database of their own. A difference between database and reference
// ends a run and is given as text; it does not fail the test by itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/model/session.h"

namespace sheaf::model {

// Lines of operations, without comments.
using Workload = std::vector<std::string>;

enum class Place { kMemory, kFolder };

struct RunResult {
  Workload ran;         // up to the operation that showed the failure
  std::string failure;  // "" when every answer was as expected
  SessionCounts counts;
};

struct RandomRun {
  uint64_t seed = 1;
  uint64_t steps = 1000;
  Place place = Place::kMemory;
  Distortion distortion = {};
  SessionCounts counts = {};  // of earlier runs; what this one does is added
  std::string journal = {};   // a file for each operation before it is done, so that a crash leaves them; "" is none
};

RunResult run(const RandomRun& random);

// What to do with an operation that names what is not there. Workloads that were cut have some.
enum class Unfit { kFailure, kSkipped };

// In a folder when the workload reopens the database, else in memory. A line that is no operation is a failure.
RunResult replay(const Workload& workload, Unfit unfit, const Distortion& distortion = {});

}  // namespace sheaf::model
