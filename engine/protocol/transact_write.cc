// TransactWriteItems (dynamodb-semantics.md 5.12).
#include <deque>

#include "engine/protocol/batches.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"
#include "engine/protocol/rehearsal.h"
#include "engine/write/cancellation.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kCheckMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},       {"Key", &kAttributes, Need::kRequired},
    {"ConditionExpression", &kText, Need::kRequired}, {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},      {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
};
constexpr MemberShape kPutMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Item", &kAttributes, Need::kRequired},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
};
constexpr MemberShape kDeleteMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
};
constexpr MemberShape kUpdateMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"UpdateExpression", &kText, Need::kRequired},
    {"ConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ReturnValuesOnConditionCheckFailure", &kReturnOnFailure},
};
constexpr Shape kCheck = structure(kCheckMembers);
constexpr Shape kPut = structure(kPutMembers);
constexpr Shape kDelete = structure(kDeleteMembers);
constexpr Shape kUpdate = structure(kUpdateMembers);
constexpr MemberShape kActionMembers[] = {
    {"ConditionCheck", &kCheck},
    {"Put", &kPut},
    {"Delete", &kDelete},
    {"Update", &kUpdate},
};
constexpr Shape kAction = structure(kActionMembers);
constexpr Shape kActions = list_of(&kAction, 1, kMaxTransactionActions);
constexpr Shape kToken = text(1, kMaxTokenBytes);
constexpr MemberShape kMembers[] = {
    {"TransactItems", &kActions, Need::kRequired},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ReturnItemCollectionMetrics", &kReturnItemCollectionMetrics},
    {"ClientRequestToken", &kToken},
};

constexpr ParameterNames kParameters{kConditionOnly, kConditionOnly, {}};
constexpr ParameterNames kUpdateParameters{kUpdateAndCondition, kUpdateAndCondition, {}};

struct KindName {
  std::string_view member;
  ActionKind kind;
};
constexpr KindName kKinds[] = {
    {"ConditionCheck", ActionKind::kCheck},
    {"Put", ActionKind::kPut},
    {"Delete", ActionKind::kDelete},
    {"Update", ActionKind::kUpdate},
};

// One action, with all that its request borrows.
struct TransactAction {
  ActionKind kind = ActionKind::kPut;
  const RequestNode* node = nullptr;
  ExpressionSet expressions;
  ItemBuilder builder;
  ItemView item;
  std::vector<ValueView> key;
  TableHandle table;
  std::unique_ptr<Statement> statement;
  WriteCost cost;

  const RequestNode& attributes() const { return *node->find(kind == ActionKind::kPut ? "Item" : "Key"); }
};

class TransactWrite {
 public:
  explicit TransactWrite(const Call& call) : call_(call), capacity_(call.request) {}

  Status run() {
    for (const RequestNode* const node : call_.request.find("TransactItems")->items()) {
      SHEAF_RETURN_IF_ERROR(read_action(*node, &actions_.emplace_back()));
    }
    return in_order_of_all(actions_, write());
  }

 private:
  static Status read_action(const RequestNode& node, TransactAction* action) {
    for (const KindName& name : kKinds) {
      const RequestNode* const member = node.find(name.member);
      if (member == nullptr) continue;
      if (action->node != nullptr) {
        return parameter_fault("TransactItems can only contain one of Check, Put, Update or Delete");
      }
      action->node = member;
      action->kind = name.kind;
    }
    if (action->node == nullptr) {
      return parameter_fault("Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
    }
    const bool is_update = action->kind == ActionKind::kUpdate;
    SHEAF_RETURN_IF_ERROR(check_parameters(*action->node, is_update ? kUpdateParameters : kParameters));
    if (action->kind == ActionKind::kPut) {
      SHEAF_ASSIGN_OR_RETURN(action->item, build_item(action->attributes(), &action->builder));
    } else {
      SHEAF_RETURN_IF_ERROR(check_values(&action->attributes()));
    }
    return read_expressions(*action->node, &action->expressions);
  }

  Status write() {
    for (TransactAction& action : actions_) {
      Status prepared = prepare(&action);
      if (prepared.ok()) continue;
      if (!is_of_table(prepared)) return prepared;
      if (wrong_.status.ok()) wrong_ = {requests_.size() - 1, std::move(prepared)};
    }
    if (!wrong_.status.ok()) {
      return cancel({wrong_.action, actions_.size()}, std::move(wrong_.status), &call_.failure.outcomes);
    }
    bool was_committed_before = false;
    ManyWrites writes;
    writes.actions = requests_;
    writes.token = call_.request.text_of("ClientRequestToken").value_or("");
    writes.deadline = write_deadline();
    writes.outcomes = &call_.failure.outcomes;
    writes.api = ApiMode::kDynamoDb;
    writes.was_committed_before = &was_committed_before;
    SHEAF_RETURN_IF_ERROR(call_.database->write_all(writes));
    return respond(was_committed_before);
  }

  // What the table's key does not allow of an expression cancels, when all other requests are in order.
  static bool is_of_table(const Status& status) {
    return status.is(Error::kUpdateOfKey) || status.is(Error::kKeyNotScalar);
  }

  Status prepare(TransactAction* action) {
    SHEAF_ASSIGN_OR_RETURN(action->table, find_table(call_, *action->node->text_of("TableName")));
    ActionRequest& request = requests_.emplace_back();
    request.kind = action->kind;
    request.table = &action->table;
    request.item = action->item;
    request.wants_old = action->node->text_of("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
    if (capacity_.is_wanted()) request.cost = &action->cost;
    if (action->kind != ActionKind::kPut) {
      // A key that does not fit the schema is no key to the engine either: it then cancels the transaction.
      if (!read_key(action->table.table->def().key, action->attributes(), &action->key).ok()) action->key.clear();
      request.key = action->key;
    }
    if (!action->expressions.has_write_terms()) return {};
    SHEAF_ASSIGN_OR_RETURN(action->statement, prepare_write(call_, action->table, action->kind, action->expressions));
    SHEAF_ASSIGN_OR_RETURN(request.terms, action->statement->write_terms());
    return {};
  }

  // A transaction that was committed before costs what reading its items does.
  Status respond(bool was_committed_before) {
    CollectionMetrics metrics(call_);
    for (const TransactAction& action : actions_) {
      const TableDef& def = action.table.table->def();
      if (was_committed_before && capacity_.is_wanted()) {
        capacity_.add_read(def.name, action.cost.old_bytes, CapacityRate::kTransaction);
      } else if (capacity_.is_wanted()) {
        capacity_.add_write(def.name, action.cost, CapacityRate::kTransaction);
      }
      if (action.kind == ActionKind::kCheck) continue;
      metrics.add(action.table, action.attributes().find_value(def.key.partition[0].name));
    }
    capacity_.write_list(&call_.response);
    return metrics.write_by_table(&call_.response);
  }

  const Call& call_;
  ConsumedCapacity capacity_;
  std::deque<TransactAction> actions_;
  std::vector<ActionRequest> requests_;
  WrongAction wrong_;
};

}  // namespace

const Shape kTransactWriteRequest = structure(kMembers);

Status transact_write_items(const Call& call) { return TransactWrite(call).run(); }

}  // namespace sheaf::protocol
