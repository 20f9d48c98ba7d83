// Rows and queries of the reference, put through the engine's codec.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/item/value.h"
#include "engine/key/range.h"
#include "tests/key/random_table.h"

namespace sheaf {

Type type_of(reference::Kind kind);
KeyPlace place_of(const KeyShape& shape, size_t column);

// Fails the running test and gives an empty value when the engine refuses a number.
Value stored_value(const reference::KeyValue& value);

// The components of the first columns, one for each value.
std::string encode_values(const KeyShape& shape, std::span<const reference::KeyValue> values);

KeyRange encode_query(const KeyShape& shape, const reference::Query& query);

// "61 00 FF", for messages of failing tests.
std::string to_hex(std::string_view bytes);

std::string describe(const KeyShape& shape, const reference::Query& query);

}  // namespace sheaf
