// The section "prepared statements" of sheaf.h: walking the rows of queries and scans.
#include "capi/internal.h"
#include "engine/item/json.h"

using sheaf::Status;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::misuse;

namespace {

bool reads(const sheaf_stmt* stmt) { return stmt != nullptr && stmt->statement->read() != nullptr; }

constexpr const char* kNoRead = "stmt is NULL, or no query and no scan";

sheaf_status to_status(sheaf::Step step) {
  if (step == sheaf::Step::kRow) return SHEAF_ROW;
  return step == sheaf::Step::kDone ? SHEAF_DONE : SHEAF_PAGE;
}

// Appends the item and a comma; leaves `json` as it was when that fails.
Status append_item(sheaf::JsonDialect dialect, const sheaf::ItemView& item, std::string* json) {
  const size_t size = json->size();
  Status printed;
  try {
    printed = sheaf::print_item_json(dialect, item, json);
    if (printed.ok()) json->push_back(',');
  } catch (const std::bad_alloc&) {
    json->resize(size);
    return Status(sheaf::Error::kNoMemory);
  }
  if (!printed.ok()) json->resize(size);
  return printed;
}

}  // namespace

sheaf_status sheaf_stmt_step(sheaf_stmt* stmt, sheaf_error* error) {
  if (!reads(stmt)) return misuse(error, kNoRead);
  return guarded(error, [&]() -> sheaf_status {
    const auto step = stmt->statement->step();
    if (!step.ok()) return answer(error, step.status());
    if (*step == sheaf::Step::kRow) stmt->item.borrow(stmt->statement->item());
    return to_status(*step);
  });
}

const sheaf_item* sheaf_stmt_item(const sheaf_stmt* stmt) {
  return reads(stmt) && stmt->statement->is_on_row() ? &stmt->item : nullptr;
}

sheaf_status sheaf_stmt_page(sheaf_stmt* stmt, uint32_t json_dialect, uint32_t max_rows, sheaf_buf* json_array,
                             sheaf_error* error) {
  if (!reads(stmt)) return misuse(error, kNoRead);
  if (json_array == nullptr || !sheaf::capi::is_dialect(json_dialect))
    return misuse(error, "json_array is NULL or the dialect is unknown");
  std::string& text = json_array->text;
  const sheaf_status paged = guarded(error, [&]() -> sheaf_status {
    text = "[";
    const auto append = [&text, json_dialect](const sheaf::ItemView& item) {
      return append_item(static_cast<sheaf::JsonDialect>(json_dialect), item, &text);
    };
    const auto step = stmt->statement->give_rows(max_rows, append);
    if (!step.ok()) return answer(error, step.status());
    if (text.back() == ',') {
      text.back() = ']';
    } else {
      text.push_back(']');
    }
    return to_status(*step);
  });
  if (paged < 0) text.clear();
  if (stmt->statement->is_on_row()) stmt->item.borrow(stmt->statement->item());
  return paged;
}

uint64_t sheaf_stmt_scanned(const sheaf_stmt* stmt) { return stmt != nullptr ? stmt->statement->scanned() : 0; }

uint64_t sheaf_stmt_returned(const sheaf_stmt* stmt) { return stmt != nullptr ? stmt->statement->returned() : 0; }

uint32_t sheaf_stmt_stop(const sheaf_stmt* stmt) {
  return stmt != nullptr ? static_cast<uint32_t>(stmt->statement->stop_reason()) : uint32_t{SHEAF_STOP_NONE};
}

sheaf_status sheaf_stmt_token(const sheaf_stmt* stmt, sheaf_buf* token, sheaf_error* error) {
  if (token == nullptr) return misuse(error, "token is NULL");
  if (!reads(stmt)) return misuse(error, kNoRead);
  token->text.clear();
  return guarded(error, [&]() -> sheaf_status {
    auto text = stmt->statement->token();
    if (!text.ok()) return answer(error, text.status());
    token->text = *std::move(text);
    return SHEAF_OK;
  });
}

sheaf_status sheaf_stmt_resume(sheaf_stmt* stmt, sheaf_bytes token, sheaf_error* error) {
  if (!reads(stmt)) return misuse(error, kNoRead);
  if (sheaf::capi::lacks_data(token)) return misuse(error, "the token has a size but no data");
  return guarded(error, [&] { return answer(error, stmt->statement->resume(sheaf::capi::view(token))); });
}
