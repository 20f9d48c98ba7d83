// Lookups: many items read by their keys, all from one state.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/aligned_buffer.h"
#include "engine/base/call_limits.h"
#include "engine/read/open_table.h"

namespace sheaf {

struct Lookup {
  enum class Outcome : uint8_t { kNotRead, kFound, kAbsent, kFailed };

  const OpenTable* table = nullptr;
  const Snapshot* snapshot = nullptr;  // null: the state that all without one are read from
  std::string base_key;
  AlignedBuffer* item = nullptr;  // filled with an item that is found, else cleared
  Outcome outcome = Outcome::kNotRead;
  Status status{};  // kFailed: why
};

struct LookupLimits {
  // Of items, by DynamoDB's formula; the item that passes it is not given, but for the first; 0 = none.
  uint64_t max_bytes = 0;
  CallLimits call{};  // its deadline ends the reading, but not before some were looked up
};

// Stops at the limits: what is left is kNotRead then. Error: Interrupted; the items mean nothing then.
Status look_up_all(Store& store, std::span<Lookup> lookups, const LookupLimits& limits);

}  // namespace sheaf
