// A slow reference for the order of keys and the meaning of key conditions: it works on values alone, knows
// no encoded byte and includes nothing of the engine. Rows are compared value by value; N is compared as a
// sign and a digit expansion of fixed width. Pure functions and plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::reference {

enum class Kind : uint8_t { kString, kNumber, kBinary };

struct KeyValue {
  Kind kind = Kind::kString;
  std::string text;      // S and B: the bytes; N: decimal text as a user may write it
  std::string expanded;  // N: what expand_number gives; else empty
};

KeyValue make_value(Kind kind, std::string_view text);

// A sign character ('-', '0' or '+'), then one digit for each power of ten from 10^125 down to 10^-167. Any
// spelling of one number gives one expansion. `text` must be a decimal inside DynamoDB's limits.
std::string expand_number(std::string_view text);

// Negative, 0 or positive. S and B by unsigned bytes, a prefix first; N by value. Both must be of one kind.
int compare(const KeyValue& a, const KeyValue& b);

bool begins_with(const KeyValue& value, std::string_view prefix);

// What stands at one place of a key.
enum class Role : uint8_t { kPartition, kSort };

struct Column {
  Role role = Role::kPartition;
  Kind kind = Kind::kString;
};

// One value for each column: partition parts, sort parts, then the base key's parts.
using Row = std::vector<KeyValue>;

int compare_rows(const Row& a, const Row& b);

enum class Operator : uint8_t {
  kAll,
  kEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kBetween,
  kBeginsWith,
};

// The leading columns equal `leading`, and the operator holds for the column behind them.
struct Query {
  std::vector<KeyValue> leading;
  Operator op = Operator::kAll;
  KeyValue low;
  KeyValue high;  // kBetween only
};

bool matches(const Row& row, const Query& query);

}  // namespace sheaf::reference
