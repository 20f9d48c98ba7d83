#include "bench/support/report.h"

#include <algorithm>
#include <cstdio>

namespace sheaf::bench {
namespace {

// "get/sheaf/iterations:100" -> "get/sheaf".
std::string base_name(const std::string& name) {
  const size_t work_end = name.find('/');
  const size_t side_end = work_end == std::string::npos ? work_end : name.find('/', work_end + 1);
  return name.substr(0, side_end);
}

double in_unit(double seconds, const std::string& unit) { return seconds * (unit == "ns" ? 1e9 : 1e6); }

double median(std::vector<double> sorted) {
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) {
      if (run.aggregate_name == "median" || run.aggregate_name == "cv") shown.push_back(run);
      continue;
    }
    if (run.repetitions == 1) shown.push_back(run);
    if (run.error_occurred) {
      shown.push_back(run);
      continue;
    }
    const std::string name = base_name(run.run_name.function_name);
    const std::string work = name.substr(0, name.find('/'));
    works_.emplace(run.family_index, work);
    // A benchmark whose iterations do many items says so in this counter.
    const auto items = run.counters.find("items");
    const double per_iteration = items == run.counters.end() ? 1.0 : items->second.value;
    const double count = static_cast<double>(std::max<int64_t>(run.iterations, 1)) * per_iteration;
    times_[name].wall.push_back(run.real_accumulated_time / count);
    times_[name].processor.push_back(run.cpu_accumulated_time / count);
  }
  if (!shown.empty()) ConsoleReporter::ReportRuns(shown);
}

void RatioReporter::print_table() const {
  std::printf("\n%-34s %12s %12s %8s %10s\n", ("work (median, " + columns_.unit + ")").c_str(),
              columns_.floor_side.c_str(), columns_.our_side.c_str(), "ratio", "cpu ratio");
  std::vector<std::string> works;
  for (const auto& [order, work] : works_) {
    if (std::find(works.begin(), works.end(), work) == works.end()) works.push_back(work);
  }
  for (const std::string& work : works) {
    const auto floor = times_.find(work + "/" + columns_.floor_side);
    const auto ours = times_.find(work + "/" + columns_.our_side);
    const auto show = [&](const auto& found) {
      if (found == times_.end()) return std::printf(" %12s", "-");
      return std::printf(" %12.3f", in_unit(median(found->second.wall), columns_.unit));
    };
    std::printf("%-34s", work.c_str());
    show(floor);
    show(ours);
    if (floor != times_.end() && ours != times_.end()) {
      std::printf(" %7.2fx %9.2fx", median(ours->second.wall) / median(floor->second.wall),
                  median(ours->second.processor) / median(floor->second.processor));
    }
    std::printf("\n");
  }
}

void initialize_benchmarks(int argc, char** argv) {
  static char repetitions[] = "--benchmark_repetitions=9";
  static char interleaving[] = "--benchmark_enable_random_interleaving=true";
  static char min_time[] = "--benchmark_min_time=0.1";
  std::vector<char*> arguments = {argv[0], repetitions, interleaving, min_time};
  for (int i = 1; i < argc; ++i) arguments.push_back(argv[i]);
  // The reporter shows aggregates only, but needs to see each repetition.
  static char all_repetitions[] = "--benchmark_report_aggregates_only=false";
  arguments.push_back(all_repetitions);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
}

int run_and_report(ReportColumns columns) {
  RatioReporter reporter(std::move(columns));
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_table();
  benchmark::Shutdown();
  return 0;
}

}  // namespace sheaf::bench
