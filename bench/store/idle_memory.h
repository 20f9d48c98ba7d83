// How much memory a database takes that was just made and holds no items: the growth of the resident set, pages of code that
// opening touches included. Measured in a process of its own, with the allocator as users have it, for what this process did
// before would be in the way.
#pragma once

namespace sheaf::bench {

enum class IdleDatabase : char {
  kEmpty = '0',     // without tables
  kOneTable = '1',  // one table with three indexes
};

// Starts this program again as the probe.
double measure_idle_memory_mib(IdleDatabase database);

// Whether this process is the probe.
bool is_idle_memory_probe();

// What the probe does in place of everything else: opens, and prints the number.
void run_idle_memory_probe();

}  // namespace sheaf::bench
