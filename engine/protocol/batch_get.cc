// BatchGetItem (dynamodb-semantics.md 5.10).
#include <algorithm>
#include <deque>
#include <map>

#include "engine/protocol/batches.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/constraints.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"
#include "engine/protocol/item_projection.h"
#include "engine/protocol/legacy.h"
#include "engine/protocol/rehearsal.h"
#include "engine/schema/item_key.h"

namespace sheaf::protocol {
namespace {

constexpr Shape kKeys = list_of_first(kMaxBatchGetKeys + 1, &kAttributes, 1);
constexpr MemberShape kBlockMembers[] = {
    {"Keys", &kKeys, Need::kRequired}, {"AttributesToGet", &kAttributesToGet}, {"ConsistentRead", &kBoolean},
    {"ProjectionExpression", &kText},  {"ExpressionAttributeNames", &kNames},
};
constexpr Shape kBlock = structure(kBlockMembers);
constexpr Shape kBlocks = map_of(&kBlock);
constexpr MemberShape kMembers[] = {
    {"RequestItems", &kBlocks, Need::kRequired},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
};

constexpr ParameterNames kParameters{kProjectionOnly, kProjectionOnly, kAttributesToGetOnly};

// Whether two keys that are the same item's were also written alike: DynamoDB takes "1" and "1.0" for one item asked for
// once, and refuses "1" twice.
bool are_written_alike(const RequestNode& a, const RequestNode& b) {
  for (const ParsedAttribute& part : a.attributes()) {
    for (const ParsedAttribute& other : b.attributes()) {
      if (part.name.name == other.name.name && part.value.text != other.value.text) return false;
    }
  }
  return true;
}

// The keys of one table, and how its items are shown.
struct Block {
  std::string_view reference;  // as the request names the table
  const RequestNode* node = nullptr;
  LegacyTerms legacy;
  ExpressionSet expressions;
  TableHandle table;
  ItemProjection projection;
};

// One key that is looked up.
struct Wanted {
  Block* block;
  const RequestNode* key;
  std::vector<ValueView> values;
  AlignedBuffer item;
};

class BatchGet {
 public:
  explicit BatchGet(const Call& call) : call_(call), capacity_(call.request) {}

  Status run() {
    SHEAF_RETURN_IF_ERROR(read());
    return in_order_of_all(blocks_, answer());
  }

 private:
  Status read() {
    const RequestNode& items = *call_.request.find("RequestItems");
    SHEAF_RETURN_IF_ERROR(check_batch_tables(items, "BatchGetItem"));
    size_t count = 0;
    for (size_t i = 0; i < items.items().size(); ++i) {
      Block& block = blocks_.emplace_back();
      block.reference = items.names()[i].name;
      block.node = items.items()[i];
      count += block.node->find("Keys")->count();
      SHEAF_RETURN_IF_ERROR(check_key_count(block));
    }
    if (count > kMaxBatchGetKeys) return too_many_in_batch(count, {"key", kMaxBatchGetKeys, "BatchGetItem"});
    SHEAF_RETURN_IF_ERROR(check_mixing());
    for (Block& block : blocks_) SHEAF_RETURN_IF_ERROR(read_block(&block));
    return {};
  }

  static Status check_key_count(const Block& block) {
    if (block.node->find("Keys")->count() <= kMaxBatchGetKeys) return {};
    return constraint_fault({"", "RequestItems." + std::string(block.reference) + ".member.Keys",
                             "Member must have length less than or equal to " + std::to_string(kMaxBatchGetKeys)});
  }

  // Old and new parameters must not stand in one request, in different blocks neither.
  Status check_mixing() const {
    bool has_old = false;
    bool has_new = false;
    for (const Block& block : blocks_) {
      has_old = has_old || block.node->has("AttributesToGet");
      has_new = has_new || block.node->has("ProjectionExpression");
    }
    if (!has_old || !has_new) return {};
    return parameter_fault(
        "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
        "{AttributesToGet} Expression parameters: {ProjectionExpression}");
  }

  static Status read_block(Block* block) {
    SHEAF_RETURN_IF_ERROR(check_parameters(*block->node, kParameters));
    for (const RequestNode* const key : block->node->find("Keys")->items()) SHEAF_RETURN_IF_ERROR(check_values(key));
    SHEAF_RETURN_IF_ERROR(read_expressions(*block->node, &block->expressions));
    return block->legacy.add_attributes_to_get(*block->node, &block->expressions);
  }

  Status answer() {
    for (Block& block : blocks_) {
      SHEAF_ASSIGN_OR_RETURN(block.table, find_table(call_, block.reference));
      SHEAF_RETURN_IF_ERROR(block.projection.prepare(block.table, block.expressions));
    }
    for (Block& block : blocks_) SHEAF_RETURN_IF_ERROR(add_keys(&block));
    ManyReads reads;
    reads.lookups = lookups_;
    reads.max_bytes = kMaxBatchBytes;
    reads.api = ApiMode::kDynamoDb;
    reads.outcomes = &call_.failure.outcomes;
    SHEAF_RETURN_IF_ERROR(call_.database->get_all(reads));
    return respond();
  }

