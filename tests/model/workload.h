// Workloads as files, and how a failing one is made small.
#pragma once

#include <chrono>
#include <string>

#include "tests/model/run.h"

namespace sheaf::model {

// Throws when the file cannot be read.
Workload read_workload(const std::string& path);

// An empty file in the folder for temporary files.
std::string fresh_workload_path();

// Writes it into such a file and gives the path. Each line of `remarks` becomes a comment.
std::string save_workload(const Workload& workload, const std::string& remarks);

// A shorter workload that fails too: operations are left out, those on other tables first, while the time lasts.
Workload shrink(const Workload& failing, std::chrono::milliseconds time, const Distortion& distortion = {});

// A run that failed, in two files: the whole of it, and a small workload that fails too.
struct SavedFailure {
  std::string whole_path;
  std::string small_path;
};
SavedFailure save_failure(const RandomRun& random, const RunResult& failing);

}  // namespace sheaf::model
