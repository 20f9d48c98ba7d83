// WriterSide: one database that many threads put items into, each thread its own, without index and without reading. A side is
// in FULL mode (each put is on the disk when it returns) or in NORMAL mode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "capi/sheaf.h"

namespace sheaf::bench {

inline constexpr size_t kMostWriters = 32;
inline constexpr size_t kItemsOfWriter = 64;

class WriterSide {
 public:
  virtual ~WriterSide() = default;

  // The thread's next item; the next call of the same thread takes the one after it. Threads 0 to kMostWriters - 1, all at once.
  virtual void put(size_t thread) = 0;

  // Syncs of the log so far; counted in FULL mode.
  virtual uint64_t sync_count() const = 0;

  // The size of the item that is stored under the key of that item of the workload. One thread, while nobody puts.
  virtual uint64_t stored_item_bytes(size_t index) = 0;
};

std::unique_ptr<WriterSide> make_bare_side(uint64_t memory_bytes, uint32_t sync_mode);
std::unique_ptr<WriterSide> make_sheaf_side(uint64_t memory_bytes, uint32_t sync_mode);

}  // namespace sheaf::bench
