// The keys of items: which bytes a table's key schema makes of an item or of key values that a caller gave, and what
// an index demands of its key attributes. Every rule of dynamodb-semantics.md 1.6 and 6.2 is checked here and nowhere
// else. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/item/item_view.h"
#include "engine/schema/table_def.h"

namespace sheaf {

// Appends the encoded primary key of the item. Errors: KeyMissing, KeyType, KeyEmptyString, KeyEmptyBinary,
// PartitionKeyTooLong, SortKeyTooLong.
Status append_item_key(const KeySchema& schema, const ItemView& item, std::string* out);

// The same from values in the order of the schema. Error also: KeyShape.
Status append_key_of_values(const KeySchema& schema, std::span<const ValueView> values, std::string* out);

// The rules for one key value, for reads whose range is no whole key.
enum class KeyRole : uint8_t { kPartition, kSort };
Status check_key_value(const KeyPart& part, KeyRole role, ValueView value);

// Whether the item has a row in the index: kAbsent when a key attribute is missing (sparse index). The key attributes
// that are there must be legal. Errors: IndexKeyType, IndexKeyEmptyString, IndexKeyEmptyBinary, PartitionKeyTooLong,
// SortKeyTooLong.
enum class Membership : uint8_t { kAbsent, kPresent };
Result<Membership> check_index_key(const IndexDef& index, const ItemView& item);

// The rules for those key attributes of the index that an update has changed; `changed` are names, sorted. Errors:
// IndexKeyType, UpdateIndexKeyEmpty, PartitionKeyTooLong, SortKeyTooLong.
Status check_changed_index_key(const IndexDef& index, const ItemView& item, std::span<const std::string> changed);

}  // namespace sheaf
