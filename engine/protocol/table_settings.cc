// The small operations around a table: tags, time to live, limits, endpoints, backups (dynamodb-semantics.md 5.3, 5.14). What they
// set is kept and answered.
#include "engine/base/clock.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/kept_settings.h"
#include "engine/protocol/request_json.h"
#include "engine/protocol/table_access.h"
#include "engine/protocol/table_names.h"
#include "engine/protocol/table_shapes.h"
#include "engine/schema/json_make.h"

namespace sheaf::protocol {
namespace {

constexpr Shape kArn = text(1, 1283);
constexpr Shape kTagKeys = list_of(&kTagKey);
constexpr MemberShape kTagMembersOfRequest[] = {
    {"ResourceArn", &kArn, Need::kRequired},
    {"Tags", &kTagList, Need::kRequired},
};
constexpr MemberShape kUntagMembers[] = {
    {"ResourceArn", &kArn, Need::kRequired},
    {"TagKeys", &kTagKeys, Need::kRequired},
};
constexpr MemberShape kListTagsMembers[] = {{"ResourceArn", &kArn, Need::kRequired}};
constexpr MemberShape kTimeToLiveMembers[] = {
    {"AttributeName", &kKeyAttributeName, Need::kRequired},
    {"Enabled", &kBoolean, Need::kRequired},
};
constexpr Shape kTimeToLive = structure(kTimeToLiveMembers);
constexpr MemberShape kUpdateTimeToLiveMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"TimeToLiveSpecification", &kTimeToLive, Need::kRequired},
};

constexpr Shape kTagRequest = structure(kTagMembersOfRequest);
constexpr Shape kUntagRequest = structure(kUntagMembers);
constexpr Shape kListTagsRequest = structure(kListTagsMembers);
constexpr Shape kUpdateTimeToLiveRequest = structure(kUpdateTimeToLiveMembers);
constexpr Shape kNothing = structure({});

// ---- tags ----

// The table of the request's ARN; `unknown` is the error when there is none.
Result<std::string_view> tagged_table(const Call& call, const Status& unknown) {
  const std::string_view arn = *call.request.text_of("ResourceArn");
  if (!is_arn_text(arn)) {
    return parameter_fault("Invalid TableArn: Invalid ResourceArn provided as input " + std::string(arn));
  }
  const std::optional<std::string_view> table = table_of_arn(arn);
  return table.has_value() ? Result<std::string_view>(*table) : Result<std::string_view>(unknown);
}

// What a lookup ended with, but for a table that is not there.
Status told(Status status, const Status& unknown) { return status.is(Error::kNoTable) ? unknown : std::move(status); }

Status arn_unknown(const Call& call) { return Status(Error::kArnUnknown, {*call.request.text_of("ResourceArn")}); }

// DynamoDB does not tell those who may not know which tables there are.
Status list_refused(const Call& call) {
  const std::string user = "arn:aws:iam::" + std::string(kAccount) + ":root";
  return Status(Error::kAccessDenied,
                {"User: " + user + " is not authorized to perform: dynamodb:ListTagsOfResource on resource: " +
                 std::string(*call.request.text_of("ResourceArn"))});
}

Status tag_resource(const Call& call) {
  const RequestNode& tags = *call.request.find("Tags");
  const Status unknown = arn_unknown(call);
  SHEAF_ASSIGN_OR_RETURN(const std::string_view table, tagged_table(call, unknown));
  if (tags.items().empty()) return parameter_fault("Atleast one Tag needs to be provided as Input.");
  const auto add = [&](const TableDef&, JsonNode* kept) { return add_tags(to_json(tags), kept); };
  return told(call.database->change_kept(table, add), unknown);
}

Status untag_resource(const Call& call) {
  const RequestNode& keys = *call.request.find("TagKeys");
  const Status unknown = arn_unknown(call);
  SHEAF_ASSIGN_OR_RETURN(const std::string_view table, tagged_table(call, unknown));
  if (keys.items().empty()) return parameter_fault("Atleast one Tag Key needs to be provided as Input.");
  const auto remove = [&](const TableDef&, JsonNode* kept) {
    for (const RequestNode* const key : keys.items()) remove_tag(key->text(), kept);
    return Status();
  };
  return told(call.database->change_kept(table, remove), unknown);
}

