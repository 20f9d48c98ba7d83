#include "engine/key/range.h"

#include <cassert>

namespace sheaf {
namespace {

// Bytes above every continuation of `components`, whose last byte is an end mark's 0x01.
std::string past(std::string_view components) {
  assert(components.ends_with(std::string_view(kEndMark, sizeof(kEndMark))));
  std::string out(components);
  out.back() = kPastEndMark[1];
  return out;
}

std::string with(std::string_view components, KeyPlace place, ValueView value) {
  std::string out(components);
  append_component(place, value, &out);
  return out;
}

// The smallest key above every key that holds `value` at this place: raw values are continued by 0x00 at the least,
// marked components by whatever follows their end mark.
std::string with_past(std::string_view components, KeyPlace place, ValueView value) {
  std::string key = with(components, place, value);
  if (place != KeyPlace::kLastSort) return past(key);
  key.push_back('\0');
  return key;
}

}  // namespace

std::string prefix_successor(std::string_view prefix) {
  while (!prefix.empty() && prefix.back() == '\xFF') prefix.remove_suffix(1);
  std::string out(prefix);
  if (!out.empty()) out.back() = static_cast<char>(static_cast<uint8_t>(out.back()) + 1);
  return out;
}

KeyRange collection_range(std::string_view components) { return {std::string(components), past(components)}; }

KeyRange sort_range(std::string_view components, const ComponentCondition& condition) {
  const KeyPlace place = condition.place;
  const ValueView low = condition.low;
  switch (condition.op) {
    case RangeOp::kAll:
      return collection_range(components);
    case RangeOp::kEqual:
      return {with(components, place, low), with_past(components, place, low)};
    case RangeOp::kLess:
      return {std::string(components), with(components, place, low)};
    case RangeOp::kLessEqual:
      return {std::string(components), with_past(components, place, low)};
    case RangeOp::kGreater:
      return {with_past(components, place, low), past(components)};
    case RangeOp::kGreaterEqual:
      return {with(components, place, low), past(components)};
    case RangeOp::kBetween:
      return {with(components, place, low), with_past(components, place, condition.high)};
    case RangeOp::kBeginsWith: {
      KeyRange range{std::string(components), {}};
      append_component_prefix(place, low, &range.lower);
      // Cannot leave the collection: at most it raises the end mark before the component, which is the collection's
      // own bound.
      range.upper = prefix_successor(range.lower);
      return range;
    }
  }
  return collection_range(components);
}

KeyRange partition_prefix_range(ValueView prefix) {
  KeyRange range;
  append_component_prefix(KeyPlace::kPartition, prefix, &range.lower);
  range.upper = prefix_successor(range.lower);
  return range;
}

}  // namespace sheaf
