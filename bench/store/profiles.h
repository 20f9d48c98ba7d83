// The two compression profiles on the same rows: what they take on disk, and what reads cost when the cache holds everything and
// when it holds next to nothing (the files are then in the system's page cache, so each read decompresses a block). One thread.
#pragma once

#include <memory>

#include "bench/support/workload.h"

namespace sheaf::bench {

class Profiles {
 public:
  // Loads, compacts and opens each profile twice, and reports the space on disk.
  explicit Profiles(const Workload& workload);
  ~Profiles();

  // Every way to read gives the same answers on all of them.
  void check();

  void register_benchmarks();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sheaf::bench
