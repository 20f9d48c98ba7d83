// Errors as DynamoDB writes them: {"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"..."}
// (dynamodb-semantics.md 7, 8.3). Pure.
#pragma once

#include <string>

#include "engine/base/aligned_buffer.h"
#include "engine/base/status.h"
#include "engine/write/many.h"

namespace sheaf::protocol {

// What an error carries beside its text.
struct FailureDetail {
  AlignedBuffer old_item;   // of ConditionFailed, when the request asks for it; empty when there was none
  ActionOutcomes outcomes;  // of TransactionCanceled, by action
};

// Appends the document of a status that is not OK.
void append_error_document(const Status& status, const FailureDetail& detail, std::string* out);

}  // namespace sheaf::protocol
