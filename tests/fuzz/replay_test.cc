// Runs every fuzz target on its inputs in tests/data/fuzz, and on random changes of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/last_input.h"
#include "tests/fuzz/mutation.h"

namespace sheaf::fuzz {
namespace {

constexpr size_t kMutations = 5000;
constexpr uint32_t kSeed = 20261130;

struct NamedInput {
  std::string file;
  std::string bytes;
};

std::string name_of(const FuzzTarget& target) { return target.name; }

// In the order of their names, so that the mutations are the same everywhere.
std::vector<NamedInput> read_corpus(const FuzzTarget& target) {
  const std::filesystem::path folder = std::filesystem::path(SHEAF_TEST_DATA_DIR) / "fuzz" / target.name;
  std::vector<NamedInput> inputs;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    std::ifstream file(entry.path(), std::ios::binary);
    EXPECT_TRUE(file.is_open()) << entry.path();
    inputs.push_back({entry.path().filename().string(), {std::istreambuf_iterator<char>(file), {}}});
  }
  std::sort(inputs.begin(), inputs.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return inputs;
}

// What is thrown is a broken property; anything worse ends the process, and then LastInput says on what.
std::string failure_of(const FuzzTarget& target, const std::string& bytes) {
  const LastInput last(target.name, bytes);
  try {
    target.run(bytes);
  } catch (const std::exception& broken) {
    return std::string(broken.what()) + "\non the input " + hex_of(bytes);
  }
  return "";
}

class FuzzReplay : public testing::TestWithParam<FuzzTarget> {};

TEST_P(FuzzReplay, EveryInputOfTheCorpusHoldsItsProperties) {
  const std::vector<NamedInput> inputs = read_corpus(GetParam());
  ASSERT_GE(inputs.size(), 10u) << "the corpus is missing";
  for (const NamedInput& input : inputs) EXPECT_EQ(failure_of(GetParam(), input.bytes), "") << input.file;
  EXPECT_EQ(failure_of(GetParam(), ""), "");
}

TEST_P(FuzzReplay, SoDoRandomChangesOfThem) {
  std::vector<std::string> inputs;
  for (NamedInput& input : read_corpus(GetParam())) inputs.push_back(std::move(input.bytes));
  ASSERT_FALSE(inputs.empty());
  std::mt19937 random(kSeed);
  for (size_t round = 0; round < kMutations && !HasFailure(); ++round) {
    EXPECT_EQ(failure_of(GetParam(), mutated_input(inputs, &random)), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzReplay, testing::ValuesIn(fuzz_targets()),
                         [](const auto& target) { return name_of(target.param); });

// A folder that no target reads would never be replayed.
TEST(FuzzCorpus, EachFolderBelongsToATarget) {
  EXPECT_EQ(fuzz_targets().size(), 5u);
  for (const auto& entry : std::filesystem::directory_iterator(SHEAF_TEST_DATA_DIR "/fuzz")) {
    const std::string name = entry.path().filename().string();
    const auto& targets = fuzz_targets();
    const bool is_read =
        std::any_of(targets.begin(), targets.end(), [&name](const FuzzTarget& t) { return t.name == name; });
    EXPECT_TRUE(is_read) << name;
  }
}

void fails_on_a(std::string_view bytes) { SHEAF_REQUIRE(bytes != "a", "no a", "it is one"); }

TEST(FuzzFailure, ABrokenPropertyIsReportedWithItsInput) {
  EXPECT_EQ(failure_of({"fails", fails_on_a}, "b"), "");
  EXPECT_EQ(failure_of({"fails", fails_on_a}, "a"), "no a -- it is one\non the input 61");
}

}  // namespace
}  // namespace sheaf::fuzz
