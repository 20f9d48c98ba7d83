// The bounds of a RangeIterator, at addresses that do not move. Inside store/ only.
#pragma once

#include <rocksdb/slice.h>

#include <string>

#include "engine/store/range_iterator.h"

namespace sheaf {

struct RangeIterator::Bounds {
  std::string lower;
  std::string upper;
  rocksdb::Slice lower_slice;
  rocksdb::Slice upper_slice;
};

}  // namespace sheaf
