#include "bench/support/program.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "bench/support/machine.h"

namespace sheaf::bench {
namespace {

constexpr uint64_t kUsualItems = 1'000'000;
constexpr uint64_t kUsualMemoryMiB = 1024;

// The command line may override these.
void initialize_benchmarks(int argc, char** argv) {
  static char repetitions[] = "--benchmark_repetitions=7";
  static char interleaving[] = "--benchmark_enable_random_interleaving=true";
  static char min_time[] = "--benchmark_min_time=0.1";
  static char aggregates[] = "--benchmark_display_aggregates_only=true";
  std::vector<char*> arguments = {argv[0], repetitions, interleaving, min_time, aggregates};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) std::exit(2);
}

}  // namespace

ProgramScale scale_from_environment() {
  return {number_from_environment("SHEAF_BENCH_ITEMS", kUsualItems),
          number_from_environment("SHEAF_BENCH_MEMORY_MB", kUsualMemoryMiB) << 20};
}

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

int run_program(int argc, char** argv, const std::function<void()>& measure) {
  restart_with_huge_pages(argv);
  initialize_benchmarks(argc, argv);
  report_fact("rocksdb", rocksdb_build());
  report_fact("allocator", allocator());
  report_fact("kernel", kernel());
  report_fact("memory", memory());
  try {
    measure();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "benchmark failed: %s\n", failure.what());
    return 1;
  }
  return 0;
}

void report_fact(const std::string& name, const std::string& value) { benchmark::AddCustomContext(name, value); }

void report_number(const std::string& name, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), value == std::floor(value) ? "%.0f" : "%.6g", value);
  report_fact(name, text);
}

void run_benchmarks() {
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

}  // namespace sheaf::bench
