// What the operations on many items have in common, and where they are.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/protocol/call.h"

namespace sheaf::protocol {

extern const Shape kBatchGetRequest;
extern const Shape kBatchWriteRequest;
extern const Shape kTransactWriteRequest;
extern const Shape kTransactGetRequest;
Status batch_get_item(const Call& call);
Status batch_write_item(const Call& call);
Status transact_write_items(const Call& call);
Status transact_get_items(const Call& call);

// RequestItems names at least one table, and tables by names that there can be. Errors: Parameters, Constraints.
Status check_batch_tables(const RequestNode& items, std::string_view operation);

struct BatchLimit {
  std::string_view what;  // "key"
  size_t most;
  std::string_view operation;
};
Status too_many_in_batch(size_t count, const BatchLimit& limit);

}  // namespace sheaf::protocol
