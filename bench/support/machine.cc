#include "bench/support/machine.h"

#include <dlfcn.h>
#include <rocksdb/db.h>
#include <rocksdb/version.h>
#include <unistd.h>

#include <cstdlib>

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

std::string huge_pages() {
  const char* const tunables = std::getenv("GLIBC_TUNABLES");
  const bool is_asked =
      tunables != nullptr && std::string(tunables).find("glibc.malloc.hugetlb=1") != std::string::npos;
  return is_asked ? "malloc asks for huge pages" : "malloc does not ask for huge pages";
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

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace sheaf::bench
