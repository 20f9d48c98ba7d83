// StoreHealth: what RocksDB's listener has learnt of errors, shared between it and the store. Any number of threads.
#pragma once

#include <atomic>

namespace sheaf {

struct StoreHealth {
  // An append, a sync or a memtable insert failed: what reached the disk is unknown, writes stop until reopening.
  std::atomic<bool> is_stopped{false};

  // A flush or compaction failed and RocksDB refuses writes before the log until it has recovered: nothing is lost.
  std::atomic<bool> is_recovering{false};
};

}  // namespace sheaf
