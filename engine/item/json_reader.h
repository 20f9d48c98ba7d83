// JsonReader: walks one JSON document front to back, value by value. The item dialects and JsonNode are built on it; it
// alone sees the parser library for documents, whose header costs seconds in every file that includes it.
//
//   JsonReader reader;
//   reader.open(json)            stands on the root
//   reader.enter()               when that is an array or an object:
//   while (reader.next())        stands on each member in turn; a member that is a container must be entered and walked
//   reader.finish()              nothing may follow the root
//
// Checks the whole grammar of what it passes: the text is UTF-8, numbers have JSON's form, escapes are whole. Names may
// repeat; callers use check_unique_names. After an error the reader must not be used further, except to open another text.
// One thread at a time. Offsets count bytes from the start of the text.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/item/json_tree.h"

namespace sheaf {

// Containers inside each other. A value of kMaxNestingLevels in DynamoDB's form takes two levels each, the item around it
// one, and a request around that a few.
inline constexpr int kMaxJsonLevels = 2 * kMaxNestingLevels + 8;

class JsonReader {
 public:
  JsonReader();
  ~JsonReader();
  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;

  // Copies the text. Errors: JsonTooLarge, JsonSyntax, ValueNotUtf8.
  Status open(std::string_view json);

  // The value that the reader stands on.
  JsonNode::Kind kind() const { return kind_; }
  size_t offset() const { return offset_; }
  bool truth() const { return truth_; }            // kBool
  std::string_view text() const { return text_; }  // kString: unescaped; kNumber: as written. Valid until open().
  std::string_view name() const { return name_; }  // when it is a member of an object. Valid until open().
  size_t name_offset() const { return name_offset_; }

  // Error: JsonKind at the value, when it is of another kind.
  Status expect(JsonNode::Kind kind) const;

  // Opens the array or object that the reader stands on. Errors: TooDeep, JsonSyntax.
  Status enter();

  // Moves to the next member of the innermost open container. False when there is none: the container is then closed.
  // Error: JsonSyntax.
  Result<bool> next();

  // Passes over what the reader stands on, whatever is in it. Errors: as enter and next.
  Status skip();

  // Error: JsonSyntax, when something follows the root.
  Status finish();

 private:
  struct Impl;

  Status stand_on_value();
  Status stand_on_bare_word();

  std::unique_ptr<Impl> impl_;
  JsonNode::Kind kind_ = JsonNode::Kind::kNull;
  bool truth_ = false;
  size_t offset_ = 0;
  size_t name_offset_ = 0;
  std::string_view text_;
  std::string_view name_;
};

// A name and where it stands in the text.
struct JsonName {
  std::string_view name;
  size_t offset = 0;
};

// Error: NameDuplicate at the first name that stood before in the same object. n log n for n names.
Status check_unique_names(std::span<const JsonName> names);

}  // namespace sheaf
