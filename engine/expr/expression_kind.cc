#include "engine/expr/expression_kind.h"

namespace sheaf {

const char* expression_kind_name(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kCondition:
      return "ConditionExpression";
    case ExpressionKind::kFilter:
      return "FilterExpression";
    case ExpressionKind::kKeyCondition:
      return "KeyConditionExpression";
    case ExpressionKind::kUpdate:
      return "UpdateExpression";
    case ExpressionKind::kProjection:
      break;
  }
  return "ProjectionExpression";
}

Status expression_error(ExpressionKind kind, Error error, size_t offset,
                        std::initializer_list<std::string_view> fields) {
  constexpr size_t kMostFields = 4;
  std::string_view all[kMostFields] = {expression_kind_name(kind)};
  size_t count = 1;
  for (const std::string_view field : fields) {
    if (count < kMostFields) all[count++] = field;
  }
  // The texts use at most the kind and three more.
  return Status(error, {all[0], all[1], all[2], all[3]}).at(offset);
}

}  // namespace sheaf
