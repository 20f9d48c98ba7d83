#include "tests/faults/unsynced_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace sheaf::test {
namespace {

constexpr uint64_t kPageBytes = 4096;

std::string folder_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

std::optional<uint64_t> inode_of(const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return info.st_ino;
}

// The model is wrong, and with it every answer, when one of its own steps fails.
void require(int result, const std::string& what) {
  if (result != 0) throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

UnsyncedFiles::UnsyncedFiles(std::string kept_folder) : kept_folder_(std::move(kept_folder)) {
  std::filesystem::create_directories(kept_folder_);
}

// A second name for the file, so that it outlives the loss of its first; "" when there is no file.
std::string UnsyncedFiles::keep(const std::string& path) {
  if (!inode_of(path).has_value()) return {};
  std::string kept = kept_folder_ + "/" + std::to_string(++kept_count_);
  require(::link(path.c_str(), kept.c_str()), "link " + path);
  return kept;
}

void UnsyncedFiles::after_folder_create(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  changes_.erase(folder);
}

void UnsyncedFiles::before_create(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const std::string kept = keep(path);
  if (!kept.empty()) require(::unlink(path.c_str()), "unlink " + path);
  changes_[folder_of(path)].push_back({ChangeKind::kCreate, path, {}, kept});
}

void UnsyncedFiles::after_create(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (const auto inode = inode_of(path)) files_[*inode] = {};
}

void UnsyncedFiles::after_append(const std::string& path, uint64_t size_bytes) {
  const std::lock_guard lock(mutex_);
  if (const auto inode = inode_of(path)) files_[*inode].written_bytes += size_bytes;
}

void UnsyncedFiles::before_rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  if (inode_of(from).has_value()) changes_[folder_of(to)].push_back({ChangeKind::kRename, to, from, keep(to)});
}

void UnsyncedFiles::before_delete(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const std::string kept = keep(path);
  if (!kept.empty()) changes_[folder_of(path)].push_back({ChangeKind::kDelete, path, {}, kept});
}

void UnsyncedFiles::after_folder_sync(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  std::vector<Change>& changes = changes_[folder];
  for (const Change& change : changes) forget(change);
  changes.clear();
}

uint64_t UnsyncedFiles::written_bytes(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto inode = inode_of(path);
  const auto file = inode.has_value() ? files_.find(*inode) : files_.end();
  return file == files_.end() ? 0 : file->second.written_bytes;
}

void UnsyncedFiles::after_sync(const std::string& path, uint64_t written_bytes) {
  const std::lock_guard lock(mutex_);
  const auto inode = inode_of(path);
  if (!inode.has_value()) return;
  File& file = files_[*inode];
  if (!file.is_damaged) file.synced_bytes = std::max(file.synced_bytes, written_bytes);
}

void UnsyncedFiles::after_failed_sync(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (const auto inode = inode_of(path)) files_[*inode].is_damaged = true;
}

// The change is durable: what stood there before is gone for good, and so is what was known of it.
void UnsyncedFiles::forget(const Change& change) {
  if (change.kept.empty()) return;
  if (const auto inode = inode_of(change.kept)) files_.erase(*inode);
  require(::unlink(change.kept.c_str()), "unlink " + change.kept);
}

void UnsyncedFiles::undo(const Change& change) {
  if (change.kind == ChangeKind::kRename) {
    require(::rename(change.path.c_str(), change.from.c_str()), "rename " + change.path);
  } else if (change.kind == ChangeKind::kCreate && inode_of(change.path).has_value()) {
    require(::unlink(change.path.c_str()), "unlink " + change.path);
  }
  if (!change.kept.empty()) require(::rename(change.kept.c_str(), change.path.c_str()), "rename " + change.kept);
}

// `random` null: all that is not synced goes.
void UnsyncedFiles::cut(const std::string& path, std::mt19937_64* random) {
  const auto inode = inode_of(path);
  const auto known = inode.has_value() ? files_.find(*inode) : files_.end();
  if (known == files_.end()) return;
  const uint64_t size = std::filesystem::file_size(path);
  const uint64_t synced = std::min(known->second.synced_bytes, size);
  const uint64_t end = random == nullptr ? synced : synced + (*random)() % (size - synced + 1);
  std::filesystem::resize_file(path, end);
  const uint64_t first_page = synced / kPageBytes;
  const uint64_t last_page = (std::max<uint64_t>(end, 1) - 1) / kPageBytes;
  if (random == nullptr || last_page <= first_page || (*random)() % 2 == 0) return;
  const uint64_t page = first_page + (*random)() % (last_page - first_page);
  const uint64_t pages = (*random)() % (last_page - page) + 1;
  const uint64_t hole = std::max(synced, page * kPageBytes);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(hole));
  file << std::string((page + pages) * kPageBytes - hole, '\0');
}

void UnsyncedFiles::drop(uint64_t seed) {
  const std::lock_guard lock(mutex_);
  std::mt19937_64 random(seed);
  for (auto& [folder, changes] : changes_) {
    if (!std::filesystem::exists(folder)) continue;  // it was removed with all that was in it
    const size_t survivors = seed == 0 ? 0 : random() % (changes.size() + 1);
    for (size_t i = changes.size(); i > survivors; --i) undo(changes[i - 1]);
    for (size_t i = 0; i < survivors; ++i) forget(changes[i]);
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());  // so that a seed means one thing
    for (const std::string& path : paths) cut(path, seed == 0 ? nullptr : &random);
  }
  changes_.clear();
  files_.clear();
}

}  // namespace sheaf::test
