// The words that stand for enums in definitions, catalog records and descriptions, and the form of names in
// them. The words are part of the catalog's format. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/base/limits.h"
#include "engine/schema/table_def.h"

namespace sheaf {

template <typename T>
struct Word {
  T value;
  std::string_view text;
};

inline constexpr Word<Type> kKeyTypeWords[] = {
    {Type::kString, "S"},
    {Type::kNumber, "N"},
    {Type::kBinary, "B"},
};

inline constexpr Word<ProjectionKind> kProjectionWords[] = {
    {ProjectionKind::kAll, "ALL"},
    {ProjectionKind::kKeysOnly, "KEYS_ONLY"},
    {ProjectionKind::kInclude, "INCLUDE"},
};

inline constexpr Word<IndexKind> kIndexKindWords[] = {
    {IndexKind::kGlobal, "global"},
    {IndexKind::kLocal, "local"},
};

inline constexpr Word<IndexState> kIndexStateWords[] = {
    {IndexState::kCreating, "CREATING"}, {IndexState::kBuilding, "BUILDING"}, {IndexState::kActive, "ACTIVE"},
    {IndexState::kDeleting, "DELETING"}, {IndexState::kFailed, "FAILED"},
};

inline constexpr Word<TableState> kTableStateWords[] = {
    {TableState::kCreating, "CREATING"},
    {TableState::kActive, "ACTIVE"},
    {TableState::kLoading, "LOADING"},
    {TableState::kDeleting, "DELETING"},
};

// The word of `value`; "" for a value that has none, which no reader accepts.
template <typename T, size_t N>
constexpr std::string_view word_of(const Word<T> (&words)[N], T value) {
  for (const Word<T>& word : words) {
    if (word.value == value) return word.text;
  }
  return {};
}

// The value of the word `text`, or nothing.
template <typename T, size_t N>
constexpr std::optional<T> find_word(const Word<T> (&words)[N], std::string_view text) {
  for (const Word<T>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

constexpr bool has_only_name_characters(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
  });
}

// The form of a table's or an index's name.
constexpr bool is_resource_name(std::string_view name) {
  return name.size() >= kMinTableNameBytes && name.size() <= kMaxTableNameBytes && has_only_name_characters(name);
}

// The form of a key attribute's name, and of a name among the non-key attributes of a projection.
constexpr bool is_schema_attribute_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxKeyAttributeNameBytes;
}

}  // namespace sheaf
