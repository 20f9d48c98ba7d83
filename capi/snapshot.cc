// The section "snapshots" of sheaf.h.
#include "capi/internal.h"

using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

sheaf_status sheaf_snapshot_open(sheaf_db* db, sheaf_snapshot** out, sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  if (db == nullptr) return misuse(error, "db is NULL");
  return guarded(error, [&]() -> sheaf_status {
    auto snapshot = db->database->snapshot();
    if (!snapshot.ok()) return answer(error, snapshot.status());
    *out = new sheaf_snapshot{db->database, *std::move(snapshot)};
    return SHEAF_OK;
  });
}

sheaf_status sheaf_snapshot_table(sheaf_snapshot* snapshot, sheaf_table* table, sheaf_table** bound,
                                  sheaf_error* error) {
  if (bound == nullptr) return misuse(error, "bound is NULL");
  *bound = nullptr;
  if (snapshot == nullptr || table == nullptr) return misuse(error, "snapshot or table is NULL");
  if (snapshot->database != table->database) return misuse(error, "snapshot and table belong to different databases");
  return guarded(error, [&]() -> sheaf_status {
    const sheaf::Status alive = snapshot->database->check_table(*table->handle.table);
    if (!alive.ok()) return answer(error, alive);
    *bound = new sheaf_table{table->database, sheaf::TableHandle(table->handle.table, snapshot->snapshot)};
    return SHEAF_OK;
  });
}

void sheaf_snapshot_free(sheaf_snapshot* snapshot) { delete snapshot; }
