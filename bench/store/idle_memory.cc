#include "bench/store/idle_memory.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/support/abi_database.h"
#include "bench/support/folder.h"
#include "bench/support/require.h"

namespace sheaf::bench {
namespace {

constexpr const char* kProbe = "SHEAF_BENCH_IDLE_PROBE";  // its value is the database's kind

double resident_mib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib / 1024;
  }
  fail("no VmRSS in /proc/self/status");
}

}  // namespace

bool is_idle_memory_probe() { return std::getenv(kProbe) != nullptr; }

void run_idle_memory_probe() {
  const TemporaryFolder folder;
  std::vector<AbiTable> tables;
  if (*std::getenv(kProbe) == static_cast<char>(IdleDatabase::kOneTable))
    tables.push_back({"idle", TableShape::kIndexed});
  AbiOptions options;
  options.folder = folder.path() / "idle";
  const double before = resident_mib();
  const AbiDatabase database(options, tables);
  std::printf("%f\n", resident_mib() - before);
}

double measure_idle_memory_mib(IdleDatabase database) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  // A variable that is set but empty keeps the probe from asking for huge pages.
  const std::string command =
      std::string("GLIBC_TUNABLES= ") + kProbe + "=" + static_cast<char>(database) + " '" + program + "'";
  FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) fail("starting the probe");
  double mib = 0;
  const int read = std::fscanf(output, "%lf", &mib);
  if (pclose(output) != 0 || read != 1) fail("the probe of idle memory gave no answer");
  return mib;
}

}  // namespace sheaf::bench
