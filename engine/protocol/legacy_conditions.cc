#include "engine/protocol/legacy_conditions.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "engine/protocol/expressions.h"

namespace sheaf::protocol {
namespace {

enum class Operands : uint8_t { kNone, kOne, kTwo, kSome };
enum class Types : uint8_t { kAny, kOrdered, kTexts };  // all; S, N and B; S and B

struct Rules {
  std::string_view name;
  Operands operands;
  Types types;
};

// In the order of LegacyOperator.
constexpr Rules kRules[] = {
    {"EQ", Operands::kOne, Types::kAny},
    {"NE", Operands::kOne, Types::kAny},
    {"LE", Operands::kOne, Types::kOrdered},
    {"LT", Operands::kOne, Types::kOrdered},
    {"GE", Operands::kOne, Types::kOrdered},
    {"GT", Operands::kOne, Types::kOrdered},
    {"CONTAINS", Operands::kOne, Types::kOrdered},
    {"NOT_CONTAINS", Operands::kOne, Types::kOrdered},
    {"BEGINS_WITH", Operands::kOne, Types::kTexts},
    {"NULL", Operands::kNone, Types::kAny},
    {"NOT_NULL", Operands::kNone, Types::kAny},
    {"IN", Operands::kSome, Types::kOrdered},
    {"BETWEEN", Operands::kTwo, Types::kOrdered},
};

const Rules& rules_of(LegacyOperator op) { return kRules[static_cast<size_t>(op)]; }

Status invalid_for(std::string_view text, std::string_view attribute) {
  return invalid_parameter(std::string(text) + " for Attribute: " + std::string(attribute));
}

// The word is one of the enum's.
LegacyOperator operator_of(std::string_view word) {
  const auto* const found =
      std::find_if(std::begin(kRules), std::end(kRules), [word](const Rules& rules) { return rules.name == word; });
  return static_cast<LegacyOperator>(found - std::begin(kRules));
}

bool fits(Operands operands, size_t count) {
  switch (operands) {
    case Operands::kNone:
      return count == 0;
    case Operands::kOne:
      return count == 1;
    case Operands::kTwo:
      return count == 2;
    case Operands::kSome:
      break;
  }
  return count > 0;
}

bool fits(Types types, Type type) {
  const bool is_text = type == Type::kString || type == Type::kBinary;
  return types == Types::kAny || is_text || (types == Types::kOrdered && type == Type::kNumber);
}

Status check_operands(const LegacyCondition& condition) {
  const Rules& rules = rules_of(condition.op);
  const std::vector<ValueView>& operands = condition.operands;
  if (!fits(rules.operands, operands.size())) {
    return invalid_parameter("Invalid number of argument(s) for the " + std::string(rules.name) +
                             " ComparisonOperator");
  }
  if (operands.empty()) return {};
  const Type type = operands.front().type;
  if (std::any_of(operands.begin(), operands.end(), [type](ValueView value) { return value.type != type; })) {
    return invalid_parameter("AttributeValues inside AttributeValueList must all be of the same type");
  }
  if (!fits(rules.types, type)) {
    return invalid_parameter("ComparisonOperator " + std::string(rules.name) + " is not valid for " + type_tag(type) +
                             " AttributeValue type");
  }
  // Stored forms sort like their values.
  if (condition.op == LegacyOperator::kBetween && operands[1].data < operands[0].data) {
    return parameter_fault(
        "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
  }
  return {};
}

std::vector<ValueView> values_of(const RequestNode* node) {
  std::vector<ValueView> values;
  if (node == nullptr) return values;
  for (const ParsedAttribute& attribute : node->attributes()) values.push_back(attribute.value.view());
  return values;
}

// {Value, Exists} or {ComparisonOperator, AttributeValueList}; with an operator, Value may stand for a list of one.
Status read_expectation(const RequestNode& node, LegacyCondition* out) {
  const RequestNode* const value = node.find("Value");
  const RequestNode* const list = node.find("AttributeValueList");
  const RequestNode* const exists = node.find("Exists");
  const std::string_view attribute = out->attribute;
  if (value != nullptr && list != nullptr) {
    return invalid_for("Value and AttributeValueList cannot be used together", attribute);
  }
  if (const std::optional<std::string_view> word = node.text_of("ComparisonOperator")) {
    if (exists != nullptr) return invalid_for("Exists and ComparisonOperator cannot be used together", attribute);
    out->op = operator_of(*word);
    if (value == nullptr && list == nullptr && rules_of(out->op).operands != Operands::kNone) {
      return invalid_for("Value or AttributeValueList must be used with ComparisonOperator: " + std::string(*word),
                         attribute);
    }
    out->operands = values_of(value != nullptr ? value : list);
    return check_operands(*out);
  }
  if (list != nullptr) return invalid_for("AttributeValueList can only be used with a ComparisonOperator", attribute);
  const bool must_exist = exists == nullptr || exists->truth();
  if (must_exist && value == nullptr) {
    const std::string_view shown = exists == nullptr ? "null" : "true";
    return invalid_for("Value must be provided when Exists is " + std::string(shown), attribute);
  }
  if (!must_exist && value != nullptr) return invalid_for("Value cannot be used when Exists is false", attribute);
  out->op = must_exist ? LegacyOperator::kEqual : LegacyOperator::kNull;
  out->operands = values_of(value);
  return {};
}

}  // namespace

Result<std::vector<LegacyCondition>> read_conditions(const RequestNode& conditions) {
  std::vector<LegacyCondition> read;
  for (size_t i = 0; i < conditions.items().size(); ++i) {
    const RequestNode& node = *conditions.items()[i];
    LegacyCondition& condition = read.emplace_back();
    condition.attribute = conditions.names()[i].name;
    condition.op = operator_of(*node.text_of("ComparisonOperator"));
    condition.operands = values_of(node.find("AttributeValueList"));
    SHEAF_RETURN_IF_ERROR(check_operands(condition));
  }
  return read;
}

Result<std::vector<LegacyCondition>> read_expected(const RequestNode& expected) {
  std::vector<LegacyCondition> read;
  for (size_t i = 0; i < expected.items().size(); ++i) {
    LegacyCondition& condition = read.emplace_back();
    condition.attribute = expected.names()[i].name;
    SHEAF_RETURN_IF_ERROR(read_expectation(*expected.items()[i], &condition));
  }
  return read;
}

Status check_conditional_operator(const RequestNode& request, std::string_view parameter) {
  if (!request.has("ConditionalOperator")) return {};
  const RequestNode* const conditions = request.find(parameter);
  const size_t count = conditions != nullptr ? conditions->items().size() : 0;
  if (count == 0) return parameter_fault("ConditionalOperator cannot be used without Filter or Expected");
  if (count > 1) return {};
  return parameter_fault("ConditionalOperator can only be used when Filter or Expected has two or more elements");
}

}  // namespace sheaf::protocol
