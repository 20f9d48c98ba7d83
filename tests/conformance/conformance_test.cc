// Every case of the conformance files that can be run through the C ABI, one test each; the others are skipped and counted.
#include <gtest/gtest.h>

#include <cctype>
#include <iostream>
#include <map>

#include "tests/conformance/markdown.h"
#include "tests/conformance/runner.h"
#include "tests/conformance/script_parser.h"

namespace sheaf::conformance {

// GoogleTest looks for it beside Case.
inline void PrintTo(const Case& given, std::ostream* out) {
  *out << given.file << ':' << given.line << ": " << given.title;
}

namespace {

const Script& all() {
  static const Script script = joined({read_scripts(SHEAF_TEST_DATA_DIR "/../conformance"),
                                       read_document(SHEAF_TEST_DATA_DIR "/../../docs/expressions.md")});
  return script;
}

class Conformance : public testing::TestWithParam<Case> {};

TEST_P(Conformance, Case) {
  const Case& given = GetParam();
  if (!given.needs.empty()) GTEST_SKIP() << "waits for " << given.needs;
  const std::string wrong = run(given);
  EXPECT_TRUE(wrong.empty()) << given.id << ": " << given.title << '\n' << wrong;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.id;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Conformance, testing::ValuesIn(all().cases), test_name);

// Without this a mistake in a file would only make cases disappear.
TEST(ConformanceFiles, AreWellFormed) {
  for (const std::string& error : all().errors) ADD_FAILURE() << error;
  std::map<std::string, size_t> waiting;
  size_t run_count = 0;
  for (const Case& each : all().cases) {
    if (each.needs.empty()) {
      ++run_count;
    } else {
      ++waiting[each.needs.substr(0, each.needs.find(' '))];
    }
  }
  std::cout << run_count << " cases are run";
  for (const auto& [need, count] : waiting) std::cout << "; " << count << " wait for " << need;
  std::cout << '\n';
  EXPECT_GT(run_count, 0u);
}

}  // namespace
}  // namespace sheaf::conformance
