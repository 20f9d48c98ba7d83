// Many writes or reads as a caller asks for them. Views and handles are borrowed for the call.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/db/dynamodb_mode.h"
#include "engine/db/table_handle.h"
#include "engine/read/lookups.h"
#include "engine/write/many.h"

namespace sheaf {

enum class SyncMode : uint8_t { kFull = 0, kNormal = 1 };  // the numbers of the C ABI

struct ActionRequest {
  ActionKind kind = ActionKind::kPut;
  const TableHandle* table = nullptr;
  ItemView item{};                   // kPut
  std::span<const ValueView> key{};  // the other kinds
  WriteTerms terms{};                // checked: see Action
  bool wants_old = false;            // a condition that fails gives the old image
  WriteCost* cost = nullptr;         // see Action
};

struct ManyWrites {
  std::span<const ActionRequest> actions;
  std::string_view token{};           // of a transaction; "" is none
  SyncMode sync = SyncMode::kNormal;  // kFull asks for it whatever the database's own mode
  Deadline deadline{};
  ActionOutcomes* outcomes = nullptr;    // by action, where actions are to blame for an error; else empty
  ApiMode api = ApiMode::kEngine;        // kDynamoDb: its limits and rules, whatever the database was opened with
  bool* was_committed_before = nullptr;  // see Transaction
};

struct LookupRequest {
  const TableHandle* table = nullptr;
  std::span<const ValueView> key{};
  AlignedBuffer* item = nullptr;
  Lookup::Outcome outcome = Lookup::Outcome::kNotRead;  // filled, with the next
  Status status{};                                      // kFailed: why
};

struct ManyReads {
  std::span<LookupRequest> lookups;
  uint64_t max_bytes = 0;  // see LookupLimits
  Deadline deadline{};
  ActionOutcomes* outcomes = nullptr;  // after an error that one lookup is to blame for: by lookup
  ApiMode api = ApiMode::kEngine;      // as that of ManyWrites
};

}  // namespace sheaf
