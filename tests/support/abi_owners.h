// Owners of the C ABI's handles, for tests in C++ that speak through it.
#pragma once

#include <memory>

#include "capi/sheaf.h"

namespace sheaf::test {

struct DatabaseDeleter {
  void operator()(sheaf_db* db) const { sheaf_db_free(db); }
};
struct BufferDeleter {
  void operator()(sheaf_buf* buffer) const { sheaf_buf_free(buffer); }
};
struct ErrorDeleter {
  void operator()(sheaf_error* error) const { sheaf_error_free(error); }
};
using OwnedDatabase = std::unique_ptr<sheaf_db, DatabaseDeleter>;
using OwnedBuffer = std::unique_ptr<sheaf_buf, BufferDeleter>;
using OwnedError = std::unique_ptr<sheaf_error, ErrorDeleter>;

}  // namespace sheaf::test
