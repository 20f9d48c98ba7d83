// What the files of the C ABI share: the handles behind the opaque types, the way from Status to sheaf_status, and
// the conversion of arguments. Nothing here is exported. No exception leaves a function made with `guarded`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "capi/sheaf.h"
#include "engine/base/aligned_buffer.h"
#include "engine/base/limits.h"
#include "engine/db/database.h"
#include "engine/db/database_cursor.h"
#include "engine/db/statement.h"
#include "engine/item/item_builder.h"
#include "engine/item/item_view.h"

struct sheaf_buf {
  std::string text;
};

// An item is in one of three states: being built, filled by a read, or a cursor's row.
struct sheaf_item {
  // The stored form; encodes what was built since the last call.
  const sheaf::ItemView& view() const;

  // Before attributes are set: takes over what a read filled in.
  sheaf::ItemBuilder* start_building();
  void clear();

  // After a read into `bytes`. Error: ItemCorrupt; the item is then empty.
  sheaf::Status adopt_bytes();
  void borrow(const sheaf::ItemView& row);

  sheaf::AlignedBuffer bytes;

 private:
  mutable sheaf::ItemBuilder builder_;
  mutable sheaf::ItemView view_;
  mutable bool is_stale_ = false;  // the builder has changed since view_ was made
  bool is_built_ = true;           // the content is the builder's
};

struct sheaf_error {
  // Of one of many actions or lookups.
  struct Reason {
    sheaf::Status status;
    std::string message;
    std::unique_ptr<sheaf_item> old_item;  // null: there is none to show
  };

  sheaf::Status status;
  std::string message;
  std::vector<Reason> reasons;
  bool is_partly_done = false;  // of a batch
};

struct sheaf_db {
  std::shared_ptr<sheaf::Database> database;
};

struct sheaf_table {
  std::shared_ptr<sheaf::Database> database;
  sheaf::TableHandle handle;
};

struct sheaf_snapshot {
  std::shared_ptr<sheaf::Database> database;
  std::shared_ptr<sheaf::DatabaseSnapshot> snapshot;
};

struct sheaf_cursor {
  sheaf_cursor(std::shared_ptr<sheaf::Database> database, sheaf::TableHandle table)
      : cursor(std::move(database), std::move(table)) {}

  sheaf::DatabaseCursor cursor;
  sheaf_item item;
  std::vector<sheaf::Value> index_key;
  std::vector<sheaf::Value> base_key;
  bool keys_are_read = false;  // index_key and base_key are those of the row that it stands on
  std::vector<sheaf_value> index_parts;
  std::vector<sheaf_value> base_parts;
};

struct sheaf_stmt {
  std::unique_ptr<sheaf::Statement> statement;  // never null
  sheaf_item item;                              // of the row that it stands on
  std::string number;                           // of a bind, in its stored form
  sheaf::ItemBuilder values;                    // of a bind_json
};

namespace sheaf::capi {

// Writes the slot, when there is one, and gives the number. OK writes nothing.
sheaf_status answer(sheaf_error* error, const Status& status);
sheaf_status misuse(sheaf_error* error, const char* text);

// NO_MEMORY, taking none.
sheaf_status answer_no_memory(sheaf_error* error) noexcept;

// The same with the reasons of a call on many items; takes the old images out of the outcomes.
sheaf_status answer_many(sheaf_error* error, const Status& status, ActionOutcomes* outcomes);

// What the statement of a write must be; NULL when all is well (`stmt` NULL among it), else what was wrong.
const char* check_statement(const sheaf_stmt* stmt, const sheaf_table& table, StatementKind takes);

// Runs `body`, a callable that gives a sheaf_status, and turns whatever flies into a status.
template <typename Body>
sheaf_status guarded(sheaf_error* error, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return answer_no_memory(error);
  } catch (const std::exception& exception) {
    return answer(error, Status(Error::kInternal, {exception.what()}));
  } catch (...) {
    return answer(error, Status(Error::kInternal, {"an unknown exception"}));
  }
}

