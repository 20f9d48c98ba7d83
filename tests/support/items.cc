#include "tests/support/items.h"

#include <gtest/gtest.h>

#include "engine/item/item_builder.h"
#include "engine/item/item_generated.h"
#include "engine/item/json.h"
#include "engine/item/name_hash.h"

namespace sheaf::test {

Value s(std::string_view text) { return make_string(text); }
Value b(std::string_view bytes) { return make_binary(bytes); }

Value n(std::string_view decimal) {
  const auto number = Number::parse(decimal);
  EXPECT_TRUE(number.ok()) << decimal << ": " << number.status().message();
  return number.ok() ? make_number(*number) : Value();
}

Value value_of(std::string_view json) {
  auto value = parse_value_json(JsonDialect::kDynamoDb, json);
  EXPECT_TRUE(value.ok()) << json << ": " << value.status().message();
  return value.ok() ? *std::move(value) : Value();
}

std::string json_of(ValueView value) {
  std::string text;
  const Status status = print_value_json(JsonDialect::kDynamoDb, value, &text);
  return status.ok() ? text : "damaged: " + status.message();
}

TestItem::TestItem(std::string_view json) {
  ItemBuilder builder;
  const Status status = parse_item_json(JsonDialect::kDynamoDb, json, &builder);
  EXPECT_TRUE(status.ok()) << json << ": " << status.message();
  *this = of_bytes(builder.finish().bytes());
}

TestItem TestItem::of_bytes(std::string_view bytes) {
  TestItem item;
  item.bytes_.assign(bytes);
  if (const auto view = ItemView::open(item.bytes_.view()); view.ok()) item.view_ = *view;
  return item;
}

std::string json_of(const ItemView& item) {
  std::string text;
  const Status status = print_item_json(JsonDialect::kDynamoDb, item, &text);
  return status.ok() ? text : "damaged: " + status.message();
}

std::string json_of_stored(std::string_view bytes) {
  AlignedBuffer aligned;
  aligned.assign(bytes);
  const auto view = ItemView::open(aligned.view());
  return view.ok() ? json_of(*view) : "damaged: " + view.status().message();
}

std::string in_other_layout(const ItemView& item) {
  std::vector<uint16_t> hashes;
  std::vector<uint32_t> ends;
  std::vector<uint8_t> data;
  std::string blob;
  for (uint32_t i = 0; i < item.count(); ++i) {
    const AttributeView attribute = item.at(i);
    hashes.push_back(name_hash(attribute.name));
    data.push_back(static_cast<uint8_t>(attribute.value.type));
    blob.append(attribute.name);
    ends.push_back(static_cast<uint32_t>(blob.size()));
    blob.append(attribute.value.data);
    ends.push_back(static_cast<uint32_t>(blob.size()));
  }
  data.insert(data.end(), blob.begin(), blob.end());
  flatbuffers::FlatBufferBuilder buffer;
  const auto index = buffer.CreateVector(hashes);
  const auto wide_ends = buffer.CreateVector(ends);
  const auto types_and_blob = buffer.CreateVector(data);
  buffer.Finish(stored::CreateItem(buffer, item.size_bytes(), index, types_and_blob, wide_ends));
  return {reinterpret_cast<const char*>(buffer.GetBufferPointer()), buffer.GetSize()};
}

TestItem padded_item(std::string_view json, size_t size_bytes) {
  constexpr std::string_view kName = "pad";
  const TestItem small(json);
  const size_t used = small.view().size_bytes() + kName.size();
  EXPECT_LE(used, size_bytes) << json;
  ItemBuilder builder;
  builder.set_all(small.view());
  EXPECT_TRUE(builder.set(kName, s(std::string(size_bytes - used, 'x')).view()).ok());
  return TestItem::of_bytes(builder.finish().bytes());
}

std::vector<ValueView> views_of(const std::vector<Value>& values) {
  std::vector<ValueView> views;
  for (const Value& value : values) views.push_back(value.view());
  return views;
}

}  // namespace sheaf::test
