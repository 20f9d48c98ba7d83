#include "tests/faults/fault_file_system.h"

#include <algorithm>
#include <filesystem>

namespace sheaf::test {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

FileRole role_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.ends_with(".log")) return FileRole::kLog;
  if (name.ends_with(".sst")) return FileRole::kTable;
  if (name.ends_with(".dbtmp")) return FileRole::kTemporary;
  if (name.starts_with("MANIFEST-")) return FileRole::kManifest;
  if (name.starts_with("OPTIONS-")) return FileRole::kOptions;
  if (name.starts_with("LOG"))
    return name == "LOG" || name.starts_with("LOG.old") ? FileRole::kTextLog : FileRole::kOther;
  return name == "CURRENT" ? FileRole::kCurrent : FileRole::kOther;
}

IOStatus error_of(FaultEffect effect, const std::string& path) {
  if (effect != FaultEffect::kNoSpace) return IOStatus::IOError("injected fault", path);
  IOStatus status = IOStatus::NoSpace("injected fault", path);
  status.SetRetryable(true);  // as RocksDB's own file system has it
  return status;
}

}  // namespace

std::string text_of(const FileOperation& operation) {
  constexpr const char* kActions[] = {"create", "append", "sync", "truncate", "rename", "delete", "sync"};
  constexpr const char* kRoles[] = {"log",       "table",  "manifest", "current", "options",
                                    "temporary", "folder", "other",    "text log"};
  return std::string(kActions[static_cast<size_t>(operation.action)]) + " " +
         kRoles[static_cast<size_t>(operation.role)];
}

// A file that is being written.
class FaultFileSystem::File : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  File(FaultFileSystem& files, std::string path, std::unique_ptr<rocksdb::FSWritableFile> target)
      : FSWritableFileOwnerWrapper(std::move(target)), files_(files), path_(std::move(path)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options, IODebugContext* debug) override {
    const Judgement judgement = files_.judge(FileAction::kAppend, path_);
    if (judgement.verdict == Verdict::kFail) return judgement.status;
    const bool is_whole = judgement.verdict == Verdict::kGo;
    const rocksdb::Slice part(data.data(), is_whole ? data.size() : data.size() / 2);
    const IOStatus status = FSWritableFileOwnerWrapper::Append(part, options, debug);
    if (status.ok()) files_.unsynced_.after_append(path_, part.size());
    return is_whole ? status : judgement.status;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& /*info*/,
                  IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    const uint64_t written_bytes = files_.unsynced_.written_bytes(path_);
    const Judgement judgement = files_.judge(FileAction::kSync, path_);
    if (judgement.verdict == Verdict::kGo) files_.unsynced_.after_sync(path_, written_bytes);
    if (judgement.verdict == Verdict::kFail) files_.unsynced_.after_failed_sync(path_);
    return judgement.status;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override { return Sync(options, debug); }
  IOStatus RangeSync(uint64_t /*offset*/, uint64_t /*size*/, const IOOptions& /*options*/,
                     IODebugContext* /*debug*/) override {
    return IOStatus::OK();  // a hint that promises nothing
  }

 private:
  FaultFileSystem& files_;
  const std::string path_;
};

class FaultFileSystem::Folder : public rocksdb::FSDirectoryWrapper {
 public:
  Folder(FaultFileSystem& files, std::string path, std::unique_ptr<rocksdb::FSDirectory> target)
      : FSDirectoryWrapper(std::move(target)), files_(files), path_(std::move(path)) {}

  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    const Judgement judgement = files_.judge(FileAction::kSyncFolder, path_);
    if (judgement.verdict == Verdict::kGo) files_.unsynced_.after_folder_sync(path_);
    return judgement.status;
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions& /*reason*/) override {
    return Fsync(options, debug);
  }

 private:
  FaultFileSystem& files_;
  const std::string path_;
};

FaultFileSystem::FaultFileSystem(const std::string& kept_folder)
    : FileSystemWrapper(rocksdb::FileSystem::Default()), unsynced_(kept_folder) {}

void FaultFileSystem::set_fault(Fault fault) {
  const std::lock_guard lock(mutex_);
  fault_ = std::move(fault);
  matched_ = 0;
  struck_.reset();
}

void FaultFileSystem::clear_fault() {
  const std::lock_guard lock(mutex_);
  fault_.reset();
}

bool FaultFileSystem::has_struck() const {
  const std::lock_guard lock(mutex_);
  return struck_.has_value();
}

bool FaultFileSystem::has_power_cut() const {
  const std::lock_guard lock(mutex_);
  return struck_.has_value() && fault_.has_value() && fault_->effect == FaultEffect::kPowerCut;
}

std::string FaultFileSystem::struck() const {
  const std::lock_guard lock(mutex_);
  return struck_.has_value() ? text_of(*struck_) : std::string();
}

std::vector<FileOperation> FaultFileSystem::operations() const {
  const std::lock_guard lock(mutex_);
  return operations_;
}

uint64_t FaultFileSystem::count(FileAction action, FileRole role) const {
  const std::vector<FileOperation> all = operations();
  return static_cast<uint64_t>(std::count(all.begin(), all.end(), FileOperation{action, role}));
}

