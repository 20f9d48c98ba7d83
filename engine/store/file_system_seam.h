// FileSystemSeam: where tests put another file system under RocksDB, to make it fail. The database's own marker and lock
// files do not pass through it. Immutable once a store was opened with it.
#pragma once

#include <cstdint>
#include <memory>

namespace rocksdb {
class FileSystem;
}  // namespace rocksdb

namespace sheaf {

// Without compactions a script of writes and flushes makes the same file operations each time it runs.
enum class Compactions : uint8_t { kAutomatic, kNone };

struct FileSystemSeam {
  std::shared_ptr<rocksdb::FileSystem> file_system;
  Compactions compactions = Compactions::kAutomatic;
};

}  // namespace sheaf
