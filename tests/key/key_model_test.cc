// The codec against the reference: some hundred random tables of every key shape, their rows as bytes in byte
// order.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/item/number.h"
#include "tests/key/encode_row.h"
#include "tests/key/family.h"

namespace sheaf {
namespace {

using reference::KeyValue;
using reference::Kind;
using reference::Operator;
using reference::Query;
using reference::Row;

constexpr int kRounds = 4;
constexpr size_t kRowsPerTable = 80;
constexpr int kQueriesPerTable = 100;
constexpr int kPrefixesPerTable = 20;

// A random table with its rows sorted by the reference, each once, and the same rows by their bytes.
struct EncodedTable {
  RandomTable table;
  std::vector<Row> rows;
  std::vector<std::string> keys;  // of `rows`
  Family<size_t> family;          // key -> index in `rows`
};

EncodedTable encode_table(RandomTable table) {
  EncodedTable out{std::move(table), {}, {}, {}};
  out.rows = out.table.rows;
  std::sort(out.rows.begin(), out.rows.end(), [](const Row& a, const Row& b) { return compare_rows(a, b) < 0; });
  const auto equal = [](const Row& a, const Row& b) { return compare_rows(a, b) == 0; };
  out.rows.erase(std::unique(out.rows.begin(), out.rows.end(), equal), out.rows.end());
  for (size_t i = 0; i < out.rows.size(); ++i) {
    out.keys.push_back(encode_values(out.table.shape, out.rows[i]));
    out.family.emplace(out.keys.back(), i);
  }
  return out;
}

const std::vector<EncodedTable>& tables() {
  static const std::vector<EncodedTable> all = [] {
    std::vector<EncodedTable> out;
    Random random(20240229);
    for (int round = 0; round < kRounds; ++round) {
      for (const KeyShape& shape : key_shapes(random)) {
        out.push_back(encode_table(random_table(random, shape, kRowsPerTable)));
      }
    }
    return out;
  }();
  return all;
}

// Indexes of the rows for which `holds`, in the reference's order.
template <typename Holds>
std::vector<size_t> rows_that(const EncodedTable& table, Holds holds) {
  std::vector<size_t> out;
  for (size_t i = 0; i < table.rows.size(); ++i) {
    if (holds(table.rows[i])) out.push_back(i);
  }
  return out;
}

std::vector<size_t> reversed(std::vector<size_t> rows) {
  std::reverse(rows.begin(), rows.end());
  return rows;
}

TEST(KeyModel, BytesSortLikeRows) {
  size_t rows = 0;
  size_t duplicates = 0;
  for (const EncodedTable& table : tables()) {
    const KeyShape& shape = table.table.shape;
    // Strictly ascending keys of ascending rows: different rows have different keys, in the same order.
    for (size_t i = 1; i < table.keys.size(); ++i) {
      ASSERT_LT(table.keys[i - 1], table.keys[i]) << shape.name << "\n"
                                                  << to_hex(table.keys[i - 1]) << "\n"
                                                  << to_hex(table.keys[i]);
    }
    // Equal rows, whatever the spelling of their numbers, have equal keys.
    for (const Row& row : table.table.rows) {
      const auto found = table.family.find(encode_values(shape, row));
      ASSERT_NE(found, table.family.end()) << shape.name;
      ASSERT_EQ(compare_rows(table.rows[found->second], row), 0) << shape.name;
    }
    rows += table.rows.size();
    duplicates += table.table.rows.size() - table.rows.size();
  }
  RecordProperty("tables", static_cast<int>(tables().size()));
  RecordProperty("rows", static_cast<int>(rows));
  EXPECT_GE(tables().size(), 300u);
  EXPECT_GE(rows, tables().size() * 50);
  EXPECT_GE(duplicates, 1000u);
}

// The value as the reference knows it: numbers come back as text, so that an equal wrong parse and print
// would show.
KeyValue read_back(Kind kind, const std::string& data) {
  if (kind != Kind::kNumber) return make_value(kind, data);
  const Result<Number> number = Number::decode(data);
  return number.ok() ? make_value(kind, number->to_text()) : KeyValue{};
}

TEST(KeyModel, ReaderGivesEveryComponentBack) {
  size_t components = 0;
  for (const EncodedTable& table : tables()) {
    const KeyShape& shape = table.table.shape;
    for (size_t i = 0; i < table.rows.size(); ++i) {
      KeyReader reader(table.keys[i]);
      KeyReader skipper(table.keys[i]);
      for (size_t column = 0; column < shape.columns.size(); ++column) {
        const Kind kind = shape.columns[column].kind;
        std::string data = "left over";
        const Status status = reader.read(place_of(shape, column), type_of(kind), &data);
        ASSERT_TRUE(status.ok()) << status.message() << "\n" << to_hex(table.keys[i]);
        ASSERT_EQ(data, stored_value(table.rows[i][column]).data);
        const KeyValue value = read_back(kind, data);
        ASSERT_EQ(value.kind, kind);
        ASSERT_EQ(compare(value, table.rows[i][column]), 0) << to_hex(data);
        ASSERT_EQ(reader.rest(), std::string_view(table.keys[i]).substr(reader.position()));
        ++components;
        if (shape.is_raw(column)) break;
        ASSERT_TRUE(skipper.skip().ok());
        ASSERT_EQ(skipper.position(), reader.position()) << to_hex(table.keys[i]);
        ASSERT_EQ(reader.position(), encode_values(shape, std::span(table.rows[i]).first(column + 1)).size());
      }
      ASSERT_TRUE(reader.at_end());
      ASSERT_EQ(reader.rest(), "");
    }
  }
  RecordProperty("components", static_cast<int>(components));
}

TEST(KeyModel, NoComponentIsAPrefixOfAnother) {
  std::set<std::string> components;
  for (const EncodedTable& table : tables()) {
    const KeyShape& shape = table.table.shape;
    for (size_t column = 0; column < shape.columns.size(); ++column) {
      if (shape.is_raw(column)) continue;
      for (const KeyValue& value : table.table.pools[column]) {
        std::string component;
        append_component(place_of(shape, column), stored_value(value).view(), &component);
        components.insert(std::move(component));
      }
    }
  }
  // In byte order a string stands directly before the ones it is a prefix of.
  for (auto at = components.begin(); std::next(at) != components.end(); ++at) {
    ASSERT_FALSE(std::next(at)->starts_with(*at)) << to_hex(*at) << "\n" << to_hex(*std::next(at));
  }
  RecordProperty("components", static_cast<int>(components.size()));
  EXPECT_GE(components.size(), 3000u);
}

// How often the checks met what they are there for. A generator that stopped making it would make them empty.
struct Coverage {
  size_t ranges = 0;
  size_t with_rows = 0;
  size_t rows_below = 0;               // another collection's row stands directly below the range
  size_t rows_above = 0;               // and directly at its upper bound
  size_t close_collections_above = 0;  // which is a neighbour: the same bytes up to the end mark
};

bool in_collection(const EncodedTable& table, size_t row, const Query& query) {
  return matches(table.rows[row], {query.leading, Operator::kAll, {}, {}});
}

void count(const EncodedTable& table, const Query& query, const KeyRange& range, Coverage* coverage) {
  const std::string components = encode_values(table.table.shape, query.leading);
  const auto first = table.family.lower_bound(range.lower);
  const auto behind = table.family.lower_bound(range.upper);
  ++coverage->ranges;
  coverage->with_rows += first != behind;
  if (first != table.family.begin()) coverage->rows_below += !in_collection(table, std::prev(first)->second, query);
  if (behind == table.family.end() || in_collection(table, behind->second, query)) return;
  ++coverage->rows_above;
  coverage->close_collections_above +=
      behind->first.starts_with(std::string_view(components).substr(0, components.size() - 2));
}

TEST(KeyModel, RangesHoldExactlyTheRowsOfTheirCondition) {
  Random random(31);
  Coverage coverage;
  size_t ranges_of[8] = {};
  for (const EncodedTable& table : tables()) {
    const KeyShape& shape = table.table.shape;
    for (int i = 0; i < kQueriesPerTable; ++i) {
      const Query query = random_query(random, table.table);
      const KeyRange range = encode_query(shape, query);
      const std::vector<size_t> expected = rows_that(table, [&](const Row& row) { return matches(row, query); });
      ASSERT_EQ(read_forward(table.family, range), expected) << describe(shape, query);
      ASSERT_EQ(read_backward(table.family, range), reversed(expected)) << describe(shape, query);

      // Inside the collection whatever rows there are: between its first components and those with the mark
      // raised.
      std::string bound = encode_values(shape, query.leading);
      ASSERT_TRUE(range.lower.starts_with(bound) || range.lower == bound.substr(0, bound.size() - 1) + "\x02")
          << describe(shape, query);
      bound.back() = '\x02';
      ASSERT_FALSE(range.upper.empty()) << describe(shape, query);
      const bool is_reversed = query.op == Operator::kBetween && compare(query.low, query.high) > 0;
      ASSERT_EQ(range.lower > range.upper, is_reversed) << describe(shape, query);
      ASSERT_LE(range.upper, bound) << describe(shape, query);
      count(table, query, range, &coverage);
      ++ranges_of[static_cast<size_t>(query.op)];
    }
  }
  RecordProperty("ranges", static_cast<int>(coverage.ranges));
  RecordProperty("ranges_with_rows", static_cast<int>(coverage.with_rows));
  RecordProperty("rows_below", static_cast<int>(coverage.rows_below));
  RecordProperty("rows_above", static_cast<int>(coverage.rows_above));
  RecordProperty("close_collections_above", static_cast<int>(coverage.close_collections_above));
  EXPECT_GE(coverage.with_rows, coverage.ranges / 4);
  EXPECT_GE(coverage.rows_below, coverage.ranges / 4);
  EXPECT_GE(coverage.rows_above, coverage.ranges / 4);
  EXPECT_GE(coverage.close_collections_above, coverage.ranges / 50);
  EXPECT_GE(*std::min_element(std::begin(ranges_of), std::end(ranges_of)), 1000u);
}

TEST(KeyModel, PartitionPrefixRangesHoldTheirPartitions) {
  Random random(32);
  size_t ranges = 0;
  size_t with_rows = 0;
  size_t without_bound = 0;
  for (const EncodedTable& table : tables()) {
    const Kind kind = table.table.shape.columns.front().kind;
    if (kind == Kind::kNumber) continue;
    for (int i = 0; i < kPrefixesPerTable; ++i) {
      const std::string prefix = random_partition_prefix(random, table.table);
      const KeyRange range = partition_prefix_range({type_of(kind), prefix});
      const std::vector<size_t> expected =
          rows_that(table, [&](const Row& row) { return begins_with(row.front(), prefix); });
      ASSERT_EQ(read_forward(table.family, range), expected) << to_hex(prefix);
      ASSERT_EQ(read_backward(table.family, range), reversed(expected)) << to_hex(prefix);
      ++ranges;
      with_rows += !expected.empty();
      without_bound += range.upper.empty();
    }
  }
  RecordProperty("ranges", static_cast<int>(ranges));
  EXPECT_GE(with_rows, ranges / 4);
  EXPECT_GE(without_bound, ranges / 50);
}

}  // namespace
}  // namespace sheaf
