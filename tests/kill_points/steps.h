// Steps: the calls of the C library that change files, counted, with a SIGKILL at the n-th. This program defines them
// itself (steps.cc), and they call the C library's own; librocksdb and libstdc++ find the program's first. Counting and
// killing concern the whole process; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::test {

// From now on.
void count_steps();

enum class Moment : uint8_t { kBefore, kAfter };  // of the call

// Counts too, from 1.
void kill_at_step(uint64_t step, Moment moment);

// Neither counts nor kills any more. The names of the calls that were counted, in their order.
std::vector<std::string> stop_counting();

}  // namespace sheaf::test
