// LogSync: many writers, one sync of the log. A writer that has appended its batch waits here until a sync that
// *began after its append* has ended; the first to arrive runs it for all that came before it began. After a failed
// sync every waiter and every later caller gets the error: what reached the disk is then unknown. Any number of
// threads.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "engine/base/status.h"

namespace sheaf {

class LogSync {
 public:
  // `sync` makes everything appended so far durable; called by one thread at a time.
  explicit LogSync(std::function<Status()> sync) : sync_(std::move(sync)) {}

  Status wait_until_durable();

  // Syncs run so far; the measure of how well writers share them.
  uint64_t sync_count() const;

 private:
  Status run_sync();

  std::function<Status()> sync_;
  mutable std::mutex mutex_;
  std::condition_variable finished_;
  uint64_t rounds_begun_ = 0;
  uint64_t rounds_ended_ = 0;
  bool is_running_ = false;
  Status failure_;
};

}  // namespace sheaf
