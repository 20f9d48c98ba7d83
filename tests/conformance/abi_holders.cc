#include "tests/conformance/abi_holders.h"

namespace sheaf::conformance {

std::string print(const sheaf_item* item) {
  if (sheaf_item_count(item) == 0) return {};
  const Buf buf(sheaf_buf_new());
  if (sheaf_item_print(item, kJson, buf.get(), nullptr) != SHEAF_OK) return "an item that cannot be printed";
  const sheaf_bytes text = sheaf_buf_bytes(buf.get());
  return {reinterpret_cast<const char*>(text.data), text.size};
}

sheaf_status Key::read(const std::string& json, const std::vector<std::string>& names, sheaf_error* error) {
  const sheaf_status status = sheaf_item_parse(holder.get(), kJson, bytes(json), error);
  if (status != SHEAF_OK) return status;
  for (const std::string& name : names) {
    sheaf_value value{};
    if (sheaf_item_get(holder.get(), bytes(name), &value, nullptr) == SHEAF_OK) values.push_back(value);
  }
  if (values.size() != names.size() || sheaf_item_count(holder.get()) != names.size()) {
    trouble = "the key has not exactly the table's key attributes; such a case needs protocol";
  }
  key = sheaf_key_of(values.data(), static_cast<uint32_t>(values.size()));
  return SHEAF_OK;
}

}  // namespace sheaf::conformance
