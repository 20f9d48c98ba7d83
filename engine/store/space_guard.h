// SpaceGuard: refuses writes before RocksDB runs out of space, because a failed flush or append is far worse than a
// refused write. The free space is looked up anew each time a quarter of the reserve has been written, and on every
// write while it is short, so writes resume by themselves. Any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "engine/base/status.h"

namespace sheaf {

class SpaceGuard {
 public:
  // `path` empty: in memory, always room.
  SpaceGuard(std::string path, uint64_t reserve_bytes);

  // Called before each write with about the bytes it adds. Error: StoreFull.
  Status admit(uint64_t bytes);

 private:
  std::string path_;
  uint64_t reserve_bytes_;
  std::atomic<int64_t> unchecked_bytes_left_{0};  // before the next look
};

}  // namespace sheaf
