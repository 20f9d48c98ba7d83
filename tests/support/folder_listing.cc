#include "tests/support/folder_listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace sheaf::test {
namespace {

std::string line_of(const std::filesystem::path& path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0) return path.string() + " is not there\n";
  std::string line = path.string() + " mode " + std::to_string(info.st_mode) + " owner " + std::to_string(info.st_uid) +
                     " inode " + std::to_string(info.st_ino) + " changed " + std::to_string(info.st_mtim.tv_sec) + "." +
                     std::to_string(info.st_mtim.tv_nsec);
  if (S_ISLNK(info.st_mode)) line += " to " + std::filesystem::read_symlink(path).string();
  if (S_ISREG(info.st_mode)) {
    std::ifstream file(path, std::ios::binary);
    line += " holds " + std::string(std::istreambuf_iterator<char>(file), {});
  }
  return line + "\n";
}

}  // namespace

std::string listing_of(const std::string& path) {
  std::vector<std::string> lines{line_of(path)};
  if (std::filesystem::is_directory(path)) {
    constexpr auto kReadable = std::filesystem::directory_options::skip_permission_denied;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, kReadable)) {
      lines.push_back(line_of(entry.path()));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace sheaf::test
