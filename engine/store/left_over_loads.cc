#include "engine/store/left_over_loads.h"

#include <rocksdb/env.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {
namespace {

constexpr std::string_view kPrefix = "load.";

constexpr std::string_view kSuffix = ".sst";

// What a load makes has a number for its name; whatever else lies beside the database is somebody else's.
bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool is_load_file(std::string_view name) {
  return name.ends_with(kSuffix) && is_number(name.substr(0, name.size() - kSuffix.size()));
}
bool is_load_folder(const std::string& parent, std::string_view name) {
  std::error_code ignored;  // what is no folder cannot be emptied
  return name.starts_with(kPrefix) && is_number(name.substr(kPrefix.size())) &&
         !std::filesystem::is_symlink(std::filesystem::path(parent) / name, ignored);
}

std::string folder_beside(const std::string& data_path) {
  return std::filesystem::path(data_path).parent_path().string();
}

}  // namespace

std::string load_folder(const std::string& data_path, uint64_t number) {
  return folder_beside(data_path) + "/" + std::string(kPrefix) + std::to_string(number);
}

void remove_load_folder(rocksdb::Env& files, const std::string& folder) {
  std::vector<std::string> names;
  files.GetChildren(folder, &names).PermitUncheckedError();
  for (const std::string& name : names) {
    if (is_load_file(name)) files.DeleteFile(folder + "/" + name).PermitUncheckedError();
  }
  files.DeleteDir(folder).PermitUncheckedError();
}

void remove_left_over_loads(rocksdb::Env& files, const std::string& data_path) {
  const std::string parent = folder_beside(data_path);
  std::vector<std::string> names;
  files.GetChildren(parent, &names).PermitUncheckedError();
  for (const std::string& name : names) {
    if (is_load_folder(parent, name)) remove_load_folder(files, parent + "/" + name);
  }
}

}  // namespace sheaf
