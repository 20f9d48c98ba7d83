// Items and values for tests, from and to DynamoDB's JSON. Text that does not parse fails the test.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/aligned_buffer.h"
#include "engine/item/item_view.h"
#include "engine/item/value.h"

namespace sheaf::test {

// Key values: s("a"), n("1.5"), b("\x01").
Value s(std::string_view text);
Value n(std::string_view decimal);
Value b(std::string_view bytes);

// A value from its JSON, {"L":[{"S":"a"}]}.
Value value_of(std::string_view json);
std::string json_of(ValueView value);

// An item that owns its stored form.
class TestItem {
 public:
  // From DynamoDB's JSON.
  explicit TestItem(std::string_view json);

  // From stored bytes as they are; the view is empty when they are no item.
  static TestItem of_bytes(std::string_view bytes);

  const ItemView& view() const { return view_; }
  std::string_view bytes() const { return bytes_.view(); }

 private:
  TestItem() = default;

  AlignedBuffer bytes_;
  ItemView view_;
};

// The item as JSON; "damaged: ..." when it cannot be printed.
std::string json_of(const ItemView& item);
std::string json_of_stored(std::string_view bytes);

// The same item in another FlatBuffer: its parts in another order and its ends wide, as a later writer may lay them out.
std::string in_other_layout(const ItemView& item);

// An item of exactly `size_bytes` by DynamoDB's formula: `json`'s attributes and a string "pad".
TestItem padded_item(std::string_view json, size_t size_bytes);

// Borrowed views of owned values, in their order.
std::vector<ValueView> views_of(const std::vector<Value>& values);

}  // namespace sheaf::test
