// Shapes: what DynamoDB's service model says of a request: its members, their kinds, and the constraints on them. Tables of
// constants; request.h reads JSON by them, constraints.h checks what was read.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace sheaf::protocol {

enum class ShapeKind : uint8_t {
  kString,
  kInteger,
  kBoolean,
  kAttributes,  // a map of attribute values: an item, a key, expression values
  kValue,       // one attribute value
  kValues,      // a list of them
  kStructure,   // the members that it lists
  kList,        // of `element`
  kMap,         // of `element`, under any names
  kOpaque,      // any JSON, kept as a tree
};

struct Shape;

// The absence of a parameter is told in other words than that of a required member, and alone (dynamodb-semantics.md 5.1).
enum class Need : uint8_t { kOptional, kRequired, kParameter };

struct MemberShape {
  std::string_view name;
  const Shape* shape;
  Need need = Need::kOptional;
};

struct Shape {
  ShapeKind kind = ShapeKind::kString;
  std::span<const MemberShape> members{};  // kStructure
  const Shape* element = nullptr;          // kList, kMap
  // Of an integer's value, a string's bytes, a list's or map's members.
  int64_t min = std::numeric_limits<int64_t>::min();
  int64_t max = std::numeric_limits<int64_t>::max();
  // Of lists and maps: the members behind so many are counted and passed over, so that a request that is refused for their number takes no
  // memory for each of them. Not below `max`.
  int64_t kept = std::numeric_limits<int64_t>::max();
  // The words of an enum, as DynamoDB prints them: "[INDEXES, TOTAL, NONE]"; "" is none.
  std::string_view words{};
  // Of strings: only [a-zA-Z0-9_.-].
  enum class Pattern : uint8_t { kAny, kName, kNameOrArn };
  Pattern pattern = Pattern::kAny;
  // How the service itself words a number that is out of range; the two are not alike (dynamodb-semantics.md 5.8, 5.9).
  enum class RangeText : uint8_t { kUsual, kWithoutValue };
  RangeText range_text = RangeText::kUsual;
};

constexpr Shape structure(std::span<const MemberShape> members) {
  Shape shape;
  shape.kind = ShapeKind::kStructure;
  shape.members = members;
  return shape;
}

constexpr Shape list_of(const Shape* element, int64_t min = 0, int64_t max = std::numeric_limits<int64_t>::max()) {
  Shape shape;
  shape.kind = ShapeKind::kList;
  shape.element = element;
  shape.min = min;
  shape.max = max;
  shape.kept = max;
  return shape;
}

// The same where the operation has words of its own for too many.
constexpr Shape list_of_first(int64_t kept, const Shape* element, int64_t min = 0) {
  Shape shape = list_of(element, min);
  shape.kept = kept;
  return shape;
}

constexpr Shape map_of(const Shape* element, int64_t min = 0, int64_t max = std::numeric_limits<int64_t>::max()) {
  Shape shape = list_of(element, min, max);
  shape.kind = ShapeKind::kMap;
  return shape;
}

constexpr Shape enumeration(std::string_view words) {
  Shape shape;
  shape.words = words;
  return shape;
}

constexpr Shape text(int64_t min, int64_t max, Shape::Pattern pattern = Shape::Pattern::kAny) {
  Shape shape;
  shape.min = min;
  shape.max = max;
  shape.pattern = pattern;
  return shape;
}

constexpr Shape integer(int64_t min, int64_t max = std::numeric_limits<int64_t>::max(),
                        Shape::RangeText range_text = Shape::RangeText::kUsual) {
  Shape shape;
  shape.kind = ShapeKind::kInteger;
  shape.min = min;
  shape.max = max;
  shape.range_text = range_text;
  return shape;
}

constexpr Shape of_kind(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  return shape;
}

// ---- what many operations have ----

inline constexpr Shape kText{};
inline constexpr Shape kBoolean = of_kind(ShapeKind::kBoolean);
inline constexpr Shape kAttributes = of_kind(ShapeKind::kAttributes);
inline constexpr Shape kValue = of_kind(ShapeKind::kValue);
inline constexpr Shape kValues = of_kind(ShapeKind::kValues);
inline constexpr Shape kOpaque = of_kind(ShapeKind::kOpaque);

// A table by its name or its ARN; only the operations that make tables limit it to a name.
inline constexpr Shape kTableRef = text(1, 1024, Shape::Pattern::kNameOrArn);
inline constexpr Shape kTableName = text(3, 255, Shape::Pattern::kName);
inline constexpr Shape kIndexName = text(3, 255, Shape::Pattern::kName);
// No expressions have so many placeholders: they have 4096 bytes each.
inline constexpr int64_t kMaxNames = 10000;
inline constexpr Shape kNames = map_of(&kText, 0, kMaxNames);
inline constexpr Shape kTexts = list_of(&kText);
inline constexpr Shape kReturnConsumedCapacity = enumeration("[INDEXES, TOTAL, NONE]");
inline constexpr Shape kReturnItemCollectionMetrics = enumeration("[SIZE, NONE]");
inline constexpr Shape kReturnValues = enumeration("[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
inline constexpr Shape kReturnOnFailure = enumeration("[ALL_OLD, NONE]");
inline constexpr Shape kConditionalOperator = enumeration("[OR, AND]");
// Of one of the parameters from before expressions: what is made of them takes time that grows faster than their number.
inline constexpr int64_t kMaxLegacyAttributes = 10000;
inline constexpr Shape kAttributesToGet = list_of(&kText, 1, kMaxLegacyAttributes);

}  // namespace sheaf::protocol
