// GetItem, PutItem, UpdateItem, DeleteItem (dynamodb-semantics.md 5.4 to 5.7).
#include <optional>

#include "engine/protocol/call.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"
#include "engine/protocol/item_projection.h"
#include "engine/protocol/legacy.h"
#include "engine/protocol/rehearsal.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kPutMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Item", &kAttributes, Need::kRequired},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ReturnItemCollectionMetrics", &kReturnItemCollectionMetrics},
    {"ReturnValues", &kReturnValues},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
    {"Expected", &kExpected},
    {"ConditionalOperator", &kConditionalOperator},
};
constexpr MemberShape kDeleteMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ReturnItemCollectionMetrics", &kReturnItemCollectionMetrics},
    {"ReturnValues", &kReturnValues},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
    {"Expected", &kExpected},
    {"ConditionalOperator", &kConditionalOperator},
};
constexpr MemberShape kUpdateMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"UpdateExpression", &kText},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ReturnItemCollectionMetrics", &kReturnItemCollectionMetrics},
    {"ReturnValues", &kReturnValues},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
    {"AttributeUpdates", &kAttributeUpdates},
    {"Expected", &kExpected},
    {"ConditionalOperator", &kConditionalOperator},
};
constexpr MemberShape kGetMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"ConsistentRead", &kBoolean},
    {"ProjectionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"AttributesToGet", &kAttributesToGet},
};

constexpr Shape kPutRequest = structure(kPutMembers);
constexpr Shape kDeleteRequest = structure(kDeleteMembers);
constexpr Shape kUpdateRequest = structure(kUpdateMembers);
constexpr Shape kGetRequest = structure(kGetMembers);

constexpr std::string_view kExpectedMembers[] = {"Expected", "ConditionalOperator"};
constexpr std::string_view kUpdatesAndExpected[] = {"AttributeUpdates", "Expected", "ConditionalOperator"};

constexpr ParameterNames kPutAndDeleteParameters{kConditionOnly, kConditionOnly, kExpectedMembers};
constexpr ParameterNames kUpdateParameters{kUpdateAndCondition, kUpdateAndCondition, kUpdatesAndExpected};
constexpr ParameterNames kGetParameters{kProjectionOnly, kProjectionOnly, kAttributesToGetOnly};

enum class Returned : uint8_t { kNone, kAllOld, kUpdatedOld, kAllNew, kUpdatedNew };

Returned returned_values(const RequestNode& request) {
  const std::string_view word = request.text_of("ReturnValues").value_or("NONE");
  if (word == "ALL_OLD") return Returned::kAllOld;
  if (word == "ALL_NEW") return Returned::kAllNew;
  if (word == "UPDATED_OLD") return Returned::kUpdatedOld;
  return word == "UPDATED_NEW" ? Returned::kUpdatedNew : Returned::kNone;
}

// What Put and Delete may return.
Status check_returns_old(Returned returned) {
  if (returned == Returned::kNone || returned == Returned::kAllOld) return {};
  return parameter_fault("ReturnValues can only be ALL_OLD or NONE");
}

// One write on its way from a request to its response.
class SingleWrite {
 public:
  SingleWrite(const Call& call, ActionKind kind)
      : call_(call), request_(call.request), kind_(kind), returned_(returned_values(call.request)) {}

  Status run() {
    SHEAF_RETURN_IF_ERROR(read());
    return in_order(expressions_, write());
  }

 private:
  // All that needs no table.
  Status read() {
    const bool is_update = kind_ == ActionKind::kUpdate;
    SHEAF_RETURN_IF_ERROR(check_parameters(request_, is_update ? kUpdateParameters : kPutAndDeleteParameters));
    SHEAF_RETURN_IF_ERROR(check_values(request_.find("Key")));
    if (kind_ == ActionKind::kPut) SHEAF_RETURN_IF_ERROR(check_values(request_.find("Item")));
    SHEAF_RETURN_IF_ERROR(check_legacy_values(request_));
    if (!is_update) SHEAF_RETURN_IF_ERROR(check_returns_old(returned_));
    if (kind_ == ActionKind::kPut) {
      SHEAF_ASSIGN_OR_RETURN(item_, build_item(*request_.find("Item"), &builder_));
    }
    SHEAF_RETURN_IF_ERROR(read_expressions(request_, &expressions_));
    SHEAF_RETURN_IF_ERROR(legacy_.add_expected(request_, &expressions_));
    return is_update ? legacy_.add_updates(request_, &expressions_) : Status();
  }

  Status write() {
    SHEAF_ASSIGN_OR_RETURN(table_, find_table(call_, *request_.text_of("TableName")));
    Database::WriteRequest write;
    if (expressions_.has_write_terms()) {
      SHEAF_ASSIGN_OR_RETURN(write.terms, prepare());
    }
    write.table = &table_;
    write.deadline = write_deadline();
    write.old_image = wants_old() ? &old_image_ : nullptr;
    write.new_image = wants_new() ? &new_image_ : nullptr;
    const bool only_updated = returned_ == Returned::kUpdatedOld || returned_ == Returned::kUpdatedNew;
    write.parts = only_updated ? ImageParts::kUpdated : ImageParts::kWhole;
    if (capacity_.is_wanted()) write.cost = &cost_;
    Status status = legacy_.told(run_action(write).status());
    if (status.is(Error::kConditionFailed) && wants_old_on_failure()) call_.failure.old_item = std::move(old_image_);
    SHEAF_RETURN_IF_ERROR(status);
    return respond();
  }

