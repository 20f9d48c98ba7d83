// Folder: the database's folder, its marker and its lock. Read before RocksDB is touched, so that a foreign folder is
// refused as it was found.
//
//   <folder>/LOCK    ours; flock while open: exclusive for a writer, shared by those who only read
//   <folder>/SHEAF   the marker: text, five lines, written by rename and fsync
//                      Sheaf database
//                      format 1
//                      uuid 8c1f0a52-3c1e-4f0b-9f0e-0d9c6a1b2c3d
//                      state new            (or: ready)
//                      check 0123456789abcdef   (checksum64 of the lines above, with their line ends)
//   <folder>/data    RocksDB
//
// Creation: take LOCK, write SHEAF as new, create RocksDB, rewrite SHEAF as ready. "new" is created again from
// nothing; "ready" without data/CURRENT is CORRUPT. One object belongs to one opener; not shared between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/store/lock_file.h"

namespace sheaf {

inline constexpr uint32_t kFolderFormat = 1;

enum class OpenMode : uint8_t { kMustExist, kCreateIfMissing, kReadOnly };

class Folder {
 public:
  // Locks the folder and reads its marker. Errors: FolderMissing, FolderForeign, FolderTooNew, FolderTooOld, FolderCorrupt,
  // FolderLocked, FileIo.
  static Result<Folder> open(const std::string& given_path, OpenMode mode);

  const std::string& uuid() const { return uuid_; }
  std::string data_path() const { return path_ + "/data"; }
  bool is_new() const { return state_ == State::kNew; }

  // Records that RocksDB has been created.
  Status mark_ready();

 private:
  enum class State : uint8_t { kNew, kReady };

  Status read_marker();  // errors as open; leaves uuid_ empty when there is no marker
  Status check_vacant() const;
  Status write_marker(State state);

  std::string path_;
  std::string uuid_;
  State state_ = State::kNew;
  std::unique_ptr<LockFile> lock_;
};

}  // namespace sheaf
