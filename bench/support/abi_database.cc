#include "bench/support/abi_database.h"

#include "bench/support/abi_item.h"
#include "bench/support/require.h"
#include "bench/support/rows.h"

namespace sheaf::bench {
namespace {

std::string definition(const AbiTable& table) {
  std::string attributes = R"({"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"})";
  std::string indexes;
  if (table.shape == TableShape::kIndexed) {
    for (const std::string index : kIndexNames) {
      for (const char* const part : {"PK", "SK"}) {
        attributes += R"(,{"AttributeName":")" + index + part + R"(","AttributeType":"S"})";
      }
      indexes += (indexes.empty() ? "" : ",") +
                 (R"({"IndexName":")" + index + R"(","KeySchema":[{"AttributeName":")" + index) +
                 R"(PK","KeyType":"HASH"},{"AttributeName":")" + index +
                 R"(SK","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}})";
    }
  }
  return R"({"TableName":")" + table.name + R"(","AttributeDefinitions":[)" + attributes +
         R"(],"KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}])" +
         (indexes.empty() ? "" : R"(,"GlobalSecondaryIndexes":[)" + indexes + "]") + "}";
}

}  // namespace

AbiDatabase::AbiDatabase(const AbiOptions& options, const std::vector<AbiTable>& tables) {
  const bool is_new = !std::filesystem::exists(options.folder);
  sheaf_open_options open = {};
  open.struct_size = sizeof(open);
  open.flags = is_new ? uint32_t{SHEAF_OPEN_CREATE} : 0;
  open.sync = options.sync;
  open.compression = options.compression;
  open.memory_bytes = options.memory_bytes;
  require_ok(sheaf_open(options.folder.string().c_str(), &open, &db_, nullptr), "opening Sheaf");
  for (const AbiTable& table : tables) {
    if (is_new)
      require_ok(sheaf_table_create(db_, sheaf_bytes_of(definition(table).c_str()), nullptr), "making a table");
    sheaf_table* opened = nullptr;
    require_ok(sheaf_table_open(db_, table.name.c_str(), &opened, nullptr), "opening a table");
    tables_.push_back(opened);
  }
}

AbiDatabase::~AbiDatabase() {
  for (sheaf_table* const table : tables_) sheaf_table_close(table);
  sheaf_db_free(db_);
}

void load_items(const Workload& workload, sheaf_table* table) {
  sheaf_item* const item = sheaf_item_new();
  for (uint64_t i = 0; i < workload.items(); ++i) {
    require_ok(AbiItem(workload.item(i)).fill(item), "building an item");
    require_ok(sheaf_put(table, item, nullptr, nullptr, nullptr), "loading an item");
  }
  sheaf_item_free(item);
}

}  // namespace sheaf::bench
