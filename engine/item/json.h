// Items and values as JSON text, in two dialects.
//
// DynamoDB: {"PK":{"S":"a"},"n":{"N":"1.5"},"b":{"B":"AQI="}}, exactly DynamoDB's low-level form.
// Plain:    {"PK":"a","n":1.5}. Printing: numbers are JSON numbers with every digit, sets are arrays, binary is
//           base64 text. Parsing takes what is unambiguous: strings are S, numbers N, true and false BOOL, null NULL,
//           arrays L, objects M.
//
// Errors carry the byte offset in the text. A member that stands twice in one object is refused. Text is UTF-8; a
// lone surrogate escape is refused. At most kMaxJsonBytes, at most kMaxNestingLevels levels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"
#include "engine/item/value.h"

namespace sheaf {

enum class JsonDialect : uint8_t { kDynamoDb = 1, kPlain = 2 };  // the numbers of the C ABI

// Replaces the builder's content by the item; leaves it cleared on an error.
Status parse_item_json(JsonDialect dialect, std::string_view json, ItemBuilder* out);
Result<Value> parse_value_json(JsonDialect dialect, std::string_view json);

// Appends to `out`. Members are in the order of their names, set members in stored order. Error: ItemCorrupt.
Status print_item_json(JsonDialect dialect, const ItemView& item, std::string* out);
Status print_value_json(JsonDialect dialect, ValueView value, std::string* out);

}  // namespace sheaf
