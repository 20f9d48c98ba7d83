#include "sheaf_cpp.h"

#include <new>

namespace github {
namespace {

// A *_new call answers NULL only when memory is exhausted.
template <class T>
Handle<T> owned(T* handle) {
  if (handle == nullptr) throw std::bad_alloc();
  return Handle<T>(handle);
}

}  // namespace

Outcome outcome_of(sheaf_status status, const sheaf_error* error) {
  if (status >= 0) return {};
  return {Code::kFailed, status, std::string(sheaf_status_name(status)) + ": " + sheaf_error_message(error)};
}

Item::Item() : item_(owned(sheaf_item_new())) {}

Outcome Item::parse(std::string_view json, Item* out) {
  const Handle<sheaf_error> error = owned(sheaf_error_new());
  out->clear();
  return outcome_of(sheaf_item_parse(out->get(), SHEAF_JSON_PLAIN, bytes_of(json), error.get()), error.get());
}

void Item::set_value(std::string_view name, const sheaf_value& value) {
  const sheaf_status status = sheaf_item_set(item_.get(), bytes_of(name), &value, nullptr);
  if (status < 0 && outcome_) {
    outcome_ = {Code::kInvalid, status, "the attribute " + std::string(name) + ": " + sheaf_status_name(status)};
  }
}

Item& Item::set(std::string_view name, std::string_view text) {
  set_value(name, value_of(text));
  return *this;
}

Item& Item::set(std::string_view name, uint64_t number) {
  const std::string digits = std::to_string(number);
  set_value(name, {SHEAF_NUMBER, 0, bytes_of(digits)});
  return *this;
}

Item& Item::set_json(std::string_view name, std::string_view value) {
  const std::string document = "{\"value\":" + std::string(value) + "}";
  Item parsed;
  sheaf_value found = {};
  sheaf_status status = sheaf_item_parse(parsed.get(), SHEAF_JSON_DYNAMODB, bytes_of(document), nullptr);
  if (status == SHEAF_OK) status = sheaf_item_get(parsed, bytes_of("value"), &found, nullptr);
  if (status == SHEAF_OK) {
    set_value(name, found);
  } else if (outcome_) {
    outcome_ = {Code::kInvalid, status, "the attribute " + std::string(name) + ": " + sheaf_status_name(status)};
  }
  return *this;
}

bool Item::has(std::string_view name) const {
  sheaf_value value;
  return sheaf_item_get(item_.get(), bytes_of(name), &value, nullptr) == SHEAF_OK;
}

void Item::clear() {
  sheaf_item_clear(item_.get());
  outcome_ = {};
}

Item one() {
  Item values;
  values.set(":one", 1);
  return values;
}

std::string_view text_at(const sheaf_item* item, const char* path) {
  sheaf_value value;
  if (sheaf_item_get_path(item, path, &value, nullptr) != SHEAF_OK || value.type != SHEAF_STRING) return {};
  return text_of(value.data);
}

uint64_t number_at(const sheaf_item* item, const char* path) {
  sheaf_value value;
  int64_t number = 0;
  if (sheaf_item_get_path(item, path, &value, nullptr) != SHEAF_OK) return 0;
  if (sheaf_number_int64(&value, &number) != SHEAF_OK || number < 0) return 0;
  return static_cast<uint64_t>(number);
}

uint32_t count_at(const sheaf_item* item, const char* path) {
  sheaf_value value;
  if (sheaf_item_get_path(item, path, &value, nullptr) != SHEAF_OK) return 0;
  return sheaf_value_count(&value);
}

std::string json_of(const sheaf_item* item, uint32_t dialect) {
  const Handle<sheaf_error> error = owned(sheaf_error_new());
  const Handle<sheaf_buf> json = owned(sheaf_buf_new());
  const sheaf_status status = sheaf_item_print(item, dialect, json.get(), error.get());
  if (status < 0) return outcome_of(status, error.get()).message;
  return std::string(text_of(sheaf_buf_bytes(json.get())));
}

}  // namespace github
