#include "engine/protocol/call.h"

#include <optional>

#include "engine/protocol/constraints.h"

namespace sheaf::protocol {
namespace {

// The name in a target; nothing when it is of another service.
std::optional<std::string_view> operation_of(std::string_view target) {
  const size_t dot = target.find('.');
  if (dot == std::string_view::npos) return target;
  const std::string_view service = target.substr(0, dot);
  if (service != "DynamoDB_20120810") return std::nullopt;
  return target.substr(dot + 1);
}

struct Found {
  const Operation* operation = nullptr;  // null: there is none of that name
  bool is_of_items = false;              // not of tables
};

Found find_operation(std::string_view target) {
  const std::optional<std::string_view> name = operation_of(target);
  if (!name.has_value()) return {};
  for (const auto operations : {item_operations(), read_operations(), batch_operations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == *name) return {&operation, true};
    }
  }
  for (const auto operations : {table_operations(), setting_operations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == *name) return {&operation, false};
    }
  }
  return {};
}

// For operations on items a table that is gone, or on its way, is a resource that is not there.
Status about_items(Status status) {
  const bool is_gone =
      status.is(Error::kNoTable) || status.is(Error::kTableDropping) || status.is(Error::kTableDropped);
  return is_gone ? Status(Error::kResourceMissing, {status.field(0)}) : std::move(status);
}

Status run(const std::shared_ptr<Database>& database, std::string_view target, std::string_view json,
           std::string* response, FailureDetail* failure) {
  constexpr size_t kShownBytes = 64;
  const auto [operation, is_of_items] = find_operation(target);
  if (operation == nullptr) return Status(Error::kOperationUnknown, {target.substr(0, kShownBytes)});
  Request request;
  SHEAF_RETURN_IF_ERROR(request.read(*operation->shape, json));
  response->clear();  // not before: the request may lie in it
  SHEAF_RETURN_IF_ERROR(check_constraints(request.root()));
  JsonWriter writer(response);
  writer.begin_object();
  Status status = operation->run({database, request.root(), writer, *failure});
  if (!status.ok()) return is_of_items ? about_items(std::move(status)) : status;
  writer.end_object();
  if (operation->body == Body::kEmpty) response->clear();
  return {};
}

}  // namespace

Status call(const std::shared_ptr<Database>& database, std::string_view operation, std::string_view json,
            std::string* response, FailureDetail* failure) {
  Status status = run(database, operation, json, response, failure);
  if (status.ok()) return status;
  response->clear();
  append_error_document(status, *failure, response);
  return status;
}

}  // namespace sheaf::protocol
