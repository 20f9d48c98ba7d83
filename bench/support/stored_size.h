// The size that a stored item carries in its frame, read as a program would that knows the format: one load. For items that the
// engine wrote, which begin with the usual frame (engine/item/item_frame.h).
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/item/item_frame.h"

namespace sheaf::bench {

inline uint64_t stored_size_bytes(std::string_view item) {
  uint32_t size = 0;
  if (item.size() >= kItemFrameBytes) std::memcpy(&size, item.data() + kItemSizeBytesAt, sizeof(size));
  return size;
}

}  // namespace sheaf::bench
