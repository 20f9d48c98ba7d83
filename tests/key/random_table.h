// Random tables of reference values, and random queries on them. The same seed gives the same tables
// everywhere.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/key/random_value.h"
#include "tests/key/reference_key.h"

namespace sheaf {

struct KeyShape {
  std::string name;
  std::vector<reference::Column> columns;

  // Whether the column is a base sort key at the very end of the key, which has no end mark.
  bool is_raw(size_t column) const {
    return column + 1 == columns.size() && columns[column].role == reference::Role::kSort;
  }
};

// Every base key and every local index key of S, N and B; global index keys of 1 to 4 partition parts and 0
// to 4 sort parts of random types before random base keys with and without a sort key.
std::vector<KeyShape> key_shapes(Random& random);

struct RandomTable {
  KeyShape shape;
  std::vector<std::vector<reference::KeyValue>> pools;  // for each column, what its rows are made of
  std::vector<reference::Row> rows;                     // in random order, some equal to others
};

RandomTable random_table(Random& random, const KeyShape& shape, size_t row_count);

// A condition on a sort column behind equality on all columns before it, or equality alone. The operands are
// values that rows have, values close to them, and any others.
reference::Query random_query(Random& random, const RandomTable& table);

// What a scan over a range of partitions may begin with: bytes of the first column, which must be S or B; may
// be empty.
std::string random_partition_prefix(Random& random, const RandomTable& table);

}  // namespace sheaf
