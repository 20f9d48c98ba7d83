// Errors of a benchmark: a program that went wrong has no times, so everything unexpected throws and main ends. Any thread; a
// thread of its own must carry the exception out itself.
#pragma once

#include <rocksdb/status.h>

#include <stdexcept>
#include <string>

#include "capi/sheaf.h"

namespace sheaf::bench {

struct BenchmarkFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(const std::string& what);

// Cheap enough for timed code: the text is made on failure only.
inline void require_ok(sheaf_status status, const char* what) {
  if (status < 0) fail(std::string(what) + ": " + sheaf_status_name(status));
}
inline void require_ok(const rocksdb::Status& status, const char* what) {
  if (!status.ok()) fail(std::string(what) + ": " + status.ToString());
}

}  // namespace sheaf::bench
