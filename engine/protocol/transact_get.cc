// TransactGetItems (dynamodb-semantics.md 5.13).
#include <deque>

#include "engine/protocol/batches.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"
#include "engine/protocol/item_projection.h"
#include "engine/protocol/rehearsal.h"
#include "engine/write/cancellation.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kGetMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"Key", &kAttributes, Need::kRequired},
    {"ProjectionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
};
constexpr Shape kGet = structure(kGetMembers);
constexpr MemberShape kActionMembers[] = {{"Get", &kGet, Need::kRequired}};
constexpr Shape kAction = structure(kActionMembers);
constexpr Shape kActions = list_of(&kAction, 1, kMaxTransactionActions);
constexpr MemberShape kMembers[] = {
    {"TransactItems", &kActions, Need::kRequired},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
};

constexpr ParameterNames kParameters{kProjectionOnly, kProjectionOnly, {}};

struct TransactLookup {
  const RequestNode* node = nullptr;
  ExpressionSet expressions;
  TableHandle table;
  ItemProjection projection;
  std::vector<ValueView> key;
  AlignedBuffer item;
};

class TransactGet {
 public:
  explicit TransactGet(const Call& call) : call_(call), capacity_(call.request) {}

  Status run() {
    for (const RequestNode* const node : call_.request.find("TransactItems")->items()) {
      TransactLookup& lookup = lookups_.emplace_back();
      lookup.node = node->find("Get");
      SHEAF_RETURN_IF_ERROR(check_parameters(*lookup.node, kParameters));
      SHEAF_RETURN_IF_ERROR(check_values(lookup.node->find("Key")));
      SHEAF_RETURN_IF_ERROR(read_expressions(*lookup.node, &lookup.expressions));
    }
    return in_order_of_all(lookups_, read());
  }

 private:
  Status read() {
    for (TransactLookup& lookup : lookups_) {
      SHEAF_ASSIGN_OR_RETURN(lookup.table, find_table(call_, *lookup.node->text_of("TableName")));
      SHEAF_RETURN_IF_ERROR(lookup.projection.prepare(lookup.table, lookup.expressions));
    }
    for (size_t i = 0; i < lookups_.size(); ++i) {
      TransactLookup& lookup = lookups_[i];
      Status fits = read_key(lookup.table.table->def().key, *lookup.node->find("Key"), &lookup.key);
      if (!fits.ok()) return cancel({i, lookups_.size()}, std::move(fits), &call_.failure.outcomes);
      requests_.push_back({&lookup.table, lookup.key, &lookup.item});
    }
    ManyReads reads;
    reads.lookups = requests_;
    reads.max_bytes = kMaxTransactionBytes;
    reads.api = ApiMode::kDynamoDb;
    reads.outcomes = &call_.failure.outcomes;
    Status status = call_.database->get_all(reads);
    if (status.is(Error::kKeysTwice)) return Status(Error::kActionsOnOneItem, {"two", "more"});
    SHEAF_RETURN_IF_ERROR(status);
    return respond();
  }

  Status respond() {
    JsonWriter& response = call_.response;
    response.name("Responses");
    response.begin_array();
    for (size_t i = 0; i < lookups_.size(); ++i) {
      response.begin_object();
      SHEAF_RETURN_IF_ERROR(write_item_of(i));
      response.end_object();
    }
    response.end_array();
    capacity_.write_list(&response);
    return {};
  }

  // What a projection leaves nothing of is not shown.
  Status write_item_of(size_t number) {
    TransactLookup& lookup = lookups_[number];
    LookupRequest& request = requests_[number];
    ItemView item;
    switch (request.outcome) {
      case Lookup::Outcome::kFailed:
        return std::move(request.status);
      case Lookup::Outcome::kNotRead:
        return Status(Error::kTransactionTooLarge, {"more", std::to_string(kMaxTransactionBytes)});
      case Lookup::Outcome::kAbsent:
        break;
      case Lookup::Outcome::kFound: {
        SHEAF_ASSIGN_OR_RETURN(item, ItemView::open(lookup.item.view()));
        SHEAF_ASSIGN_OR_RETURN(const ItemView shown, lookup.projection.cut(item));
        if (shown.count() != 0) SHEAF_RETURN_IF_ERROR(write_item_member("Item", shown, &call_.response));
      }
    }
    if (capacity_.is_wanted()) {
      capacity_.add_read(lookup.table.table->def().name, item.size_bytes(), CapacityRate::kTransaction);
    }
    return {};
  }

  const Call& call_;
  ConsumedCapacity capacity_;
  std::deque<TransactLookup> lookups_;
  std::vector<LookupRequest> requests_;
};

}  // namespace

const Shape kTransactGetRequest = structure(kMembers);

Status transact_get_items(const Call& call) { return TransactGet(call).run(); }

}  // namespace sheaf::protocol
