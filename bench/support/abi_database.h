// AbiDatabase: a Sheaf database that is opened and used through the C ABI alone. Its tables have string keys PK and SK; an
// indexed table has the indexes of kIndexNames with all attributes. One thread opens and closes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/workload.h"
#include "capi/sheaf.h"

namespace sheaf::bench {

enum class TableShape : uint8_t { kPlain, kIndexed };

struct AbiTable {
  std::string name;
  TableShape shape = TableShape::kPlain;
};

struct AbiOptions {
  std::filesystem::path folder;
  uint64_t memory_bytes = 0;
  uint32_t sync = SHEAF_SYNC_NORMAL;
  uint32_t compression = SHEAF_COMPRESSION_FAST;
};

class AbiDatabase {
 public:
  // Opens the folder, or makes it with these tables when it is missing.
  AbiDatabase(const AbiOptions& options, const std::vector<AbiTable>& tables);
  ~AbiDatabase();
  AbiDatabase(const AbiDatabase&) = delete;
  AbiDatabase& operator=(const AbiDatabase&) = delete;

  sheaf_db* db() const { return db_; }
  sheaf_table* table(size_t index) const { return tables_[index]; }

 private:
  sheaf_db* db_ = nullptr;
  std::vector<sheaf_table*> tables_;
};

// Puts item 0 to items() - 1 of the workload, one by one.
void load_items(const Workload& workload, sheaf_table* table);

// A string as the C ABI takes it; borrows the text.
inline sheaf_value string_value(std::string_view text) {
  return {SHEAF_STRING, 0, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}};
}

}  // namespace sheaf::bench
