// From RocksDB's status to ours. Inside store/ only.
#pragma once

#include "engine/base/status.h"

namespace rocksdb {
class Status;
}

namespace sheaf {

Status from_rocksdb(const rocksdb::Status& status);

}  // namespace sheaf
