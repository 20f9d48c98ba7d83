// TempFolder: a fresh empty folder that is gone, with all it holds, when the object is.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace sheaf::test {

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "sheaf_test_XXXXXX").string();
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

}  // namespace sheaf::test
