// DynamoDB's low-level protocol: (operation, JSON) to JSON (dynamodb-semantics.md 5, 7, 8). This layer validates and translates; what
// an item, an expression or a page is, is known below it. Any number of threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/db/database.h"
#include "engine/protocol/error_document.h"
#include "engine/protocol/json_writer.h"
#include "engine/protocol/request.h"

namespace sheaf::protocol {

// One call on its way. An operation writes the members of the response's object; what it has written before an error is dropped.
struct Call {
  const std::shared_ptr<Database>& database;
  const RequestNode& request;
  JsonWriter& response;
  FailureDetail& failure;
};

using Run = Status (*)(const Call& call);

// TagResource and UntagResource answer nothing at all, every other operation at least {}.
enum class Body : uint8_t { kObject, kEmpty };

struct Operation {
  std::string_view name;
  const Shape* shape;
  Run run;
  Body body = Body::kObject;
};

// The operations of one subject.
std::span<const Operation> item_operations();
std::span<const Operation> read_operations();
std::span<const Operation> batch_operations();
std::span<const Operation> table_operations();
std::span<const Operation> setting_operations();

// Replaces `response`, in which the request may lie, by the response or by the error's document. `operation` is a name or a target, "DynamoDB_20120810.PutItem".
Status call(const std::shared_ptr<Database>& database, std::string_view operation, std::string_view json,
            std::string* response, FailureDetail* failure);

}  // namespace sheaf::protocol