Status list_tags(const Call& call) {
  const Status unknown = list_refused(call);
  SHEAF_ASSIGN_OR_RETURN(const std::string_view name, tagged_table(call, unknown));
  const Result<std::shared_ptr<OpenTable>> table = call.database->open_table(name);
  if (!table.ok()) return told(table.status(), unknown);
  const JsonNode kept = parse_kept_json((*table)->def().kept_json);
  const JsonNode* const tags = find_of_kind(&kept, "Tags", JsonNode::Kind::kArray);
  call.response.name("Tags");
  call.response.json(tags == nullptr ? "[]" : print_json(*tags));
  return {};
}

// ---- time to live ----

Status describe_time_to_live(const Call& call) {
  SHEAF_ASSIGN_OR_RETURN(const std::shared_ptr<OpenTable> table, call.database->open_table(requested_table(call)));
  const TimeToLive now = time_to_live_of(parse_kept_json(table->def().kept_json));
  call.response.name("TimeToLiveDescription");
  call.response.begin_object();
  call.response.text_member("TimeToLiveStatus", now.is_enabled ? "ENABLED" : "DISABLED");
  if (now.is_enabled) call.response.text_member("AttributeName", now.attribute);
  call.response.end_object();
  return {};
}

Status update_time_to_live(const Call& call) {
  const RequestNode& wanted = *call.request.find("TimeToLiveSpecification");
  const TimeToLive next{std::string(*wanted.text_of("AttributeName")), wanted.find("Enabled")->truth()};
  const auto set = [&](const TableDef&, JsonNode* kept) { return set_time_to_live(next, wall_clock_ms(), kept); };
  SHEAF_RETURN_IF_ERROR(call.database->change_kept(requested_table(call), set));
  call.response.name("TimeToLiveSpecification");
  call.response.json(print_json(to_json(wanted)));
  return {};
}

// ---- the service ----

// DynamoDB's quotas for new accounts; nothing here is held to them.
Status describe_limits(const Call& call) {
  call.response.number_member("AccountMaxReadCapacityUnits", 80000);
  call.response.number_member("AccountMaxWriteCapacityUnits", 80000);
  call.response.number_member("TableMaxReadCapacityUnits", 40000);
  call.response.number_member("TableMaxWriteCapacityUnits", 40000);
  return {};
}

// There is no address to call; this one never leaves the machine.
Status describe_endpoints(const Call& call) {
  call.response.name("Endpoints");
  call.response.begin_array();
  call.response.begin_object();
  call.response.text_member("Address", "dynamodb." + std::string(kRegion) + ".localhost");
  call.response.number_member("CachePeriodInMinutes", 1440);
  call.response.end_object();
  call.response.end_array();
  return {};
}

Status describe_continuous_backups(const Call& call) {
  const std::string_view name = requested_table(call);
  const Result<std::shared_ptr<OpenTable>> table = call.database->open_table(name);
  if (!table.ok()) return told(table.status(), Status(Error::kBackupsTableMissing, {name}));
  call.response.name("ContinuousBackupsDescription");
  call.response.begin_object();
  call.response.text_member("ContinuousBackupsStatus", "DISABLED");
  call.response.name("PointInTimeRecoveryDescription");
  call.response.begin_object();
  call.response.text_member("PointInTimeRecoveryStatus", "DISABLED");
  call.response.end_object();
  call.response.end_object();
  return {};
}

constexpr Operation kOperations[] = {
    {"TagResource", &kTagRequest, tag_resource, Body::kEmpty},
    {"UntagResource", &kUntagRequest, untag_resource, Body::kEmpty},
    {"ListTagsOfResource", &kListTagsRequest, list_tags},
    {"DescribeTimeToLive", &kNameRequest, describe_time_to_live},
    {"UpdateTimeToLive", &kUpdateTimeToLiveRequest, update_time_to_live},
    {"DescribeLimits", &kNothing, describe_limits},
    {"DescribeEndpoints", &kNothing, describe_endpoints},
    {"DescribeContinuousBackups", &kNameRequest, describe_continuous_backups},
};

}  // namespace

std::span<const Operation> setting_operations() { return kOperations; }

}  // namespace sheaf::protocol
