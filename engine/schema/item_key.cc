#include "engine/schema/item_key.h"

#include <algorithm>

#include "engine/base/limits.h"
#include "engine/key/component.h"

namespace sheaf {
namespace {

Status check_length(const KeyPart& part, KeyRole role, ValueView value) {
  if (value.type == Type::kNumber) return {};  // at most 22 bytes
  const size_t size = value.data.size();
  if (role == KeyRole::kPartition && size > kMaxPartitionKeyBytes) {
    return Status(Error::kPartitionKeyTooLong, {part.name, std::to_string(size)});
  }
  if (role == KeyRole::kSort && size > kMaxSortKeyBytes) {
    return Status(Error::kSortKeyTooLong, {part.name, std::to_string(size)});
  }
  return {};
}

Status check_index_key_type(const IndexDef& index, const KeyPart& part, ValueView value) {
  if (value.type == part.type) return {};
  return Status(Error::kIndexKeyType, {part.name, type_tag(part.type), type_tag(value.type), index.name});
}

// Calls `visit(part, role, is_last)` for each part in key order; stops at the first error.
template <typename Visit>
Status for_each_part(const KeySchema& schema, Visit visit) {
  for (const KeyPart& part : schema.partition) SHEAF_RETURN_IF_ERROR(visit(part, KeyRole::kPartition));
  for (const KeyPart& part : schema.sort) SHEAF_RETURN_IF_ERROR(visit(part, KeyRole::kSort));
  return {};
}

// A base key has at most one sort part, and it stands last.
KeyPlace base_place(KeyRole role) { return role == KeyRole::kPartition ? KeyPlace::kPartition : KeyPlace::kLastSort; }

}  // namespace

Status check_key_value(const KeyPart& part, KeyRole role, ValueView value) {
  if (value.type != part.type) return Status(Error::kKeyType, {part.name, type_tag(part.type), type_tag(value.type)});
  if (value.data.empty()) {
    return Status(part.type == Type::kString ? Error::kKeyEmptyString : Error::kKeyEmptyBinary, {part.name});
  }
  return check_length(part, role, value);
}

Status append_item_key(const KeySchema& schema, const ItemView& item, std::string* out) {
  return for_each_part(schema, [&](const KeyPart& part, KeyRole role) -> Status {
    const ValueView value = item.find(part.name);
    if (!value) return Status(Error::kKeyMissing, {part.name});
    SHEAF_RETURN_IF_ERROR(check_key_value(part, role, value));
    append_component(base_place(role), value, out);
    return {};
  });
}

Status append_key_of_values(const KeySchema& schema, std::span<const ValueView> values, std::string* out) {
  if (values.size() != schema.part_count()) {
    return Status(Error::kKeyShape, {std::to_string(values.size()), std::to_string(schema.part_count())});
  }
  size_t index = 0;
  return for_each_part(schema, [&](const KeyPart& part, KeyRole role) -> Status {
    const ValueView value = values[index++];
    SHEAF_RETURN_IF_ERROR(check_key_value(part, role, value));
    append_component(base_place(role), value, out);
    return {};
  });
}

Result<Membership> check_index_key(const IndexDef& index, const ItemView& item) {
  Membership membership = Membership::kPresent;
  const Status status = for_each_part(index.key, [&](const KeyPart& part, KeyRole role) -> Status {
    const ValueView value = item.find(part.name);
    if (!value) {
      membership = Membership::kAbsent;
      return {};
    }
    SHEAF_RETURN_IF_ERROR(check_index_key_type(index, part, value));
    if (value.data.empty()) {
      return Status(part.type == Type::kString ? Error::kIndexKeyEmptyString : Error::kIndexKeyEmptyBinary,
                    {part.name, index.name});
    }
    return check_length(part, role, value);
  });
  if (!status.ok()) return status;
  return membership;
}

Status check_changed_index_key(const IndexDef& index, const ItemView& item, std::span<const std::string> changed) {
  return for_each_part(index.key, [&](const KeyPart& part, KeyRole role) -> Status {
    if (!std::binary_search(changed.begin(), changed.end(), part.name)) return {};
    const ValueView value = item.find(part.name);
    if (!value) return {};
    SHEAF_RETURN_IF_ERROR(check_index_key_type(index, part, value));
    if (value.data.empty()) {
      const char* const kind = part.type == Type::kString ? "string" : "binary";
      return Status(Error::kUpdateIndexKeyEmpty, {part.name, index.name, kind});
    }
    return check_length(part, role, value);
  });
}

}  // namespace sheaf
