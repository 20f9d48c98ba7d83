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
  const uint64_t steps = from_environment("SHEAF_MODEL_STEPS", 2000);
  const uint64_t seeds = is_replay() ? 1 : 4;
  for (uint64_t seed = first_seed; seed < first_seed + seeds && !HasFailure(); ++seed) {
    const ModelRunCounts counts = ModelRun({.seed = seed, .steps = steps, .path = ""}).run();
    if (std::getenv("SHOWC")) printf("%lu %lu %lu %lu %lu %lu %lu %lu %lu\n",counts.puts,counts.refused_puts,counts.old_items,counts.items_got,counts.rows_walked,counts.refused_queries,counts.pages_resumed,counts.rows_of_snapshots,counts.tables_made);
    if (is_replay()) continue;
    EXPECT_GT(counts.puts, 300u);
    EXPECT_GT(counts.refused_puts, 15u);
    EXPECT_GT(counts.old_items, 50u);
    EXPECT_GT(counts.items_got, 20u);
    EXPECT_GT(counts.rows_walked, 500u);
    EXPECT_GT(counts.refused_queries, 5u);
    EXPECT_GT(counts.pages_resumed, 50u);
    EXPECT_GT(counts.rows_of_snapshots, 100u);
    EXPECT_GT(counts.tables_made, 5u);
  }
}

TEST(Model, InAFolderThatIsReopened) {
  const test::TempFolder folder;
  const ModelRunCounts counts = ModelRun({.seed = from_environment("SHEAF_MODEL_SEED", 100),
                                          .steps = from_environment("SHEAF_MODEL_STEPS", 800),
                                          .path = folder.file("database")})
                                    .run();
  if (!is_replay()) {
    EXPECT_GT(counts.reopenings, 2u);
  }
}

}  // namespace
}  // namespace sheaf::model
