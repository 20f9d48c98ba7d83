// UnsyncedFiles: what a power cut would take. Told of every change of the files below one folder, it knows which bytes
// and which directory entries no sync has covered, and can take them away. By POSIX's promises alone: the bytes of a
// file are durable up to what was written before its last sync began, an entry (creation, deletion, new name) is
// durable once its folder was synced. A sync that failed makes what it should have covered lost for good, whatever a
// later sync answers. Files that were there before are durable as they are; so are folders. Any number of threads,
// but drop() when nothing else runs.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace sheaf::test {

class UnsyncedFiles {
 public:
  // Deleted and replaced files are kept in `kept_folder`, on the same disk, until their absence is durable.
  explicit UnsyncedFiles(std::string kept_folder);

  // A folder was made: what was known of an earlier one of that name is past.
  void after_folder_create(const std::string& folder);

  // The changes. A creation is told before it happens, when a file of that name may be replaced, and after it.
  void before_create(const std::string& path);
  void after_create(const std::string& path);
  void after_append(const std::string& path, uint64_t size_bytes);
  void before_rename(const std::string& from, const std::string& to);
  void before_delete(const std::string& path);
  void after_folder_sync(const std::string& folder);

  // Syncs: `written_bytes` is the file's size when the sync begins.
  uint64_t written_bytes(const std::string& path) const;
  void after_sync(const std::string& path, uint64_t written_bytes);
  void after_failed_sync(const std::string& path);

  // Takes away what is not durable. Seed 0: all of it; any other: each folder keeps the first few of its unsynced
  // changes, and each file a random part of its unsynced bytes, often with a hole: pages are written in no order, but
  // the file's size follows the last of them.
  void drop(uint64_t seed);

 private:
  struct File {
    uint64_t written_bytes = 0;
    uint64_t synced_bytes = 0;
    bool is_damaged = false;  // a sync failed: no later one covers anything
  };
  enum class ChangeKind : uint8_t { kCreate, kDelete, kRename };
  struct Change {
    ChangeKind kind;
    std::string path;  // kRename: the new name
    std::string from;  // kRename: the old one
    std::string kept;  // where the file is that stood at `path` before; "" when there was none
  };

  std::string keep(const std::string& path);
  void undo(const Change& change);
  void forget(const Change& change);
  void cut(const std::string& path, std::mt19937_64* random);

  const std::string kept_folder_;
  mutable std::mutex mutex_;
  uint64_t kept_count_ = 0;
  std::map<uint64_t, File> files_;                      // by inode, because names change
  std::map<std::string, std::vector<Change>> changes_;  // by folder, oldest first; every folder that was seen
};

}  // namespace sheaf::test
