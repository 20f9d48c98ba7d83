// Values: one attribute value as bytes. ValueView borrows, Value owns; both hold the *stored* form, so a value can be
// moved between items, keys and the C ABI without being taken apart.
//
//   NULL    no bytes
//   BOOL    one byte, 0 or 1
//   N       Number's stored form
//   S, B    the bytes themselves (S is valid UTF-8)
//   L M SS NS BS   a container slice, see container.h
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/base/result.h"
#include "engine/item/number.h"
#include "engine/item/type.h"

namespace sheaf {

struct ValueView {
  Type type = Type::kNone;
  std::string_view data;

  explicit operator bool() const { return type != Type::kNone; }
};

// A name and its value, both borrowed. Members of lists and sets have an empty name.
struct AttributeView {
  std::string_view name;
  ValueView value;
};

struct Value {
  Type type = Type::kNone;
  std::string data;

  ValueView view() const { return {type, data}; }
};

inline Value make_null() { return {Type::kNull, {}}; }
inline Value make_bool(uint8_t truth) { return {Type::kBool, std::string(1, truth != 0 ? '\1' : '\0')}; }
inline Value make_string(std::string_view text) { return {Type::kString, std::string(text)}; }
inline Value make_binary(std::string_view bytes) { return {Type::kBinary, std::string(bytes)}; }
inline Value make_number(const Number& number) { return {Type::kNumber, number.encode()}; }

// Equality of dynamodb-semantics.md 1.3: same type, same value; maps by member, lists in order, sets without order.
// Damaged containers are equal only when their bytes are.
bool values_equal(ValueView a, ValueView b);

// The size of dynamodb-semantics.md 1.5 without the attribute's name. Total: damaged containers count their bytes.
size_t value_size_bytes(ValueView value);

// Full verification of a value that comes from outside: canonical stored form, UTF-8, nesting. `level` is the value's
// own level (1 for a top-level attribute). Errors: ValueDamaged, ValueNotUtf8, TooDeep.
Status verify_value(ValueView value, int level = 1);

}  // namespace sheaf
