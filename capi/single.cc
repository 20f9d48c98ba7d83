// The section "single items" of sheaf.h.
#include "capi/internal.h"

using sheaf::AlignedBuffer;
using sheaf::Database;
using sheaf::Result;
using sheaf::StatementKind;
using sheaf::Status;
using sheaf::ValueView;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::KeyArgument;
using sheaf::capi::misuse;

namespace {

// What a write was given beside its item or key.
struct WriteCall {
  const sheaf_table* table = nullptr;
  const sheaf_item* written = nullptr;  // of a put
  sheaf_stmt* statement = nullptr;      // may be NULL
  StatementKind takes = StatementKind::kCondition;
};

const char* check_options(const WriteCall& call, const sheaf_write_options& given) {
  const bool is_update = call.takes == StatementKind::kUpdate;
  const uint32_t flags = is_update ? SHEAF_WRITE_SYNC | SHEAF_WRITE_UPDATED_ONLY : SHEAF_WRITE_SYNC;
  if ((given.flags & ~flags) != 0) return "an unknown write flag, or one of updates";
  if (given.old_item != nullptr && given.old_item == call.written) return "old_item is the item that is written";
  if (given.new_item == nullptr) return nullptr;
  if (!is_update) return "new_item is for updates only";
  return given.new_item == given.old_item ? "new_item is old_item" : nullptr;
}

// Holders are cleared only when nothing is misused.
AlignedBuffer* buffer_of(sheaf_item* holder) {
  if (holder == nullptr) return nullptr;
  holder->clear();
  return &holder->bytes;
}

// Checks what all writes have in common and prepares the request. NULL when all is well, else what was wrong.
const char* read_write_options(const WriteCall& call, const sheaf_write_options* options, sheaf_write_options* given,
                               Database::WriteRequest* request) {
  if (!sheaf::capi::read_options(options, given))
    return "sheaf_write_options has a struct_size or member of another version";
  if (const char* const wrong = check_options(call, *given)) return wrong;
  if (const char* const wrong = sheaf::capi::check_statement(call.statement, *call.table, call.takes)) return wrong;
  request->table = &call.table->handle;
  request->deadline = sheaf::Deadline::after_ms(given->timeout_ms);
  request->sync = (given->flags & SHEAF_WRITE_SYNC) != 0 ? sheaf::SyncMode::kFull : sheaf::SyncMode::kNormal;
  if ((given->flags & SHEAF_WRITE_UPDATED_ONLY) != 0) request->parts = sheaf::ImageParts::kUpdated;
  request->old_image = buffer_of(given->old_item);
  request->new_image = buffer_of(given->new_item);
  return nullptr;
}

// The values of the statement are looked at anew, for they may have been bound since.
Status take_terms(const WriteCall& call, Database::WriteRequest* request) {
  if (call.statement == nullptr) return {};
  SHEAF_ASSIGN_OR_RETURN(request->terms, call.statement->statement->write_terms());
  return {};
}

// Shows an image in the holder that the caller gave; an image without bytes is an item that is not there.
Status show(sheaf_item* holder) {
  return holder == nullptr || holder->bytes.view().empty() ? Status() : holder->adopt_bytes();
}

sheaf_status finish_write(const Result<sheaf::ActionResult>& result, const sheaf_write_options& given,
                          sheaf_error* error) {
  if (result.ok()) {
    const Status shown = show(given.old_item);
    return answer(error, shown.ok() ? show(given.new_item) : shown);
  }
  if (given.new_item != nullptr) given.new_item->clear();
  const bool keeps_old = result.status().is(sheaf::Error::kConditionFailed) && show(given.old_item).ok();
  if (given.old_item != nullptr && !keeps_old) given.old_item->clear();
  return answer(error, result.status());
}

// A write of the item with that key.
using WriteByKey = Result<sheaf::ActionResult> (Database::*)(const Database::WriteRequest&, std::span<const ValueView>);

sheaf_status write_by_key(WriteByKey write, const WriteCall& call, const sheaf_key* key,
                          const sheaf_write_options* options, sheaf_error* error) {
  KeyArgument wanted;
  const Status key_status = wanted.assign(key);
  if (key_status.is(sheaf::Error::kMisuse)) return answer(error, key_status);
  sheaf_write_options given;
  Database::WriteRequest request;
  if (const char* const wrong = read_write_options(call, options, &given, &request)) return misuse(error, wrong);
  if (!key_status.ok()) return answer(error, key_status);
  if (const Status status = take_terms(call, &request); !status.ok()) return answer(error, status);
  return finish_write((*call.table->database.*write)(request, wanted.values()), given, error);
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
    const WriteCall call{table, item, condition, StatementKind::kCondition};
    sheaf_write_options given;
    Database::WriteRequest request;
    if (const char* const wrong = read_write_options(call, options, &given, &request)) return misuse(error, wrong);
    if (const Status status = take_terms(call, &request); !status.ok()) return answer(error, status);
    return finish_write(table->database->put(request, item->view()), given, error);
  });
}

sheaf_status sheaf_update(sheaf_table* table, const sheaf_key* key, sheaf_stmt* update,
                          const sheaf_write_options* options, sheaf_error* error) {
  if (table == nullptr || key == nullptr) return misuse(error, "table or key is NULL");
  return guarded(error, [&]() -> sheaf_status {
    const WriteCall call{table, nullptr, update, StatementKind::kUpdate};
    return write_by_key(&Database::update, call, key, options, error);
  });
}

sheaf_status sheaf_delete(sheaf_table* table, const sheaf_key* key, sheaf_stmt* condition,
                          const sheaf_write_options* options, sheaf_error* error) {
  if (table == nullptr || key == nullptr) return misuse(error, "table or key is NULL");
  return guarded(error, [&]() -> sheaf_status {
    const WriteCall call{table, nullptr, condition, StatementKind::kCondition};
    return write_by_key(&Database::erase, call, key, options, error);
  });
}
