#include "engine/store/log_sync.h"

#include <exception>

namespace sheaf {

// Whatever flies out of the sync must not leave the others waiting for a round that never ends.
Status LogSync::run_sync() {
  try {
    return sync_();
  } catch (const std::exception& exception) {
    return Status(Error::kOutcomeUnknown, {exception.what()});
  }
}

Status LogSync::wait_until_durable() {
  std::unique_lock lock(mutex_);
  const uint64_t needed = rounds_begun_ + 1;  // a round that is running may have missed this caller's append
  while (rounds_ended_ < needed && failure_.ok()) {
    if (is_running_) {
      finished_.wait(lock);
      continue;
    }
    is_running_ = true;
    const uint64_t round = ++rounds_begun_;
    lock.unlock();
    Status outcome = run_sync();
    lock.lock();
    is_running_ = false;
    rounds_ended_ = round;
    if (!outcome.ok()) failure_ = std::move(outcome);
    finished_.notify_all();
  }
  return failure_;
}

uint64_t LogSync::sync_count() const {
  const std::lock_guard lock(mutex_);
  return rounds_ended_;
}

}  // namespace sheaf
