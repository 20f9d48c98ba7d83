// A column family in memory: keys in byte order, and what a cursor bounded by a range reads in both
// directions.
#pragma once

#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "engine/key/range.h"

namespace sheaf {

template <typename Row>
using Family = std::map<std::string, Row>;

template <typename Row>
std::vector<Row> read_forward(const Family<Row>& family, const KeyRange& range) {
  std::vector<Row> rows;
  for (auto at = family.lower_bound(range.lower); at != family.end(); ++at) {
    if (!range.upper.empty() && at->first >= range.upper) break;
    rows.push_back(at->second);
  }
  return rows;
}

// Starts at the last key below the upper bound, as a cursor's SeekForPrev does, and stops below the lower
// bound.
template <typename Row>
std::vector<Row> read_backward(const Family<Row>& family, const KeyRange& range) {
  std::vector<Row> rows;
  auto at = range.upper.empty() ? family.end() : family.lower_bound(range.upper);
  while (at != family.begin()) {
    --at;
    if (at->first < range.lower) break;
    rows.push_back(at->second);
  }
  return rows;
}

}  // namespace sheaf
