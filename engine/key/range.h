// Key ranges: what each operator of a query means in bytes, as one half-open range [lower, upper) of one column
// family. Built from components (component.h). The rules are DESIGN.md's "Bounds"; simpler ones return wrong rows.
// Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/item/value.h"
#include "engine/key/component.h"

namespace sheaf {

// The numbers of the C ABI's operators.
enum class RangeOp : uint8_t {
  kAll = 0,
  kEqual = 1,
  kLess = 2,
  kLessEqual = 3,
  kGreater = 4,
  kGreaterEqual = 5,
  kBetween = 6,
  kBeginsWith = 7,
};

struct KeyRange {
  std::string lower;  // inclusive
  std::string upper;  // exclusive; "" is no bound: to the end of the family

  bool contains(std::string_view key) const { return key >= lower && (upper.empty() || key < upper); }
};

// One comparison of one component. `high` is for kBetween only; a `high` below `low` gives a range whose upper end
// lies below its lower one: it holds nothing, and make_plan refuses it. kBeginsWith takes S and B.
struct ComponentCondition {
  KeyPlace place = KeyPlace::kSort;
  RangeOp op = RangeOp::kAll;
  ValueView low;
  ValueView high;
};

// The smallest byte string above every string that begins with `prefix`; "" when there is none (all 0xFF, or empty).
std::string prefix_successor(std::string_view prefix);

// All keys that continue `components`, a non-empty run of whole components that ends with an end mark.
KeyRange collection_range(std::string_view components);

// The keys that continue `components` (as above) with a sort component (kSort or kLastSort) for which the condition
// holds.
KeyRange sort_range(std::string_view components, const ComponentCondition& condition);

// The keys whose first component, a partition component of type S or B, begins with `prefix`.
KeyRange partition_prefix_range(ValueView prefix);

}  // namespace sheaf
