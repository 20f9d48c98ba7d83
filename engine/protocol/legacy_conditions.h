// Legacy conditions: Expected, KeyConditions, QueryFilter and ScanFilter, which came before expressions, read by DynamoDB's rules
// (dynamodb-semantics.md 5.18). Views borrow the request. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/protocol/request.h"

namespace sheaf::protocol {

enum class LegacyOperator : uint8_t {
  kEqual,
  kNotEqual,
  kLessEqual,
  kLess,
  kGreaterEqual,
  kGreater,
  kContains,
  kNotContains,
  kBeginsWith,
  kNull,     // the attribute is absent, whatever the name says
  kNotNull,  // it is there, of type NULL too
  kIn,
  kBetween,
};

struct LegacyCondition {
  std::string_view attribute;  // a dot is part of the name
  LegacyOperator op = LegacyOperator::kEqual;
  std::vector<ValueView> operands;
};

// The conditions of a map of {ComparisonOperator, AttributeValueList}. Error: Parameters, for operands of a wrong number, order
// or type.
Result<std::vector<LegacyCondition>> read_conditions(const RequestNode& conditions);

// Those of Expected, whose members may also be {Value, Exists}. Errors: as above, and for members that do not go together.
Result<std::vector<LegacyCondition>> read_expected(const RequestNode& expected);

// ConditionalOperator joins two conditions at least, of the parameter of that name. Error: Parameters.
Status check_conditional_operator(const RequestNode& request, std::string_view parameter);

}  // namespace sheaf::protocol
