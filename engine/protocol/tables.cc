// CreateTable, DescribeTable, ListTables, DeleteTable (dynamodb-semantics.md 5.2, 5.3).
#include "engine/protocol/call.h"
#include "engine/protocol/kept_settings.h"
#include "engine/protocol/request_json.h"
#include "engine/protocol/table_access.h"
#include "engine/protocol/table_billing.h"
#include "engine/protocol/table_names.h"
#include "engine/protocol/table_shapes.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kLocalIndexMembers[] = {
    {"IndexName", &kIndexName, Need::kRequired},
    {"KeySchema", &kPairKeySchema, Need::kRequired},
    {"Projection", &kProjection},  // the definition reader has DynamoDB's text for its absence
};
constexpr Shape kLocalIndex = structure(kLocalIndexMembers);
constexpr Shape kLocalIndexes = list_of(&kLocalIndex);
constexpr Shape kGlobalIndexes = list_of(&kGlobalIndex);
constexpr Shape kVectorIndexes = list_of(&kOpaque);
constexpr Shape kListLimit = integer(1, 100);

constexpr MemberShape kCreateMembers[] = {
    {"TableName", &kTableName, Need::kParameter},
    {"KeySchema", &kPairKeySchema, Need::kRequired},
    {"AttributeDefinitions", &kAttributeDefinitions, Need::kRequired},
    {"LocalSecondaryIndexes", &kLocalIndexes},
    {"GlobalSecondaryIndexes", &kGlobalIndexes},
    {"VectorIndexes", &kVectorIndexes},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemandThroughput},
    {"WarmThroughput", &kWarmThroughput},
    {"StreamSpecification", &kStreamSpecification},
    {"SSESpecification", &kSseSpecification},
    {"Tags", &kTagList},
    {"TableClass", &kTableClass},
    {"DeletionProtectionEnabled", &kBoolean},
    {"ResourcePolicy", &kText},
};
constexpr MemberShape kListMembers[] = {
    {"ExclusiveStartTableName", &kTableName},
    {"Limit", &kListLimit},
};

constexpr Shape kCreateRequest = structure(kCreateMembers);
constexpr Shape kListRequest = structure(kListMembers);

// The request as a definition for the engine.
Result<std::string> definition_of(const RequestNode& request) {
  JsonNode definition = to_json(request);
  const JsonNode* const tags = definition.find("Tags");
  if (tags != nullptr) {
    const JsonNode given = *tags;
    erase_json_member("Tags", &definition);
    SHEAF_RETURN_IF_ERROR(add_tags(given, &definition));
  }
  return print_json(definition);
}

Status create_table(const Call& call) {
  SHEAF_RETURN_IF_ERROR(check_billing(call.request));
  SHEAF_ASSIGN_OR_RETURN(const std::string definition, definition_of(call.request));
  SHEAF_RETURN_IF_ERROR(in_request(call, call.database->create_table(definition)));
  return write_table(call, "TableDescription", *call.request.text_of("TableName"));
}

Status describe_table(const Call& call) { return write_table(call, "Table", requested_table(call)); }

Status delete_table(const Call& call) {
  const std::string_view name = requested_table(call);
  SHEAF_ASSIGN_OR_RETURN(const Database::TableNow now, call.database->table_now(name));
  SHEAF_RETURN_IF_ERROR(call.database->drop_table(name));
  call.response.name("TableDescription");
  call.response.json(print_json(dropped_table_description(facts_of(now))));
  return {};
}

Status list_tables(const Call& call) {
  const RequestNode* const limit = call.request.find("Limit");
  const size_t most = limit == nullptr ? static_cast<size_t>(kListLimit.max) : static_cast<size_t>(limit->number());
  const std::string_view after = call.request.text_of("ExclusiveStartTableName").value_or("");
  SHEAF_ASSIGN_OR_RETURN(std::vector<std::string> names, call.database->table_names(after, most + 1));
  const bool has_more = names.size() > most;
  if (has_more) names.resize(most);
  call.response.name("TableNames");
  call.response.begin_array();
  for (const std::string& name : names) call.response.text(name);
  call.response.end_array();
  if (has_more) call.response.text_member("LastEvaluatedTableName", names.back());
  return {};
}

constexpr Operation kOperations[] = {
    {"CreateTable", &kCreateRequest, create_table},      {"DescribeTable", &kNameRequest, describe_table},
    {"ListTables", &kListRequest, list_tables},          {"DeleteTable", &kNameRequest, delete_table},
    {"UpdateTable", &kUpdateTableRequest, update_table},
};

}  // namespace

std::span<const Operation> table_operations() { return kOperations; }

}  // namespace sheaf::protocol
