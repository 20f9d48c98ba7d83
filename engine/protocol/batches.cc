#include "engine/protocol/batches.h"

#include "engine/protocol/constraints.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/table_names.h"
#include "engine/schema/words.h"

namespace sheaf::protocol {
namespace {

const Operation kOperations[] = {
    {"BatchGetItem", &kBatchGetRequest, batch_get_item},
    {"BatchWriteItem", &kBatchWriteRequest, batch_write_item},
    {"TransactWriteItems", &kTransactWriteRequest, transact_write_items},
    {"TransactGetItems", &kTransactGetRequest, transact_get_items},
};

}  // namespace

std::span<const Operation> batch_operations() { return kOperations; }

Status check_batch_tables(const RequestNode& items, std::string_view operation) {
  if (items.items().empty()) {
    return parameter_fault("The requestItems parameter is required for " + std::string(operation));
  }
  for (const JsonName& name : items.names()) {
    const bool has_size = !name.name.empty() && name.name.size() <= static_cast<size_t>(kTableRef.max);
    if (has_size && (is_arn_text(name.name) || has_only_name_characters(name.name))) continue;
    return constraint_fault({"", "requestItems",
                             "Map keys must satisfy constraint: [Member must have length less than or equal to 1024, "
                             "Member must have length greater than or equal to 1, Member must satisfy regular "
                             "expression pattern: [a-zA-Z0-9_.-]+]"});
  }
  return {};
}

Status too_many_in_batch(size_t count, const BatchLimit& limit) {
  return Status(Error::kBatchTooMany, {std::to_string(count), limit.what, std::to_string(limit.most), limit.operation});
}

}  // namespace sheaf::protocol
