// The section "bytes, values, keys" of sheaf.h.
#include "capi/internal.h"
#include "engine/item/container.h"

using sheaf::capi::guarded;

namespace {

sheaf::Result<sheaf::Number> read_number(const sheaf_value* value) {
  if (value != nullptr && value->type == SHEAF_NUMBER) return sheaf::Number::parse(sheaf::capi::view(value->data));
  const sheaf::ValueView stored = sheaf::capi::to_stored_value(value);
  if (stored.type != sheaf::Type::kNumber) return sheaf::Status(sheaf::Error::kValueDamaged, {"it is no number"});
  return sheaf::Number::decode(stored.data);
}

// The container behind the value, or nothing.
std::optional<sheaf::ContainerView> open_container(const sheaf_value* value) {
  const sheaf::ValueView stored = sheaf::capi::to_stored_value(value);
  if (!sheaf::is_container(stored.type)) return std::nullopt;
  const auto container = sheaf::ContainerView::open(stored);
  return container.ok() ? std::optional(*container) : std::nullopt;
}

}  // namespace

sheaf_status sheaf_number_text(const sheaf_value* number, char out[SHEAF_NUMBER_TEXT_BYTES]) {
  return guarded(nullptr, [&]() -> sheaf_status {
    if (number == nullptr || out == nullptr) return SHEAF_MISUSE;
    const auto read = read_number(number);
    if (!read.ok()) return SHEAF_INVALID;
    const std::string text = read->to_text();
    std::memcpy(out, text.c_str(), text.size() + 1);
    return SHEAF_OK;
  });
}

sheaf_status sheaf_number_int64(const sheaf_value* number, int64_t* out) {
  return guarded(nullptr, [&]() -> sheaf_status {
    if (number == nullptr || out == nullptr) return SHEAF_MISUSE;
    const auto read = read_number(number);
    if (!read.ok()) return SHEAF_INVALID;
    const auto whole = read->to_int64();
    if (!whole.ok()) return SHEAF_LIMIT;
    *out = *whole;
    return SHEAF_OK;
  });
}

uint32_t sheaf_value_count(const sheaf_value* container) {
  uint32_t count = 0;
  (void)guarded(nullptr, [&] {
    const auto opened = open_container(container);
    if (opened) count = opened->count();
    return SHEAF_OK;
  });
  return count;
}

sheaf_status sheaf_value_at(const sheaf_value* container, uint32_t index, sheaf_bytes* name, sheaf_value* out) {
  if (container == nullptr || out == nullptr) return SHEAF_MISUSE;
  return guarded(nullptr, [&]() -> sheaf_status {
    const auto opened = open_container(container);
    if (!opened || index >= opened->count()) return SHEAF_NOT_FOUND;
    const sheaf::AttributeView member = opened->at(index);
    if (!member.value) return SHEAF_CORRUPT;
    if (name != nullptr) *name = sheaf::capi::to_bytes(member.name);
    *out = sheaf::capi::to_c(member.value);
    return SHEAF_OK;
  });
}
