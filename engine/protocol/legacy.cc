#include "engine/protocol/legacy.h"

#include <algorithm>
#include <set>

namespace sheaf::protocol {
namespace {

constexpr std::string_view kParametersWithConditions[] = {"Expected", "KeyConditions", "QueryFilter", "ScanFilter"};

std::string joined(std::string_view left, std::string_view word, std::string_view right) {
  std::string text(left);
  text += ' ';
  text += word;
  text += ' ';
  text += right;
  return text;
}

std::string called(std::string_view function, std::string_view first, std::string_view second = {}) {
  std::string text(function);
  text += '(';
  text += first;
  if (!second.empty()) text += ", ";
  text += second;
  return text + ')';
}

std::string_view comparator_of(LegacyOperator op) {
  switch (op) {
    case LegacyOperator::kNotEqual:
      return "<>";
    case LegacyOperator::kLessEqual:
      return "<=";
    case LegacyOperator::kLess:
      return "<";
    case LegacyOperator::kGreaterEqual:
      return ">=";
    case LegacyOperator::kGreater:
      return ">";
    default:
      return "=";
  }
}

std::string list_of(const std::vector<std::string_view>& members) {
  std::string list;
  for (const std::string_view member : members) {
    if (!list.empty()) list += ", ";
    list += member;
  }
  return list;
}

std::string condition_text(LegacyOperator op, std::string_view name, const std::vector<std::string_view>& operands) {
  switch (op) {
    case LegacyOperator::kContains:
      return called("contains", name, operands[0]);
    case LegacyOperator::kNotContains:  // does not hold where the attribute is missing
      return "(attribute_exists(" + std::string(name) + ") AND NOT " + called("contains", name, operands[0]) + ")";
    case LegacyOperator::kBeginsWith:
      return called("begins_with", name, operands[0]);
    case LegacyOperator::kNull:
      return called("attribute_not_exists", name);
    case LegacyOperator::kNotNull:
      return called("attribute_exists", name);
    case LegacyOperator::kIn:
      return joined(name, "IN", called("", list_of(operands)));
    case LegacyOperator::kBetween:
      return joined(name, "BETWEEN", joined(operands[0], "AND", operands[1]));
    default:
      return joined(name, comparator_of(op), operands[0]);
  }
}

std::string_view joining_of(const RequestNode& request) {
  return request.text_of("ConditionalOperator").value_or("AND");
}

// Placeholders are no longer than kMaxPlaceholderBytes.
void avoid(std::string_view placeholder, std::string* prefix) {
  while (placeholder.starts_with(*prefix)) prefix->push_back('_');
}

bool is_indexable(LegacyOperator op) {
  switch (op) {
    case LegacyOperator::kEqual:
    case LegacyOperator::kLessEqual:
    case LegacyOperator::kLess:
    case LegacyOperator::kGreaterEqual:
    case LegacyOperator::kGreater:
    case LegacyOperator::kBeginsWith:
    case LegacyOperator::kBetween:
      return true;
    default:
      return false;
  }
}

}  // namespace

Status check_legacy_values(const RequestNode& request) {
  for (const std::string_view parameter : kParametersWithConditions) {
    const RequestNode* const conditions = request.find(parameter);
    if (conditions == nullptr) continue;
    for (const RequestNode* const condition : conditions->items()) {
      SHEAF_RETURN_IF_ERROR(check_values(condition->find("Value")));
      SHEAF_RETURN_IF_ERROR(check_values(condition->find("AttributeValueList")));
    }
  }
  const RequestNode* const updates = request.find("AttributeUpdates");
  if (updates == nullptr) return {};
  for (const RequestNode* const update : updates->items()) SHEAF_RETURN_IF_ERROR(check_values(update->find("Value")));
  return {};
}

std::string_view LegacyTerms::name_for(std::string_view attribute, ExpressionSet* out) {
  const std::string_view placeholder = keep(name_prefix_ + std::to_string(out->names.size()));
  out->names.push_back({placeholder, attribute});
  return placeholder;
}

std::string_view LegacyTerms::value_for(ValueView value, ExpressionSet* out) {
  const std::string_view placeholder = keep(value_prefix_ + std::to_string(out->values.size()));
  out->values.push_back({placeholder, value});
  return placeholder;
}

std::string_view LegacyTerms::conditions(const std::vector<LegacyCondition>& given, std::string_view joining,
                                         ExpressionSet* out) {
  std::string text;
  std::vector<std::string_view> operands;
  for (const LegacyCondition& condition : given) {
    const std::string_view name = name_for(condition.attribute, out);
    operands.clear();
    for (const ValueView operand : condition.operands) operands.push_back(value_for(operand, out));
    if (!text.empty()) text.append(" ").append(joining).append(" ");
    text += condition_text(condition.op, name, operands);
  }
  return keep(std::move(text));
}

Status LegacyTerms::add_expected(const RequestNode& request, ExpressionSet* out) {
  SHEAF_RETURN_IF_ERROR(check_conditional_operator(request, "Expected"));
  const RequestNode* const expected = request.find("Expected");
  if (expected == nullptr) return {};
  SHEAF_ASSIGN_OR_RETURN(const std::vector<LegacyCondition> given, read_expected(*expected));
  if (given.empty()) return {};
  out->condition = conditions(given, joining_of(request), out);
  out->origin = TextOrigin::kTranslated;
  return {};
}

Status LegacyTerms::add_key_conditions(const RequestNode& request, ExpressionSet* out) {
  const RequestNode* const node = request.find("KeyConditions");
  if (node == nullptr) return {};
  // No key has more attributes; how many this one has is told later.
  if (node->count() == 0 || node->count() > 2 * kMaxIndexKeyParts) {
    return parameter_fault("Conditions can be of length 1 or 2 only");
  }
  SHEAF_ASSIGN_OR_RETURN(const std::vector<LegacyCondition> given, read_conditions(*node));
  if (std::any_of(given.begin(), given.end(),
                  [](const LegacyCondition& condition) { return !is_indexable(condition.op); })) {
    return parameter_fault("Attempted conditional constraint is not an indexable operation");
  }
  // Expressions of the user's own may stand beside these: their placeholders are taken, and the limits hold for them.
  for (const StatementName& name : out->names) avoid(name.placeholder, &name_prefix_);
  for (const AttributeView& value : out->values) avoid(value.name, &value_prefix_);
  const bool has_own = request.has("FilterExpression") || request.has("ProjectionExpression");
  out->key = conditions(given, "AND", out);
  if (!has_own) out->origin = TextOrigin::kTranslated;
  return {};
}

Status LegacyTerms::add_filter(const RequestNode& request, std::string_view parameter, ExpressionSet* out) {
  SHEAF_RETURN_IF_ERROR(check_conditional_operator(request, parameter));
  const RequestNode* const node = request.find(parameter);
  if (node == nullptr) return {};
  SHEAF_ASSIGN_OR_RETURN(const std::vector<LegacyCondition> given, read_conditions(*node));
  if (given.empty()) return {};
  out->filter = conditions(given, joining_of(request), out);
  out->origin = TextOrigin::kTranslated;
  return {};
}

Status LegacyTerms::add_query_filter(const RequestNode& request, ExpressionSet* out) {
  has_query_filter_ = request.has("QueryFilter");
  return add_filter(request, "QueryFilter", out);
}

Status LegacyTerms::add_scan_filter(const RequestNode& request, ExpressionSet* out) {
  return add_filter(request, "ScanFilter", out);
}

Status LegacyTerms::add_attributes_to_get(const RequestNode& request, ExpressionSet* out) {
  const RequestNode* const node = request.find("AttributesToGet");
  if (node == nullptr) return {};
  std::set<std::string_view> attributes;
  std::vector<std::string_view> names;
  for (const RequestNode* const attribute : node->items()) {
    if (!attributes.insert(attribute->text()).second) {
      return invalid_parameter("Duplicate value in attribute name: " + std::string(attribute->text()));
    }
    names.push_back(name_for(attribute->text(), out));
  }
  out->projection = keep(list_of(names));
  out->origin = TextOrigin::kTranslated;
  return {};
}

Status LegacyTerms::told(Status status) const {
  if (has_updates_ && status.is(Error::kUpdateOperandType)) return Status(Error::kLegacyUpdateType);
  if (has_query_filter_ && status.is(Error::kFilterOnKey)) return Status(Error::kLegacyFilterOnKey, {status.field(0)});
  return status;
}

}  // namespace sheaf::protocol
