// Gate: counts the calls that are inside the database, so that closing can wait for them and refuse the rest. Any
// thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace sheaf {

class Gate {
 public:
  // A call inside the gate; leaves on destruction. False when the gate is closed: the call must then not go on.
  class [[nodiscard]] Pass {
   public:
    explicit Pass(Gate& gate) : gate_(gate), is_inside_(gate.enter()) {}
    ~Pass() {
      if (is_inside_) gate_.leave();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    explicit operator bool() const { return is_inside_; }

   private:
    Gate& gate_;
    bool is_inside_;
  };

  // Refuses newcomers and waits until nobody is inside. Any number of times, from any number of threads.
  void close() {
    state_.fetch_or(kClosed, std::memory_order_acq_rel);
    for (uint64_t state = state_.load(std::memory_order_acquire); state != kClosed;
         state = state_.load(std::memory_order_acquire)) {
      state_.wait(state, std::memory_order_acquire);
    }
  }

  bool is_closed() const { return (state_.load(std::memory_order_acquire) & kClosed) != 0; }

 private:
  static constexpr uint64_t kClosed = uint64_t{1} << 63;  // above it: nothing; below it: the number of calls inside

  bool enter() {
    if (is_closed()) return false;  // callers that come too late must not keep a close waiting
    if ((state_.fetch_add(1, std::memory_order_acquire) & kClosed) == 0) return true;
    leave();
    return false;
  }
  void leave() {
    const uint64_t before = state_.fetch_sub(1, std::memory_order_release);
    if ((before & kClosed) != 0) state_.notify_all();
  }

  alignas(64) std::atomic<uint64_t> state_{0};
};

}  // namespace sheaf
