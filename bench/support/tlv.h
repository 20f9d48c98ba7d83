// The yardstick of the item benchmarks: a hand-made tag-length-value encoding with names inline, which is what a careful
// programmer writes in an afternoon. The stored item may take little more than it, in bytes and in time.
//
//   item, M    attribute*     attribute = type:u8 name_size:varint name value_size:varint value
//   L          member*        member    = type:u8 value_size:varint value
//   SS         member*        member    = value_size:varint value, sorted
//   S the bytes, N the stored form of number.h
//
// Attributes stand in the order the application wrote them. All functions are bounds-checked and pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/support/workload.h"
#include "engine/item/value.h"

namespace sheaf::bench {

// Replaces `out`, whose memory is reused.
void tlv_encode(const Document& document, std::string* out);

// The attribute's value, or kNone when it is not there or the bytes are damaged.
ValueView tlv_find(std::string_view item, std::string_view name);

// Touches every name and value down to the leaves: the number of their bytes and members.
uint64_t tlv_walk(std::string_view item);

// What verify_item checks, as far as it applies: lengths, types, UTF-8, numbers, sorted sets, nesting.
enum class TlvVerdict : uint8_t { kGood, kDamaged };
TlvVerdict tlv_verify(std::string_view item);

}  // namespace sheaf::bench
