// UpdateTable (dynamodb-semantics.md 5.3). What it changes is done when it answers: an index that it adds has been built.
#include <array>

#include "engine/base/clock.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/kept_settings.h"
#include "engine/protocol/request_json.h"
#include "engine/protocol/table_access.h"
#include "engine/protocol/table_billing.h"
#include "engine/protocol/table_shapes.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

constexpr MemberShape kIndexUpdateMembers[] = {
    {"IndexName", &kIndexName, Need::kRequired},
    {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemandThroughput},
    {"WarmThroughput", &kWarmThroughput},
};
constexpr Shape kIndexUpdate = structure(kIndexUpdateMembers);
constexpr MemberShape kIndexDeletionMembers[] = {{"IndexName", &kIndexName, Need::kRequired}};
constexpr Shape kIndexDeletion = structure(kIndexDeletionMembers);
constexpr MemberShape kIndexChangeMembers[] = {
    {"Update", &kIndexUpdate},
    {"Create", &kGlobalIndex},
    {"Delete", &kIndexDeletion},
};
constexpr Shape kIndexChange = structure(kIndexChangeMembers);
constexpr Shape kIndexChanges = list_of(&kIndexChange);
constexpr Shape kOpaqueList = list_of(&kOpaque);

constexpr MemberShape kUpdateMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"AttributeDefinitions", &kAttributeDefinitions},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kThroughput},
    {"GlobalSecondaryIndexUpdates", &kIndexChanges},
    {"StreamSpecification", &kStreamSpecification},
    {"SSESpecification", &kSseSpecification},
    {"TableClass", &kTableClass},
    {"DeletionProtectionEnabled", &kBoolean},
    {"OnDemandThroughput", &kOnDemandThroughput},
    {"WarmThroughput", &kWarmThroughput},
    {"ReplicaUpdates", &kOpaqueList},
    {"VectorIndexUpdates", &kOpaqueList},
};

constexpr std::string_view kIndexList = "GlobalSecondaryIndexUpdates";

// What a request may ask for, and how DynamoDB calls what stands alone in its request; "" is what does not.
struct Subject {
  std::string_view member;
  std::string_view alone;
};
constexpr Subject kSubjects[] = {
    {"ProvisionedThroughput", ""},
    {"BillingMode", ""},
    {kIndexList, ""},
    {"OnDemandThroughput", ""},
    {"StreamSpecification", ""},
    {"SSESpecification", "Server-Side Encryption modification"},
    {"TableClass", "TableClass modification"},
    {"DeletionProtectionEnabled", "DeletionProtection modification"},
    {"WarmThroughput", "WarmThroughput"},
};

// An empty list of index changes asks for nothing.
bool asks_for(const RequestNode& request, std::string_view member) {
  const RequestNode* const node = request.find(member);
  return node != nullptr && (member != kIndexList || !node->items().empty());
}

Status check_subjects(const RequestNode& request) {
  for (const std::string_view member : {"ReplicaUpdates", "VectorIndexUpdates"}) {
    if (!request.has(member)) continue;
    const std::string_view what = member == "ReplicaUpdates" ? "replicas" : "vector indexes";
    return Status(Error::kDefinitionUnsupported, {member, what}).at(request.find(member)->offset());
  }
  size_t count = 0;
  std::string_view alone;
  for (const Subject& subject : kSubjects) {
    if (!asks_for(request, subject.member)) continue;
    ++count;
    if (!subject.alone.empty()) alone = subject.alone;
  }
  if (count == 0) {
    return parameter_fault(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or "
        "SSESpecification or ReplicaUpdates is required");
  }
  if (request.has(kIndexList) && !asks_for(request, kIndexList)) {
    return invalid_parameter("List of GlobalSecondaryIndexUpdates is empty");
  }
  if (count == 1 || alone.empty()) return {};
  return invalid_parameter(std::string(alone) + " must be the only operation in the request");
}

// The index changes of a request, put into order.
struct IndexChanges {
  const RequestNode* created = nullptr;
  const RequestNode* dropped = nullptr;
  size_t count = 0;  // of both kinds
};

