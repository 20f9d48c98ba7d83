// Query and Scan (dynamodb-semantics.md 5.8, 5.9).
#include "engine/protocol/call.h"
#include "engine/protocol/capacity.h"
#include "engine/protocol/expressions.h"
#include "engine/protocol/item_access.h"
#include "engine/protocol/legacy.h"
#include "engine/protocol/rehearsal.h"

namespace sheaf::protocol {
namespace {

constexpr int64_t kMostRows = std::numeric_limits<int32_t>::max();
constexpr Shape kQueryLimit = integer(1, kMostRows, Shape::RangeText::kWithoutValue);
constexpr Shape kScanLimit = integer(1, kMostRows);
constexpr Shape kSegment = integer(0, kMaxScanSegments - 1);
constexpr Shape kTotalSegments = integer(1, kMaxScanSegments);
constexpr Shape kSelect = enumeration("[SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]");

constexpr MemberShape kQueryMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"IndexName", &kIndexName},
    {"Select", &kSelect},
    {"AttributesToGet", &kAttributesToGet},
    {"Limit", &kQueryLimit},
    {"ConsistentRead", &kBoolean},
    {"KeyConditions", &kLegacyConditions},
    {"QueryFilter", &kLegacyConditions},
    {"ConditionalOperator", &kConditionalOperator},
    {"ScanIndexForward", &kBoolean},
    {"ExclusiveStartKey", &kAttributes},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"ProjectionExpression", &kText},
    {"FilterExpression", &kText},
    {"KeyConditionExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
};
constexpr MemberShape kScanMembers[] = {
    {"TableName", &kTableRef, Need::kRequired},
    {"IndexName", &kIndexName},
    {"AttributesToGet", &kAttributesToGet},
    {"Limit", &kScanLimit},
    {"Select", &kSelect},
    {"ScanFilter", &kLegacyConditions},
    {"ConditionalOperator", &kConditionalOperator},
    {"ExclusiveStartKey", &kAttributes},
    {"ReturnConsumedCapacity", &kReturnConsumedCapacity},
    {"TotalSegments", &kTotalSegments},
    {"Segment", &kSegment},
    {"ProjectionExpression", &kText},
    {"FilterExpression", &kText},
    {"ExpressionAttributeNames", &kNames},
    {"ExpressionAttributeValues", &kAttributes},
    {"ConsistentRead", &kBoolean},
};
constexpr Shape kQueryRequest = structure(kQueryMembers);
constexpr Shape kScanRequest = structure(kScanMembers);

constexpr std::string_view kQueryExpressions[] = {"KeyConditionExpression", "FilterExpression", "ProjectionExpression"};
constexpr std::string_view kQueryWithValues[] = {"FilterExpression", "KeyConditionExpression"};
constexpr std::string_view kQueryLegacy[] = {"AttributesToGet", "QueryFilter", "KeyConditions", "ConditionalOperator"};
// Beside expressions that are no key condition the old key conditions are let pass.
constexpr std::string_view kQueryLegacyBesideKeys[] = {"AttributesToGet", "QueryFilter", "ConditionalOperator"};
constexpr std::string_view kScanExpressions[] = {"FilterExpression", "ProjectionExpression"};
constexpr std::string_view kScanWithValues[] = {"FilterExpression"};
constexpr std::string_view kScanLegacy[] = {"AttributesToGet", "ScanFilter", "ConditionalOperator"};

enum class Select : uint8_t { kDefault, kAll, kProjected, kSpecific, kCount };

Select read_select(const RequestNode& request) {
  const std::optional<std::string_view> word = request.text_of("Select");
  if (!word.has_value()) return Select::kDefault;
  if (*word == "COUNT") return Select::kCount;
  if (*word == "ALL_ATTRIBUTES") return Select::kAll;
  return *word == "ALL_PROJECTED_ATTRIBUTES" ? Select::kProjected : Select::kSpecific;
}

// One page on its way from a request to its response.
class PageRead {
 public:
  PageRead(const Call& call, StatementKind kind)
      : call_(call), request_(call.request), kind_(kind), select_(read_select(call.request)) {}

