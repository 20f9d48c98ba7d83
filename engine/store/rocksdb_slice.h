// Views as RocksDB's slices and back. Inside store/ only.
#pragma once

#include <rocksdb/slice.h>

#include <string_view>

namespace sheaf {

inline rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
inline std::string_view view(const rocksdb::Slice& bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace sheaf
