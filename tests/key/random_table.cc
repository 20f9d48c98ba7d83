#include "tests/key/random_table.h"

#include <utility>

namespace sheaf {

using reference::Column;
using reference::KeyValue;
using reference::Kind;
using reference::Operator;
using reference::Query;
using reference::Role;
using reference::Row;

namespace {

constexpr Kind kKinds[] = {Kind::kString, Kind::kNumber, Kind::kBinary};
constexpr Operator kOperators[] = {Operator::kAll,       Operator::kEqual,     Operator::kLess,
                                   Operator::kLessEqual, Operator::kGreater,   Operator::kGreaterEqual,
                                   Operator::kBetween,   Operator::kBeginsWith};

// Few enough values that rows share them, enough that there can be `row_count` different rows.
size_t pool_size(size_t row_count, size_t columns) {
  for (size_t size = 2;; ++size) {
    size_t combinations = 1;
    for (size_t i = 0; i < columns && combinations < row_count * 2; ++i) combinations *= size;
    if (combinations >= row_count * 2) return size;
  }
}

std::vector<KeyValue> random_pool(Random& random, Column column, size_t size) {
  std::vector<KeyValue> pool{random_value(random, column)};
  while (pool.size() < size) {
    pool.push_back(random.one_in(2) ? random_value(random, column)
                                    : random_neighbour(random, column, random.pick(pool)));
  }
  return pool;
}

// A new row mostly keeps the first columns of an older one, so that collections have many rows.
Row random_row(Random& random, const RandomTable& table) {
  Row row;
  if (!table.rows.empty() && !random.one_in(4)) {
    row = random.pick(table.rows);
    row.resize(random.below(row.size()));
  }
  while (row.size() < table.pools.size()) row.push_back(random.pick(table.pools[row.size()]));
  return row;
}

KeyValue random_operand(Random& random, const RandomTable& table, size_t column) {
  const KeyValue& known = random.pick(table.pools[column]);
  switch (random.below(4)) {
    case 0:
      return random_value(random, table.shape.columns[column]);
    case 1:
      return random_neighbour(random, table.shape.columns[column], known);
    default:
      return known;
  }
}

std::string random_prefix(Random& random, const RandomTable& table, size_t column) {
  const std::string value = random_operand(random, table, column).text;
  return random.one_in(3) ? value : value.substr(0, random.below(value.size() + 1));
}

std::vector<size_t> sort_columns(const KeyShape& shape) {
  std::vector<size_t> out;
  for (size_t i = 0; i < shape.columns.size(); ++i) {
    if (shape.columns[i].role == Role::kSort) out.push_back(i);
  }
  return out;
}

// Mostly those of a row, sometimes with one value exchanged.
std::vector<KeyValue> random_leading(Random& random, const RandomTable& table, size_t count) {
  std::vector<KeyValue> leading = random.pick(table.rows);
  leading.resize(count);
  if (random.one_in(5)) {
    const size_t column = random.below(count);
    leading[column] = random_operand(random, table, column);
  }
  return leading;
}

}  // namespace

std::vector<KeyShape> key_shapes(Random& random) {
  std::vector<KeyShape> shapes;
  for (const Kind partition : kKinds) {
    shapes.push_back({"base, partition only", {{Role::kPartition, partition}}});
    for (const Kind sort : kKinds) {
      shapes.push_back({"base", {{Role::kPartition, partition}, {Role::kSort, sort}}});
      for (const Kind index_sort : kKinds) {
        shapes.push_back(
            {"local index", {{Role::kPartition, partition}, {Role::kSort, index_sort}, {Role::kSort, sort}}});
      }
    }
  }
  for (int combination = 0; combination < 4 * 5 * 2; ++combination) {
    const int partitions = 1 + combination % 4;
    const int sorts = combination / 4 % 5;
    KeyShape shape{"global index", {}};
    for (int i = 0; i < partitions; ++i) shape.columns.push_back({Role::kPartition, random.pick(kKinds)});
    for (int i = 0; i < sorts; ++i) shape.columns.push_back({Role::kSort, random.pick(kKinds)});
    shape.columns.push_back({Role::kPartition, random.pick(kKinds)});
    if (combination >= 4 * 5) shape.columns.push_back({Role::kSort, random.pick(kKinds)});
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

RandomTable random_table(Random& random, const KeyShape& shape, size_t row_count) {
  RandomTable table{shape, {}, {}};
  const size_t size = pool_size(row_count, shape.columns.size());
  for (const Column column : shape.columns) table.pools.push_back(random_pool(random, column, size));
  while (table.rows.size() < row_count) table.rows.push_back(random_row(random, table));
  return table;
}

Query random_query(Random& random, const RandomTable& table) {
  const std::vector<size_t> sorts = sort_columns(table.shape);
  Query query;
  query.op = sorts.empty() ? Operator::kAll : random.pick(kOperators);
  if (query.op == Operator::kAll) {
    const size_t columns = table.shape.columns.size();
    const size_t marked = table.shape.is_raw(columns - 1) ? columns - 1 : columns;
    query.leading = random_leading(random, table, 1 + random.below(marked));
    return query;
  }
  const size_t column = random.pick(sorts);
  const Kind kind = table.shape.columns[column].kind;
  if (query.op == Operator::kBeginsWith && kind == Kind::kNumber) query.op = Operator::kBetween;
  query.leading = random_leading(random, table, column);
  query.low = random_operand(random, table, column);
  if (kind != Kind::kNumber && random.one_in(30)) query.low = make_value(kind, "");  // below every value
  if (query.op == Operator::kBeginsWith) query.low = make_value(kind, random_prefix(random, table, column));
  if (query.op != Operator::kBetween) return query;
  query.high = random_operand(random, table, column);
  // Reversed bounds are refused above the codec; a few stay, and hold nothing.
  if (compare(query.low, query.high) > 0 && !random.one_in(8)) std::swap(query.low, query.high);
  return query;
}

std::string random_partition_prefix(Random& random, const RandomTable& table) {
  return random_prefix(random, table, 0);
}

}  // namespace sheaf
