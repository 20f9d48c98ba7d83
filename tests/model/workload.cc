#include "tests/model/workload.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sheaf::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeToShrink(20);

// Takes `candidate` in place of `workload` when it fails as well.
bool take_if_it_fails(const Workload& candidate, const Distortion& distortion, Workload* workload) {
  RunResult result = replay(candidate, Unfit::kSkipped, distortion);
  if (result.failure.empty()) return false;
  *workload = std::move(result.ran);
  return true;
}

Workload without_other_tables(const Workload& workload) {
  const std::string table = read_operation(workload.back()).table;
  Workload rest;
  for (const std::string& line : workload) {
    const std::string other = read_operation(line).table;
    if (table.empty() || other.empty() || other == table) rest.push_back(line);
  }
  return rest;
}

Workload without(const Workload& workload, size_t from, size_t count) {
  Workload rest(workload.begin(), workload.begin() + static_cast<ptrdiff_t>(from));
  const size_t end = std::min(workload.size(), from + count);
  rest.insert(rest.end(), workload.begin() + static_cast<ptrdiff_t>(end), workload.end());
  return rest;
}

}  // namespace

Workload read_workload(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  Workload workload;
  for (std::string line; std::getline(file, line);) {
    if (!is_comment(line)) workload.push_back(line);
  }
  return workload;
}

std::string fresh_workload_path() {
  std::string path = (std::filesystem::temp_directory_path() / "sheaf_workload_XXXXXX.txt").string();
  const int descriptor = mkstemps(path.data(), 4);
  if (descriptor < 0) throw std::runtime_error("cannot make " + path);
  ::close(descriptor);
  return path;
}

std::string save_workload(const Workload& workload, const std::string& remarks) {
  const std::string path = fresh_workload_path();
  std::ofstream file(path, std::ios::binary);
  std::istringstream lines(remarks);
  for (std::string line; std::getline(lines, line);) file << "# " << line << '\n';
  for (const std::string& line : workload) file << line << '\n';
  return path;
}

Workload shrink(const Workload& failing, std::chrono::milliseconds time, const Distortion& distortion) {
  const Clock::time_point end = Clock::now() + time;
  Workload workload = failing;
  take_if_it_fails(without_other_tables(workload), distortion, &workload);
  for (size_t count = workload.size() / 2; count > 0; count /= 2) {
    for (size_t from = 0; from < workload.size();) {
      if (Clock::now() >= end) return workload;
      if (!take_if_it_fails(without(workload, from, count), distortion, &workload)) from += count;
    }
  }
  return workload;
}

SavedFailure save_failure(const RandomRun& random, const RunResult& failing) {
  const std::string remarks =
      "seed " + std::to_string(random.seed) + ", step " + std::to_string(failing.ran.size()) + "\n" + failing.failure;
  SavedFailure saved;
  saved.whole_path = save_workload(failing.ran, remarks);
  saved.small_path = save_workload(shrink(failing.ran, kTimeToShrink, random.distortion), remarks);
  return saved;
}

}  // namespace sheaf::model
