#include "engine/protocol/table_description.h"

#include <cassert>
#include <string>

#include "engine/protocol/kept_settings.h"
#include "engine/protocol/table_names.h"
#include "engine/schema/describe_parts.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

using Kind = JsonNode::Kind;

void add_text(std::string_view name, std::string_view text, JsonNode* object) {
  add_json_member(name, make_json_text(text), object);
}

// The member of `kept` under its own name, when it is there in the right form.
void copy_member(const JsonNode* kept, std::string_view name, Kind kind, JsonNode* object) {
  const JsonNode* const node = find_of_kind(kept, name, kind);
  if (node != nullptr) add_json_member(name, *node, object);
}

JsonNode throughput_node(const JsonNode* kept, int64_t now_ms) {
  const Throughput throughput = throughput_of(kept);
  const JsonNode* const times = find_of_kind(kept, "ProvisionedThroughput", Kind::kObject);
  JsonNode node = make_json(Kind::kObject);
  copy_member(times, "LastIncreaseDateTime", Kind::kNumber, &node);
  copy_member(times, "LastDecreaseDateTime", Kind::kNumber, &node);
  add_json_member("NumberOfDecreasesToday", make_json_number(decreases_today(kept, now_ms)), &node);
  add_json_member("ReadCapacityUnits", make_json_number(throughput.read_units), &node);
  add_json_member("WriteCapacityUnits", make_json_number(throughput.write_units), &node);
  return node;
}

void add_warm_throughput(const JsonNode* kept, JsonNode* object) {
  const JsonNode* const warm = find_of_kind(kept, "WarmThroughput", Kind::kObject);
  if (warm == nullptr) return;
  JsonNode node = make_json(Kind::kObject);
  copy_member(warm, "ReadUnitsPerSecond", Kind::kNumber, &node);
  copy_member(warm, "WriteUnitsPerSecond", Kind::kNumber, &node);
  add_text("Status", "ACTIVE", &node);
  add_json_member("WarmThroughput", std::move(node), object);
}

JsonNode index_node(const TableFacts& facts, size_t at, const JsonNode& kept) {
  const IndexDef& index = facts.def.indexes[at];
  const FamilyEstimate& estimate = facts.indexes[at];
  const bool is_global = index.kind == IndexKind::kGlobal;
  JsonNode node = make_json(Kind::kObject);
  add_text("IndexName", index.name, &node);
  add_json_member("KeySchema", describe_key(index.key), &node);
  add_json_member("Projection", describe_projection(index.projection), &node);
  if (is_global) add_index_status(index.state, &node);
  add_json_member("IndexSizeBytes", make_json_number(estimate.size_bytes), &node);
  add_json_member("ItemCount", make_json_number(estimate.item_count), &node);
  add_text("IndexArn", make_index_arn(facts.def.name, index.name), &node);
  if (!is_global) return node;
  const JsonNode* const own = kept_of_index(kept, index.name);
  add_json_member("ProvisionedThroughput", throughput_node(own, facts.now_ms), &node);
  copy_member(own, "OnDemandThroughput", Kind::kObject, &node);
  add_warm_throughput(own, &node);
  return node;
}

void add_indexes(const TableFacts& facts, const JsonNode& kept, JsonNode* table) {
  assert(facts.indexes.size() == facts.def.indexes.size());
  JsonNode globals = make_json(Kind::kArray);
  JsonNode locals = make_json(Kind::kArray);
  for (size_t i = 0; i < facts.def.indexes.size(); ++i) {
    const bool is_global = facts.def.indexes[i].kind == IndexKind::kGlobal;
    (is_global ? globals : locals).items.push_back(index_node(facts, i, kept));
  }
  if (!globals.items.empty()) add_json_member("GlobalSecondaryIndexes", std::move(globals), table);
  if (!locals.items.empty()) add_json_member("LocalSecondaryIndexes", std::move(locals), table);
}

