// The section "cursors" of sheaf.h.
#include "capi/internal.h"

using sheaf::Status;
using sheaf::capi::answer;
using sheaf::capi::guarded;
using sheaf::capi::KeyArgument;
using sheaf::capi::misuse;

namespace {

constexpr uint32_t kKnownFlags = SHEAF_REVERSE | SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM;

// NULL when the struct keeps the header's rules, else what is wrong.
const char* check_range(const sheaf_range& range) {
  if ((range.flags & ~kKnownFlags) != 0) return "an unknown range flag";
  if ((range.flags & SHEAF_KEYS_ONLY) != 0 && (range.flags & SHEAF_FULL_ITEM) != 0)
    return "SHEAF_KEYS_ONLY excludes SHEAF_FULL_ITEM";
  if (range.partition_op > SHEAF_BEGINS_WITH || range.sort_op > SHEAF_BEGINS_WITH) return "an unknown operator";
  if (sheaf::capi::lacks_data(range.token)) return "the token has a size but no data";
  return nullptr;
}

// Opens the walk that `range` asks for into the handle.
Status start(sheaf_cursor* cursor, const sheaf_range& range) {
  KeyArgument partition;
  KeyArgument sort;
  SHEAF_RETURN_IF_ERROR(partition.assign(&range.partition));
  SHEAF_RETURN_IF_ERROR(sort.assign(&range.sort));
  sheaf::RangeRequest request;
  if (range.index != nullptr) request.index = range.index;
  request.partition = partition.values();
  request.partition_op = static_cast<sheaf::RangeOp>(range.partition_op);
  request.sort = sort.values();
  request.sort_op = static_cast<sheaf::RangeOp>(range.sort_op);
  request.direction = sheaf::capi::direction_of(range.flags);
  request.content = sheaf::capi::content_of(range.flags);
  sheaf::CursorLimits limits;
  limits.rows = range.row_limit;
  limits.deadline = sheaf::Deadline::after_ms(range.timeout_ms);
  cursor->keys_are_read = false;
  return cursor->cursor.start(request, limits, sheaf::capi::view(range.token));
}

sheaf_key to_key(const std::vector<sheaf::Value>& values, std::vector<sheaf_value>* parts) {
  parts->clear();
  for (const sheaf::Value& value : values) parts->push_back(sheaf::capi::to_c(value.view()));
  return {parts->data(), static_cast<uint32_t>(parts->size()), 0};
}

}  // namespace

sheaf_status sheaf_cursor_open(sheaf_table* table, const sheaf_range* range, sheaf_cursor** out, sheaf_error* error) {
  if (out == nullptr) return misuse(error, "out is NULL");
  *out = nullptr;
  if (table == nullptr) return misuse(error, "table is NULL");
  return guarded(error, [&]() -> sheaf_status {
    auto cursor = std::make_unique<sheaf_cursor>(table->database, table->handle);
    const sheaf_status opened = sheaf_cursor_reset(cursor.get(), range, error);
    if (opened == SHEAF_OK) *out = cursor.release();
    return opened;
  });
}

sheaf_status sheaf_cursor_reset(sheaf_cursor* cursor, const sheaf_range* range, sheaf_error* error) {
  if (cursor == nullptr) return misuse(error, "cursor is NULL");
  sheaf_range given;
  if (!sheaf::capi::read_options(range, &given))
    return misuse(error, "sheaf_range has a struct_size or member of another version");
  if (const char* const wrong = check_range(given)) return misuse(error, wrong);
  const sheaf_status started = guarded(error, [&] { return answer(error, start(cursor, given)); });
  // Misuse changes nothing.
  if (started < 0 && started != SHEAF_MISUSE) cursor->cursor.end();
  return started;
}

sheaf_status sheaf_cursor_next(sheaf_cursor* cursor, sheaf_error* error) {
  if (cursor == nullptr) return misuse(error, "cursor is NULL");
  cursor->keys_are_read = false;
  return guarded(error, [&]() -> sheaf_status {
    const auto step = cursor->cursor.next();
    if (!step.ok()) return answer(error, step.status());
    if (*step == sheaf::Step::kDone) return SHEAF_DONE;
    if (*step == sheaf::Step::kPage) return SHEAF_PAGE;
    cursor->item.borrow(cursor->cursor.item());
    return SHEAF_ROW;
  });
}

const sheaf_item* sheaf_cursor_item(const sheaf_cursor* cursor) {
  return cursor != nullptr && cursor->cursor.is_on_row() ? &cursor->item : nullptr;
}

sheaf_status sheaf_cursor_key(sheaf_cursor* cursor, sheaf_key* index_key, sheaf_key* base_key, sheaf_error* error) {
  if (cursor == nullptr) return misuse(error, "cursor is NULL");
  return guarded(error, [&]() -> sheaf_status {
    // Decoded once for each row, for what was handed out before must stay.
    const Status read = cursor->keys_are_read ? cursor->cursor.check_row()
                                              : cursor->cursor.read_keys(&cursor->index_key, &cursor->base_key);
    if (!read.ok()) return answer(error, read);
    cursor->keys_are_read = true;
    if (index_key != nullptr) *index_key = to_key(cursor->index_key, &cursor->index_parts);
    if (base_key != nullptr) *base_key = to_key(cursor->base_key, &cursor->base_parts);
    return SHEAF_OK;
  });
}

sheaf_status sheaf_cursor_token(const sheaf_cursor* cursor, sheaf_buf* token, sheaf_error* error) {
  if (token == nullptr) return misuse(error, "token is NULL");
  if (cursor == nullptr) return misuse(error, "cursor is NULL");
  token->text.clear();
  return guarded(error, [&]() -> sheaf_status {
    auto text = cursor->cursor.token();
    if (!text.ok()) return answer(error, text.status());
    token->text = *std::move(text);
    return SHEAF_OK;
  });
}

void sheaf_cursor_free(sheaf_cursor* cursor) { delete cursor; }
