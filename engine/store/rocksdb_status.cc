#include "engine/store/rocksdb_status.h"

#include <rocksdb/status.h>

namespace sheaf {

Status from_rocksdb(const rocksdb::Status& status) {
  if (status.ok()) return {};
  const std::string text = status.ToString();
  if (status.IsCorruption()) return Status(Error::kStoreCorrupt, {text});
  if (status.IsNoSpace()) return Status(Error::kStoreFull, {text});
  if (status.IsMemoryLimit()) return Status(Error::kNoMemory);
  return Status(Error::kStoreIo, {text});
}

}  // namespace sheaf