// A table that was made to be paid by request has been so since; one that never was has no summary, as in DynamoDB.
void add_billing(const TableFacts& facts, const JsonNode& kept, JsonNode* table) {
  const bool by_request = is_paid_by_request(kept);
  const JsonNode* const switched = find_of_kind(&kept, "LastUpdateToPayPerRequestDateTime", Kind::kNumber);
  if (!by_request && switched == nullptr) return;
  JsonNode summary = make_json(Kind::kObject);
  add_text("BillingMode", by_request ? "PAY_PER_REQUEST" : "PROVISIONED", &summary);
  const std::string since = switched != nullptr ? switched->text : seconds_text(facts.def.created_ms);
  add_json_member("LastUpdateToPayPerRequestDateTime", make_json_number(since), &summary);
  add_json_member("BillingModeSummary", std::move(summary), table);
}

void add_encryption(const JsonNode& kept, JsonNode* table) {
  const JsonNode* const wanted = find_of_kind(&kept, "SSESpecification", Kind::kObject);
  if (!truth_of(wanted, "Enabled")) return;
  const std::string_view type = text_of(wanted, "SSEType");
  const std::string_view key = text_of(wanted, "KMSMasterKeyId");
  JsonNode node = make_json(Kind::kObject);
  add_text("Status", "ENABLED", &node);
  add_text("SSEType", type.empty() ? "KMS" : type, &node);
  if (!key.empty()) add_text("KMSMasterKeyArn", key, &node);
  add_json_member("SSEDescription", std::move(node), table);
}

void add_names(const TableFacts& facts, std::string_view status, JsonNode* table) {
  add_text("TableName", facts.def.name, table);
  add_text("TableStatus", status, table);
  add_text("TableArn", make_table_arn(facts.def.name), table);
  add_text("TableId", facts.def.uuid, table);
  add_json_member("ItemCount", make_json_number(facts.base.item_count), table);
  add_json_member("TableSizeBytes", make_json_number(facts.base.size_bytes), table);
}

void add_settings(const TableFacts& facts, const JsonNode& kept, JsonNode* table) {
  add_json_member("ProvisionedThroughput", throughput_node(&kept, facts.now_ms), table);
  add_billing(facts, kept, table);
  add_json_member("DeletionProtectionEnabled", make_json_truth(truth_of(&kept, "DeletionProtectionEnabled")), table);
}

}  // namespace

JsonNode table_description(const TableFacts& facts) {
  const JsonNode kept = parse_kept_json(facts.def.kept_json);
  const std::string_view status = describe_status(facts.def);
  JsonNode table = make_json(Kind::kObject);
  add_names(facts, status == "LOADING" ? "UPDATING" : status, &table);  // a bulk load is none of DynamoDB's states
  add_json_member("CreationDateTime", make_json_number(seconds_text(facts.def.created_ms)), &table);
  add_json_member("KeySchema", describe_key(facts.def.key), &table);
  add_json_member("AttributeDefinitions", describe_attributes(facts.def), &table);
  add_indexes(facts, kept, &table);
  add_settings(facts, kept, &table);
  add_encryption(kept, &table);
  copy_member(&kept, "OnDemandThroughput", Kind::kObject, &table);
  add_warm_throughput(&kept, &table);
  const std::string_view table_class = text_of(&kept, "TableClass");
  if (!table_class.empty()) {
    JsonNode summary = make_json(Kind::kObject);
    add_text("TableClass", table_class, &summary);
    add_json_member("TableClassSummary", std::move(summary), &table);
  }
  return table;
}

JsonNode dropped_table_description(const TableFacts& facts) {
  const JsonNode kept = parse_kept_json(facts.def.kept_json);
  JsonNode table = make_json(Kind::kObject);
  add_names(facts, "DELETING", &table);
  add_settings(facts, kept, &table);
  return table;
}

}  // namespace sheaf::protocol
