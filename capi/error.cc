// The sections "version", "status", "error slot" and "buf" of sheaf.h.
#include "capi/internal.h"

using sheaf::capi::to_bytes;

uint32_t sheaf_version(void) { return SHEAF_VERSION; }

const char* sheaf_version_text(void) {
  static const std::string text = [] {
    const uint32_t version = SHEAF_VERSION;
    return std::to_string(version >> 16) + "." + std::to_string((version >> 8) & 0xFF) + "." +
           std::to_string(version & 0xFF) + " (" + sheaf::engine_version_text() + ")";
  }();
  return text.c_str();
}

const char* sheaf_status_name(sheaf_status status) { return sheaf::status_name(status); }

sheaf_error* sheaf_error_new(void) { return new (std::nothrow) sheaf_error(); }
void sheaf_error_free(sheaf_error* error) { delete error; }

sheaf_status sheaf_error_status(const sheaf_error* error) {
  return error == nullptr ? SHEAF_OK : static_cast<sheaf_status>(error->status.code());
}
const char* sheaf_error_message(const sheaf_error* error) { return error == nullptr ? "" : error->message.c_str(); }
int64_t sheaf_error_offset(const sheaf_error* error) { return error == nullptr ? -1 : error->status.offset(); }
uint32_t sheaf_error_reason_count(const sheaf_error* error) {
  return error == nullptr ? 0 : static_cast<uint32_t>(error->reasons.size());
}

sheaf_status sheaf_error_reason(const sheaf_error* error, uint32_t action, const char** message,
                                const sheaf_item** old_item) {
  const bool exists = action < sheaf_error_reason_count(error);
  if (message != nullptr) *message = exists ? error->reasons[action].message.c_str() : "";
  if (old_item != nullptr) *old_item = exists ? error->reasons[action].old_item.get() : nullptr;
  return exists ? static_cast<sheaf_status>(error->reasons[action].status.code()) : SHEAF_MISUSE;
}

int32_t sheaf_error_is_retryable(const sheaf_error* error) {
  return error != nullptr && error->status.is_retryable() && !error->is_partly_done ? 1 : 0;
}

sheaf_buf* sheaf_buf_new(void) { return new (std::nothrow) sheaf_buf(); }
void sheaf_buf_free(sheaf_buf* buf) { delete buf; }
sheaf_bytes sheaf_buf_bytes(const sheaf_buf* buf) { return buf == nullptr ? sheaf_bytes{} : to_bytes(buf->text); }
