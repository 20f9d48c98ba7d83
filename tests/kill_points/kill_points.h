// KillPoints: kills a deed at every step and has what is left looked at. And what its tests begin with and end with.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/kill_points/steps.h"
#include "tests/support/inspection.h"
#include "tests/support/shapes.h"

namespace sheaf::test {

inline const std::string kItem = R"({"gp":{"S":"g"},"pk":{"S":"p"},"v":{"N":"1"}})";
inline const TableShape kBystander{.name = "Bystander", .hash = "pk:S", .indexes = {{"by_group", "gp:S"}}};

// Makes a closed database with these tables, kItem in each.
void prepare(const std::string& path, const std::vector<TableShape>& tables);

// What is left in the folder, which must be sound and can be used.
Contents left_in(const std::string& path);

enum class Outcome : uint8_t { kKilled, kDone };  // of a deed
using Check = std::function<void(const std::string& folder, Outcome outcome)>;

// Runs the deed until it ends or is killed; gives its exit code, or the signal's number, negative.
int end_of(const std::string& deed, const std::string& folder, uint64_t step, const std::string& moment);

// A deed and the folder that it begins with, "" for none; each run has a copy.
class KillPoints {
 public:
  KillPoints(std::string deed, std::string original) : deed_(std::move(deed)), original_(std::move(original)) {}

  // Kills before each step until the deed comes to its end, after some, and checks what is left. A stride above 1 is for
  // the short run.
  void run(const Check& check, uint64_t stride = 1);

 private:
  // Whether the deed came to its end before that step.
  bool kill_at(uint64_t step, Moment moment, const Check& check);

  const std::string deed_;
  const std::string original_;
};

}  // namespace sheaf::test