FaultFileSystem::Judgement FaultFileSystem::judge(FileAction action, const std::string& path) {
  const FileOperation operation{action, action == FileAction::kSyncFolder ? FileRole::kFolder : role_of(path)};
  std::function<void()> before;
  FaultEffect effect = FaultEffect::kIoError;
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    if (operation.role == FileRole::kTextLog) return {};
    operations_.push_back(operation);
    if (!fault_.has_value()) return {};
    const bool is_dark = fault_->effect == FaultEffect::kPowerCut && struck_.has_value();
    const bool matches =
        fault_->action.value_or(action) == action && fault_->role.value_or(operation.role) == operation.role;
    if (matches) ++matched_;
    const bool strikes = matches && matched_ >= fault_->at && matched_ - fault_->at < fault_->times;
    if (!strikes && !is_dark) return {};
    effect = fault_->effect;
    is_first = !struck_.has_value();
    if (is_first) struck_ = operation;
    if (strikes) before = fault_->before;
  }
  if (before) before();
  if (effect == FaultEffect::kNone) return {};
  if (effect == FaultEffect::kLie) return {action == FileAction::kSync ? Verdict::kSkip : Verdict::kGo, IOStatus::OK()};
  const bool tears = effect == FaultEffect::kTornAppend || (effect == FaultEffect::kPowerCut && is_first);
  return {tears && action == FileAction::kAppend ? Verdict::kFailHalfway : Verdict::kFail, error_of(effect, path)};
}

IOStatus FaultFileSystem::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                          std::unique_ptr<rocksdb::FSWritableFile>* result, IODebugContext* debug) {
  const Judgement judgement = judge(FileAction::kCreate, path);
  if (judgement.verdict != Verdict::kGo) return judgement.status;
  unsynced_.before_create(path);
  std::unique_ptr<rocksdb::FSWritableFile> file;
  IOStatus status = target()->NewWritableFile(path, options, &file, debug);
  if (!status.ok()) return status;
  unsynced_.after_create(path);
  result->reset(new File(*this, path, std::move(file)));
  return status;
}

// RocksDB does neither under Sheaf's settings, but for a sync of what is ingested, which it can do without; a version that
// does needs a model of it first.
IOStatus FaultFileSystem::ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& /*options*/,
                                             std::unique_ptr<rocksdb::FSWritableFile>* /*result*/,
                                             IODebugContext* /*debug*/) {
  return IOStatus::NotSupported("reopening a file for writing", path);
}
IOStatus FaultFileSystem::ReuseWritableFile(const std::string& path, const std::string& /*old_path*/,
                                            const rocksdb::FileOptions& /*options*/,
                                            std::unique_ptr<rocksdb::FSWritableFile>* /*result*/,
                                            IODebugContext* /*debug*/) {
  return IOStatus::NotSupported("writing over an old file", path);
}

IOStatus FaultFileSystem::NewDirectory(const std::string& path, const IOOptions& options,
                                       std::unique_ptr<rocksdb::FSDirectory>* result, IODebugContext* debug) {
  std::unique_ptr<rocksdb::FSDirectory> directory;
  IOStatus status = target()->NewDirectory(path, options, &directory, debug);
  if (status.ok()) result->reset(new Folder(*this, path, std::move(directory)));
  return status;
}

IOStatus FaultFileSystem::CreateDirIfMissing(const std::string& path, const IOOptions& options, IODebugContext* debug) {
  const bool is_new = !std::filesystem::exists(path);
  IOStatus status = target()->CreateDirIfMissing(path, options, debug);
  if (is_new) unsynced_.after_folder_create(path);
  return status;
}

IOStatus FaultFileSystem::RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                                     IODebugContext* debug) {
  const Judgement judgement = judge(FileAction::kRename, to);
  if (judgement.verdict != Verdict::kGo) return judgement.status;
  unsynced_.before_rename(from, to);
  return target()->RenameFile(from, to, options, debug);
}

// A second name is an entry that is created; what is durable of the file's bytes stays as it is.
IOStatus FaultFileSystem::LinkFile(const std::string& from, const std::string& to, const IOOptions& options,
                                   IODebugContext* debug) {
  const Judgement judgement = judge(FileAction::kCreate, to);
  if (judgement.verdict != Verdict::kGo) return judgement.status;
  unsynced_.before_create(to);
  return target()->LinkFile(from, to, options, debug);
}

IOStatus FaultFileSystem::DeleteFile(const std::string& path, const IOOptions& options, IODebugContext* debug) {
  const Judgement judgement = judge(FileAction::kDelete, path);
  if (judgement.verdict != Verdict::kGo) return judgement.status;
  unsynced_.before_delete(path);
  return target()->DeleteFile(path, options, debug);
}

IOStatus FaultFileSystem::Truncate(const std::string& path, size_t /*size*/, const IOOptions& /*options*/,
                                   IODebugContext* /*debug*/) {
  return IOStatus::NotSupported("cutting a file", path);
}

std::shared_ptr<const FileSystemSeam> scripted_seam(std::shared_ptr<FaultFileSystem> files) {
  auto seam = std::make_shared<FileSystemSeam>();
  seam->file_system = std::move(files);
  seam->compactions = Compactions::kNone;
  return seam;
}

}  // namespace sheaf::test
