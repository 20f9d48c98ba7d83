// The section "DynamoDB's own protocol" of sheaf.h.
#include "engine/protocol/call.h"
#include "capi/internal.h"

using sheaf::capi::answer_many;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

sheaf_status sheaf_call(sheaf_db* db, const char* operation, sheaf_bytes request_json, sheaf_buf* response_json,
                        sheaf_error* error) {
  if (db == nullptr || operation == nullptr || response_json == nullptr) {
    return misuse(error, "db, operation or response_json is NULL");
  }
  if (sheaf::capi::lacks_data(request_json)) return misuse(error, "request_json has a size but no data");
  const sheaf_status result = guarded(error, [&]() -> sheaf_status {
    sheaf::protocol::FailureDetail failure;
    const sheaf::Status status =
        sheaf::protocol::call(db->database, operation, sheaf::capi::view(request_json), &response_json->text, &failure);
    return answer_many(error, status, &failure.outcomes);
  });
  if (result == SHEAF_NO_MEMORY) response_json->text.clear();
  return result;
}
