// What a report must say about where it ran, and huge pages for the whole process.
#pragma once

#include <cstdint>
#include <string>

namespace sheaf::bench {

// The RocksDB that runs: version, and whether its assertions are compiled in (Debian's library has them, a release has not).
std::string rocksdb_build();

// Whether glibc's malloc asks for huge pages.
std::string huge_pages();

// Starts the program again with huge pages for malloc, unless GLIBC_TUNABLES says something already. Returns where that cannot
// be done.
void restart_with_huge_pages(char** argv);

// An unsigned number from the environment.
uint64_t number_from_environment(const char* name, uint64_t otherwise);

}  // namespace sheaf::bench
