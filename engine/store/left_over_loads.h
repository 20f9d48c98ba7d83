// The folders of loads, "load.<number>" beside RocksDB's own folder: their names, and how they are cleared away. Inside
// store/ only; any thread.
#pragma once

#include <cstdint>
#include <string>

namespace rocksdb {
class Env;
}  // namespace rocksdb

namespace sheaf {

// `data_path` is RocksDB's folder.
std::string load_folder(const std::string& data_path, uint64_t number);

// With all that a load has made in it. What cannot be removed takes room and does nothing else: the next opening tries again.
void remove_load_folder(rocksdb::Env& files, const std::string& folder);

// All of them; nobody may be loading.
void remove_left_over_loads(rocksdb::Env& files, const std::string& data_path);

}  // namespace sheaf
