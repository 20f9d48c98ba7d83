#include "engine/store/log_files.h"

#include <atomic>
#include <filesystem>
#include <new>

namespace sheaf {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

// One file of the log. Appends come from one thread at a time, the rest from any.
class LogFile {
 public:
  LogFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<StoreHealth> health)
      : file_(std::move(file)), health_(std::move(health)) {}

  rocksdb::FSWritableFile* file() { return file_.get(); }

  // The outcome of an append of that many bytes.
  IOStatus appended(IOStatus status, size_t size_bytes) {
    if (status.ok()) written_bytes_.fetch_add(size_bytes);
    return watched(std::move(status));
  }

  // Syncs follow one another, so that none says OK about bytes that another has failed to write.
  IOStatus sync() {
    const std::lock_guard lock(sync_mutex_);
    if (is_closed_) return IOStatus::OK();  // RocksDB lets go of a file that was synced or is of no more use
    if (health_->is_stopped()) return IOStatus::IOError(health_->cause());
    const uint64_t written_bytes = written_bytes_.load();
    if (written_bytes == synced_bytes_) return IOStatus::OK();
    IOStatus status = watched(file_->Sync(IOOptions(), nullptr));
    if (status.ok()) synced_bytes_ = written_bytes;
    return status;
  }

  IOStatus close(const IOOptions& options, IODebugContext* debug) {
    const std::lock_guard lock(sync_mutex_);
    is_closed_ = true;
    return file_->Close(options, debug);
  }

  IOStatus watched(IOStatus status) {
    if (!status.ok()) health_->stop(status.ToString());
    return status;
  }

 private:
  const std::unique_ptr<rocksdb::FSWritableFile> file_;
  const std::shared_ptr<StoreHealth> health_;
  std::atomic<uint64_t> written_bytes_{0};
  std::mutex sync_mutex_;  // guards the rest
  uint64_t synced_bytes_ = 0;
  bool is_closed_ = false;
};

namespace {

thread_local HeldDeletions* held_deletions = nullptr;  // of this thread

// A log file as RocksDB sees it.
class RocksLogFile : public rocksdb::FSWritableFileWrapper {
 public:
  explicit RocksLogFile(std::shared_ptr<LogFile> log) : FSWritableFileWrapper(log->file()), log_(std::move(log)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    return log_->appended(FSWritableFileWrapper::Append(data, options, debug), data.size());
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& checksum,
                  IODebugContext* debug) override {
    return log_->appended(FSWritableFileWrapper::Append(data, options, checksum, debug), data.size());
  }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override { return log_->sync(); }
  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override { return log_->sync(); }
  IOStatus RangeSync(uint64_t offset, uint64_t size_bytes, const IOOptions& options, IODebugContext* debug) override {
    return log_->watched(FSWritableFileWrapper::RangeSync(offset, size_bytes, options, debug));
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override { return log_->close(options, debug); }

 private:
  const std::shared_ptr<LogFile> log_;
};

}  // namespace

HeldDeletions::HeldDeletions() { held_deletions = this; }
HeldDeletions::~HeldDeletions() { held_deletions = nullptr; }

IOStatus LogFiles::DeleteFile(const std::string& path, const IOOptions& options, IODebugContext* debug) {
  if (held_deletions == nullptr) return FileSystemWrapper::DeleteFile(path, options, debug);
  try {
    held_deletions->paths_.push_back(path);
  } catch (const std::bad_alloc&) {
    return IOStatus::OK();  // the file goes with its folder, or with the next opening
  }
  return IOStatus::OK();
}

IOStatus LogFiles::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                   std::unique_ptr<rocksdb::FSWritableFile>* file, IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewWritableFile(path, options, file, debug);
  if (!status.ok() || !path.ends_with(".log")) return status;
  const auto log = std::make_shared<LogFile>(std::move(*file), health_);
  *file = std::make_unique<RocksLogFile>(log);
  const std::lock_guard lock(mutex_);
  std::erase_if(files_, [](const std::weak_ptr<LogFile>& known) { return known.expired(); });
  files_.push_back(log);
  folder_ = std::filesystem::path(path).parent_path().string();
  has_new_file_ = true;
  return status;
}

IOStatus LogFiles::sync() {
  if (health_->is_stopped()) return IOStatus::IOError(health_->cause());
  std::vector<std::weak_ptr<LogFile>> files;
  bool has_new_file = false;
  {
    const std::lock_guard lock(mutex_);
    files = files_;
    has_new_file = std::exchange(has_new_file_, false);
  }
  for (const std::weak_ptr<LogFile>& known : files) {
    const std::shared_ptr<LogFile> file = known.lock();
    IOStatus status = file != nullptr ? file->sync() : IOStatus::OK();
    if (!status.ok()) return status;
  }
  return has_new_file ? sync_folder() : IOStatus::OK();
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): it does not see that a status owns its message

IOStatus LogFiles::sync_folder() {
  std::unique_ptr<rocksdb::FSDirectory> folder;
  IOStatus status = NewDirectory(folder_, IOOptions(), &folder, nullptr);
  if (status.ok()) {
    const rocksdb::DirFsyncOptions reason(rocksdb::DirFsyncOptions::FsyncReason::kNewFileSynced);
    status = folder->FsyncWithDirOptions(IOOptions(), nullptr, reason);
  }
  if (!status.ok()) health_->stop(status.ToString());
  return status;
}

}  // namespace sheaf
