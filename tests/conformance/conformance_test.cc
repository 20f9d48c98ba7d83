// Every case of the conformance files, one test each: in all of its ways, or in one of them when SHEAF_CONFORMANCE_ONE_WAY is
// set, as it is under the sanitizers.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

#include "tests/conformance/markdown.h"
#include "tests/conformance/runner.h"
#include "tests/conformance/script_parser.h"
#include "tests/support/case_name.h"

namespace sheaf::conformance {

// GoogleTest looks for it beside Case.
inline void PrintTo(const Case& given, std::ostream* out) {
  *out << given.file << ':' << given.line << ": " << given.title;
}

namespace {

const Script& all() {
  static const Script script = joined({read_scripts(SHEAF_TEST_DATA_DIR "/../conformance"),
                                       read_document(SHEAF_TEST_DATA_DIR "/../../docs/expressions.md"),
                                       read_document(SHEAF_TEST_DATA_DIR "/../../docs/transactions.md")});
  return script;
}

bool is_in_one_way() { return std::getenv("SHEAF_CONFORMANCE_ONE_WAY") != nullptr; }

class Conformance : public testing::TestWithParam<Case> {};

TEST_P(Conformance, Case) {
  const Case& given = GetParam();
  const std::string wrong = is_in_one_way() ? run(given, one_way(given)) : run(given);
  EXPECT_TRUE(wrong.empty()) << given.id << ": " << given.title << '\n' << wrong;
}

std::string test_name(const testing::TestParamInfo<Case>& info) { return test::case_name(info.param.id); }

INSTANTIATE_TEST_SUITE_P(Files, Conformance, testing::ValuesIn(all().cases), test_name);

// Without this a mistake in a file would only make cases disappear.
TEST(ConformanceFiles, AreWellFormed) {
  for (const std::string& error : all().errors) ADD_FAILURE() << error;
  std::map<Way, size_t> counts;
  size_t native_count = 0;
  const size_t case_count = all().cases.size();
  for (const Case& each : all().cases) {
    const std::vector<Way> ways = is_in_one_way() ? std::vector<Way>{one_way(each)} : each.ways;
    for (const Way way : ways) ++counts[way];
    if (each.native.empty()) continue;
    ++native_count;
    std::cout << each.id << " is not run through the protocol: " << each.native << '\n';
  }
  std::cout << case_count << " cases: " << counts[Way::kEngine] << " in engine mode, " << counts[Way::kDynamoDb]
            << " in DynamoDB mode, " << counts[Way::kProtocol] << " through the protocol; " << native_count
            << " cannot be said in it\n";
  for (const Way way : {Way::kEngine, Way::kDynamoDb, Way::kProtocol}) EXPECT_GT(counts[way], case_count / 5);
}

}  // namespace
}  // namespace sheaf::conformance
