#include "engine/protocol/error_document.h"

#include <algorithm>
#include <string_view>

#include "engine/item/item_view.h"
#include "engine/item/json.h"
#include "engine/item/utf8.h"
#include "engine/protocol/json_writer.h"
#include "engine/write/cancellation.h"

namespace sheaf::protocol {
namespace {

constexpr std::string_view kOfService = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kOfFramework = "com.amazon.coral.service#";
constexpr std::string_view kOfValidation = "com.amazon.coral.validate#";

constexpr std::string_view kFrameworkErrors[] = {"SerializationException", "UnknownOperationException",
                                                 "AccessDeniedException"};
// Those whose text stands under "Message".
constexpr std::string_view kCapitalised[] = {"SerializationException", "TransactionCanceledException",
                                             "TransactionInProgressException", "IdempotentParameterMismatchException"};

template <size_t N>
bool is_among(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string_view namespace_of(std::string_view name) {
  if (name == "ValidationException") return kOfValidation;
  return is_among(kFrameworkErrors, name) ? kOfFramework : kOfService;
}

// Messages repeat what callers gave, which may have been cut in the middle of a character.
std::string message_of(const Status& status) { return with_valid_utf8(status.aws_message()); }

// An item that cannot be shown is left out: the error matters more.
void add_item(const AlignedBuffer& bytes, JsonWriter* writer) {
  if (bytes.view().empty()) return;
  const auto item = ItemView::open(bytes.view());
  std::string json;
  if (!item.ok() || !print_item_json(JsonDialect::kDynamoDb, *item, &json).ok()) return;
  writer->name("Item");
  writer->json(json);
}

void add_reasons(const ActionOutcomes& outcomes, JsonWriter* writer) {
  writer->name("CancellationReasons");
  writer->begin_array();
  for (const ActionOutcome& outcome : outcomes) {
    writer->begin_object();
    writer->text_member("Code", reason_code(outcome.status));
    if (!outcome.status.ok()) writer->text_member("Message", message_of(outcome.status));
    add_item(outcome.old_image, writer);
    writer->end_object();
  }
  writer->end_array();
}

}  // namespace

void append_error_document(const Status& status, const FailureDetail& detail, std::string* out) {
  JsonWriter writer(out);
  const std::string_view name = status.aws_name();
  writer.begin_object();
  writer.text_member("__type", std::string(namespace_of(name)) + std::string(name));
  writer.text_member(is_among(kCapitalised, name) ? "Message" : "message", message_of(status));
  if (status.is(Error::kConditionFailed)) add_item(detail.old_item, &writer);
  if (status.is(Error::kTransactionCanceled)) add_reasons(detail.outcomes, &writer);
  writer.end_object();
}

}  // namespace sheaf::protocol
