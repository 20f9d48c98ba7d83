// Order: a repeatable walk through a number of things in no order. One thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sheaf::bench {

class Order {
 public:
  explicit Order(size_t count) : count_(count) {}

  // 0 to count - 1.
  size_t next() {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<size_t>(state_ >> 33) % count_;
  }

 private:
  size_t count_;
  uint64_t state_ = 1;
};

}  // namespace sheaf::bench
