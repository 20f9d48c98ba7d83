#include "engine/read/row_key.h"

#include <algorithm>

#include "engine/key/component.h"

namespace sheaf {
namespace {

Status read_parts(const std::vector<KeyPart>& parts, KeyPlace place, KeyReader* reader, std::vector<Value>* out) {
  for (const KeyPart& part : parts) {
    Value& value = out->emplace_back();
    value.type = part.type;
    SHEAF_RETURN_IF_ERROR(reader->read(place, part.type, &value.data));
  }
  return {};
}

}  // namespace

Status read_row_key(const RowSource& source, std::string_view row_key, std::vector<Value>* index_key,
                    std::vector<Value>* base_key) {
  index_key->clear();
  base_key->clear();
  const KeySchema& base = source.table->def().key;
  std::string base_bytes;
  if (source.index != nullptr) {
    const KeySchema& own = source.index->def->key;
    KeyReader reader(row_key);
    SHEAF_RETURN_IF_ERROR(read_parts(own.partition, KeyPlace::kPartition, &reader, index_key));
    SHEAF_RETURN_IF_ERROR(read_parts(own.sort, KeyPlace::kSort, &reader, index_key));
    SHEAF_RETURN_IF_ERROR(source.index->derivation->append_base_key(row_key, &base_bytes));
  } else {
    base_bytes = row_key;
  }
  KeyReader reader(base_bytes);
  SHEAF_RETURN_IF_ERROR(read_parts(base.partition, KeyPlace::kPartition, &reader, base_key));
  SHEAF_RETURN_IF_ERROR(read_parts(base.sort, KeyPlace::kLastSort, &reader, base_key));
  return reader.at_end() ? Status() : Status(Error::kKeyCorrupt, {"bytes follow the last component"});
}

std::string make_row_key(const RowSource& source, std::span<const AttributeView> attributes) {
  std::string key;
  const auto append = [&](const std::vector<KeyPart>& parts, KeyPlace place) {
    for (const KeyPart& part : parts) append_component(place, find_attribute(attributes, part.name), &key);
  };
  const KeySchema& base = source.table->def().key;
  if (source.index != nullptr) {
    append(source.index->def->key.partition, KeyPlace::kPartition);
    append(source.index->def->key.sort, KeyPlace::kSort);
  }
  const bool shares_partition = source.index != nullptr && source.index->def->kind == IndexKind::kLocal;
  if (!shares_partition) append(base.partition, KeyPlace::kPartition);
  append(base.sort, KeyPlace::kLastSort);
  return key;
}

ValueView find_attribute(std::span<const AttributeView> attributes, std::string_view name) {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [name](const AttributeView& attribute) { return attribute.name == name; });
  return found == attributes.end() ? ValueView() : found->value;
}

}  // namespace sheaf