  Status run() {
    SHEAF_RETURN_IF_ERROR(read());
    return in_order(expressions_, legacy_.told(answer()));
  }

 private:
  bool is_query() const { return kind_ == StatementKind::kQuery; }

  ParameterNames parameters() const {
    if (!is_query()) return {kScanExpressions, kScanWithValues, kScanLegacy};
    if (request_.has("KeyConditionExpression")) return {kQueryExpressions, kQueryWithValues, kQueryLegacy};
    return {kQueryExpressions, kQueryWithValues, kQueryLegacyBesideKeys};
  }

  // All that needs no table.
  Status read() {
    SHEAF_RETURN_IF_ERROR(check_parameters(request_, parameters()));
    SHEAF_RETURN_IF_ERROR(check_legacy_values(request_));
    SHEAF_RETURN_IF_ERROR(check_start_values());
    SHEAF_RETURN_IF_ERROR(check_select());
    SHEAF_RETURN_IF_ERROR(check_segments());
    SHEAF_RETURN_IF_ERROR(read_expressions(request_, &expressions_));
    SHEAF_RETURN_IF_ERROR(legacy_.add_attributes_to_get(request_, &expressions_));
    if (!is_query()) return legacy_.add_scan_filter(request_, &expressions_);
    SHEAF_RETURN_IF_ERROR(legacy_.add_key_conditions(request_, &expressions_));
    SHEAF_RETURN_IF_ERROR(legacy_.add_query_filter(request_, &expressions_));
    return expressions_.key.has_value() ? Status() : Status(Error::kKeyConditionMissing);
  }

  // What is wrong with a number or a set is told as it is, anything else as the start key's.
  Status check_start_values() const {
    const RequestNode* const start = request_.find("ExclusiveStartKey");
    if (start == nullptr || start->fault().ok()) return {};
    switch (start->fault().error()) {
      case Error::kNumberSyntax:
      case Error::kNumberPrecision:
      case Error::kNumberOverflow:
      case Error::kNumberUnderflow:
      case Error::kStringSetDuplicate:
      case Error::kBinarySetDuplicate:
      case Error::kNumberSetDuplicate:
        return start->fault();
      default:
        return parameter_fault("The provided starting key is invalid: " + start->fault().aws_message());
    }
  }

