// ItemBuilder: collects attributes and writes the stored form. Reusable: clear() keeps the memory. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/item/item_view.h"
#include "engine/item/value.h"

namespace sheaf {

class ItemBuilder {
 public:
  ItemBuilder();
  ~ItemBuilder();
  ItemBuilder(ItemBuilder&&) noexcept;
  ItemBuilder& operator=(ItemBuilder&&) noexcept;

  void clear();

  // Copies name and value; a later set of the same name wins. The value must be in the stored form (verify_value first when
  // it comes from outside). Errors: NameEmpty, NameTooLong, ValueNotUtf8 (the name).
  Status set(std::string_view name, ValueView value);

  // The same for an attribute of a stored item, which needs no checks.
  void append(const AttributeView& attribute);

  // Takes the attributes of a stored item, as if set one by one.
  void set_all(const ItemView& item);

  // The stored form, aligned, valid until the next call on this builder. No size limit is applied here: the write path does.
  ItemView finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sheaf
