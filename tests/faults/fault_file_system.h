// FaultFileSystem: the machine's file system with faults, for FileSystemSeam. Every change that RocksDB makes to its
// files is an operation, counted by what it does and to which kind of file; a fault strikes at the n-th that matches.
// Appends, renames and deletions are carried out on the real files; syncs are only noted (no test cuts the machine's
// power, and they would take most of the time). RocksDB's text log (LOG) is neither counted nor failed. Any number of
// threads.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/store/file_system_seam.h"
#include "tests/faults/unsynced_files.h"

namespace sheaf::test {

enum class FileAction : uint8_t { kCreate, kAppend, kSync, kTruncate, kRename, kDelete, kSyncFolder };
enum class FileRole : uint8_t { kLog, kTable, kManifest, kCurrent, kOptions, kTemporary, kFolder, kOther, kTextLog };

enum class FaultEffect : uint8_t {
  kNone,        // the operation goes on; for Fault::before
  kIoError,     // EIO; nothing happens to the file. A sync that fails never covers what it should have
  kNoSpace,     // ENOSPC, as kIoError
  kTornAppend,  // EIO after half of the append has reached the file; other operations as kIoError
  kPowerCut,    // as kTornAppend, and everything after it fails too
  kLie,         // a sync answers OK and covers nothing; other operations go on
};

struct Fault {
  FaultEffect effect = FaultEffect::kIoError;
  uint64_t at = 1;                        // strikes at this matching operation, counted from 1 since the fault was set
  uint64_t times = 1;                     // and at those after it, this many together
  std::optional<FileAction> action = {};  // empty: any
  std::optional<FileRole> role = {};      // empty: any
  std::function<void()> before = {};      // runs when it strikes, and holds the operation while it runs
};

struct FileOperation {
  FileAction action;
  FileRole role;

  friend bool operator==(const FileOperation&, const FileOperation&) = default;
};

std::string text_of(const FileOperation& operation);  // "append log"

class FaultFileSystem : public rocksdb::FileSystemWrapper {
 public:
  static constexpr uint64_t kForEver = UINT64_MAX;

  // `kept_folder` is for UnsyncedFiles, and outside of the database.
  explicit FaultFileSystem(const std::string& kept_folder);

  void set_fault(Fault fault);
  void clear_fault();
  bool has_struck() const;
  bool has_power_cut() const;
  std::string struck() const;  // the operation that the fault struck first, "" when it did not

  std::vector<FileOperation> operations() const;
  uint64_t count(FileAction action, FileRole role) const;

  // After a power cut, when the database is closed: see UnsyncedFiles::drop.
  void drop_unsynced(uint64_t seed) { unsynced_.drop(seed); }

  const char* Name() const override { return "FaultFileSystem"; }
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* result,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* result,
                                       rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus ReuseWritableFile(const std::string& path, const std::string& old_path,
                                      const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSWritableFile>* result,
                                      rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* result,
                                 rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus CreateDirIfMissing(const std::string& path, const rocksdb::IOOptions& options,
                                       rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus LinkFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Truncate(const std::string& path, size_t size, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;

 private:
  class File;
  class Folder;

  // What an operation is to do.
  enum class Verdict : uint8_t { kGo, kFail, kFailHalfway, kSkip };
  struct Judgement {
    Verdict verdict = Verdict::kGo;
    rocksdb::IOStatus status;
  };
  Judgement judge(FileAction action, const std::string& path);

  UnsyncedFiles unsynced_;
  mutable std::mutex mutex_;
  std::vector<FileOperation> operations_;
  std::optional<Fault> fault_;
  uint64_t matched_ = 0;  // operations that matched the fault
  std::optional<FileOperation> struck_;
};

// The seam for a database's options, without compactions.
std::shared_ptr<const FileSystemSeam> scripted_seam(std::shared_ptr<FaultFileSystem> files);

}  // namespace sheaf::test
