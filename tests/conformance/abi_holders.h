// What the session needs to speak through the C ABI: owners of its handles, texts, and keys from JSON.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "capi/sheaf.h"
#include "tests/support/abi_owners.h"

namespace sheaf::conformance {

inline constexpr uint32_t kJson = SHEAF_JSON_DYNAMODB;

struct ItemDeleter {
  void operator()(sheaf_item* item) const { sheaf_item_free(item); }
};
struct StatementDeleter {
  void operator()(sheaf_stmt* statement) const { sheaf_stmt_free(statement); }
};
using Item = std::unique_ptr<sheaf_item, ItemDeleter>;
using Buf = test::OwnedBuffer;
using Statement = std::unique_ptr<sheaf_stmt, StatementDeleter>;

inline sheaf_bytes bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// "" for an item without attributes, which stands for no item where a whole item would have its key.
std::string print(const sheaf_item* item);

// The values of a key in the order of the key schema. The holder keeps them.
struct Key {
  Item holder{sheaf_item_new()};
  std::vector<sheaf_value> values;
  sheaf_key key{};
  std::string trouble;  // what cannot be said through the C ABI

  sheaf_status read(const std::string& json, const std::vector<std::string>& names, sheaf_error* error);
};

}  // namespace sheaf::conformance
