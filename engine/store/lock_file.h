// LockFile: a flock on a file, held until destruction. In a forked child the inherited descriptors are
// closed (so that a child never keeps its parent's database locked), which is why the process keeps a list of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"

namespace sheaf {

enum class LockMode : uint8_t { kExclusive, kShared };

class LockFile {
 public:
  // Makes the file when it is missing. A shared lock on a medium that cannot be written to needs none. Errors:
  // FolderLocked (with `folder`), FileIo.
  static Result<std::unique_ptr<LockFile>> acquire(const std::string& path, const std::string& folder, LockMode mode);

  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  explicit LockFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;  // -1: on a medium that nobody can write to
};

}  // namespace sheaf
