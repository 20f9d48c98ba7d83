// What DynamoDB mode refuses of what the engine can do. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/read/plan.h"
#include "engine/write/action.h"

namespace sheaf {

enum class ApiMode : uint8_t { kEngine, kDynamoDb };

namespace dynamodb_mode {

// Error of these: DynamoDbRefuses: partitions by a prefix; scans backwards; whole items of a global index that does not hold them.
Status check_range(const OpenTable& table, const RangeRequest& request);
Status check_scan(Direction direction);
Status check_content(const OpenTable& table, std::optional<std::string_view> index, RowContent content);

// 0 is none, or the default. Error: DynamoDbLimit.
struct PageSizes {
  uint64_t rows = 0;
  uint64_t bytes = 0;
};
Status check_page(const PageSizes& sizes);

// Of a batch's writes. Errors: BatchTooMany, BatchTooLarge, DynamoDbRefuses (updates, conditions).
Status check_writes(std::span<const Action> actions);
// `max_bytes` as LookupLimits has it. Errors: BatchTooMany, DynamoDbLimit.
Status check_lookups(size_t count, uint64_t max_bytes);

}  // namespace dynamodb_mode
}  // namespace sheaf
