// CallLimits: what may end a call before its work is done: its deadline, and an interrupt that is raised while it
// runs. Calls look at them where they wait or walk for long.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/clock.h"

namespace sheaf {

// Asks the calls that are in flight to end; those that begin later do not see it. Any thread.
class Interrupt {
 public:
  void raise() { times_raised_.fetch_add(1, std::memory_order_release); }
  uint64_t times_raised() const { return times_raised_.load(std::memory_order_acquire); }

 private:
  std::atomic<uint64_t> times_raised_{0};
};

// Of one call; made when it begins. `interrupt` must outlive it.
class CallLimits {
 public:
  CallLimits() = default;  // nothing ends the call
  CallLimits(const Interrupt& interrupt, Deadline deadline)
      : interrupt_(&interrupt), raised_before_(interrupt.times_raised()), deadline_(deadline) {}

  bool is_interrupted() const { return interrupt_ != nullptr && interrupt_->times_raised() != raised_before_; }
  const Deadline& deadline() const { return deadline_; }

 private:
  const Interrupt* interrupt_ = nullptr;
  uint64_t raised_before_ = 0;
  Deadline deadline_;
};

}  // namespace sheaf
