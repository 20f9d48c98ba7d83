// The section "single items" of sheaf.h.
#include "capi/internal.h"

using sheaf::Status;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::KeyArgument;
using sheaf::capi::misuse;

namespace {

// Checks what put and delete have in common and prepares the request; `written` is NULL for a delete. NULL when all
// is well, else what was wrong.
const char* read_write_options(const sheaf_table* table, const sheaf_item* written, const sheaf_stmt* condition,
                               const sheaf_write_options* options, sheaf_write_options* given,
                               sheaf::Database::WriteRequest* request) {
  if (condition != nullptr) return "condition is not NULL; this version makes no conditions";
  if (!sheaf::capi::read_options(options, given))
    return "sheaf_write_options has a struct_size or member of another version";
  if ((given->flags & ~uint32_t{SHEAF_WRITE_SYNC}) != 0) return "an unknown write flag";
  if (given->old_item != nullptr && given->old_item == written) return "old_item is the item that is written";
  request->table = &table->handle;
  request->deadline = sheaf::Deadline::after_ms(given->timeout_ms);
  request->sync = (given->flags & SHEAF_WRITE_SYNC) != 0 ? sheaf::SyncMode::kFull : sheaf::SyncMode::kNormal;
  if (given->old_item != nullptr) {
    given->old_item->clear();
    request->old_image = &given->old_item->bytes;
  }
  return nullptr;
}

// Answers for a write and shows the old image in the holder that the caller gave.
sheaf_status finish_write(const sheaf::Result<sheaf::ActionResult>& result, sheaf_item* old_item, sheaf_error* error) {
  if (!result.ok()) {
    if (old_item != nullptr) old_item->clear();
    return answer(error, result.status());
  }
  if (old_item != nullptr && result->had_old_image) return answer(error, old_item->adopt_bytes());
  return SHEAF_OK;
}

}  // namespace

sheaf_status sheaf_get(sheaf_table* table, const sheaf_key* key, sheaf_item* out, sheaf_error* error) {
  if (table == nullptr || key == nullptr || out == nullptr) return misuse(error, "table, key or out is NULL");
  const sheaf_status got = guarded(error, [&]() -> sheaf_status {
    KeyArgument wanted;
    if (const Status status = wanted.assign(key); !status.ok()) return answer(error, status);
    const auto found = table->database->get(table->handle, wanted.values(), &out->bytes);
    if (!found.ok()) return answer(error, found.status());
    return *found ? answer(error, out->adopt_bytes()) : sheaf_status{SHEAF_NOT_FOUND};
  });
  if (got != SHEAF_OK && got != SHEAF_MISUSE) out->clear();
  return got;
}

sheaf_status sheaf_put(sheaf_table* table, const sheaf_item* item, sheaf_stmt* condition,
                       const sheaf_write_options* options, sheaf_error* error) {
  if (table == nullptr || item == nullptr) return misuse(error, "table or item is NULL");
  return guarded(error, [&]() -> sheaf_status {
    sheaf_write_options given;
    sheaf::Database::WriteRequest request;
    if (const char* const wrong = read_write_options(table, item, condition, options, &given, &request))
      return misuse(error, wrong);
    return finish_write(table->database->put(request, item->view()), given.old_item, error);
  });
}

sheaf_status sheaf_delete(sheaf_table* table, const sheaf_key* key, sheaf_stmt* condition,
                          const sheaf_write_options* options, sheaf_error* error) {
  if (table == nullptr || key == nullptr) return misuse(error, "table or key is NULL");
  return guarded(error, [&]() -> sheaf_status {
    KeyArgument wanted;
    const Status key_status = wanted.assign(key);
    if (key_status.is(sheaf::Error::kMisuse)) return answer(error, key_status);
    sheaf_write_options given;
    sheaf::Database::WriteRequest request;
    if (const char* const wrong = read_write_options(table, nullptr, condition, options, &given, &request))
      return misuse(error, wrong);
    if (!key_status.ok()) return answer(error, key_status);
    return finish_write(table->database->erase(request, wanted.values()), given.old_item, error);
  });
}
