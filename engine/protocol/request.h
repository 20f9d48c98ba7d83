// Request: the JSON of one request, read by the shape of its operation. Members that the shape does not know are passed over, and
// null stands for absent, as DynamoDB does it. Immutable once read; the nodes live in it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/item/json_reader.h"
#include "engine/item/json_tree.h"
#include "engine/item/json_values.h"
#include "engine/protocol/shapes.h"

namespace sheaf::protocol {

class RequestNode {
 public:
  const Shape& shape() const { return *shape_; }
  size_t offset() const { return offset_; }

  // kString and kInteger: the text; kInteger's value, cut to what 64 bits hold; kBoolean.
  std::string_view text() const { return text_; }
  int64_t number() const { return number_; }
  bool truth() const { return number_ != 0; }

  // kStructure: the member of that name, or null.
  const RequestNode* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // Whether the member is there and true.
  bool is_true(std::string_view name) const;
  // The text of a member that is a string, if it is there.
  std::optional<std::string_view> text_of(std::string_view name) const;

  // kList: its members, as far as the shape keeps them; kMap: the same, under names(). And how many there are.
  const std::vector<const RequestNode*>& items() const { return items_; }
  const std::vector<JsonName>& names() const { return names_; }
  size_t count() const { return count_; }

  // kAttributes, and as values without names kValue (one) and kValues.
  const std::vector<ParsedAttribute>& attributes() const { return attributes_; }
  ValueView find_value(std::string_view name) const;  // kNone when there is none
  // The first rule that a value in it breaks; such values mean nothing.
  const Status& fault() const { return fault_; }
  size_t fault_attribute() const { return fault_attribute_; }  // kAttributes: where it is

  const JsonNode& tree() const { return *tree_; }  // kOpaque

 private:
  friend class RequestReader;

  const Shape* shape_ = nullptr;
  size_t offset_ = 0;
  std::string_view text_;
  int64_t number_ = 0;
  std::vector<const RequestNode*> items_;  // kStructure: by member of the shape, null where absent
  std::vector<JsonName> names_;
  size_t count_ = 0;
  std::vector<ParsedAttribute> attributes_;
  Status fault_;
  size_t fault_attribute_ = 0;
  std::unique_ptr<JsonNode> tree_;
};

class Request {
 public:
  Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // Errors: those of the JSON's form (JsonReader, JsonKind, Base64, NameDuplicate), all with an offset and all
  // SerializationException to DynamoDB's clients.
  Status read(const Shape& shape, std::string_view json);

  const RequestNode& root() const { return *root_; }

 private:
  JsonReader reader_;
  std::deque<RequestNode> nodes_;
  const RequestNode* root_ = nullptr;
};

}  // namespace sheaf::protocol
