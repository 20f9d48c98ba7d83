// The section "items" of sheaf.h.
#include "capi/internal.h"
#include "engine/item/json.h"
#include "engine/item/path.h"

using sheaf::Status;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::is_dialect;
using sheaf::capi::misuse;

namespace {

constexpr const char* kNameWithoutData = "the name has a size but no data";

}  // namespace

sheaf_item* sheaf_item_new(void) {
  try {
    return new sheaf_item();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void sheaf_item_free(sheaf_item* item) { delete item; }

void sheaf_item_clear(sheaf_item* item) {
  if (item != nullptr) item->clear();
}

sheaf_status sheaf_item_set(sheaf_item* item, sheaf_bytes name, const sheaf_value* value, sheaf_error* error) {
  if (item == nullptr || value == nullptr) return misuse(error, "item or value is NULL");
  if (sheaf::capi::lacks_data(name)) return misuse(error, kNameWithoutData);
  return guarded(error, [&] {
    std::string scratch;
    const auto stored = sheaf::capi::to_value(*value, &scratch);
    if (!stored.ok()) return answer(error, stored.status());
    return answer(error, item->start_building()->set(sheaf::capi::view(name), *stored));
  });
}

sheaf_status sheaf_item_get(const sheaf_item* item, sheaf_bytes name, sheaf_value* out, sheaf_error* error) {
  if (item == nullptr || out == nullptr) return misuse(error, "item or out is NULL");
  if (sheaf::capi::lacks_data(name)) return misuse(error, kNameWithoutData);
  return guarded(error, [&]() -> sheaf_status {
    const sheaf::ValueView value = item->view().find(sheaf::capi::view(name));
    if (!value) return SHEAF_NOT_FOUND;
    *out = sheaf::capi::to_c(value);
    return SHEAF_OK;
  });
}

sheaf_status sheaf_item_get_path(const sheaf_item* item, const char* path, sheaf_value* out, sheaf_error* error) {
  if (item == nullptr || path == nullptr || out == nullptr) return misuse(error, "item, path or out is NULL");
  return guarded(error, [&]() -> sheaf_status {
    const auto value = sheaf::find_path(item->view(), path);
    if (!value.ok()) return answer(error, value.status());
    if (!*value) return SHEAF_NOT_FOUND;
    *out = sheaf::capi::to_c(*value);
    return SHEAF_OK;
  });
}

uint32_t sheaf_item_count(const sheaf_item* item) {
  uint32_t count = 0;
  if (item == nullptr) return count;
  (void)guarded(nullptr, [&] {
    count = item->view().count();
    return SHEAF_OK;
  });
  return count;
}

sheaf_status sheaf_item_at(const sheaf_item* item, uint32_t index, sheaf_bytes* name, sheaf_value* out) {
  if (item == nullptr || out == nullptr) return SHEAF_MISUSE;
  return guarded(nullptr, [&]() -> sheaf_status {
    if (index >= item->view().count()) return SHEAF_NOT_FOUND;
    const sheaf::AttributeView attribute = item->view().at(index);
    if (name != nullptr) *name = sheaf::capi::to_bytes(attribute.name);
    *out = sheaf::capi::to_c(attribute.value);
    return SHEAF_OK;
  });
}

uint64_t sheaf_item_size_bytes(const sheaf_item* item) {
  uint64_t size = 0;
  if (item == nullptr) return size;
  (void)guarded(nullptr, [&] {
    size = item->view().size_bytes();
    return SHEAF_OK;
  });
  return size;
}

sheaf_status sheaf_item_parse(sheaf_item* item, uint32_t json_dialect, sheaf_bytes json, sheaf_error* error) {
  if (item == nullptr || !is_dialect(json_dialect)) return misuse(error, "item is NULL or the dialect is unknown");
  if (sheaf::capi::lacks_data(json)) return misuse(error, "json has a size but no data");
  return guarded(error, [&] {
    item->clear();
    const Status parsed = sheaf::parse_item_json(static_cast<sheaf::JsonDialect>(json_dialect), sheaf::capi::view(json),
                                                 item->start_building());
    if (!parsed.ok()) item->clear();
    return answer(error, parsed);
  });
}

sheaf_status sheaf_item_print(const sheaf_item* item, uint32_t json_dialect, sheaf_buf* json, sheaf_error* error) {
  if (item == nullptr || json == nullptr || !is_dialect(json_dialect)) {
    return misuse(error, "item or json is NULL or the dialect is unknown");
  }
  return guarded(error, [&] {
    json->text.clear();
    return answer(error,
                  sheaf::print_item_json(static_cast<sheaf::JsonDialect>(json_dialect), item->view(), &json->text));
  });
}
