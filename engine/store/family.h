// Family: one column family. Shared by all who use it; its RocksDB handle goes when the last user lets go, or with
// the store, whichever comes first. Using it after the store closed is forbidden (the database's gate sees to that).
// Any thread.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rocksdb {
class ColumnFamilyHandle;
class DB;
}  // namespace rocksdb

namespace sheaf {

class Family;

// The families with a live handle, so that a closing store can release them before RocksDB goes.
class FamilyRegistry : public std::enable_shared_from_this<FamilyRegistry> {
 public:
  explicit FamilyRegistry(rocksdb::DB* db) : db_(db) {}

  // When memory ends the handle is still the caller's.
  std::shared_ptr<Family> adopt(rocksdb::ColumnFamilyHandle* handle);
  void release_all();

 private:
  friend class Family;
  void release(Family* family);

  std::mutex mutex_;
  rocksdb::DB* db_;  // null once released
  std::vector<Family*> families_;
};

class Family {
 public:
  Family(std::shared_ptr<FamilyRegistry> registry, rocksdb::ColumnFamilyHandle* handle, std::string name)
      : registry_(std::move(registry)), handle_(handle), name_(std::move(name)) {}
  ~Family() { registry_->release(this); }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  const std::string& name() const { return name_; }
  rocksdb::ColumnFamilyHandle* handle() const { return handle_; }

 private:
  friend class FamilyRegistry;
  std::shared_ptr<FamilyRegistry> registry_;
  rocksdb::ColumnFamilyHandle* handle_;  // null once released
  std::string name_;
};

}  // namespace sheaf
