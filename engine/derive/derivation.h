// The derivation contract: everything beside the base items is a pure function of them. A derivation maps one item to
// the rows of its own column family; edits are the difference between the rows of the old and of the new image, made
// by one generic function. Build, verify and repair serve every derivation through this contract. Implementations are
// immutable: any thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/base/result.h"
#include "engine/item/item_view.h"

namespace sheaf {

// A row of a derived family. The value is either borrowed from the image it was derived from or kept in `projected`.
struct DerivedRow {
  std::string key;
  std::string_view borrowed;
  AlignedBuffer projected;

  std::string_view value() const { return borrowed.data() != nullptr ? borrowed : projected.view(); }
};

using DerivedRows = std::vector<DerivedRow>;

class Derivation {
 public:
  virtual ~Derivation() = default;

  // Whether the new image may be written at all; asked before anything is changed.
  virtual Status check(const ItemView& item) const = 0;

  // The same for an image that an update made of a stored one: judges only what the update has changed. `changed` are
  // names, sorted.
  virtual Status check_changed(const ItemView& item, std::span<const std::string> changed) const = 0;

  // Whether an item's rows depend on any of these attributes.
  virtual bool reads_any(std::span<const std::string> names) const = 0;

  // Appends the item's rows, in the order of their keys. `base_key` is the item's encoded primary key. The item must
  // outlive the rows. An image that check would refuse has no rows (it was written before the derivation existed).
  virtual void append_rows(const ItemView& item, std::string_view base_key, DerivedRows* rows) const = 0;

  // Appends the base key that a row of this derivation belongs to. Error: KeyCorrupt.
  virtual Status append_base_key(std::string_view row_key, std::string* base_key) const = 0;
};

// What must change in the derived family; views borrow from the rows.
struct DerivedEdits {
  struct Put {
    std::string_view key;
    std::string_view value;
  };
  std::vector<Put> puts;
  std::vector<std::string_view> erasures;
};

// Rows of both sides are in key order. A row with the same key and an equal value is not touched.
DerivedEdits difference(const DerivedRows& before, const DerivedRows& after);

// Equal as items: bytes first, then value by value.
bool row_values_equal(std::string_view a, std::string_view b);

}  // namespace sheaf
