// The five kinds of expressions, and the errors that name them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "engine/base/status.h"

namespace sheaf {

enum class ExpressionKind : uint8_t { kCondition, kFilter, kKeyCondition, kUpdate, kProjection };

// Who wrote an expression: a user, whom DynamoDB's limits on texts hold for, or the engine, in place of parameters that have no such
// limits.
enum class TextOrigin : uint8_t { kUser, kTranslated };

// "ConditionExpression" and so on, as DynamoDB's parameters are called.
const char* expression_kind_name(ExpressionKind kind);

// An error whose field {0} is the kind's name and whose further fields are given; `offset` is the byte in its text.
Status expression_error(ExpressionKind kind, Error error, size_t offset,
                        std::initializer_list<std::string_view> fields = {});

}  // namespace sheaf