// The bytes that each options struct had in the first version that knew it; a caller that gives fewer is wrong.
template <typename Options>
inline constexpr size_t kFirstBytes = 0;
template <>
inline constexpr size_t kFirstBytes<sheaf_open_options> = offsetof(sheaf_open_options, memory_bytes) + sizeof(uint64_t);
template <>
inline constexpr size_t kFirstBytes<sheaf_write_options> = offsetof(sheaf_write_options, timeout_ms) + sizeof(uint64_t);
template <>
inline constexpr size_t kFirstBytes<sheaf_get_options> = offsetof(sheaf_get_options, timeout_ms) + sizeof(uint64_t);
template <>
inline constexpr size_t kFirstBytes<sheaf_range> = offsetof(sheaf_range, token) + sizeof(sheaf_bytes);
template <>
inline constexpr size_t kFirstBytes<sheaf_stmt_text> = offsetof(sheaf_stmt_text, total_segments) + sizeof(uint32_t);

// Reads an options struct that a caller compiled against this or another version gave; members it does not have are
// 0. False when struct_size is under the first version's, or a member that this version does not know is set.
template <typename Options>
bool read_options(const Options* given, Options* out) {
  constexpr uint32_t kMostBytes = 4096;  // no version's struct comes near it: more is a struct_size that was never set
  *out = Options{};
  if (given == nullptr) return true;
  static_assert(kFirstBytes<Options> != 0 && kFirstBytes<Options> <= sizeof(Options));
  if (given->struct_size < kFirstBytes<Options> || given->struct_size > kMostBytes) return false;
  std::memcpy(out, given, std::min<size_t>(given->struct_size, sizeof(Options)));
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (size_t i = sizeof(Options); i < given->struct_size; ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

inline bool is_dialect(uint32_t number) { return number == SHEAF_JSON_DYNAMODB || number == SHEAF_JSON_PLAIN; }

// What SHEAF_KEYS_ONLY and SHEAF_FULL_ITEM, which exclude each other, and SHEAF_REVERSE say.
inline RowContent content_of(uint32_t flags) {
  if ((flags & SHEAF_KEYS_ONLY) != 0) return RowContent::kKeysOnly;
  return (flags & SHEAF_FULL_ITEM) != 0 ? RowContent::kFullItem : RowContent::kStored;
}
inline Direction direction_of(uint32_t flags) {
  return (flags & SHEAF_REVERSE) != 0 ? Direction::kBackward : Direction::kForward;
}

inline std::string_view view(sheaf_bytes bytes) {
  return bytes.data == nullptr ? std::string_view()
                               : std::string_view(reinterpret_cast<const char*>(bytes.data), bytes.size);
}
// Misuse: a size without data.
inline bool lacks_data(sheaf_bytes bytes) { return bytes.data == nullptr && bytes.size != 0; }
inline sheaf_bytes to_bytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}
inline sheaf_value to_c(ValueView value) { return {static_cast<uint32_t>(value.type), 0, to_bytes(value.data)}; }

// The stored form of a value that a caller gave, verified. A number's text is encoded into `scratch`; everything else
// is borrowed. Errors: Misuse (type), the value errors.
Result<ValueView> to_value(const sheaf_value& value, std::string* scratch);

// The same without verification, for reading what the library itself handed out; kNone when it is no stored value.
ValueView to_stored_value(const sheaf_value* value);

// The values of a sheaf_key, converted.
class KeyArgument {
 public:
  // Errors: Misuse (NULL parts, too many), the value errors.
  Status assign(const sheaf_key* key);
  std::span<const ValueView> values() const { return {values_.data(), count_}; }

 private:
  static constexpr size_t kMost = kMaxIndexKeyParts + 1;  // a between on the last sort part has two operands
  std::array<ValueView, kMost> values_;
  std::array<std::string, kMost> scratch_;  // stored numbers fit into a string's own memory or 22 bytes of heap
  size_t count_ = 0;
};

}  // namespace sheaf::capi
