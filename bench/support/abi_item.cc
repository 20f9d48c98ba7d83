#include "bench/support/abi_item.h"

#include <algorithm>
#include <cstring>

#include "bench/support/convert.h"

namespace sheaf::bench {

void SerialPlaces::collect(char* bytes, size_t size) {
  const std::string_view text(bytes, size);
  for (size_t at = text.find(kSerialMark); at != text.npos; at = text.find(kSerialMark, at + kSerialMark.size())) {
    places_.push_back(bytes + at);
  }
}

void SerialPlaces::write(uint32_t serial) const {
  char digits[kSerialMark.size()];
  for (size_t i = 0; i < sizeof(digits); ++i) digits[i] = "0123456789abcdef"[serial >> (28 - 4 * i) & 0xF];
  for (char* const place : places_) std::memcpy(place, digits, sizeof(digits));
}

AbiItem::AbiItem(const Document& document) {
  std::vector<std::string> values;
  size_t size = 0;
  for (const Field& field : document.fields) {
    values.push_back(field.type == Type::kNumber ? field.text : stored_value(field).data);
    size += field.name.size() + values.back().size();
  }
  bytes_ = std::make_unique<char[]>(size);
  char* to = bytes_.get();
  const auto place = [&to](std::string_view bytes) -> sheaf_bytes {
    char* const start = to;
    to = std::copy(bytes.begin(), bytes.end(), to);
    return {reinterpret_cast<const uint8_t*>(start), bytes.size()};
  };
  for (size_t i = 0; i < values.size(); ++i) {
    const Field& field = document.fields[i];
    const uint32_t type = field.type == Type::kNumber ? uint32_t{SHEAF_NUMBER} : static_cast<uint32_t>(field.type);
    const sheaf_bytes name = place(field.name);
    attributes_.push_back({name, {type, 0, place(values[i])}});
  }
  serials_.collect(bytes_.get(), size);
}

sheaf_status AbiItem::fill(sheaf_item* item) const {
  sheaf_item_clear(item);
  for (const Attribute& attribute : attributes_) {
    const sheaf_status set = sheaf_item_set(item, attribute.name, &attribute.value, nullptr);
    if (set != SHEAF_OK) return set;
  }
  return SHEAF_OK;
}

}  // namespace sheaf::bench
