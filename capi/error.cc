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
int32_t sheaf_error_is_retryable(const sheaf_error* error) {
  return error != nullptr && error->status.is_retryable() ? 1 : 0;
}

sheaf_buf* sheaf_buf_new(void) { return new (std::nothrow) sheaf_buf(); }
void sheaf_buf_free(sheaf_buf* buf) { delete buf; }
sheaf_bytes sheaf_buf_bytes(const sheaf_buf* buf) { return buf == nullptr ? sheaf_bytes{} : to_bytes(buf->text); }
