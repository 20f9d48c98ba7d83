// The expressions of a request or of one action in it, with what their placeholders stand for, and the rules about which parameters
// go together (dynamodb-semantics.md 4.3, 4.4). Views borrow the request. Pure.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/db/statement.h"
#include "engine/protocol/request.h"

namespace sheaf::protocol {

struct ExpressionSet {
  std::optional<std::string_view> key;
  std::optional<std::string_view> filter;
  std::optional<std::string_view> projection;
  std::optional<std::string_view> update;
  std::optional<std::string_view> condition;
  std::vector<StatementName> names;   // "#s" stands for "Status"
  std::vector<AttributeView> values;  // ":v" and its value
  TextOrigin origin = TextOrigin::kUser;

  bool has_write_terms() const { return update.has_value() || condition.has_value(); }
};

// Which of its operation's members are expressions, and which are the older parameters that must not stand beside them.
struct ParameterNames {
  std::span<const std::string_view> expressions;  // all that names belong to
  std::span<const std::string_view> with_values;  // those of them that may use values, as DynamoDB's text names them
  std::span<const std::string_view> non_expressions;  // older parameters
};

inline constexpr std::string_view kConditionOnly[] = {"ConditionExpression"};
inline constexpr std::string_view kUpdateAndCondition[] = {"UpdateExpression", "ConditionExpression"};
inline constexpr std::string_view kProjectionOnly[] = {"ProjectionExpression"};
inline constexpr std::string_view kAttributesToGetOnly[] = {"AttributesToGet"};

// Error: Parameters, when old and new parameters stand together, or placeholders without an expression.
Status check_parameters(const RequestNode& request, const ParameterNames& parameters);

// The expressions as they stand in the request, and the placeholders of ExpressionAttributeNames and -Values. Error: Parameters, for
// ill-formed placeholders and what they stand for.
Status read_expressions(const RequestNode& request, ExpressionSet* out);

// Gives the values to a statement that was prepared from the expressions. Errors: ValuesUnused, those of Statement::bind.
Status bind_values(const ExpressionSet& expressions, Statement* statement);

// Error: ValuesUnused, with these placeholders.
Status unused_values(const std::vector<std::string_view>& unused);

// The fault of a value or an item in the request, if it has one.
Status check_values(const RequestNode* node);

Status parameter_fault(std::string_view text);
// The same behind "One or more parameter values were invalid: ".
Status invalid_parameter(std::string_view text);

}  // namespace sheaf::protocol
