// Workloads: those of tests/data/workloads are replayed in every run, and a run that fails becomes one that fails too.
#include "tests/model/workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/model/generator.h"

namespace sheaf::model {
namespace {

std::vector<std::string> workload_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SHEAF_TEST_DATA_DIR "/workloads")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Workloads : public testing::TestWithParam<std::string> {};

TEST_P(Workloads, AnswersAreAsExpected) {
  const RunResult result = replay(read_workload(GetParam()), Unfit::kFailure);
  EXPECT_EQ(result.failure, "") << GetParam() << ": " << (result.ran.empty() ? "" : result.ran.back());
  EXPECT_FALSE(result.ran.empty());
}

INSTANTIATE_TEST_SUITE_P(OfTheRepository, Workloads, testing::ValuesIn(workload_paths()), [](const auto& test) {
  std::string name = std::filesystem::path(test.param).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

// As if the upper end of a range on an index were not part of it.
void forget_upper_end(const RefQuery& query, std::vector<RefRow>* expected) {
  if (query.index.empty() || query.sort_op != RefOp::kLessEqual || expected->empty()) return;
  expected->erase(query.is_backward ? expected->begin() : expected->end() - 1);
}

// As if <> did not hold for an attribute that is missing.
void miss_unequal(const Tree& condition, const RefItem& item, bool* holds) {
  const auto is_missing = [&item](const Tree& operand) {
    return operand.op == TreeOp::kPath && find_value(item, operand.path) == nullptr;
  };
  const bool looks = condition.op == TreeOp::kNotEqual;
  if (looks && std::any_of(condition.operands.begin(), condition.operands.end(), is_missing)) *holds = false;
}

// As if REMOVE counted the members of lists from 1.
void move_positions(std::vector<Tree>* actions) {
  for (Tree& action : *actions) {
    RefStep& last = action.operands[0].path.back();
    if (action.op == TreeOp::kRemove && last.is_position) ++last.position;
  }
}

// As if a transaction's last action were lost.
void lose_last(std::vector<Operation>* actions) {
  if (actions->size() > 1) actions->pop_back();
}

// The proof that a difference is found, saved, made small and found again in the file: the reference is made wrong.
void expect_found(const RandomRun& random) {
  const RunResult failing = run(random);
  ASSERT_NE(failing.failure, "");
  const SavedFailure saved = save_failure(random, failing);
  const Workload whole = read_workload(saved.whole_path);
  const Workload small = read_workload(saved.small_path);
  EXPECT_EQ(whole, failing.ran);
  EXPECT_GT(whole.size(), 10u);
  EXPECT_LE(small.size(), 10u);
  for (const Workload& workload : {whole, small}) {
    const RunResult replayed = replay(workload, Unfit::kFailure, random.distortion);
    EXPECT_NE(replayed.failure, "");
    EXPECT_EQ(replayed.ran, workload);  // the last operation is the one that shows it
    // What is wrong is the reference: with a true one the engine's answers are right.
    EXPECT_EQ(replay(workload, Unfit::kFailure).failure, "");
  }
  std::filesystem::remove(saved.whole_path);
  std::filesystem::remove(saved.small_path);
}

TEST(WorkloadsOfFailures, AFailingRunIsSavedAndItsReplayFails) {
  expect_found({.seed = 5, .steps = 3000, .distortion = {.rows = forget_upper_end}});
}

TEST(WorkloadsOfFailures, AWrongConditionIsFound) {
  expect_found({.seed = 6, .steps = 3000, .distortion = {.condition = miss_unequal}});
}

TEST(WorkloadsOfFailures, AWrongUpdateIsFound) {
  expect_found({.seed = 17, .steps = 3000, .distortion = {.update = move_positions}});
}

TEST(WorkloadsOfFailures, AWrongTransactionIsFound) {
  expect_found({.seed = 8, .steps = 3000, .distortion = {.transaction = lose_last}});
}

TEST(WorkloadsOfFailures, WhatDoesNotFitIsAFailureOrSkipped) {
  const Workload workload{"get table-0 [{\"S\":\"a\"}]", "verify"};
  EXPECT_NE(replay(workload, Unfit::kFailure).failure, "");
  EXPECT_EQ(replay(workload, Unfit::kSkipped).ran, Workload{"verify"});
  for (const char* const line : {"got table-0 []", "verify all", "get table-0 [{\"S\":}]", "query",
                                 "page w1 many table-0", "query table-0 partition == []"}) {
    EXPECT_NE(replay({line}, Unfit::kSkipped).failure, "") << line;
  }
}

// Every operation that a run can hold is read back from its line as it was.
TEST(WorkloadsOfFailures, LinesAreReadBack) {
  const std::string journal = fresh_workload_path();
  const RunResult result = run({.seed = 9, .steps = 2000, .journal = journal});
  ASSERT_EQ(result.failure, "");
  EXPECT_EQ(read_workload(journal), result.ran);
  std::filesystem::remove(journal);
  for (const std::string& line : result.ran) EXPECT_EQ(text_of(read_operation(line)), line);
}

TEST(Generated, TablesHaveEveryShape) {
  Generator random(1);
  std::set<std::pair<size_t, size_t>> global_keys;
  std::set<size_t> local_indexes;
  std::set<std::pair<Kind, bool>> base_keys;
  std::set<RefProjection> projections;
  for (int i = 0; i < 500; ++i) {
    const RefDefinition table = random.table("table-0");
    base_keys.emplace(table.key.partition[0].kind, table.key.sort.empty());
    size_t locals = 0;
    for (const RefIndex& index : table.indexes) {
      locals += index.is_local ? 1 : 0;
      if (!index.is_local) global_keys.emplace(index.key.partition.size(), index.key.sort.size());
      projections.insert(index.projection);
    }
    local_indexes.insert(locals);
    const RefDefinition again = read_definition(parse_json(definition_json(table)));
    EXPECT_EQ(definition_json(again), definition_json(table));
  }
  EXPECT_EQ(base_keys.size(), 6u);      // S, N or B, with a sort key and without
  EXPECT_EQ(local_indexes.size(), 6u);  // none to five
  EXPECT_EQ(global_keys.size(), 20u);   // one to four parts by none to four
  EXPECT_EQ(projections.size(), 3u);
}

}  // namespace
}  // namespace sheaf::model
