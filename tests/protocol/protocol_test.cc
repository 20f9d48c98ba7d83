// Every case of the protocol files, one test each.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/protocol/runner.h"
#include "tests/protocol/script_parser.h"
#include "tests/support/case_name.h"

namespace sheaf::protocol_cases {

// GoogleTest looks for it beside Case.
inline void PrintTo(const Case& given, std::ostream* out) {
  *out << given.file << ':' << given.line << ": " << given.title;
}

namespace {

const Script& all() {
  static const Script script = read_scripts(SHEAF_TEST_DATA_DIR "/../protocol");
  return script;
}

class Protocol : public testing::TestWithParam<Case> {};

TEST_P(Protocol, Case) {
  const Case& given = GetParam();
  const std::string wrong = run(given, open_engine());
  EXPECT_TRUE(wrong.empty()) << given.id << ": " << given.title << '\n' << wrong;
}

std::string test_name(const testing::TestParamInfo<Case>& info) { return test::case_name(info.param.id); }

INSTANTIATE_TEST_SUITE_P(Files, Protocol, testing::ValuesIn(all().cases), test_name);

// Without this a mistake in a file would only make cases disappear.
TEST(ProtocolFiles, AreWellFormed) {
  for (const std::string& error : all().errors) ADD_FAILURE() << error;
  EXPECT_GT(all().cases.size(), 100u);
}

}  // namespace
}  // namespace sheaf::protocol_cases