  Status check_select() const {
    const bool projects = request_.has("ProjectionExpression") || request_.has("AttributesToGet");
    if (select_ == Select::kProjected && !request_.has("IndexName")) {
      return parameter_fault("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    }
    if (select_ == Select::kSpecific && !projects) {
      return parameter_fault(
          "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
    }
    if (select_ == Select::kDefault || select_ == Select::kSpecific || !projects) return {};
    const std::string_view member = request_.has("ProjectionExpression") ? "ProjectionExpression" : "AttributesToGet";
    return parameter_fault("Cannot specify the " + std::string(member) + " when choosing to get " +
                           std::string(*request_.text_of("Select")));
  }

  Status check_segments() const {
    const RequestNode* const segment = request_.find("Segment");
    const RequestNode* const total = request_.find("TotalSegments");
    if (segment != nullptr && total == nullptr) {
      return parameter_fault(
          "The TotalSegments parameter is required but was not present in the request when Segment parameter is "
          "present");
    }
    if (total != nullptr && segment == nullptr) {
      return parameter_fault(
          "The Segment parameter is required but was not present in the request when parameter TotalSegments is "
          "present");
    }
    if (segment == nullptr || segment->number() < total->number()) return {};
    return Status(Error::kSegmentInvalid, {std::to_string(segment->number()), std::to_string(total->number())});
  }

  // What an index cannot give.
  Status check_index(const OpenTable& table) const {
    const std::optional<std::string_view> name = request_.text_of("IndexName");
    const OpenIndex* const index = name.has_value() ? table.find_index(*name) : nullptr;
    if (index == nullptr || index->def->kind == IndexKind::kLocal) return {};
    if (request_.is_true("ConsistentRead")) return Status(Error::kConsistentGlobalIndex, {*name});
    if (select_ != Select::kAll || index->def->projection.kind == ProjectionKind::kAll) return {};
    return invalid_parameter("Select type ALL_ATTRIBUTES is not supported for global secondary index " +
                             std::string(*name) + " because its projection type is not ALL");
  }

  StatementText text() const {
    StatementText text;
    text.kind = kind_;
    text.api = ApiMode::kDynamoDb;
    text.answer = select_ == Select::kCount ? StatementAnswer::kCount : StatementAnswer::kRows;
    text.read.index = request_.text_of("IndexName");
    text.read.key = expressions_.key;
    text.read.filter = expressions_.filter;
    text.read.projection = expressions_.projection;
    const RequestNode* const forward = request_.find("ScanIndexForward");
    if (forward != nullptr && !forward->truth()) text.read.direction = Direction::kBackward;
    if (select_ == Select::kAll && text.read.index.has_value()) text.read.content = RowContent::kFullItem;
    text.names = expressions_.names;
    text.origin = expressions_.origin;
    if (const RequestNode* const limit = request_.find("Limit"))
      text.row_limit = static_cast<uint64_t>(limit->number());
    if (const RequestNode* const segment = request_.find("Segment")) {
      text.segment = static_cast<uint32_t>(segment->number());
      text.total_segments = static_cast<uint32_t>(request_.find("TotalSegments")->number());
    }
    return text;
  }

  Status answer() {
    SHEAF_ASSIGN_OR_RETURN(const TableHandle table, find_table(call_, *request_.text_of("TableName")));
    SHEAF_RETURN_IF_ERROR(check_index(*table.table));
    SHEAF_ASSIGN_OR_RETURN(const std::unique_ptr<Statement> statement,
                           Statement::prepare(call_.database, table, text()));
    SHEAF_RETURN_IF_ERROR(bind_values(expressions_, statement.get()));
    if (const RequestNode* const start = request_.find("ExclusiveStartKey")) {
      std::vector<AttributeView> key;
      for (const ParsedAttribute& attribute : start->attributes()) key.push_back(attribute.view());
      SHEAF_RETURN_IF_ERROR(statement->resume_after(key));
    }
    SHEAF_ASSIGN_OR_RETURN(const Step step, walk(statement.get()));
    call_.response.number_member("Count", statement->returned());
    call_.response.number_member("ScannedCount", statement->scanned());
    if (step == Step::kPage) SHEAF_RETURN_IF_ERROR(write_last_key(*statement));
    ConsumedCapacity capacity(request_);
    if (!capacity.is_wanted()) return {};
    const OpenIndex* const index = statement->read()->index();
    capacity.add_page(table.table->def().name, index != nullptr ? index->def : nullptr, statement->read_bytes(),
                      request_.is_true("ConsistentRead") ? CapacityRate::kStandard : CapacityRate::kEventual);
    capacity.write_single(&call_.response);
    return {};
  }

  Result<Step> walk(Statement* statement) const {
    JsonWriter& response = call_.response;
    if (select_ == Select::kCount) return statement->step();
    response.name("Items");
    response.begin_array();
    auto step = statement->give_rows(UINT64_MAX, [&](const ItemView& item) { return write_item(item, &response); });
    response.end_array();
    return step;
  }

  Status write_last_key(const Statement& statement) const {
    std::vector<NamedKeyValue> key;
    SHEAF_ASSIGN_OR_RETURN(const bool has_key, statement.last_key(&key));
    if (!has_key) return {};
    ItemBuilder builder;
    for (const NamedKeyValue& part : key) SHEAF_RETURN_IF_ERROR(builder.set(part.name, part.value.view()));
    return write_item_member("LastEvaluatedKey", builder.finish(), &call_.response);
  }

  const Call& call_;
  const RequestNode& request_;
  const StatementKind kind_;
  const Select select_;
  LegacyTerms legacy_;
  ExpressionSet expressions_;
};

Status query(const Call& call) { return PageRead(call, StatementKind::kQuery).run(); }
Status scan(const Call& call) { return PageRead(call, StatementKind::kScan).run(); }

constexpr Operation kOperations[] = {
    {"Query", &kQueryRequest, query},
    {"Scan", &kScanRequest, scan},
};

}  // namespace

std::span<const Operation> read_operations() { return kOperations; }

}  // namespace sheaf::protocol
