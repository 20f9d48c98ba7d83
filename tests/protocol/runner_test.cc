// The runner is judged here, against made-up answers: it must notice what is wrong in an answer and in a file.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/protocol/json_match.h"
#include "tests/protocol/runner.h"
#include "tests/protocol/script_parser.h"

namespace sheaf::protocol_cases {
namespace {

constexpr const char* kHead = "case X1 \"a case\"\ncall GetItem\n{\"TableName\":\"t\"}\n";
constexpr const char* kRefusal =
    R"({"__type":"com.amazon.coral.validate#ValidationException","message":"The key is wrong: pk"})";

Script parse(const std::string& text) { return parse_scripts({{"made.test", text}}); }

bool is_well_formed(const std::string& text) { return parse(text).errors.empty(); }

Engine answers(sheaf_status status, const std::string& json) {
  return [=](const std::string&, const std::string&) { return Answer{status, json, status}; };
}

// What the runner says about a call with these outcomes, answered with `json`.
std::string verdict(const std::string& outcomes, sheaf_status status, const std::string& json) {
  const Script script = parse(kHead + outcomes);
  if (!script.errors.empty()) return "not well-formed: " + script.errors.front();
  return run(script.cases.front(), answers(status, json));
}

TEST(ProtocolRunner, RightAnswersPass) {
  EXPECT_EQ(verdict("expect ok", SHEAF_OK, "{}"), "");
  EXPECT_EQ(verdict(R"(expect {"a":1,"b":[true,null]})", SHEAF_OK, R"({"b":[true,null],"a":1.0})"), "");
  EXPECT_EQ(verdict(R"(expect error ValidationException "key is wrong" "pk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_EQ(verdict(R"(expect error Other|ValidationException "pk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_EQ(verdict(R"(expect error ValidationException exactly "The key is wrong: pk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_EQ(verdict(R"(expect error_document {"__type":"...","message":"...wrong..."})", SHEAF_INVALID, kRefusal), "");
}

TEST(ProtocolRunner, NoticesWrongResponses) {
  EXPECT_NE(verdict("expect ok", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect {"a":1})", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect {"a":1})", SHEAF_OK, R"({"a":2})"), "");
  EXPECT_NE(verdict("expect ok\nexpect {\"a\":1}", SHEAF_OK, R"({"a":2})"), "");
}

TEST(ProtocolRunner, NoticesABodyWhereThereIsNone) {
  EXPECT_EQ(verdict("expect nothing", SHEAF_OK, ""), "");
  EXPECT_NE(verdict("expect nothing", SHEAF_OK, "{}"), "");
  EXPECT_NE(verdict("expect nothing", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict("expect nothing", SHEAF_INVALID, ""), "");
}

TEST(ProtocolRunner, NoticesWrongErrors) {
  EXPECT_NE(verdict(R"(expect error ValidationException "pk")", SHEAF_OK, "{}"), "");
  EXPECT_NE(verdict(R"(expect error Other "pk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect error ValidationException "sk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect error ValidationException "pk" "sk")", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect error ValidationException exactly "The key is wrong")", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect error_document {"__type":"..."})", SHEAF_INVALID, kRefusal), "");
  EXPECT_NE(verdict(R"(expect error_document {"__type":"...","+":true})", SHEAF_OK, "{}"), "");
}

TEST(ProtocolRunner, NoticesAnswersOfTheWrongShape) {
  const std::string any_error = "expect error ValidationException \"\"";
  EXPECT_NE(verdict("expect ok", SHEAF_OK, ""), "");
  EXPECT_NE(verdict("expect ok", SHEAF_OK, "[]"), "");
  EXPECT_NE(verdict("expect ok", SHEAF_OK, "{\"a\":\"\xFF\"}"), "");
  EXPECT_NE(verdict("expect ok", SHEAF_OK, kRefusal), "");
  EXPECT_NE(verdict("expect ok", SHEAF_DONE, "{}"), "");
  EXPECT_NE(verdict(any_error, SHEAF_INVALID, "{}"), "");
  EXPECT_NE(verdict(any_error, SHEAF_INVALID, R"({"__type":"com.amazon.coral.validate#ValidationException"})"), "");
  EXPECT_NE(verdict(any_error, SHEAF_INVALID, R"({"__type":"ValidationException","message":"m"})"), "");
  EXPECT_NE(verdict(any_error, SHEAF_INVALID, R"({"__type":"a.b#ValidationException","message":"m"})"), "");
  EXPECT_NE(verdict(any_error, SHEAF_INVALID,
                    R"({"__type":"com.amazon.coral.validate#ValidationException","message":"m","Message":"n"})"),
            "");
}

TEST(ProtocolRunner, NoticesThatTheErrorSlotDiffers) {
  const Script script = parse(std::string(kHead) + "expect error ValidationException \"pk\"");
  const Engine engine = [](const std::string&, const std::string&) {
    return Answer{SHEAF_INVALID, kRefusal, SHEAF_OK};
  };
  EXPECT_NE(run(script.cases.front(), engine), "");
}

TEST(ProtocolRunner, CallsInOrderWithSetupsCountsAndKeptValues) {
  const Script script = parse(R"(case X1 "a case"
with first
stored t {"a":{"S":"b"}}
repeat 2 call Query
{"n":"k$count"}
expect ok
keep lek Last.0
call Scan
{"from":"$lek"}
expect ok
setup first
call CreateTable
{}
)");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  std::vector<std::string> seen;
  const Engine engine = [&seen](const std::string& operation, const std::string& body) {
    seen.push_back(operation + body);
    return Answer{SHEAF_OK, R"({"Last":[{"S":"x"}]})", SHEAF_OK};
  };
  EXPECT_EQ(run(script.cases.front(), engine), "");
  const std::vector<std::string> expected = {"CreateTable{}", R"(PutItem{"TableName":"t","Item":{"a":{"S":"b"}}})",
                                             R"(Query{"n":"k1"})", R"(Query{"n":"k2"})", R"(Scan{"from":{"S":"x"}})"};
  EXPECT_EQ(seen, expected);
}

TEST(ProtocolRunner, NoticesThatASetupFailsAndThatAKeptValueIsMissing) {
  const std::string setup = "setup s\ncall CreateTable\n{}\ncase X1 \"a case\"\nwith s\ncall X\n{}\n";
  const Script failing = parse(setup + "expect error ValidationException \"pk\"");
  ASSERT_TRUE(failing.errors.empty());
  EXPECT_NE(run(failing.cases.front(), answers(SHEAF_INVALID, kRefusal)), "");
  EXPECT_NE(verdict("expect ok\nkeep lek Last", SHEAF_OK, "{}"), "");
}

TEST(JsonMatch, ComparesByValue) {
  EXPECT_EQ(mismatch_of(R"({"a":{"SS":["x","y"]},"l":[1,2]})", R"({"l":[1,2],"a":{"SS":["y","x"]}})"), "");
  EXPECT_NE(mismatch_of(R"([1,2])", R"([2,1])"), "");
  EXPECT_NE(mismatch_of(R"({"SS":["x","x"]})", R"({"SS":["x","y"]})"), "");
  EXPECT_NE(mismatch_of(R"({"N":"1"})", R"({"N":"1.0"})"), "");
  EXPECT_NE(mismatch_of(R"({"N":"1"})", R"({"N":1})"), "");
  EXPECT_NE(mismatch_of(R"({"a":1})", R"({"a":1,"b":2})"), "");
  EXPECT_NE(mismatch_of(R"({"a":1,"b":2})", R"({"a":1})"), "");
  EXPECT_NE(mismatch_of(R"({"a":1})", R"({"a":1,"a":1})"), "");
  EXPECT_NE(mismatch_of("true", "false"), "");
  EXPECT_NE(mismatch_of("{}", "[]"), "");
  EXPECT_NE(mismatch_of("{}", "no json"), "");
}

TEST(JsonMatch, Patterns) {
  EXPECT_EQ(mismatch_of(R"({"a":"...","+":true})", R"({"a":{"x":[]},"b":1})"), "");
  EXPECT_NE(mismatch_of(R"({"a":"...","+":true})", R"({"b":1})"), "");
  EXPECT_EQ(mismatch_of(R"("...bc...")", R"("abcd")"), "");
  EXPECT_NE(mismatch_of(R"("...bd...")", R"("abcd")"), "");
  EXPECT_NE(mismatch_of(R"("...1...")", "1"), "");
  EXPECT_EQ(mismatch_of(R"(["#","#"])", "[1,-2.5]"), "");
  EXPECT_NE(mismatch_of(R"("#")", R"("1")"), "");
  EXPECT_NE(mismatch_of(R"("#")", "null"), "");
  EXPECT_EQ(mismatch_of(R"(["unordered",1,{"a":2}])", R"([{"a":2},1])"), "");
  EXPECT_NE(mismatch_of(R"(["unordered",1,2])", R"([2,2])"), "");
  EXPECT_NE(mismatch_of(R"(["unordered",1])", R"([1,1])"), "");
}

TEST(ProtocolScript, NotationsAreWrittenOut) {
  const Script script =
      parse("case X1 \"t\"\ncall X\n[{{2 of '\"a$\"' by ','}}]\nexpect ok\ncall Y\ntext {{byte FF}}x\nexpect ok");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  EXPECT_EQ(script.cases.front().calls[0].body, R"(["a1","a2"])");
  EXPECT_EQ(script.cases.front().calls[1].body, "\xFFx");
}

TEST(ProtocolScript, MistakesInAFileAreFound) {
  EXPECT_TRUE(is_well_formed(std::string(kHead) + "expect ok"));
  EXPECT_FALSE(is_well_formed(""));
  EXPECT_FALSE(is_well_formed(kHead));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\n"));
  EXPECT_FALSE(is_well_formed("case X1 untitled\ncall X\n{}\nexpect ok"));
  EXPECT_FALSE(is_well_formed("call X\n{}\nexpect ok"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\n{\"a\":}\nexpect ok"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\n{}\nexpect {\"a\":}"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\n{}\nexpect sucess"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\n{}\nexpect error ValidationException"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\nwith none\ncall X\n{}\nexpect ok"));
  EXPECT_FALSE(is_well_formed(std::string(kHead) + "expect ok\n" + kHead + "expect ok"));
  EXPECT_FALSE(is_well_formed(std::string(kHead) + "expect ok\n{}\nwhatever"));
  EXPECT_FALSE(is_well_formed(std::string(kHead) + "expect ok\nrepeat 0 call X\n{}\nexpect ok"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\n{{3 if \"a\"}}\nexpect ok"));
  EXPECT_FALSE(is_well_formed("case X1 \"t\"\ncall X\ntext {{byte 1FF}}\nexpect ok"));
}

}  // namespace
}  // namespace sheaf::protocol_cases
