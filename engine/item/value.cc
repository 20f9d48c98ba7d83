#include "engine/item/value.h"

#include <cassert>

#include "engine/base/limits.h"
#include "engine/item/container.h"
#include "engine/item/utf8.h"

namespace sheaf {
namespace {

Status damaged(std::string_view what) { return Status(Error::kValueDamaged, {what}); }

bool containers_equal(ValueView a, ValueView b, int level) {
  const auto left = ContainerView::open(a);
  const auto right = ContainerView::open(b);
  if (!left.ok() || !right.ok() || left->count() != right->count() || level > kMaxNestingLevels) return false;
  for (uint32_t i = 0; i < left->count(); ++i) {
    const AttributeView x = left->at(i);
    const AttributeView y = right->at(i);
    if (!x.value || x.name != y.name || x.value.type != y.value.type) return false;
    if (x.value.data == y.value.data) continue;
    if (!is_container(x.value.type) || !containers_equal(x.value, y.value, level + 1)) return false;
  }
  return true;
}

size_t size_at_level(ValueView value, int level);

size_t container_size(ValueView value, int level) {
  const auto container = ContainerView::open(value);
  if (!container.ok() || level > kMaxNestingLevels) return value.data.size();
  const size_t member_overhead = is_set(value.type) ? 0 : 1;
  size_t size = is_set(value.type) ? 0 : 3;
  for (uint32_t i = 0; i < container->count(); ++i) {
    const AttributeView member = container->at(i);
    if (!member.value) return value.data.size();  // Going on would visit members that overlap again and again.
    size += member.name.size() + member_overhead + size_at_level(member.value, level + 1);
  }
  return size;
}

size_t size_at_level(ValueView value, int level) {
  switch (value.type) {
    case Type::kNone:
      return 0;
    case Type::kNull:
    case Type::kBool:
      return 1;
    case Type::kNumber:
      return Number::size_bytes(value.data);
    case Type::kString:
    case Type::kBinary:
      return value.data.size();
    default:
      return container_size(value, level);
  }
}

Status verify_container(ValueView value, int level) {
  const auto container = ContainerView::open(value);
  if (!container.ok()) return damaged("a container's frame does not fit its bytes");
  for (uint32_t i = 0; i < container->count(); ++i) {
    const AttributeView member = container->at(i);
    if (!is_valid_utf8(member.name)) return Status(Error::kValueNotUtf8, {"a map's member name"});
    if (!member.value) return damaged("a container's member is out of bounds");
    SHEAF_RETURN_IF_ERROR(verify_value(member.value, is_set(value.type) ? level : level + 1));
  }
  if (!container->is_canonical()) return damaged("a container is not in canonical form");
  return {};
}

}  // namespace

bool values_equal(ValueView a, ValueView b) {
  if (a.type != b.type) return false;
  if (a.data == b.data) return true;
  return is_container(a.type) && containers_equal(a, b, 1);
}

size_t value_size_bytes(ValueView value) { return size_at_level(value, 1); }

Status verify_value(ValueView value, int level) {
  if (level > kMaxNestingLevels) return Status(Error::kTooDeep);
  switch (value.type) {
    case Type::kNone:
      return damaged("no type");
    case Type::kNull:
      return value.data.empty() ? Status() : damaged("NULL holds bytes");
    case Type::kBool:
      return value.data.size() == 1 && static_cast<uint8_t>(value.data[0]) <= 1 ? Status()
                                                                                : damaged("BOOL is not 0 or 1");
    case Type::kNumber: {
      const auto number = Number::decode(value.data);
      return number.ok() ? Status() : number.status();
    }
    case Type::kString:
      return is_valid_utf8(value.data) ? Status() : Status(Error::kValueNotUtf8, {"a string"});
    case Type::kBinary:
      return {};
    default:
      return is_stored_type(static_cast<uint8_t>(value.type)) ? verify_container(value, level)
                                                              : damaged("unknown type");
  }
}

}  // namespace sheaf
