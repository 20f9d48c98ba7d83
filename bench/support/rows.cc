#include "bench/support/rows.h"

#include "bench/support/convert.h"
#include "engine/item/item_builder.h"
#include "engine/key/component.h"

namespace sheaf::bench {
namespace {

ValueView text(std::string_view bytes) { return {Type::kString, bytes}; }

}  // namespace

Rows::Rows(const Document& document) {
  base_key = encoded_key(document.find("PK")->data, document.find("SK")->data);
  for (size_t i = 0; i < kIndexes; ++i) {
    const std::string name = kIndexNames[i];
    const Field* const partition = document.find(name + "PK");
    const Field* const sort = document.find(name + "SK");
    if (partition == nullptr || sort == nullptr) continue;
    append_component(KeyPlace::kPartition, text(partition->data), &index_keys[i]);
    append_component(KeyPlace::kSort, text(sort->data), &index_keys[i]);
    index_keys[i] += base_key;
  }
  ItemBuilder builder;
  build_item(document, &builder);
  value = builder.finish().bytes();
  serials.collect(base_key.data(), base_key.size());
  serials.collect(value.data(), value.size());
  for (std::string& key : index_keys) serials.collect(key.data(), key.size());
}

std::string encoded_key(std::string_view partition, std::string_view sort) {
  std::string key;
  append_component(KeyPlace::kPartition, text(partition), &key);
  append_component(KeyPlace::kLastSort, text(sort), &key);
  return key;
}

KeyRange encoded_collection(std::string_view partition) {
  std::string components;
  append_component(KeyPlace::kPartition, text(partition), &components);
  return collection_range(components);
}

}  // namespace sheaf::bench
