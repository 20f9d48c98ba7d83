// Small random changes of a fuzz target's inputs: not libFuzzer's, which learns, but enough to look around the inputs that it
// has found, in every test run. The same seed gives the same changes.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace sheaf::fuzz {

// Requires that there are inputs.
std::string mutated_input(const std::vector<std::string>& inputs, std::mt19937* random);

}  // namespace sheaf::fuzz
