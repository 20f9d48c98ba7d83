// DocumentPath: where a value lies in an item: an attribute name, then map members and list positions; and where the path
// stands in an expression's text, for errors. Immutable once made; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/item_view.h"

namespace sheaf {

// A map member (or, first in a path, an attribute) by its name, or a list member by its position.
struct PathElement {
  enum class Kind : uint8_t { kName, kPosition };

  Kind kind = Kind::kName;
  uint32_t position = 0;
  std::string name;

  bool is_position() const { return kind == Kind::kPosition; }
  friend bool operator==(const PathElement&, const PathElement&) = default;
};

class DocumentPath {
 public:
  DocumentPath() = default;
  // At least one element, the first a name.
  explicit DocumentPath(std::vector<PathElement> elements, size_t offset = 0);

  const std::vector<PathElement>& elements() const { return elements_; }
  const std::string& attribute() const { return elements_.front().name; }
  bool is_nested() const { return elements_.size() > 1; }
  size_t offset() const { return offset_; }  // in the text

  // The value of the path's attribute, or kNone.
  ValueView find_attribute(const ItemView& item) const { return item.find_hashed(attribute(), attribute_hash_); }

  // The value there, or kNone: a missing member, a position past the end and a parent of another type are all "missing".
  // Error: ItemCorrupt.
  Result<ValueView> find(const ItemView& item) const;

  // "[a, b, [1]]", as DynamoDB's errors print it.
  std::string to_text() const;

  // The same place in an item, wherever the paths stand.
  // Looked at from the back, where paths of one expression are likely to differ: names may be 64 KB long.
  friend bool operator==(const DocumentPath& a, const DocumentPath& b) {
    return a.elements_.size() == b.elements_.size() &&
           std::equal(a.elements_.rbegin(), a.elements_.rend(), b.elements_.rbegin());
  }

 private:
  std::vector<PathElement> elements_;
  size_t offset_ = 0;
  uint16_t attribute_hash_ = 0;
};

// The member of `parent` that the element names, or kNone. Error: ItemCorrupt.
Result<ValueView> find_member(ValueView parent, const PathElement& element);

// "Meta.tags[2]", for people.
std::string readable_path(const DocumentPath& path);

}  // namespace sheaf
