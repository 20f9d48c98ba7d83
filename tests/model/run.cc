#include "tests/model/run.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "tests/model/author.h"
#include "tests/support/temp_folder.h"

namespace sheaf::model {
namespace {

constexpr uint64_t kVerifyEvery = 300;

// Runs `body` and gives the first failure that it reports to GoogleTest, or throws, as text; "" when there is none.
template <typename Body>
std::string failure_of(Body body) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    try {
      body();
    } catch (const std::exception& exception) {
      return exception.what();
    }
  }
  for (int i = 0; i < results.size(); ++i) {
    if (results.GetTestPartResult(i).failed()) return results.GetTestPartResult(i).message();
  }
  return {};
}

// A session on a database of its own, and what was done on it.
class Stage {
 public:
  Stage(Place place, const Distortion& distortion, const SessionCounts& counts = {})
      : session_({place == Place::kMemory ? std::string() : folder_.file("database"), distortion, counts}) {}

  const Session& session() const { return session_; }
  bool has_failed() const { return !result_.failure.empty(); }

  void run(const std::string& line, Unfit unfit) {
    result_.failure = failure_of([&] {
      const Operation operation = read_operation(line);
      const bool fits = session_.fits(operation);
      if (!fits && unfit == Unfit::kSkipped) return;
      result_.ran.push_back(line);
      if (!fits) throw std::invalid_argument("does not fit what is there: " + line);
      session_.run(operation);
    });
  }

  RunResult finish() {
    result_.counts = session_.counts();
    return std::move(result_);
  }

 private:
  test::TempFolder folder_{test::fast_disk()};
  Session session_;
  RunResult result_;
};

}  // namespace

RunResult run(const RandomRun& random) {
  Stage stage(random.place, random.distortion, random.counts);
  Author author(random.seed);
  std::ofstream journal;
  if (!random.journal.empty()) journal.open(random.journal, std::ios::binary);
  for (uint64_t step = 1; step <= random.steps && !stage.has_failed(); ++step) {
    const bool verifies = step % kVerifyEvery == 0 || step == random.steps;
    const std::string line = text_of(verifies ? Operation{.verb = Verb::kVerify} : author.next(stage.session()));
    journal << line << std::endl;
    stage.run(line, Unfit::kFailure);
  }
  return stage.finish();
}

RunResult replay(const Workload& workload, Unfit unfit, const Distortion& distortion) {
  const bool reopens =
      std::any_of(workload.begin(), workload.end(), [](const std::string& line) { return line.starts_with("reopen"); });
  Stage stage(reopens ? Place::kFolder : Place::kMemory, distortion);
  for (const std::string& line : workload) {
    stage.run(line, unfit);
    if (stage.has_failed()) break;
  }
  return stage.finish();
}

}  // namespace sheaf::model
