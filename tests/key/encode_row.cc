#include "tests/key/encode_row.h"

#include <gtest/gtest.h>

#include "engine/item/number.h"

namespace sheaf {

using reference::KeyValue;
using reference::Kind;
using reference::Operator;
using reference::Query;
using reference::Role;

namespace {

RangeOp range_op(Operator op) {
  switch (op) {
    case Operator::kAll:
      return RangeOp::kAll;
    case Operator::kEqual:
      return RangeOp::kEqual;
    case Operator::kLess:
      return RangeOp::kLess;
    case Operator::kLessEqual:
      return RangeOp::kLessEqual;
    case Operator::kGreater:
      return RangeOp::kGreater;
    case Operator::kGreaterEqual:
      return RangeOp::kGreaterEqual;
    case Operator::kBetween:
      return RangeOp::kBetween;
    case Operator::kBeginsWith:
      return RangeOp::kBeginsWith;
  }
  return RangeOp::kAll;
}

std::string show(const KeyValue& value) {
  return value.kind == Kind::kNumber ? value.text : "[" + to_hex(value.text) + "]";
}

}  // namespace

Type type_of(Kind kind) {
  if (kind == Kind::kNumber) return Type::kNumber;
  return kind == Kind::kString ? Type::kString : Type::kBinary;
}

KeyPlace place_of(const KeyShape& shape, size_t column) {
  if (shape.columns[column].role == Role::kPartition) return KeyPlace::kPartition;
  return shape.is_raw(column) ? KeyPlace::kLastSort : KeyPlace::kSort;
}

Value stored_value(const KeyValue& value) {
  if (value.kind != Kind::kNumber) return {type_of(value.kind), value.text};
  const Result<Number> number = Number::parse(value.text);
  if (!number.ok()) {
    ADD_FAILURE() << value.text << ": " << number.status().message();
    return {};
  }
  return make_number(*number);
}

std::string encode_values(const KeyShape& shape, std::span<const KeyValue> values) {
  std::string out;
  for (size_t column = 0; column < values.size(); ++column) {
    append_component(place_of(shape, column), stored_value(values[column]).view(), &out);
  }
  return out;
}

KeyRange encode_query(const KeyShape& shape, const Query& query) {
  const std::string components = encode_values(shape, query.leading);
  if (query.op == Operator::kAll) return collection_range(components);
  const Value low = stored_value(query.low);
  const Value high = query.op == Operator::kBetween ? stored_value(query.high) : Value{};
  return sort_range(components, {place_of(shape, query.leading.size()), range_op(query.op), low.view(), high.view()});
}

std::string to_hex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char byte : bytes) {
    if (!out.empty()) out.push_back(' ');
    out.push_back(kDigits[static_cast<unsigned char>(byte) >> 4]);
    out.push_back(kDigits[static_cast<unsigned char>(byte) & 15]);
  }
  return out;
}

std::string describe(const KeyShape& shape, const Query& query) {
  std::string out = shape.name + ":";
  for (const KeyValue& value : query.leading) out += " " + show(value);
  out += " op " + std::to_string(static_cast<int>(query.op)) + " " + show(query.low) + " " + show(query.high);
  const KeyRange range = encode_query(shape, query);
  return out + "\n  lower " + to_hex(range.lower) + "\n  upper " + to_hex(range.upper);
}

}  // namespace sheaf
