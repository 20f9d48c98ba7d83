// The bytes that every narrow item (one without wide_ends, see item.fbs) begins with: what FlatBuffers writes in front of the
// index when size_bytes, index and data are the fields of the table. Knowing them lets ItemBuilder write an item and ItemView
// find its parts without walking the frame; any other frame of the schema is read by FlatBuffers' own rules.
//
//   u8   head[20]       the root's offset 16, two bytes of padding, the table's list of fields, the way back to that list
//   u32  size_bytes
//   u32  data_offset    from here to data's length
//   u32  index_offset   from here to index's length
//   u32  index's length, u16 index[], padding to four, u32 data's length, u8 data[]
#pragma once

#include <cstddef>
#include <cstdint>

namespace sheaf {

inline constexpr uint8_t kItemHead[20] = {16, 0, 0, 0, 0, 0, 10, 0, 16, 0, 4, 0, 12, 0, 8, 0, 10, 0, 0, 0};
inline constexpr size_t kItemSizeBytesAt = sizeof(kItemHead);
inline constexpr size_t kItemDataOffsetAt = kItemSizeBytesAt + 4;
inline constexpr size_t kItemIndexOffsetAt = kItemDataOffsetAt + 4;
inline constexpr size_t kItemFrameBytes = kItemIndexOffsetAt + 4;

}  // namespace sheaf
