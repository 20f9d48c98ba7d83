// LegacyTerms: the parameters that came before expressions (dynamodb-semantics.md 5.18, 4.12), translated into expressions with
// placeholders of our own, so that there is one evaluation.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/protocol/expressions.h"
#include "engine/protocol/legacy_conditions.h"
#include "engine/protocol/shapes.h"

namespace sheaf::protocol {

inline constexpr Shape kComparisonOperator =
    enumeration("[IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]");
inline constexpr MemberShape kExpectedMembersOfAttribute[] = {
    {"Value", &kValue},
    {"Exists", &kBoolean},
    {"ComparisonOperator", &kComparisonOperator},
    {"AttributeValueList", &kValues},
};
inline constexpr Shape kExpectedOfAttribute = structure(kExpectedMembersOfAttribute);
inline constexpr Shape kExpected = map_of(&kExpectedOfAttribute, 0, kMaxLegacyAttributes);
inline constexpr MemberShape kConditionMembers[] = {
    {"AttributeValueList", &kValues},
    {"ComparisonOperator", &kComparisonOperator, Need::kRequired},
};
inline constexpr Shape kLegacyCondition = structure(kConditionMembers);
inline constexpr Shape kLegacyConditions = map_of(&kLegacyCondition, 0, kMaxLegacyAttributes);
inline constexpr Shape kUpdateAction = enumeration("[ADD, DELETE, PUT]");
inline constexpr MemberShape kUpdateMembersOfAttribute[] = {
    {"Value", &kValue},
    {"Action", &kUpdateAction},
};
inline constexpr Shape kUpdateOfAttribute = structure(kUpdateMembersOfAttribute);
inline constexpr Shape kAttributeUpdates = map_of(&kUpdateOfAttribute, 0, kMaxLegacyAttributes);

// The values in the request's legacy parameters are well formed. Error: the fault of the first that is not.
Status check_legacy_values(const RequestNode& request);

// Owns the texts that expression sets borrow, and so must not move while one is used. Each add_* does nothing when the request has no
// such parameter, and comes after read_expressions. Error of all: Parameters.
class LegacyTerms {
 public:
  LegacyTerms() = default;
  LegacyTerms(const LegacyTerms&) = delete;
  LegacyTerms& operator=(const LegacyTerms&) = delete;

  Status add_expected(const RequestNode& request, ExpressionSet* out);
  Status add_updates(const RequestNode& request, ExpressionSet* out);
  Status add_key_conditions(const RequestNode& request, ExpressionSet* out);
  // QueryFilter, which may not name attributes of the key: see told.
  Status add_query_filter(const RequestNode& request, ExpressionSet* out);
  Status add_scan_filter(const RequestNode& request, ExpressionSet* out);
  Status add_attributes_to_get(const RequestNode& request, ExpressionSet* out);

  // An error in the words of the older parameters, where the terms were translated and those words are others.
  Status told(Status status) const;

 private:
  Status add_filter(const RequestNode& request, std::string_view member, ExpressionSet* out);
  std::string_view conditions(const std::vector<LegacyCondition>& given, std::string_view joining, ExpressionSet* out);
  // Placeholders that the set does not have yet.
  std::string_view name_for(std::string_view attribute, ExpressionSet* out);
  std::string_view value_for(ValueView value, ExpressionSet* out);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::string name_prefix_ = "#_";  // that of no name, and no value, of the user's own
  std::string value_prefix_ = ":_";
  bool has_updates_ = false;
  bool has_query_filter_ = false;
};

}  // namespace sheaf::protocol
