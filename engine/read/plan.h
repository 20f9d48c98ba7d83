// Plan: what a request for rows means: one key range of one column family, a direction, and what each row shall hold.
// Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/key/range.h"
#include "engine/read/open_table.h"

namespace sheaf {

// What a row holds: the stored row of the table or projection of the index; the key attributes alone; the table's
// whole item.
enum class RowContent : uint8_t { kStored, kKeysOnly, kFullItem };

// As a caller asks. Views are borrowed for make_plan only.
struct RangeRequest {
  std::optional<std::string_view> index;  // none is the table itself
  std::span<const ValueView> partition;   // none: every partition
  RangeOp partition_op = RangeOp::kAll;
  std::span<const ValueView> sort;  // leading parts are compared with =; kBetween has two operands at the end
  RangeOp sort_op = RangeOp::kAll;
  Direction direction = Direction::kForward;
  RowContent content = RowContent::kStored;
};

// Which part of a divided scan a plan is; its range is that part's.
struct PlanSegment {
  uint32_t number = 0;
  uint32_t total = 1;
  uint64_t division = 0;  // the version of the division
};

struct Plan {
  const OpenTable* table = nullptr;
  const OpenIndex* index = nullptr;  // null: the table itself
  KeyRange range;
  Direction direction = Direction::kForward;
  RowContent content = RowContent::kStored;
  ReadKind kind = ReadKind::kQuery;
  PlanSegment segment;

  const Family& family() const { return index != nullptr ? *index->family : table->base(); }
};

// Errors: NoIndex, RangeInvalid, KeyType and the other key errors.
Result<Plan> make_plan(const OpenTable& table, const RangeRequest& request);

}  // namespace sheaf
