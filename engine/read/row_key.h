// Row keys: the keys of the rows of a table or an index, and the values of which they are made. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/item/value.h"
#include "engine/read/open_table.h"

namespace sheaf {

// What rows are of: the table, or one of its indexes.
struct RowSource {
  const OpenTable* table = nullptr;
  const OpenIndex* index = nullptr;  // null: the table itself
};

// The values of a row's key: of the index's own parts (none on the table itself) and of the table's. Error: KeyCorrupt.
Status read_row_key(const RowSource& source, std::string_view row_key, std::vector<Value>* index_key,
                    std::vector<Value>* base_key);

// The key of a row whose item has these attributes. Requires all parts of both keys, each with a value that is legal in it.
std::string make_row_key(const RowSource& source, std::span<const AttributeView> attributes);

// The value of the attribute of that name, or kNone.
ValueView find_attribute(std::span<const AttributeView> attributes, std::string_view name);

}  // namespace sheaf
