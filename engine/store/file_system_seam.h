// FileSystemSeam: where tests put another file system under RocksDB, to make it fail. The database's own marker and lock
// files do not pass through it. Immutable once a store was opened with it.
#pragma once

#include <memory>

namespace rocksdb {
class FileSystem;
}  // namespace rocksdb

namespace sheaf {

struct FileSystemSeam {
  std::shared_ptr<rocksdb::FileSystem> file_system;
};

}  // namespace sheaf
