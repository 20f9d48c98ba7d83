#include "engine/store/space_guard.h"

#include <sys/statvfs.h>

namespace sheaf {

SpaceGuard::SpaceGuard(std::string path, uint64_t reserve_bytes)
    : path_(std::move(path)), reserve_bytes_(reserve_bytes) {}

Status SpaceGuard::admit(uint64_t bytes) {
  const auto size = static_cast<int64_t>(bytes);
  if (path_.empty() || unchecked_bytes_left_.fetch_sub(size, std::memory_order_relaxed) >= size) return {};
  struct statvfs info = {};
  if (::statvfs(path_.c_str(), &info) != 0) return {};  // not knowing is no reason to refuse
  const uint64_t free_bytes = uint64_t{info.f_bavail} * info.f_frsize;
  if (free_bytes < reserve_bytes_ + bytes) {
    return Status(Error::kStoreFull, {std::to_string(free_bytes >> 20) + " MiB are free, " +
                                      std::to_string(reserve_bytes_ >> 20) + " MiB are kept in reserve"});
  }
  unchecked_bytes_left_.store(static_cast<int64_t>(reserve_bytes_ / 4), std::memory_order_relaxed);
  return {};
}

}  // namespace sheaf
