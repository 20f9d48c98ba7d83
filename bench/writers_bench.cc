// Group commit: puts without index by 1, 2, 8 and 32 threads on one handle, in FULL and in NORMAL mode, against bare RocksDB with
// and without WriteOptions.sync. The time is the wall's for one put of the whole crew; what one caller waits for, and how many
// syncs of the log a put costs, stand in counters.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>

#include "bench/support/program.h"
#include "bench/support/require.h"
#include "bench/writers/crew.h"
#include "bench/writers/side.h"

namespace sheaf::bench {
namespace {

constexpr size_t kWriterCounts[] = {1, 2, 8, kMostWriters};

struct Mode {
  const char* name;
  uint32_t sync;
  size_t puts;  // of one measurement, by all writers together
};

constexpr Mode kModes[] = {{"FULL", SHEAF_SYNC_FULL, 256}, {"NORMAL", SHEAF_SYNC_NORMAL, 16384}};

double percentile_us(std::vector<double>* seconds, double share) {
  const auto at = seconds->begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(seconds->size() - 1));
  std::nth_element(seconds->begin(), at, seconds->end());
  return *at * 1e6;
}

void put_by_crew(benchmark::State& state, WriterSide& side, const Mode& mode, size_t writers) {
  const CrewWork work = {writers, mode.puts / writers};
  std::vector<double> latencies_s;
  const uint64_t syncs_before = side.sync_count();
  for (auto _ : state) {
    const CrewTimes times = run_crew(work, [&side](size_t thread) { side.put(thread); });
    state.SetIterationTime(times.wall_s);
    latencies_s.insert(latencies_s.end(), times.latencies_s.begin(), times.latencies_s.end());
  }
  const auto puts = static_cast<double>(latencies_s.size());
  state.counters["items"] = static_cast<double>(work.threads * work.steps);
  state.counters["latency_us"] = percentile_us(&latencies_s, 0.5);
  state.counters["latency_p99_us"] = percentile_us(&latencies_s, 0.99);
  if (mode.sync == SHEAF_SYNC_FULL) {
    state.counters["syncs_per_put"] = static_cast<double>(side.sync_count() - syncs_before) / puts;
  }
}

// Everybody puts everything once; then both sides must hold the same.
void check_sides_agree(WriterSide& bare, WriterSide& sheaf, const Mode& mode) {
  for (WriterSide* const side : {&bare, &sheaf}) {
    run_crew({kMostWriters, kItemsOfWriter}, [side](size_t thread) { side->put(thread); });
    if (mode.sync == SHEAF_SYNC_FULL && side->sync_count() == 0) fail("nothing was synced in FULL mode");
  }
  for (size_t i = 0; i < kMostWriters * kItemsOfWriter; ++i) {
    const uint64_t bytes = bare.stored_item_bytes(i);
    if (bytes == 0 || bytes != sheaf.stored_item_bytes(i)) fail("the same puts left different items");
  }
}

void measure() {
  std::vector<std::unique_ptr<WriterSide>> sides;
  const uint64_t memory_bytes = scale_from_environment().memory_bytes;
  for (const Mode& mode : kModes) {
    WriterSide* const bare = sides.emplace_back(make_bare_side(memory_bytes, mode.sync)).get();
    WriterSide* const sheaf = sides.emplace_back(make_sheaf_side(memory_bytes, mode.sync)).get();
    check_sides_agree(*bare, *sheaf, mode);
    const auto add = [&mode](const std::string& name, WriterSide* side, size_t writers) {
      benchmark::RegisterBenchmark(
          name.c_str(), [&mode, side, writers](benchmark::State& state) { put_by_crew(state, *side, mode, writers); })
          ->UseManualTime()
          ->MeasureProcessCPUTime()
          ->Unit(benchmark::kMicrosecond);
    };
    for (const size_t writers : kWriterCounts) {
      const std::string work =
          std::string("put, ") + mode.name + ", " + std::to_string(writers) + (writers == 1 ? " writer" : " writers");
      add(work + "/bare", bare, writers);
      add(work + "/sheaf", sheaf, writers);
    }
  }
  run_benchmarks();
}

}  // namespace
}  // namespace sheaf::bench

int main(int argc, char** argv) { return sheaf::bench::run_program(argc, argv, sheaf::bench::measure); }
