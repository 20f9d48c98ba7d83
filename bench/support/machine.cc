#include "bench/support/machine.h"

#include <dlfcn.h>
#include <rocksdb/db.h>
#include <rocksdb/version.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#if defined(__linux__)
// A function that RocksDB has only when it is compiled without NDEBUG; null otherwise. The name is mangled C++.
extern "C" void rocksdb_sync_point_instance() __asm__("_ZN7rocksdb9SyncPoint11GetInstanceEv") __attribute__((weak));
#endif

namespace sheaf::bench {

std::string rocksdb_build() {
  std::string text =
      std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." + std::to_string(ROCKSDB_PATCH);
  Dl_info place = {};
  const auto opener =
      static_cast<rocksdb::Status (*)(const rocksdb::Options&, const std::string&, rocksdb::DB**)>(&rocksdb::DB::Open);
  const bool is_found = dladdr(reinterpret_cast<void*>(opener), &place) != 0 && place.dli_fname != nullptr;
  const std::string file = is_found ? place.dli_fname : "";
  const bool is_shared = file.find("librocksdb") != std::string::npos;
  text += is_shared ? ", shared (" + file.substr(file.rfind('/') + 1) + ")" : ", linked statically";
#if defined(__linux__)
  const bool has_assertions = &rocksdb_sync_point_instance != nullptr;
  text += has_assertions ? ", with assertions and sync points, as Debian builds it"
                         : ", a release build without assertions";
#endif
  return text;
}

std::string allocator() {
  const char* const tunables = std::getenv("GLIBC_TUNABLES");
  const bool is_asked =
      tunables != nullptr && std::string(tunables).find("glibc.malloc.hugetlb=1") != std::string::npos;
  if (!is_asked) return "the platform's malloc as it comes, all sides";
  std::string setting;
  std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"), setting);
  const bool is_refused = setting.find("[never]") != std::string::npos;
  return std::string("glibc's malloc with huge pages (glibc.malloc.hugetlb=1), all sides") +
         (is_refused ? "; but the kernel gives none" : "");
}

std::string kernel() {
  struct utsname names = {};
  uname(&names);
  return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

std::string memory() {
  const uint64_t bytes = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::to_string(bytes >> 30) + " GiB";
}

void restart_with_huge_pages(char** argv) {
#if defined(__linux__)
  if (std::getenv("GLIBC_TUNABLES") != nullptr) return;
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1);
  execv("/proc/self/exe", argv);
#else
  static_cast<void>(argv);
#endif
}

}  // namespace sheaf::bench
