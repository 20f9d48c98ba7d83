// The rules of DynamoDB about billing and throughput (dynamodb-semantics.md 5.2, 5.3). Nothing is limited here, so they are only
// checked and kept; native definitions are free of them. Pure.
#pragma once

#include <cstdint>

#include "engine/base/status.h"
#include "engine/item/json_tree.h"
#include "engine/protocol/request.h"
#include "engine/schema/table_def.h"

namespace sheaf::protocol {

// Of a CreateTable. Error: Parameters.
Status check_billing(const RequestNode& request);

// Of an UpdateTable on that table: what it says of throughput, for itself and for its indexes, goes into `kept`, which is that of the
// table and means nothing after an error. Errors: Parameters, IndexUnknown.
struct BillingUpdate {
  const RequestNode& request;
  const TableDef& def;
  int64_t now_ms = 0;  // the time of day
};
Status change_billing(const BillingUpdate& update, JsonNode* kept);

}  // namespace sheaf::protocol
