// The model's values from DynamoDB's JSON. JSON of another form throws std::invalid_argument; whether a value is legal is not judged.
#pragma once

#include <string_view>

#include "tests/model/json.h"
#include "tests/model/reference_value.h"

namespace sheaf::model {

RefValue read_value(const Json& json);
RefItem read_item(const Json& json);
Decimal read_decimal(std::string_view text);

}  // namespace sheaf::model
