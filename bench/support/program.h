// What all benchmark programs have in common: huge pages, the house's method, and a report that says where it ran.
//
// A benchmark is named "<work>/<side>", and bench/table.py reads that from the JSON that --benchmark_out writes. A benchmark whose
// iterations do many items says how many in the counter "items". What is measured once goes into the report's context. The
// environment says how much is done: SHEAF_BENCH_ITEMS and SHEAF_BENCH_MEMORY_MB (of each side); the flags are Google
// Benchmark's. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sheaf::bench {

struct ProgramScale {
  uint64_t items = 0;
  uint64_t memory_bytes = 0;
};

// What the environment asks for, else 1,000,000 items and 1 GiB.
ProgramScale scale_from_environment();

// An unsigned number from the environment.
uint64_t number_from_environment(const char* name, uint64_t otherwise);

// The whole of a main: sets the process up, has `measure` prepare and call run_benchmarks, and reports what it threw.
int run_program(int argc, char** argv, const std::function<void()>& measure);

// Adds to the report's context.
void report_fact(const std::string& name, const std::string& value);
void report_number(const std::string& name, double value);

// Runs what was registered. To be called once, by `measure`.
void run_benchmarks();

}  // namespace sheaf::bench
