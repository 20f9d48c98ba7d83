#include "engine/store/lock_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <vector>

namespace sheaf {
namespace {

// The descriptors that a forked child must close. One list for the process, because fork concerns the process.
struct OpenLocks {
  std::mutex mutex;
  std::vector<int> descriptors;
};

OpenLocks& open_locks() {
  // Never destroyed: a database may be closed while the process is ending.
  static OpenLocks* const locks = [] {
    auto* const instance = new OpenLocks();
    pthread_atfork([] { open_locks().mutex.lock(); }, [] { open_locks().mutex.unlock(); },
                   [] {
                     for (const int descriptor : open_locks().descriptors) ::close(descriptor);
                     open_locks().descriptors.clear();
                     open_locks().mutex.unlock();
                   });
    return instance;
  }();
  return *locks;
}

}  // namespace

Result<std::unique_ptr<LockFile>> LockFile::acquire(const std::string& path, const std::string& folder, LockMode mode) {
  OpenLocks& locks = open_locks();
  const std::lock_guard guard(locks.mutex);
  // flock asks for no right to write, and who only reads may have none.
  int descriptor = mode == LockMode::kShared ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1;
  if (descriptor < 0) descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0 && mode == LockMode::kShared && errno == EROFS) return std::unique_ptr<LockFile>(new LockFile(-1));
  if (descriptor < 0) return Status(Error::kFileIo, {"cannot open or create", path, std::strerror(errno)});
  if (::flock(descriptor, (mode == LockMode::kShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    const int error = errno;
    ::close(descriptor);
    if (error == EWOULDBLOCK) return Status(Error::kFolderLocked, {folder});
    return Status(Error::kFileIo, {"cannot lock", path, std::strerror(error)});
  }
  locks.descriptors.push_back(descriptor);
  return std::unique_ptr<LockFile>(new LockFile(descriptor));
}

LockFile::~LockFile() {
  OpenLocks& locks = open_locks();
  const std::lock_guard guard(locks.mutex);
  const auto found = std::find(locks.descriptors.begin(), locks.descriptors.end(), descriptor_);
  if (found == locks.descriptors.end()) return;  // a forked child: closed there already
  locks.descriptors.erase(found);
  ::flock(descriptor_, LOCK_UN);
  ::close(descriptor_);
}

}  // namespace sheaf
