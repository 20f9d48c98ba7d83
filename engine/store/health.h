// StoreHealth: what RocksDB's listener has learnt of errors, shared between it and the store. Any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

namespace sheaf {

class StoreHealth {
 public:
  // An append, a sync or a memtable insert failed, or RocksDB has met an error that it does not recover from: what
  // reached the disk may be unknown, writes stop until reopening. The first cause is kept.
  void stop(const std::string& cause) {
    const std::lock_guard lock(mutex_);
    if (cause_.empty()) cause_ = cause;
    is_stopped_.store(true);
  }
  bool is_stopped() const { return is_stopped_.load(); }
  std::string cause() const {
    const std::lock_guard lock(mutex_);
    return cause_;
  }

  // A flush or compaction failed and RocksDB refuses writes before the log until it has recovered: nothing is lost.
  void begin_recovery() {
    recoveries_.fetch_add(1);
    is_recovering_.store(true);
  }
  void end_recovery() { is_recovering_.store(false); }
  bool is_recovering() const { return is_recovering_.load(); }
  uint64_t recoveries() const { return recoveries_.load(); }  // begun so far

 private:
  mutable std::mutex mutex_;
  std::string cause_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<bool> is_recovering_{false};
  std::atomic<uint64_t> recoveries_{0};
};

}  // namespace sheaf
