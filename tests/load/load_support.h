// Bulk loads for tests: items as JSON, and tables that one of them can be checked against.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/db/load.h"
#include "tests/support/bare_table.h"
#include "tests/support/test_database.h"

namespace sheaf::test {

inline Result<std::unique_ptr<Load>> begin_load(const TestTable& table, uint64_t memory_bytes = 0) {
  return Load::begin(table.shared_database(), table.handle(), memory_bytes);
}

inline Status put(Load* load, std::string_view item_json) { return load->put(TestItem(item_json).view()); }

// The whole of a load; the first error.
inline Status load_all(const TestTable& table, const std::vector<std::string>& items, uint64_t memory_bytes = 0) {
  auto load = begin_load(table, memory_bytes);
  if (!load.ok()) return std::move(load).status();
  for (const std::string& item : items) SHEAF_RETURN_IF_ERROR(put(load->get(), item));
  return (*load)->finish();
}

// The rows of the table and its indexes, family by family in the order of the definition.
inline std::vector<std::vector<std::pair<std::string, std::string>>> rows_of(const TestTable& table) {
  std::vector<std::vector<std::pair<std::string, std::string>>> families;
  std::string family;
  for (const StoredRow& row : stored_rows(table.database().store(), table.open_table())) {
    if (families.empty() || row.family != family) families.emplace_back();
    family = row.family;
    families.back().emplace_back(row.key, row.value);
  }
  return families;
}

// The names in a folder that loads make.
inline std::vector<std::string> load_folders(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("load.")) names.push_back(name);
  }
  return names;
}

}  // namespace sheaf::test
