#include "capi/internal.h"

#include "engine/item/utf8.h"

namespace sheaf::capi {

sheaf_status answer(sheaf_error* error, const Status& status) {
  const auto code = static_cast<sheaf_status>(status.code());
  if (error == nullptr || status.ok()) return code;
  try {
    error->reasons.clear();
    error->is_partly_done = false;
    error->status = status;
    error->message = with_valid_utf8(status.message());
  } catch (const std::bad_alloc&) {
    error->message.clear();  // the number is still the answer
  }
  return code;
}

// When there is not even memory for the status, the slot has none; the number is the answer.
sheaf_status answer_no_memory(sheaf_error* error) noexcept {
  try {
    return answer(error, Status(Error::kNoMemory));
  } catch (const std::bad_alloc&) {
    *error = sheaf_error();
    return SHEAF_NO_MEMORY;
  }
}

sheaf_status answer_many(sheaf_error* error, const Status& status, ActionOutcomes* outcomes) {
  const sheaf_status code = answer(error, status);
  if (error == nullptr || status.ok()) return code;
  try {
    error->reasons.reserve(outcomes->size());
    for (ActionOutcome& outcome : *outcomes) {
      sheaf_error::Reason reason{outcome.status, with_valid_utf8(outcome.status.message()), nullptr};
      if (!outcome.old_image.view().empty()) {
        reason.old_item = std::make_unique<sheaf_item>();
        reason.old_item->bytes = std::move(outcome.old_image);
        if (!reason.old_item->adopt_bytes().ok()) reason.old_item.reset();
      }
      error->reasons.push_back(std::move(reason));
    }
  } catch (const std::bad_alloc&) {
    error->reasons.clear();  // the number and the message are still the answer
  }
  return code;
}

const char* check_statement(const sheaf_stmt* stmt, const sheaf_table& table, StatementKind takes) {
  if (stmt == nullptr) return nullptr;
  const Statement& statement = *stmt->statement;
  if (statement.kind() != takes) return "the statement is of another kind";
  if (!statement.table().table->is_same_table(*table.handle.table)) return "the statement belongs to another table";
  return nullptr;
}

sheaf_status misuse(sheaf_error* error, const char* text) {
  return guarded(nullptr, [&] { return answer(error, Status(Error::kMisuse, {text})); });
}

Result<ValueView> to_value(const sheaf_value& value, std::string* scratch) {
  if (lacks_data(value.data)) return Status(Error::kMisuse, {"a value has a size but no data"});
  if (value.reserved != 0) return Status(Error::kMisuse, {"a value's reserved member is not 0"});
  const std::string_view data = view(value.data);
  if (value.type == SHEAF_NUMBER) {
    SHEAF_ASSIGN_OR_RETURN(const Number number, Number::parse(data));
    scratch->clear();
    number.append_encoded(scratch);
    return ValueView{Type::kNumber, *scratch};
  }
  if (value.type > kMaxTypeNumber || !is_stored_type(static_cast<uint8_t>(value.type))) {
    return Status(Error::kMisuse, {"a value has no known type"});
  }
  const ValueView stored{static_cast<Type>(value.type), data};
  SHEAF_RETURN_IF_ERROR(verify_value(stored));
  return stored;
}

ValueView to_stored_value(const sheaf_value* value) {
  const bool is_stored =
      value != nullptr && value->type <= kMaxTypeNumber && is_stored_type(static_cast<uint8_t>(value->type));
  if (!is_stored || lacks_data(value->data)) return {};
  return {static_cast<Type>(value->type), view(value->data)};
}

Status KeyArgument::assign(const sheaf_key* key) {
  if (key == nullptr || (key->parts == nullptr && key->count != 0)) return Status(Error::kMisuse, {"a key is NULL"});
  if (key->reserved != 0) return Status(Error::kMisuse, {"a key's reserved member is not 0"});
  if (key->count > kMost) return Status(Error::kKeyShape, {std::to_string(key->count), "fewer"});
  count_ = 0;
  for (; count_ < key->count; ++count_) {
    SHEAF_ASSIGN_OR_RETURN(values_[count_], to_value(key->parts[count_], &scratch_[count_]));
  }
  return {};
}

}  // namespace sheaf::capi

const sheaf::ItemView& sheaf_item::view() const {
  if (is_stale_) {
    view_ = builder_.finish();
    is_stale_ = false;
  }
  return view_;
}

sheaf::ItemBuilder* sheaf_item::start_building() {
  if (!is_built_) {
    builder_.clear();
    builder_.set_all(view_);
    is_built_ = true;
  }
  is_stale_ = true;
  return &builder_;
}

void sheaf_item::clear() {
  builder_.clear();
  bytes.clear();
  view_ = {};
  is_stale_ = false;
  is_built_ = true;
}

sheaf::Status sheaf_item::adopt_bytes() {
  is_built_ = false;
  is_stale_ = false;
  auto opened = sheaf::ItemView::open(bytes.view());
  if (!opened.ok()) {
    clear();
    return std::move(opened).status();
  }
  view_ = *opened;
  return {};
}

void sheaf_item::borrow(const sheaf::ItemView& row) {
  is_built_ = false;
  is_stale_ = false;
  view_ = row;
}
