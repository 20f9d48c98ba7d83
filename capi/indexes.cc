// The section "indexes" of sheaf.h.
#include "capi/internal.h"

using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

sheaf_status sheaf_index_add(sheaf_db* db, const char* table, sheaf_bytes definition_json, sheaf_error* error) {
  if (db == nullptr || table == nullptr || sheaf::capi::lacks_data(definition_json))
    return misuse(error, "db, table or definition is NULL");
  return guarded(error,
                 [&] { return answer(error, db->database->add_index(table, sheaf::capi::view(definition_json))); });
}

sheaf_status sheaf_index_drop(sheaf_db* db, const char* table, const char* index, sheaf_error* error) {
  if (db == nullptr || table == nullptr || index == nullptr) return misuse(error, "db, table or index is NULL");
  return guarded(error, [&] { return answer(error, db->database->drop_index(table, index)); });
}
