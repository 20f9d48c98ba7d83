#include "engine/store/left_over_loads.h"

#include <rocksdb/env.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace sheaf {
namespace {

constexpr std::string_view kPrefix = "load.";

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
    if (name != "." && name != "..") files.DeleteFile(folder + "/" + name).PermitUncheckedError();
  }
  files.DeleteDir(folder).PermitUncheckedError();
}

void remove_left_over_loads(rocksdb::Env& files, const std::string& data_path) {
  const std::string parent = folder_beside(data_path);
  std::vector<std::string> names;
  files.GetChildren(parent, &names).PermitUncheckedError();
  for (const std::string& name : names) {
    if (name.starts_with(kPrefix)) remove_load_folder(files, parent + "/" + name);
  }
}

}  // namespace sheaf
