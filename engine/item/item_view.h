// ItemView: reads a stored item in place (layout: item.fbs). Borrows the bytes, which must stay put.
// Opening checks the frame and every offset, so reading afterwards is safe on any bytes; values' own insides are checked
// when they are opened, and verify_item checks everything. Threads: as for the bytes.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/base/result.h"
#include "engine/item/value.h"

namespace sheaf {

class ItemView {
 public:
  ItemView() = default;  // an item without attributes

  // Requires opens_in_place(bytes). Error: ItemCorrupt.
  static Result<ItemView> open(std::string_view bytes);

  // True when the bytes are aligned to 4, or have the usual frame (item_frame.h), which is read at any address. Else they
  // must be copied to an aligned place (AlignedBuffer) before they are opened.
  static bool opens_in_place(std::string_view bytes);

  uint32_t count() const { return count_; }
  uint32_t size_bytes() const { return size_bytes_; }  // DynamoDB's size, as stored
  std::string_view bytes() const { return bytes_; }

  // Requires index < count(). Attributes are in the order of their names' bytes.
  AttributeView at(uint32_t index) const {
    assert(index < count_);
    const uint32_t start = index == 0 ? 0 : end_at(2 * index - 1);
    const uint32_t name_end = end_at(2 * index);
    const uint32_t value_end = end_at(2 * index + 1);
    const char* const blob = data_ + count_;
    return {{blob + start, name_end - start},
            {static_cast<Type>(data_[index]), {blob + name_end, value_end - name_end}}};
  }

  // The attribute's value, or kNone.
  ValueView find(std::string_view name) const;

  // The same for who has the name's hash (name_hash.h) at hand.
  ValueView find_hashed(std::string_view name, uint16_t hash) const;

 private:
  friend class ItemBuilder;  // makes views of what it wrote
  friend Status verify_item(const ItemView& item);

  template <typename Integer>
  static Integer load(const char* from) {
    Integer integer;
    std::memcpy(&integer, from, sizeof(integer));
    return integer;
  }

  uint32_t end_at(uint32_t position) const {
    if (wide_ends_ != nullptr) return load<uint32_t>(wide_ends_ + sizeof(uint32_t) * position);
    return load<uint16_t>(index_ + sizeof(uint16_t) * (size_t{count_} + position));
  }

  std::string_view bytes_;
  uint32_t count_ = 0;
  uint32_t size_bytes_ = 0;
  const char* index_ = nullptr;      // u16: the hashes and, when they are narrow, the ends
  const char* data_ = nullptr;       // the types, and behind them the blob
  const char* wide_ends_ = nullptr;  // u32, or null
};

// Same attributes with equal values. Equal bytes are a shortcut; FlatBuffers promises no canonical layout.
bool items_equal(const ItemView& a, const ItemView& b);

// Full verification: names sorted, unique and UTF-8, hashes right, every value canonical, size right. Error: ItemCorrupt.
Status verify_item(const ItemView& item);

}  // namespace sheaf
