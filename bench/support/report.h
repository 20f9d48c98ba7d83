// RatioReporter: Google Benchmark's console output, and at the end one table of "work | floor | ours | ratio". A benchmark is
// named "<work>/<side>"; the two sides are given. Times are medians over the repetitions by the wall clock; the last column is
// the ratio of processor times, which other load on the machine disturbs less. One thread.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::bench {

struct ReportColumns {
  std::string floor_side;  // "tlv": the side that ratios are taken against
  std::string our_side;    // "sheaf"
  std::string unit;        // of the times that the table shows: "ns" or "us"
};

class RatioReporter : public benchmark::ConsoleReporter {
 public:
  explicit RatioReporter(ReportColumns columns) : ConsoleReporter(OO_Tabular), columns_(std::move(columns)) {}

  void ReportRuns(const std::vector<Run>& runs) override;

  // Prints the table; works with only one side have no ratio.
  void print_table() const;

 private:
  // Times of one work on one side, one of each a repetition, in seconds an iteration or item.
  struct Times {
    std::vector<double> wall;
    std::vector<double> processor;
  };

  ReportColumns columns_;
  std::map<int64_t, std::string> works_;  // by the order of registration, which interleaving hides
  std::map<std::string, Times> times_;
};

// Initializes Google Benchmark with the house's method (9 repetitions, random interleaving, medians), which the command line
// may override.
void initialize_benchmarks(int argc, char** argv);

// Runs what was registered and prints the table. To be returned from main.
int run_and_report(ReportColumns columns);

}  // namespace sheaf::bench
