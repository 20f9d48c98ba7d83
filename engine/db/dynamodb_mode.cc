#include "engine/db/dynamodb_mode.h"

#include <string>

#include "engine/base/limits.h"
#include "engine/write/many.h"

namespace sheaf::dynamodb_mode {
namespace {

constexpr uint64_t kMaxRows = 2147483647;  // Limit is a signed 32-bit integer

Status refused(std::string_view what) { return Status(Error::kDynamoDbRefuses, {what}); }

struct Bounded {
  std::string_view name;
  uint64_t value;
  uint64_t most;
};
Status check_bound(const Bounded& bounded) {
  if (bounded.value <= bounded.most) return {};
  return Status(Error::kDynamoDbLimit, {bounded.name, std::to_string(bounded.value), std::to_string(bounded.most)});
}

}  // namespace

Status check_content(const OpenTable& table, std::optional<std::string_view> index, RowContent content) {
  if (content != RowContent::kFullItem || !index.has_value()) return {};
  const OpenIndex* const found = table.find_index(*index);
  const bool lacks_some =
      found != nullptr && found->def->kind == IndexKind::kGlobal && found->def->projection.kind != ProjectionKind::kAll;
  return lacks_some ? refused("whole items of a global index that does not project ALL") : Status();
}

Status check_range(const OpenTable& table, const RangeRequest& request) {
  if (request.partition_op == RangeOp::kBeginsWith) return refused("partitions by a prefix of their key");
  if (request.partition.empty()) SHEAF_RETURN_IF_ERROR(check_scan(request.direction));
  return check_content(table, request.index, request.content);
}

Status check_scan(Direction direction) {
  return direction == Direction::kBackward ? refused("scans backwards") : Status();
}

Status check_page(const PageSizes& sizes) {
  SHEAF_RETURN_IF_ERROR(check_bound({"row_limit", sizes.rows, kMaxRows}));
  return check_bound({"page_bytes", sizes.bytes, kDefaultPageBytes});
}

Status check_writes(std::span<const Action> actions) {
  if (actions.size() > kMaxBatchWriteActions) {
    return Status(Error::kBatchTooMany,
                  {std::to_string(actions.size()), "action", std::to_string(kMaxBatchWriteActions), "BatchWriteItem"});
  }
  uint64_t bytes = 0;
  for (const Action& action : actions) {
    if (action.kind == ActionKind::kUpdate) return refused("an update in a batch");
    if (action.terms.condition != nullptr) return refused("a condition in a batch");
    bytes += payload_bytes(action);
  }
  if (bytes <= kMaxBatchBytes) return {};
  return Status(Error::kBatchTooLarge, {std::to_string(bytes), std::to_string(kMaxBatchBytes)});
}

Status check_lookups(size_t count, uint64_t max_bytes) {
  if (count > kMaxBatchGetKeys) {
    return Status(Error::kBatchTooMany,
                  {std::to_string(count), "key", std::to_string(kMaxBatchGetKeys), "BatchGetItem"});
  }
  return check_bound({"max_bytes", max_bytes != 0 ? max_bytes : UINT64_MAX, kMaxBatchBytes});
}

}  // namespace sheaf::dynamodb_mode
