// Time: wall clock for records that people read, and deadlines on the monotonic clock. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace sheaf {

// Milliseconds since 1970, UTC.
inline int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Where the time of day comes from; tests have their own.
using WallClock = int64_t (*)();

// A moment after which a call stops and says so; by default there is none.
class Deadline {
 public:
  Deadline() = default;

  // 0 is no deadline.
  static Deadline after_ms(uint64_t timeout_ms) {
    Deadline deadline;
    constexpr uint64_t kLongestMs =
        1000ull * 60 * 60 * 24 * 365;  // keeps the addition in range; a year is as good as none
    if (timeout_ms != 0 && timeout_ms < kLongestMs) {
      deadline.at_ = Clock::now() + std::chrono::milliseconds(timeout_ms);
    }
    return deadline;
  }

  bool exists() const { return at_.has_value(); }
  // The moment itself; only when it exists.
  std::chrono::steady_clock::time_point at() const { return *at_; }
  bool has_passed() const { return at_.has_value() && Clock::now() >= *at_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> at_;
};

}  // namespace sheaf
