// The ten DynamoDB types. The numbers are on disk and in the C ABI (sheaf_value.type); they are final.
#pragma once

#include <cstdint>

namespace sheaf {

enum class Type : uint8_t {
  kNone = 0,  // no value: what a search that found nothing gives
  kNull = 1,
  kBool = 2,
  // 3 is the C ABI's SHEAF_NUMBER, a number as decimal text, which is never stored.
  kNumber = 4,
  kString = 5,
  kBinary = 6,
  kList = 7,
  kMap = 8,
  kStringSet = 9,
  kNumberSet = 10,
  kBinarySet = 11,
};

inline constexpr uint8_t kMaxTypeNumber = 11;

constexpr bool is_stored_type(uint8_t number) { return number >= 1 && number <= kMaxTypeNumber && number != 3; }
constexpr bool is_set(Type type) { return type >= Type::kStringSet; }
constexpr bool is_container(Type type) { return type >= Type::kList; }
constexpr bool is_key_type(Type type) {
  return type == Type::kString || type == Type::kNumber || type == Type::kBinary;
}

// The type of a set's members; must be called on sets only.
constexpr Type set_member_type(Type set) {
  if (set == Type::kStringSet) return Type::kString;
  return set == Type::kNumberSet ? Type::kNumber : Type::kBinary;
}

// DynamoDB's tag: "S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"; "" for kNone.
const char* type_tag(Type type);

}  // namespace sheaf
