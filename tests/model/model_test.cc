// The engine against a reference: thousands of random operations whose answers must be the same.
// SHEAF_MODEL_SEED and SHEAF_MODEL_STEPS replay a run or make a longer one.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/model/run.h"
#include "tests/support/temp_folder.h"

namespace sheaf::model {
namespace {

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// By default several seeds, or the one that the environment asks for.
bool is_replay() { return std::getenv("SHEAF_MODEL_SEED") != nullptr || std::getenv("SHEAF_MODEL_STEPS") != nullptr; }

TEST(Model, InMemory) {
  const uint64_t first_seed = from_environment("SHEAF_MODEL_SEED", 1);
  const uint64_t steps = from_environment("SHEAF_MODEL_STEPS", 2500);
  const uint64_t seeds = is_replay() ? 1 : 3;
  for (uint64_t seed = first_seed; seed < first_seed + seeds && !HasFailure(); ++seed) {
    const ModelRunCounts counts = ModelRun({.seed = seed, .steps = steps, .path = ""}).run();
    if (is_replay()) continue;
    EXPECT_GT(counts.puts, 400u);
    EXPECT_GT(counts.refused_puts, 20u);
    EXPECT_GT(counts.old_items, 80u);
    EXPECT_GT(counts.items_got, 40u);
    EXPECT_GT(counts.rows_walked, 1000u);
    EXPECT_GT(counts.refused_queries, 10u);
    EXPECT_GT(counts.pages_resumed, 100u);
    EXPECT_GT(counts.rows_of_snapshots, 200u);
    EXPECT_GT(counts.tables_made, 3u);
  }
}

TEST(Model, InAFolderThatIsReopened) {
  const test::TempFolder folder;
  const ModelRunCounts counts = ModelRun({.seed = from_environment("SHEAF_MODEL_SEED", 100),
                                          .steps = from_environment("SHEAF_MODEL_STEPS", 1000),
                                          .path = folder.file("database")})
                                    .run();
  if (!is_replay()) {
    EXPECT_GT(counts.reopenings, 2u);
  }
}

}  // namespace
}  // namespace sheaf::model
