// Folders of benchmarks. One thread.
#pragma once

#include <cstdint>
#include <filesystem>

namespace sheaf::bench {

// A folder of its own, which goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// What the files in a folder and below take on disk: of a sparse file its blocks, of one that was allocated ahead its length.
// Write-ahead logs of all engines are left out, for how much they allocate ahead says nothing about the data.
uint64_t disk_bytes(const std::filesystem::path& folder);

}  // namespace sheaf::bench
