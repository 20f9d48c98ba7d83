// What a database costs before it does anything: opening an empty folder and a large one, idle memory, the library's size; and
// what the two compression profiles take on disk and for reads. The large folder has two and a half times SHEAF_BENCH_ITEMS: a
// gigabyte as it comes. Opening is also measured for RocksDB alone on the same folder. One thread.
#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>

#include "bench/store/idle_memory.h"
#include "bench/store/profiles.h"
#include "bench/support/abi_database.h"
#include "bench/support/bare_database.h"
#include "bench/support/folder.h"
#include "bench/support/program.h"
#include "bench/support/require.h"
#include "engine/base/limits.h"

namespace sheaf::bench {
namespace {

constexpr double kMegabyte = 1e6;

sheaf_open_options open_options() {
  sheaf_open_options options = {};
  options.struct_size = sizeof(options);
  options.flags = SHEAF_OPEN_CREATE;
  return options;
}

// Opens with the defaults, and closes outside of the time that is taken.
void open_sheaf(benchmark::State& state, const std::filesystem::path& folder) {
  const sheaf_open_options options = open_options();
  const auto began = std::chrono::steady_clock::now();
  sheaf_db* db = nullptr;
  require_ok(sheaf_open(folder.c_str(), &options, &db, nullptr), "opening");
  state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  sheaf_db_free(db);
}

void open_bare(benchmark::State& state, const std::filesystem::path& folder) {
  BareOptions options;
  options.folder = folder / "data";
  options.memory_bytes = kDefaultMemoryBytes;
  const auto began = std::chrono::steady_clock::now();
  const BareDatabase database(options);
  state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
}

template <typename Open>
void add(const std::string& name, Open open) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [open](benchmark::State& state) {
                                 for (auto _ : state) open(state);
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

// Opening a folder that is there, by both sides in turn, for one closes it before the other opens it.
void add_reopening(const std::string& work, const std::filesystem::path& folder) {
  add(work + "/bare", [folder](benchmark::State& state) { open_bare(state, folder); });
  add(work + "/sheaf", [folder](benchmark::State& state) { open_sheaf(state, folder); });
}

void make_large_folder(const std::filesystem::path& folder, const Workload& workload) {
  AbiOptions options;
  options.folder = folder;
  options.memory_bytes = scale_from_environment().memory_bytes;
  const AbiDatabase database(options, {{"items", TableShape::kIndexed}});
  load_items(workload, database.table(0));
}

void measure() {
  report_number("idle memory, MiB", measure_idle_memory_mib(IdleDatabase::kEmpty));
  report_number("idle memory with a table, MiB", measure_idle_memory_mib(IdleDatabase::kOneTable));
  report_number("library, MB", static_cast<double>(std::filesystem::file_size(SHEAF_BENCH_BARE_LIBRARY)) / kMegabyte);

  const uint64_t items = scale_from_environment().items;
  const TemporaryFolder folder;
  const std::filesystem::path fresh = folder.path() / "fresh";
  add("make a database in an empty folder/sheaf", [fresh](benchmark::State& state) {
    std::filesystem::remove_all(fresh);
    open_sheaf(state, fresh);
  });
  const std::filesystem::path empty = folder.path() / "empty";
  AbiOptions empty_options;
  empty_options.folder = empty;
  AbiDatabase(empty_options, {});
  add_reopening("open, no items", empty);
  const std::filesystem::path large = folder.path() / "large";
  make_large_folder(large, Workload(1, items * 5 / 2));
  report_number("large folder, MB", static_cast<double>(disk_bytes(large)) / kMegabyte);
  add_reopening("open, large folder", large);

  Profiles profiles(Workload(1, items / 2));
  profiles.check();
  profiles.register_benchmarks();
  run_benchmarks();
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) {
  if (sheaf::bench::is_idle_memory_probe()) {
    sheaf::bench::run_idle_memory_probe();
    return 0;
  }
  return sheaf::bench::run_program(argc, argv, sheaf::bench::measure);
}
