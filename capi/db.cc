// The sections "database" and "tables" of sheaf.h.
#include "capi/internal.h"
#include "engine/item/json_text.h"

using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

sheaf_status sheaf_open(const char* path, const sheaf_open_options* options, sheaf_db** out, sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  sheaf_open_options given;
  if (!sheaf::capi::read_options(options, &given))
    return misuse(error, "sheaf_open_options has a struct_size or member of another version");
  constexpr uint32_t kKnownFlags = SHEAF_OPEN_CREATE | SHEAF_OPEN_READ_ONLY | SHEAF_OPEN_MEMORY | SHEAF_OPEN_DYNAMODB;
  if ((given.flags & ~kKnownFlags) != 0) return misuse(error, "an unknown open flag");
  const bool reads_only = (given.flags & SHEAF_OPEN_READ_ONLY) != 0;
  if (reads_only && (given.flags & (SHEAF_OPEN_CREATE | SHEAF_OPEN_MEMORY)) != 0)
    return misuse(error, "SHEAF_OPEN_READ_ONLY excludes SHEAF_OPEN_CREATE and SHEAF_OPEN_MEMORY");
  if (given.sync > SHEAF_SYNC_NORMAL || given.compression > SHEAF_COMPRESSION_SMALL)
    return misuse(error, "an unknown sync mode or compression profile");
  if (given.memory_bytes != 0 && given.memory_bytes < sheaf::kMinMemoryBytes)
    return misuse(error, "memory_bytes is under 8 MiB");
  const bool is_dynamodb = (given.flags & SHEAF_OPEN_DYNAMODB) != 0;
  if (given.max_transaction_actions > (is_dynamodb ? sheaf::kMaxTransactionActions : sheaf::kMostTransactionActions))
    return misuse(error, "max_transaction_actions is over 100,000, or over 100 in DynamoDB mode");
  if (given.max_transaction_bytes > (is_dynamodb ? sheaf::kMaxTransactionBytes : sheaf::kMostTransactionBytes))
    return misuse(error, "max_transaction_bytes is over 1 GiB, or over 4 MiB in DynamoDB mode");
  const bool in_memory = (given.flags & SHEAF_OPEN_MEMORY) != 0;
  if (in_memory != (path == nullptr)) return misuse(error, "path is NULL exactly with SHEAF_OPEN_MEMORY");
  if (path != nullptr && path[0] == '\0') return misuse(error, "path is empty");
  return guarded(error, [&]() -> sheaf_status {
    sheaf::DatabaseOptions wanted;
    if (path != nullptr) wanted.path = path;
    if (reads_only) wanted.mode = sheaf::OpenMode::kReadOnly;
    if ((given.flags & SHEAF_OPEN_CREATE) != 0) wanted.mode = sheaf::OpenMode::kCreateIfMissing;
    wanted.compression = static_cast<sheaf::Compression>(given.compression);
    wanted.sync = static_cast<sheaf::SyncMode>(given.sync);
    wanted.memory_bytes = given.memory_bytes;
    if (is_dynamodb) wanted.api = sheaf::ApiMode::kDynamoDb;
    if (given.max_transaction_actions != 0) wanted.max_transaction_actions = given.max_transaction_actions;
    if (given.max_transaction_bytes != 0) wanted.max_transaction_bytes = given.max_transaction_bytes;
    auto handle = std::make_unique<sheaf_db>();
    auto database = sheaf::Database::open(wanted);
    if (!database.ok()) return answer(error, database.status());
    handle->database = *std::move(database);
    *out = handle.release();
    return SHEAF_OK;
  });
}

void sheaf_interrupt(sheaf_db* db) {
  if (db != nullptr) db->database->interrupt();
}

void sheaf_close(sheaf_db* db) {
  if (db == nullptr) return;
  (void)guarded(nullptr, [&] {
    db->database->close();
    return SHEAF_OK;
  });
}

void sheaf_db_free(sheaf_db* db) {
  sheaf_close(db);
  delete db;
}

sheaf_status sheaf_table_create(sheaf_db* db, sheaf_bytes definition_json, sheaf_error* error) {
  if (db == nullptr || sheaf::capi::lacks_data(definition_json)) return misuse(error, "db or definition is NULL");
  return guarded(error, [&] { return answer(error, db->database->create_table(sheaf::capi::view(definition_json))); });
}

sheaf_status sheaf_table_drop(sheaf_db* db, const char* name, sheaf_error* error) {
  if (db == nullptr || name == nullptr) return misuse(error, "db or name is NULL");
  return guarded(error, [&] { return answer(error, db->database->drop_table(name)); });
}

sheaf_status sheaf_table_open(sheaf_db* db, const char* name, sheaf_table** out, sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  if (db == nullptr || name == nullptr) return misuse(error, "db or name is NULL");
  return guarded(error, [&]() -> sheaf_status {
    auto table = db->database->open_table(name);
    if (!table.ok()) return answer(error, table.status());
    *out = new sheaf_table{db->database, sheaf::TableHandle(*std::move(table))};
    return SHEAF_OK;
  });
}

void sheaf_table_close(sheaf_table* table) { delete table; }

sheaf_status sheaf_table_describe(sheaf_table* table, sheaf_buf* json, sheaf_error* error) {
  if (table == nullptr || json == nullptr) return misuse(error, "table or json is NULL");
  json->text.clear();
  return guarded(error, [&]() -> sheaf_status {
    auto described = table->database->describe_table(table->handle);
    if (!described.ok()) return answer(error, described.status());
    json->text = *std::move(described);
    return SHEAF_OK;
  });
}

sheaf_status sheaf_table_list(sheaf_db* db, const char* after_name, uint32_t max_names, sheaf_buf* json,
                              sheaf_error* error) {
  if (db == nullptr || json == nullptr) return misuse(error, "db or json is NULL");
  json->text.clear();
  return guarded(error, [&]() -> sheaf_status {
    const size_t most =
        max_names == 0 || max_names > sheaf::kMaxListTablesNames ? sheaf::kMaxListTablesNames : max_names;
    const auto names = db->database->table_names(after_name == nullptr ? "" : after_name, most);
    if (!names.ok()) return answer(error, names.status());
    json->text = "[";
    for (const std::string& name : *names) {
      if (json->text.size() > 1) json->text += ',';
      sheaf::append_json_string(name, &json->text);
    }
    json->text += ']';
    return SHEAF_OK;
  });
}
