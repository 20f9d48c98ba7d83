// LogFiles: a file system that knows the files of RocksDB's log, syncs them, and stops the store's writes at the first
// append or sync of the log that fails, whoever asked for it. RocksDB's own FlushWAL is not used: Debian's build ends the
// process when it syncs a log in which an earlier append or sync has failed (an assertion), and an error of fsync is told
// only to the first who asks, which may be a flush. Deletions can be held back, too. Inside store/ only; any number of
// threads.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/store/health.h"

namespace sheaf {

class LogFile;

// While it lives, files that its thread deletes through a LogFiles stay, and are told instead. When an ingest cannot write
// the list of files to its end, RocksDB deletes the files that it was to add, though the list on disk may name them
// already; then the folder would not open any more. One thread, and one at a time on it.
class HeldDeletions {
 public:
  HeldDeletions();
  ~HeldDeletions();
  HeldDeletions(const HeldDeletions&) = delete;
  HeldDeletions& operator=(const HeldDeletions&) = delete;

  std::vector<std::string> take() { return std::exchange(paths_, {}); }

 private:
  friend class LogFiles;
  std::vector<std::string> paths_;
};

class LogFiles final : public rocksdb::FileSystemWrapper {
 public:
  LogFiles(const std::shared_ptr<rocksdb::FileSystem>& files, std::shared_ptr<StoreHealth> health)
      : FileSystemWrapper(files), health_(std::move(health)) {}

  // Makes durable everything that was appended before the call, and the names of the files it is in. An error stops
  // writes, and after an error there is nothing but errors.
  rocksdb::IOStatus sync();

  const char* Name() const override { return "sheaf.LogFiles"; }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;

 private:
  rocksdb::IOStatus sync_folder();

  const std::shared_ptr<StoreHealth> health_;
  std::mutex mutex_;                           // guards the rest
  std::vector<std::weak_ptr<LogFile>> files_;  // those that RocksDB holds open, oldest first
  std::string folder_;                         // where they are
  bool has_new_file_ = false;                  // since the folder's last sync
};

}  // namespace sheaf
