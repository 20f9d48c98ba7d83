// The engine against a reference: thousands of random operations whose answers must be the same: writes, conditional ones and updates,
// transactions, batches, reads, ranges, and prepared queries and scans. The reference has no code of the engine's; of an expression it sees the tree that the
// generator made (tests/model/expression.h), the engine the text. A run that fails is saved as a workload; put the file into
// tests/data/workloads, and it is replayed for ever. SHEAF_MODEL_SEED and SHEAF_MODEL_STEPS replay a run or make a longer one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/model/workload.h"

namespace sheaf::model {
namespace {

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool is_on_demand() {
  return std::getenv("SHEAF_MODEL_SEED") != nullptr || std::getenv("SHEAF_MODEL_STEPS") != nullptr;
}

SessionCounts expect_no_failure(RandomRun random) {
  random.journal = fresh_workload_path();
  std::cout << "seed " << random.seed << "; should it crash, its operations stand in " << random.journal << std::endl;
  const RunResult result = run(random);
  std::filesystem::remove(random.journal);
  if (result.failure.empty()) return result.counts;
  const SavedFailure saved = save_failure(random, result);
  ADD_FAILURE() << "with SHEAF_MODEL_SEED=" << random.seed << " at step " << result.ran.size() << ": "
                << result.ran.back() << "\n"
                << result.failure << "\nsaved as " << saved.whole_path << "\nand, made small, as " << saved.small_path;
  return result.counts;
}

void expect_expressions_met(const SessionCounts& counts) {
  EXPECT_GT(counts.conditions_held, 300u);
  EXPECT_GT(counts.conditions_failed, 500u);
  EXPECT_GT(counts.updates, 700u);
  EXPECT_GT(counts.refused_updates, 500u);
  EXPECT_GT(counts.refused_expressions, 500u);
  EXPECT_GT(counts.updated_images, 400u);
  EXPECT_GT(counts.rows_selected, 6000u);
  EXPECT_GT(counts.rows_selected_on_indexes, 3000u);
  EXPECT_GT(counts.rows_projected, 1500u);
  EXPECT_GT(counts.rows_filtered_out, 3000u);
  EXPECT_GT(counts.rows_counted, 800u);
  EXPECT_GT(counts.pages_by_bytes, 500u);
  EXPECT_GT(counts.selects_resumed, 500u);
  EXPECT_GT(counts.statements_bound_anew, 400u);
  for (const Error error : {Error::kConditionFailed,
                            Error::kUpdateMissesAttribute,
                            Error::kUpdateOperandType,
                            Error::kUpdatePathInvalid,
                            Error::kNumberInexact,
                            Error::kTooDeep,
                            Error::kUpdateOfKey,
                            Error::kKeyNotScalar,
                            Error::kFilterOnKey,
                            Error::kNotProjected,
                            Error::kNoIndex,
                            Error::kPathsOverlap,
                            Error::kPathsConflict,
                            Error::kOperandsNotDistinct,
                            Error::kOperatorOperandType,
                            Error::kFunctionOperandType,
                            Error::kTypeNameUnknown,
                            Error::kBetweenTypes,
                            Error::kBetweenOrder,
                            Error::kValueUndefined,
                            Error::kValuesUnused}) {
    EXPECT_TRUE(counts.refusals.contains(error)) << Status(error).message();
  }
}

void expect_many_met(const SessionCounts& counts) {
  EXPECT_GT(counts.transactions_done, 400u);
  EXPECT_GT(counts.transactions_canceled, 200u);
  EXPECT_GT(counts.most_conditions_failed, 2u);
  EXPECT_GT(counts.tokens_honoured, 50u);
  EXPECT_GT(counts.tokens_mismatched, 30u);
  EXPECT_GT(counts.batches_written, 200u);
  EXPECT_EQ(counts.longest_batch, 300u);
  EXPECT_GT(counts.items_looked_up, 1000u);
  EXPECT_GT(counts.lookups_cut_off, 50u);
}

TEST(Model, InMemory) {
  const uint64_t first_seed = from_environment("SHEAF_MODEL_SEED", 11);
  const uint64_t steps = from_environment("SHEAF_MODEL_STEPS", 3500);
  const uint64_t seeds = is_on_demand() ? 1 : 8;
  SessionCounts counts;
  for (uint64_t seed = first_seed; seed < first_seed + seeds && !HasFailure(); ++seed) {
    counts = expect_no_failure({.seed = seed, .steps = steps, .counts = counts});
  }
  if (is_on_demand()) return;
  EXPECT_GT(counts.puts, 2500u);
  EXPECT_GT(counts.refused_writes, 300u);
  EXPECT_GT(counts.old_items, 500u);
  EXPECT_GT(counts.items_got, 200u);
  EXPECT_GT(counts.rows, 5000u);
  EXPECT_GT(counts.rows_of_local_indexes, 500u);
  EXPECT_GT(counts.rows_of_many_parts, 100u);
  EXPECT_GT(counts.refused_queries, 200u);
  EXPECT_GT(counts.pages_resumed, 1000u);
  EXPECT_GT(counts.hasty_pages, 500u);
  EXPECT_GT(counts.rows_of_cursors, 1000u);
  EXPECT_GT(counts.resets, 200u);
  EXPECT_GT(counts.rows_of_snapshots, 1000u);
  EXPECT_GT(counts.tables_made, 20u);
  EXPECT_GT(counts.rows_buried, 1000u);
  expect_expressions_met(counts);
  expect_many_met(counts);
}

TEST(Model, InAFolderThatIsReopened) {
  const SessionCounts counts = expect_no_failure({.seed = from_environment("SHEAF_MODEL_SEED", 100),
                                                  .steps = from_environment("SHEAF_MODEL_STEPS", 2000),
                                                  .place = Place::kFolder});
  if (!is_on_demand()) {
    EXPECT_GT(counts.reopenings, 3u);
  }
}

}  // namespace
}  // namespace sheaf::model
