#include "engine/derive/secondary_index.h"

#include <algorithm>

#include "engine/item/item_builder.h"
#include "engine/key/component.h"
#include "engine/schema/item_key.h"

namespace sheaf {

SecondaryIndex::SecondaryIndex(const IndexDef& index, const KeySchema& base) : index_(index) {
  if (index.projection.kind == ProjectionKind::kAll) return;
  projected_names_ = held_attributes(index.key, base, index.projection.non_key_attributes);
}

Status SecondaryIndex::check(const ItemView& item) const {
  const auto membership = check_index_key(index_, item);
  return membership.ok() ? Status() : membership.status();
}

Status SecondaryIndex::check_changed(const ItemView& item, std::span<const std::string> changed) const {
  return check_changed_index_key(index_, item, changed);
}

bool SecondaryIndex::reads_any(std::span<const std::string> names) const {
  if (index_.projection.kind == ProjectionKind::kAll) return !names.empty();
  return std::any_of(names.begin(), names.end(), [this](const std::string& name) {
    return std::binary_search(projected_names_.begin(), projected_names_.end(), name);
  });
}

void SecondaryIndex::append_rows(const ItemView& item, std::string_view base_key, DerivedRows* rows) const {
  const auto membership = check_index_key(index_, item);
  if (!membership.ok() || *membership == Membership::kAbsent) return;
  DerivedRow& row = rows->emplace_back();
  for (const KeyPart& part : index_.key.partition)
    append_component(KeyPlace::kPartition, item.find(part.name), &row.key);
  for (const KeyPart& part : index_.key.sort) append_component(KeyPlace::kSort, item.find(part.name), &row.key);
  KeyReader base(base_key);
  // A local index shares the partition, so only the sort key follows. A base key of the engine's own making has its
  // end mark.
  if (index_.kind == IndexKind::kLocal && !base.skip().ok()) return rows->pop_back();
  row.key.append(base.rest());
  if (index_.projection.kind == ProjectionKind::kAll) {
    row.borrowed = item.bytes();
  } else {
    project(item, &row.projected);
  }
}

void SecondaryIndex::project(const ItemView& item, AlignedBuffer* out) const {
  ItemBuilder builder;
  for (uint32_t i = 0; i < item.count(); ++i) {
    const AttributeView attribute = item.at(i);
    if (std::binary_search(projected_names_.begin(), projected_names_.end(), attribute.name)) builder.append(attribute);
  }
  out->assign(builder.finish().bytes());
}

Status SecondaryIndex::append_base_key(std::string_view row_key, std::string* base_key) const {
  KeyReader reader(row_key);
  SHEAF_RETURN_IF_ERROR(reader.skip());
  const std::string_view first = row_key.substr(0, reader.position());
  for (size_t part = 1; part < index_.key.part_count(); ++part) SHEAF_RETURN_IF_ERROR(reader.skip());
  if (index_.kind == IndexKind::kLocal) base_key->append(first);
  base_key->append(reader.rest());
  return {};
}

}  // namespace sheaf