  Status add_keys(Block* block) {
    const KeySchema& schema = block->table.table->def().key;
    std::map<std::string, std::vector<const RequestNode*>> known;  // by item, as its keys were written
    for (const RequestNode* const key : block->node->find("Keys")->items()) {
      std::vector<ValueView> values;
      SHEAF_RETURN_IF_ERROR(read_key(schema, *key, &values));
      std::string encoded;
      SHEAF_RETURN_IF_ERROR(append_key_of_values(schema, values, &encoded));
      std::vector<const RequestNode*>& spellings = known[std::move(encoded)];
      const auto is_alike = [&](const RequestNode* spelling) { return are_written_alike(*spelling, *key); };
      if (std::any_of(spellings.begin(), spellings.end(), is_alike)) {
        return Status(Error::kKeysTwice, {"keys", "one", "another"});
      }
      spellings.push_back(key);
      if (spellings.size() > 1) continue;
      Wanted& wanted = wanted_.emplace_back(Wanted{block, key, std::move(values), {}});
      LookupRequest& lookup = lookups_.emplace_back();
      lookup.table = &block->table;
      lookup.key = wanted.values;
      lookup.item = &wanted.item;
    }
    return {};
  }

  Status respond() {
    JsonWriter& response = call_.response;
    response.name("Responses");
    response.begin_object();
    size_t next = 0;
    for (Block& block : blocks_) {
      response.name(block.reference);
      response.begin_array();
      for (; next < wanted_.size() && wanted_[next].block == &block; ++next) SHEAF_RETURN_IF_ERROR(write_found(next));
      response.end_array();
    }
    response.end_object();
    SHEAF_RETURN_IF_ERROR(write_unprocessed());
    capacity_.write_list(&response);
    return {};
  }

  Status write_found(size_t number) {
    LookupRequest& lookup = lookups_[number];
    Block& block = *wanted_[number].block;
    if (lookup.outcome == Lookup::Outcome::kFailed) return std::move(lookup.status);
    if (lookup.outcome == Lookup::Outcome::kNotRead) return {};
    ItemView item;
    if (lookup.outcome == Lookup::Outcome::kFound) {
      SHEAF_ASSIGN_OR_RETURN(item, ItemView::open(lookup.item->view()));
      SHEAF_ASSIGN_OR_RETURN(const ItemView shown, block.projection.cut(item));
      SHEAF_RETURN_IF_ERROR(write_item(shown, &call_.response));
    }
    if (capacity_.is_wanted()) {
      capacity_.add_read(block.table.table->def().name, item.size_bytes(),
                         block.node->is_true("ConsistentRead") ? CapacityRate::kStandard : CapacityRate::kEventual);
    }
    return {};
  }

  // What did not fit into the response, in the form of the request.
  Status write_unprocessed() const {
    JsonWriter& response = call_.response;
    response.name("UnprocessedKeys");
    response.begin_object();
    for (size_t next = 0; next < wanted_.size();) {
      if (lookups_[next].outcome != Lookup::Outcome::kNotRead) {
        ++next;
        continue;
      }
      const Block& block = *wanted_[next].block;
      response.name(block.reference);
      response.begin_object();
      write_options(*block.node);
      response.name("Keys");
      response.begin_array();
      for (; next < wanted_.size() && wanted_[next].block == &block; ++next) {
        if (lookups_[next].outcome != Lookup::Outcome::kNotRead) continue;
        SHEAF_RETURN_IF_ERROR(write_attributes(*wanted_[next].key, &response));
      }
      response.end_array();
      response.end_object();
    }
    response.end_object();
    return {};
  }

  void write_options(const RequestNode& block) const {
    JsonWriter& response = call_.response;
    if (const RequestNode* const consistent = block.find("ConsistentRead")) {
      response.name("ConsistentRead");
      response.truth(consistent->truth());
    }
    if (const auto projection = block.text_of("ProjectionExpression")) {
      response.text_member("ProjectionExpression", *projection);
    }
    if (const RequestNode* const names = block.find("ExpressionAttributeNames")) {
      response.name("ExpressionAttributeNames");
      response.begin_object();
      for (size_t i = 0; i < names->items().size(); ++i) {
        response.text_member(names->names()[i].name, names->items()[i]->text());
      }
      response.end_object();
    }
    const RequestNode* const attributes = block.find("AttributesToGet");
    if (attributes == nullptr) return;
    response.name("AttributesToGet");
    response.begin_array();
    for (const RequestNode* const attribute : attributes->items()) response.text(attribute->text());
    response.end_array();
  }

  const Call& call_;
  ConsumedCapacity capacity_;
  std::deque<Block> blocks_;
  std::deque<Wanted> wanted_;  // in the order of the blocks
  std::vector<LookupRequest> lookups_;
};

}  // namespace

const Shape kBatchGetRequest = structure(kMembers);

Status batch_get_item(const Call& call) { return BatchGet(call).run(); }

}  // namespace sheaf::protocol