  Result<WriteTerms> prepare() {
    SHEAF_ASSIGN_OR_RETURN(statement_, prepare_write(call_, table_, kind_, expressions_));
    return statement_->write_terms();
  }

  Result<ActionResult> run_action(const Database::WriteRequest& write) {
    if (kind_ == ActionKind::kPut) return call_.database->put(write, item_);
    std::vector<ValueView> key;
    SHEAF_RETURN_IF_ERROR(read_key(table_.table->def().key, *request_.find("Key"), &key));
    return kind_ == ActionKind::kUpdate ? call_.database->update(write, key) : call_.database->erase(write, key);
  }

  Status respond() {
    const bool shows_old = returned_ == Returned::kAllOld || returned_ == Returned::kUpdatedOld;
    const AlignedBuffer& shown = shows_old ? old_image_ : new_image_;
    if (returned_ != Returned::kNone) {
      SHEAF_RETURN_IF_ERROR(write_image_member("Attributes", shown, &call_.response));
    }
    if (capacity_.is_wanted()) {
      capacity_.add_write(table_.table->def().name, cost_, CapacityRate::kStandard);
      capacity_.write_single(&call_.response);
    }
    const RequestNode& attributes = *request_.find(kind_ == ActionKind::kPut ? "Item" : "Key");
    CollectionMetrics metrics(call_);
    metrics.add(table_, attributes.find_value(table_.table->def().key.partition[0].name));
    return metrics.write_single(&call_.response);
  }

  bool wants_old_on_failure() const { return request_.text_of("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"; }
  bool wants_old() const {
    return returned_ == Returned::kAllOld || returned_ == Returned::kUpdatedOld || wants_old_on_failure();
  }
  bool wants_new() const { return returned_ == Returned::kAllNew || returned_ == Returned::kUpdatedNew; }

  const Call& call_;
  const RequestNode& request_;
  const ActionKind kind_;
  const Returned returned_;
  LegacyTerms legacy_;
  ExpressionSet expressions_;
  ConsumedCapacity capacity_{request_};
  ItemBuilder builder_;
  ItemView item_;  // kPut
  TableHandle table_;
  std::unique_ptr<Statement> statement_;
  AlignedBuffer old_image_;
  AlignedBuffer new_image_;
  WriteCost cost_;
};

Status put_item(const Call& call) { return SingleWrite(call, ActionKind::kPut).run(); }
Status delete_item(const Call& call) { return SingleWrite(call, ActionKind::kDelete).run(); }
Status update_item(const Call& call) { return SingleWrite(call, ActionKind::kUpdate).run(); }

Status read_item(const Call& call, const ExpressionSet& expressions) {
  const RequestNode& request = call.request;
  SHEAF_ASSIGN_OR_RETURN(const TableHandle table, find_table(call, *request.text_of("TableName")));
  ItemProjection projection;
  SHEAF_RETURN_IF_ERROR(projection.prepare(table, expressions));
  std::vector<ValueView> key;
  SHEAF_RETURN_IF_ERROR(read_key(table.table->def().key, *request.find("Key"), &key));
  AlignedBuffer bytes;
  SHEAF_ASSIGN_OR_RETURN(const bool found, call.database->get(table, key, &bytes));
  ItemView item;
  if (found) {
    SHEAF_ASSIGN_OR_RETURN(item, ItemView::open(bytes.view()));
    SHEAF_ASSIGN_OR_RETURN(const ItemView shown, projection.cut(item));
    SHEAF_RETURN_IF_ERROR(write_item_member("Item", shown, &call.response));
  }
  ConsumedCapacity capacity(request);
  if (!capacity.is_wanted()) return {};
  capacity.add_read(table.table->def().name, item.size_bytes(),
                    request.is_true("ConsistentRead") ? CapacityRate::kStandard : CapacityRate::kEventual);
  capacity.write_single(&call.response);
  return {};
}

Status get_item(const Call& call) {
  ExpressionSet expressions;
  LegacyTerms legacy;
  SHEAF_RETURN_IF_ERROR(check_parameters(call.request, kGetParameters));
  SHEAF_RETURN_IF_ERROR(check_values(call.request.find("Key")));
  SHEAF_RETURN_IF_ERROR(read_expressions(call.request, &expressions));
  SHEAF_RETURN_IF_ERROR(legacy.add_attributes_to_get(call.request, &expressions));
  return in_order(expressions, read_item(call, expressions));
}

constexpr Operation kOperations[] = {
    {"GetItem", &kGetRequest, get_item},
    {"PutItem", &kPutRequest, put_item},
    {"UpdateItem", &kUpdateRequest, update_item},
    {"DeleteItem", &kDeleteRequest, delete_item},
};

}  // namespace

std::span<const Operation> item_operations() { return kOperations; }

}  // namespace sheaf::protocol
