// TempFolder: a fresh empty folder that is gone, with all it holds, when the object is.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace sheaf::test {

class TempFolder {
 public:
  TempFolder() : TempFolder(std::filesystem::temp_directory_path().string()) {}
  explicit TempFolder(const std::string& parent) {
    std::string pattern = parent + "/sheaf_test_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  ~TempFolder() {
    std::error_code ignored;  // what cannot be removed is left to the system's own cleaning
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Where temporary folders need no disk: for tests that sync often and only pretend to lose power.
inline std::string fast_disk() {
  constexpr uintmax_t kNeededBytes = 64 << 20;
  std::error_code error;
  const std::filesystem::path memory = "/dev/shm";
  const bool has_room = std::filesystem::space(memory, error).available >= kNeededBytes && !error;
  return has_room ? memory.string() : std::filesystem::temp_directory_path().string();
}

}  // namespace sheaf::test
