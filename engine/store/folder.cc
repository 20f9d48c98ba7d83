#include "engine/store/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <vector>

#include "engine/base/checksum.h"
#include "engine/base/uuid.h"

namespace sheaf {
namespace {

constexpr std::string_view kMagicLine = "Sheaf database\n";
constexpr std::string_view kMarkerName = "SHEAF";
constexpr std::string_view kMarkerTempName = "SHEAF.tmp";
constexpr std::string_view kLockName = "LOCK";
constexpr size_t kMaxMarkerBytes = 4096;

Status file_error(std::string_view what, const std::string& path, int error) {
  return Status(Error::kFileIo, {what, path, std::strerror(error)});
}

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

Status sync_directory(const std::string& path) {
  const Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0 || ::fsync(directory.get()) != 0) return file_error("cannot sync", path, errno);
  return {};
}

// Durable: without its entry in the parent a power cut would take the whole new folder. One that cannot be is not left
// behind.
Status make_directory(const std::string& path) {
  const bool is_new = ::mkdir(path.c_str(), 0755) == 0;
  if (!is_new && errno != EEXIST) return file_error("cannot create", path, errno);
  const std::filesystem::path as_path(path);
  Status synced = sync_directory((as_path.has_filename() ? as_path : as_path.parent_path()).parent_path().string());
  if (!synced.ok() && is_new) ::rmdir(path.c_str());
  return synced;
}

// The file's start; `*exists` tells a missing file from an empty one.
Result<std::string> read_start(const std::string& path, bool* exists) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  *exists = file.get() >= 0;
  if (!*exists) return errno == ENOENT ? Result<std::string>(std::string()) : file_error("cannot read", path, errno);
  std::string text(kMaxMarkerBytes, '\0');
  const ssize_t count = ::read(file.get(), text.data(), text.size());
  if (count < 0) return file_error("cannot read", path, errno);
  text.resize(static_cast<size_t>(count));
  return text;
}

Status write_and_sync(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0) return file_error("cannot write", path, errno);
  while (!text.empty()) {
    const ssize_t count = ::write(file.get(), text.data(), text.size());
    if (count < 0 && errno != EINTR) return file_error("cannot write", path, errno);
    if (count > 0) text.remove_prefix(static_cast<size_t>(count));
  }
  return ::fsync(file.get()) == 0 ? Status() : file_error("cannot sync", path, errno);
}

// Takes "<name> <value>\n" from the front of `text`.
bool take_line(std::string_view* text, std::string_view name, std::string_view* value) {
  const size_t end = text->find('\n');
  if (end == std::string_view::npos || !text->starts_with(name) || end <= name.size() || (*text)[name.size()] != ' ')
    return false;
  *value = text->substr(name.size() + 1, end - name.size() - 1);
  text->remove_prefix(end + 1);
  return true;
}

}  // namespace

Status Folder::read_marker() {
  const auto corrupt = [this](std::string_view what) { return Status(Error::kFolderCorrupt, {path_, what}); };
  bool exists = false;
  SHEAF_ASSIGN_OR_RETURN(const std::string text, read_start(path_ + "/" + std::string(kMarkerName), &exists));
  uuid_.clear();
  if (!exists) return {};
  std::string_view rest = text;
  if (!rest.starts_with(kMagicLine))
    return Status(Error::kFolderForeign, {path_, "its SHEAF file is another program's"});
  rest.remove_prefix(kMagicLine.size());
  std::string_view format_text, uuid, state, check;
  uint32_t format = 0;
  if (!take_line(&rest, "format", &format_text)) return corrupt("the marker file SHEAF has no format line");
  const char* const format_end = format_text.data() + format_text.size();
  const auto parsed = std::from_chars(format_text.data(), format_end, format);
  if (parsed.ec != std::errc() || parsed.ptr != format_end)
    return corrupt("the marker file SHEAF has no format number");
  if (format != kFolderFormat) {
    const Error error = format > kFolderFormat ? Error::kFolderTooNew : Error::kFolderTooOld;
    return Status(error, {path_, format_text, std::to_string(kFolderFormat)});
  }
  if (!take_line(&rest, "uuid", &uuid) || !take_line(&rest, "state", &state))
    return corrupt("the marker file SHEAF is cut short");
  const std::string_view checked(text.data(), static_cast<size_t>(rest.data() - text.data()));
  if (!take_line(&rest, "check", &check) || !rest.empty() || check != checksum_text(checksum64(checked)) ||
      (state != "new" && state != "ready")) {
    return corrupt("the marker file SHEAF does not match its checksum");
  }
  uuid_ = uuid;
  state_ = state == "ready" ? State::kReady : State::kNew;
  return {};
}

