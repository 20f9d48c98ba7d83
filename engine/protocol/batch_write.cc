// BatchWriteItem (dynamodb-semantics.md 5.11).
#include <deque>

#include "engine/protocol/batches.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/constraints.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kPutMembers[] = {{"Item", &kAttributes, Need::kRequired}};
constexpr MemberShape kDeleteMembers[] = {{"Key", &kAttributes, Need::kRequired}};
constexpr Shape kPut = structure(kPutMembers);
constexpr Shape kDelete = structure(kDeleteMembers);
constexpr MemberShape kWriteMembers[] = {{"PutRequest", &kPut}, {"DeleteRequest", &kDelete}};
constexpr Shape kWrite = structure(kWriteMembers);
constexpr Shape kWrites = list_of_first(kMaxBatchWriteActions + 1, &kWrite);
constexpr Shape kTables = map_of(&kWrites);
constexpr MemberShape kMembers[] = {
    {"RequestItems", &kTables, Need::kRequired},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ReturnItemCollectionMetrics", &kReturnItemCollectionMetrics},
};

// The writes to one table.
struct Block {
  std::string_view reference;  // as the request names the table
  const RequestNode* node = nullptr;
  TableHandle table;
};

// One put or delete.
struct Write {
  const Block* block;
  const RequestNode* node;
  ItemBuilder builder;
  ItemView item;
  std::vector<ValueView> key;
  WriteCost cost;

  const RequestNode* put() const { return node->find("PutRequest"); }
  const RequestNode* erasure() const { return node->find("DeleteRequest"); }
};

class BatchWrite {
 public:
  explicit BatchWrite(const Call& call) : call_(call), capacity_(call.request) {}

  Status run() {
    SHEAF_RETURN_IF_ERROR(read());
    for (Block& block : blocks_) {
      SHEAF_ASSIGN_OR_RETURN(block.table, find_table(call_, block.reference));
    }
    for (Write& write : writes_) SHEAF_RETURN_IF_ERROR(add_request(&write));
    ActionOutcomes outcomes;
    ManyWrites many;
    many.actions = requests_;
    many.deadline = write_deadline();
    many.outcomes = &outcomes;
    many.api = ApiMode::kDynamoDb;
    SHEAF_RETURN_IF_ERROR(about_keys(call_.database->write_each(many)));
    return respond(&outcomes);
  }

 private:
  Status read() {
    const RequestNode& items = *call_.request.find("RequestItems");
    SHEAF_RETURN_IF_ERROR(check_batch_tables(items, "BatchWriteItem"));
    for (size_t i = 0; i < items.items().size(); ++i) {
      Block& block = blocks_.emplace_back(Block{items.names()[i].name, items.items()[i], {}});
      SHEAF_RETURN_IF_ERROR(check_count(block));
      for (const RequestNode* const write : block.node->items()) {
        Write& added = writes_.emplace_back();
        added.block = &block;
        added.node = write;
      }
    }
    if (writes_.size() > kMaxBatchWriteActions) {
      return too_many_in_batch(writes_.size(), {"action", kMaxBatchWriteActions, "BatchWriteItem"});
    }
    for (Write& write : writes_) SHEAF_RETURN_IF_ERROR(read_write(&write));
    return {};
  }

  static Status check_count(const Block& block) {
    const size_t count = block.node->count();
    if (count >= 1 && count <= kMaxBatchWriteActions) return {};
    const std::string value = "'{" + std::string(block.reference) + "=[" + (count == 0 ? "" : "...") + "]}'";
    return constraint_fault({value, "requestItems",
                             "Map value must satisfy constraint: [Member must have length less than or equal to 25, "
                             "Member must have length greater than or equal to 1]"});
  }

  static Status read_write(Write* write) {
    const RequestNode* const put = write->put();
    const RequestNode* const erasure = write->erasure();
    if (put != nullptr && erasure != nullptr) return Status(Error::kValueTwoTypes).at(write->node->offset());
    if (put == nullptr && erasure == nullptr) return Status(Error::kValueNoType).at(write->node->offset());
    if (put == nullptr) return check_values(erasure->find("Key"));
    SHEAF_ASSIGN_OR_RETURN(write->item, build_item(*put->find("Item"), &write->builder));
    return {};
  }

  Status add_request(Write* write) {
    ActionRequest& request = requests_.emplace_back();
    request.table = &write->block->table;
    if (capacity_.is_wanted()) request.cost = &write->cost;
    if (write->put() != nullptr) {
      request.kind = ActionKind::kPut;
      request.item = write->item;
      return {};
    }
    request.kind = ActionKind::kDelete;
    SHEAF_RETURN_IF_ERROR(read_key(write->block->table.table->def().key, *write->erasure()->find("Key"), &write->key));
    request.key = write->key;
    return {};
  }

  // Of a batch's puts DynamoDB does not say what is wrong with the key.
  static Status about_keys(Status status) {
    if (!status.is(Error::kKeyMissing) && !status.is(Error::kKeyType)) return status;
    return Status(Error::kKeySchema, {status.message()});
  }

  Status respond(ActionOutcomes* outcomes) {
    JsonWriter& response = call_.response;
    response.name("UnprocessedItems");
    response.begin_object();
    for (size_t next = 0; next < writes_.size();) {
      if (is_done((*outcomes)[next])) {
        ++next;
        continue;
      }
      const Block* const block = writes_[next].block;
      response.name(block->reference);
      response.begin_array();
      for (; next < writes_.size() && writes_[next].block == block; ++next) {
        Status& status = (*outcomes)[next].status;
        if (is_done((*outcomes)[next])) continue;
        if (!status.is_retryable()) return std::move(status);
        SHEAF_RETURN_IF_ERROR(write_again(writes_[next]));
      }
      response.end_array();
    }
    response.end_object();
    return write_metrics(*outcomes);
  }

  static bool is_done(const ActionOutcome& outcome) { return outcome.code == StatusCode::kOK; }

  Status write_again(const Write& write) const {
    JsonWriter& response = call_.response;
    const bool is_put = write.put() != nullptr;
    response.begin_object();
    response.name(is_put ? "PutRequest" : "DeleteRequest");
    response.begin_object();
    response.name(is_put ? "Item" : "Key");
    SHEAF_RETURN_IF_ERROR(
        write_attributes(is_put ? *write.put()->find("Item") : *write.erasure()->find("Key"), &response));
    response.end_object();
    response.end_object();
    return {};
  }

  Status write_metrics(const ActionOutcomes& outcomes) {
    CollectionMetrics metrics(call_);
    for (size_t i = 0; i < writes_.size(); ++i) {
      const Write& write = writes_[i];
      const TableDef& def = write.block->table.table->def();
      if (!is_done(outcomes[i])) continue;
      if (capacity_.is_wanted()) capacity_.add_write(def.name, write.cost, CapacityRate::kStandard);
      const RequestNode& attributes =
          write.put() != nullptr ? *write.put()->find("Item") : *write.erasure()->find("Key");
      metrics.add(write.block->table, attributes.find_value(def.key.partition[0].name));
    }
    capacity_.write_list(&call_.response);
    return metrics.write_by_table(&call_.response);
  }

  const Call& call_;
  ConsumedCapacity capacity_;
  std::deque<Block> blocks_;
  std::deque<Write> writes_;  // in the order of the blocks
  std::vector<ActionRequest> requests_;
};

}  // namespace

const Shape kBatchWriteRequest = structure(kMembers);

Status batch_write_item(const Call& call) { return BatchWrite(call).run(); }

}  // namespace sheaf::protocol
