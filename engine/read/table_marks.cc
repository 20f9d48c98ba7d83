#include "engine/read/table_marks.h"

#include <algorithm>
#include <chrono>

namespace sheaf {
namespace {

// An interrupt is seen within this time.
constexpr std::chrono::milliseconds kWaitSlice(20);

void wait_slice(std::condition_variable* condition, std::unique_lock<std::mutex>* lock, const Deadline& deadline) {
  auto until = std::chrono::steady_clock::now() + kWaitSlice;
  if (deadline.exists()) until = std::min(until, deadline.at());
#if defined(__SANITIZE_THREAD__)
  // ThreadSanitizer of g++ 12 does not know the call behind a wait on the monotonic clock.
  condition->wait_until(*lock, std::chrono::system_clock::now() + (until - std::chrono::steady_clock::now()));
#else
  condition->wait_until(*lock, until);
#endif
}

}  // namespace

void TableMarks::set_newest(const std::shared_ptr<OpenTable>& table) {
  const std::lock_guard lock(mutex_);
  newest_ = table;
  newest_address_.store(table.get(), std::memory_order_release);
}

std::shared_ptr<OpenTable> TableMarks::newest() const {
  const std::lock_guard lock(mutex_);
  return newest_.lock();
}

void TableMarks::close_gate() {
  const std::lock_guard lock(mutex_);
  is_gate_closed_.store(true, std::memory_order_release);
}

void TableMarks::open_gate() {
  {
    const std::lock_guard lock(mutex_);
    is_gate_closed_.store(false, std::memory_order_release);
  }
  gate_opened_.notify_all();
}

Status TableMarks::wait_for_gate(const CallLimits& limits) const {
  if (!is_gate_closed()) return {};
  std::unique_lock lock(mutex_);
  while (is_gate_closed()) {
    if (limits.is_interrupted()) return Status(Error::kInterrupted);
    if (limits.deadline().has_passed()) return Status(Error::kLockTimeout);
    wait_slice(&gate_opened_, &lock, limits.deadline());
  }
  return {};
}

}  // namespace sheaf