// A folder may become a database when it holds nothing but what a creation that was cut short leaves behind.
Status Folder::check_vacant() const {
  std::error_code error;
  for (std::filesystem::directory_iterator it(path_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name != kLockName && name != kMarkerTempName) {
      return Status(Error::kFolderForeign, {path_, "the folder is not empty and has no SHEAF file"});
    }
  }
  return error ? file_error("cannot list", path_, error.value()) : Status();
}

Status Folder::write_marker(State state) {
  std::string text(kMagicLine);
  text += "format " + std::to_string(kFolderFormat) + "\nuuid " + uuid_ + "\nstate " +
          (state == State::kReady ? "ready" : "new") + "\n";
  text += "check " + checksum_text(checksum64(text)) + "\n";
  const std::string temp = path_ + "/" + std::string(kMarkerTempName);
  const std::string marker = path_ + "/" + std::string(kMarkerName);
  SHEAF_RETURN_IF_ERROR(write_and_sync(temp, text));
  if (::rename(temp.c_str(), marker.c_str()) != 0) return file_error("cannot rename to", marker, errno);
  SHEAF_RETURN_IF_ERROR(sync_directory(path_));
  state_ = state;
  return {};
}

Status Folder::mark_ready() { return write_marker(State::kReady); }

Result<Folder> Folder::open(const std::string& given_path, OpenMode mode) {
  // RocksDB opens files by name for as long as it runs, and the process may change its directory meanwhile.
  std::error_code error;
  const std::string path = std::filesystem::absolute(given_path, error).string();
  if (error) return file_error("cannot resolve", given_path, error.value());
  Folder folder;
  folder.path_ = path;
  struct stat info = {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (!exists && errno != ENOENT) return file_error("cannot open", path, errno);
  if (exists && !S_ISDIR(info.st_mode)) return Status(Error::kFolderForeign, {path, "it is a file"});
  if (!exists && mode != OpenMode::kCreateIfMissing) return Status(Error::kFolderMissing, {path});
  if (exists) {
    SHEAF_RETURN_IF_ERROR(folder.read_marker());
    if (folder.uuid_.empty()) SHEAF_RETURN_IF_ERROR(folder.check_vacant());
    if (folder.uuid_.empty() && mode != OpenMode::kCreateIfMissing) return Status(Error::kFolderMissing, {path});
  } else {
    SHEAF_RETURN_IF_ERROR(make_directory(path));
  }
  const LockMode lock_mode = mode == OpenMode::kReadOnly ? LockMode::kShared : LockMode::kExclusive;
  SHEAF_ASSIGN_OR_RETURN(folder.lock_, LockFile::acquire(path + "/" + std::string(kLockName), path, lock_mode));
  // Another opener may have created the database between the look and the lock.
  SHEAF_RETURN_IF_ERROR(folder.read_marker());
  if (folder.uuid_.empty() && mode == OpenMode::kReadOnly) return Status(Error::kFolderMissing, {path});
  if (folder.uuid_.empty()) {
    folder.uuid_ = make_uuid();
    SHEAF_RETURN_IF_ERROR(folder.write_marker(State::kNew));
  }
  if (folder.state_ == State::kNew) {
    if (mode != OpenMode::kCreateIfMissing) return Status(Error::kFolderMissing, {path});
    std::filesystem::remove_all(folder.data_path(), error);
    if (error) return file_error("cannot clear", folder.data_path(), error.value());
  } else if (!std::filesystem::exists(folder.data_path() + "/CURRENT", error)) {
    return Status(Error::kFolderCorrupt, {path, "data/CURRENT is missing"});
  }
  return folder;
}

}  // namespace sheaf
