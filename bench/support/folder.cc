#include "bench/support/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

bool is_log(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".log" || name.starts_with("WiredTigerLog") || name.starts_with("WiredTigerPreplog") ||
         name.ends_with("-wal");
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "sheaf_bench_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) fail("making a temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

uint64_t disk_bytes(const std::filesystem::path& folder) {
  constexpr uint64_t kStatBlockBytes = 512;
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    struct stat file = {};
    if (!entry.is_regular_file() || is_log(entry.path()) || stat(entry.path().c_str(), &file) != 0) continue;
    bytes += std::min(static_cast<uint64_t>(file.st_size), static_cast<uint64_t>(file.st_blocks) * kStatBlockBytes);
  }
  return bytes;
}

}  // namespace sheaf::bench