Status add_change(const RequestNode& entry, std::vector<std::string_view>* names, IndexChanges* changes) {
  constexpr std::string_view kKinds =
      "GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete";
  const std::array<const RequestNode*, 3> actions{entry.find("Update"), entry.find("Create"), entry.find("Delete")};
  const RequestNode* index = nullptr;
  for (const RequestNode* const action : actions) {
    if (action == nullptr) continue;
    if (index != nullptr) return invalid_parameter("Only one of " + std::string(kKinds) + " must be given");
    index = action;
  }
  if (index == nullptr) return invalid_parameter("One of " + std::string(kKinds) + " must not be null");
  const std::string_view name = *index->text_of("IndexName");
  if (std::find(names->begin(), names->end(), name) != names->end()) {
    return invalid_parameter("Only one global secondary index update per index is allowed simultaneously. Index: " +
                             std::string(name));
  }
  names->push_back(name);
  if (actions[0] != nullptr) return {};
  ++changes->count;
  (actions[1] != nullptr ? changes->created : changes->dropped) = index;
  return {};
}

Result<IndexChanges> index_changes_of(const RequestNode& request) {
  IndexChanges changes;
  std::vector<std::string_view> names;
  if (!request.has(kIndexList)) return changes;
  for (const RequestNode* const entry : request.find(kIndexList)->items()) {
    SHEAF_RETURN_IF_ERROR(add_change(*entry, &names, &changes));
  }
  if (changes.created == nullptr) return changes;
  const std::string name(*changes.created->text_of("IndexName"));
  if (!request.has("AttributeDefinitions")) {
    return invalid_parameter("AttributeDefinitions is not specified for index: " + name);
  }
  return changes;
}

Status check_streams(const RequestNode& request, std::string_view table) {
  const RequestNode* const stream = request.find("StreamSpecification");
  if (stream == nullptr) return {};
  if (stream->find("StreamEnabled")->truth()) {
    return Status(Error::kDefinitionUnsupported, {"StreamSpecification.StreamEnabled", "change streams"})
        .at(stream->offset());
  }
  return parameter_fault("Table does not have a stream to disable: TableName: " + std::string(table));
}

Status change_settings(const BillingUpdate& update, JsonNode* kept) {
  SHEAF_RETURN_IF_ERROR(change_billing(update, kept));
  for (const std::string_view member :
       {"DeletionProtectionEnabled", "TableClass", "SSESpecification", "OnDemandThroughput", "WarmThroughput"}) {
    const RequestNode* const node = update.request.find(member);
    if (node != nullptr) set_json_member(member, to_json(*node), kept);
  }
  return {};
}

// The index as the engine takes it: one of CreateTable's with the request's definitions of attributes beside it.
std::string added_index_definition(const RequestNode& request, const RequestNode& index) {
  JsonNode definition = to_json(index);
  add_json_member("AttributeDefinitions", to_json(*request.find("AttributeDefinitions")), &definition);
  return print_json(definition);
}

}  // namespace

constexpr Shape kUpdateTableRequest = structure(kUpdateMembers);

// All that can be refused is refused before the first change; the index comes first, because it may still fail.
Status update_table(const Call& call) {
  const RequestNode& request = call.request;
  const std::string_view name = requested_table(call);
  const int64_t now_ms = wall_clock_ms();
  SHEAF_RETURN_IF_ERROR(check_subjects(request));
  SHEAF_ASSIGN_OR_RETURN(const IndexChanges changes, index_changes_of(request));
  {
    SHEAF_ASSIGN_OR_RETURN(const Database::TableNow now, call.database->table_now(name));
    const TableDef& def = now.table->def();
    SHEAF_RETURN_IF_ERROR(check_streams(request, name));
    if (changes.count > 1) return Status(Error::kIndexChanges, {std::to_string(changes.count), name});
    if (changes.count > 0 && request.has("ProvisionedThroughput")) {
      return invalid_parameter("You cannot create or delete index while updating table IOPS");
    }
    JsonNode kept = parse_kept_json(def.kept_json);
    SHEAF_RETURN_IF_ERROR(change_settings({request, def, now_ms}, &kept));
  }
  if (changes.created != nullptr) {
    const std::string definition = added_index_definition(request, *changes.created);
    SHEAF_RETURN_IF_ERROR(in_request(call, call.database->add_index(name, definition)));
  }
  if (changes.dropped != nullptr) {
    SHEAF_RETURN_IF_ERROR(call.database->drop_index(name, *changes.dropped->text_of("IndexName")));
  }
  SHEAF_RETURN_IF_ERROR(call.database->change_kept(name, [&](const TableDef& def, JsonNode* kept) {
    return change_settings({request, def, now_ms}, kept);
  }));
  return write_table(call, "TableDescription", name);
}

}  // namespace sheaf::protocol
