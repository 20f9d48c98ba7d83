// What a report must say about where it ran, and huge pages for the whole process.
#pragma once

#include <string>

namespace sheaf::bench {

// The RocksDB that runs: version, and whether its assertions are compiled in (Debian's library has them, a release has not).
std::string rocksdb_build();

// glibc's malloc, and whether it asks for huge pages.
std::string allocator();

std::string kernel();
std::string memory();  // of the machine

// Starts the program again with huge pages for malloc, unless GLIBC_TUNABLES says something already. Returns where that cannot
// be done.
void restart_with_huge_pages(char** argv);

}  // namespace sheaf::bench
