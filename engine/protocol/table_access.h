// What the operations on tables have in common: which table a request means, and its description as a response. Thread rule: that of
// the call.
#pragma once

#include <string_view>

#include "engine/protocol/call.h"
#include "engine/protocol/table_description.h"

namespace sheaf::protocol {

// The name in or behind the request's TableName.
std::string_view requested_table(const Call& call);

// Keeps views into `now`.
TableFacts facts_of(const Database::TableNow& now);

// Writes the table's description as the member `member`. Error: NoTable.
Status write_table(const Call& call, std::string_view member, std::string_view table);

// An error about a definition that was made out of the request: an offset into it would mean nothing to the caller, who gets that
// of the request.
Status in_request(const Call& call, Status status);

// UpdateTable, which has a file of its own.
extern const Shape kUpdateTableRequest;
Status update_table(const Call& call);

}  // namespace sheaf::protocol
