// The runner is judged here: it must notice what is wrong in an engine's answer and in a file.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/conformance/compact_text.h"
#include "tests/conformance/json_form.h"
#include "tests/conformance/runner.h"
#include "tests/conformance/script_parser.h"

namespace sheaf::conformance {
namespace {

constexpr const char* kHead = R"(table two (pk S / sk N)
global by_g (gp S) ALL
case X1 "a case"
on two
stored {"pk":{"S":"p"},"sk":{"N":"1"},"gp":{"S":"g"}}
stored {"pk":{"S":"p"},"sk":{"N":"2"},"n":{"N":"5"},"ss":{"SS":["a","b"]},"m":{"M":{"x":{"S":"y"},"z":{"L":[]}}}}
)";

Script parse(const std::string& steps) { return parse_script("made.test", kHead + steps); }

// What the runner says about one case with these steps: through the C ABI, and the same through the protocol.
std::string verdict(const std::string& steps) {
  const Script script = parse(steps);
  if (!script.errors.empty()) return "not well-formed: " + script.errors.front();
  const Case& made = script.cases.front();
  const std::string native = made.ways.front() == Way::kProtocol ? std::string() : run(made, made.ways.front());
  if (made.ways.back() != Way::kProtocol) return native;
  const std::string protocol = run(made, Way::kProtocol);
  EXPECT_TRUE(native.empty() == protocol.empty() || made.ways.size() == 1) << native << '\n' << protocol;
  return native + protocol;
}

bool is_well_formed(const std::string& steps) { return parse(steps).errors.empty(); }

const std::string kQuery = "query\n key pk = :p\n projection sk\n values {\":p\":{\"S\":\"p\"}}\n";
const std::string kScan = "scan\n filter attribute_exists(ss)\n";
const std::string kWholeItem =
    R"({"sk":{"N":"2.0"},"pk":{"S":"p"},"n":{"N":"0.5e1"},"m":{"M":{"z":{"L":[]},"x":{"S":"y"}}},"ss":{"SS":["b","a"]}})";

TEST(Runner, RightOutcomesPass) {
  EXPECT_EQ(verdict(kQuery + R"(expect rows [{"sk":{"N":"1"}},{"sk":{"N":"2"}}])"), "");
  EXPECT_EQ(verdict(kQuery + R"(expect unordered rows [{"sk":{"N":"2"}},{"sk":{"N":"1"}}])"), "");
  EXPECT_EQ(verdict(kScan + "expect rows [" + kWholeItem + "]\nexpect counts 1 of 2 DONE"), "");
  EXPECT_EQ(verdict("true attribute_exists(pk)\nfalse attribute_exists(zzz)"), "");
  EXPECT_EQ(verdict("error SYNTAX@2 \"Syntax error\" a ! b"), "");
}

TEST(Runner, NoticesWrongRows) {
  EXPECT_NE(verdict(kQuery + R"(expect rows [{"sk":{"N":"1"}}])"), "");
  EXPECT_NE(verdict(kQuery + R"(expect rows [{"sk":{"N":"1"}},{"sk":{"N":"2"}},{"sk":{"N":"3"}}])"), "");
  EXPECT_NE(verdict(kQuery + R"(expect rows [{"sk":{"N":"2"}},{"sk":{"N":"1"}}])"), "");
  EXPECT_NE(verdict(kQuery + R"(expect unordered rows [{"sk":{"N":"2"}},{"sk":{"N":"2"}}])"), "");
  EXPECT_NE(verdict(kQuery + R"(expect rows [{"sk":{"N":"1"}},{"sk":{"S":"2"}}])"), "");
  EXPECT_NE(verdict(kQuery + R"(expect rows [])"), "");
}

TEST(Runner, NoticesWrongCountsAndEnds) {
  EXPECT_NE(verdict(kScan + "expect counts 2 of 2 DONE"), "");
  EXPECT_NE(verdict(kScan + "expect counts 1 of 1 DONE"), "");
  EXPECT_NE(verdict(kScan + "expect counts 1 of 2 PAGE"), "");
  EXPECT_NE(verdict("scan\n limit 1\n projection sk\nexpect rows [{\"sk\":{\"N\":\"1\"}}]"), "");
}

TEST(Runner, NoticesWrongItems) {
  const std::string get = R"(get {"pk":{"S":"p"},"sk":{"N":"2"}})"
                          "\n";
  EXPECT_EQ(verdict(get + "expect item " + kWholeItem), "");
  EXPECT_NE(verdict(get + R"(expect item {"pk":{"S":"p"},"sk":{"N":"2"}})"), "");
  EXPECT_NE(verdict(get + "expect no item"), "");
  EXPECT_NE(verdict(R"(get {"pk":{"S":"q"},"sk":{"N":"2"}})"
                    "\nexpect item " +
                    kWholeItem),
            "");
}

TEST(Runner, NoticesWrongAttributes) {
  const std::string update =
      "update {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"2\"}}\n expression ADD n :v\n values {\":v\":{\"N\":\"1\"}}\n";
  EXPECT_EQ(verdict(update + " return UPDATED_NEW\nexpect attributes {\"n\":{\"N\":\"6\"}}"), "");
  EXPECT_NE(verdict(update + " return UPDATED_NEW\nexpect attributes {\"n\":{\"N\":\"5\"}}"), "");
  EXPECT_NE(verdict(update + " return UPDATED_OLD\nexpect no attributes"), "");
  EXPECT_NE(verdict(update + " return NONE\nexpect attributes {\"n\":{\"N\":\"6\"}}"), "");
  EXPECT_NE(verdict(update + "expect condition failed"), "");
}

TEST(Runner, NoticesWrongConditions) {
  const std::string put = "put {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"}}\n condition attribute_not_exists(pk)\n";
  const std::string old = R"({"pk":{"S":"p"},"sk":{"N":"1"},"gp":{"S":"g"}})";
  EXPECT_EQ(verdict(put + "expect condition failed"), "");
  EXPECT_EQ(verdict(put + " old_on_failure\nexpect condition failed " + old), "");
  EXPECT_NE(verdict(put + "expect ok"), "");
  EXPECT_NE(verdict(put + " old_on_failure\nexpect condition failed without item"), "");
  EXPECT_NE(verdict(put + " old_on_failure\nexpect condition failed " + kWholeItem), "");
  EXPECT_NE(verdict("true attribute_exists(ss)"), "");
  EXPECT_NE(verdict("false attribute_exists(ss)"), "");
  EXPECT_NE(verdict("true attribute_exists(zzz)"), "");
}

TEST(Runner, NoticesWrongErrors) {
  EXPECT_NE(verdict("error SYNTAX \"redundant\" a ! b"), "");
  EXPECT_NE(verdict("error SYNTAX@3 \"Syntax error\" a ! b"), "");
  EXPECT_NE(verdict("error SYNTAX \"\" attribute_exists(a)"), "");
  EXPECT_EQ(verdict("error TYPE|SYNTAX \"Syntax error\" a ! b"), "");
  EXPECT_NE(verdict(kQuery + "expect error SYNTAX \"\""), "");
  EXPECT_NE(verdict("scan\n filter a ! b\nexpect rows []"), "");
}

const std::string kTransaction =
    "transact_write\n put {\"pk\":{\"S\":\"q\"},\"sk\":{\"N\":\"1\"}}\n"
    " check {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"}}\n  old_on_failure\n";
const std::string kFails = kTransaction + "  condition attribute_not_exists(pk)\n";
const std::string kCancels = kFails + "expect canceled None, ConditionalCheckFailed\n";

TEST(Runner, NoticesWrongTransactions) {
  EXPECT_EQ(verdict(kTransaction + "  condition attribute_exists(pk)\nexpect ok"), "");
  EXPECT_EQ(verdict(kCancels), "");
  EXPECT_NE(verdict(kFails + "expect ok"), "");
  EXPECT_NE(verdict(kFails + "expect canceled ConditionalCheckFailed, None"), "");
  EXPECT_NE(verdict(kFails + "expect canceled None, ValidationError"), "");
  EXPECT_NE(verdict(kFails + "expect canceled None, ConditionalCheckFailed, None"), "");
  EXPECT_NE(verdict(kFails + "expect error CONDITION_FAILED \"\""), "");
  EXPECT_NE(verdict(kTransaction + "  condition attribute_exists(pk)\nexpect canceled None, None"), "");
}

TEST(Runner, NoticesWrongReasons) {
  const std::string item = R"({"pk":{"S":"p"},"sk":{"N":"1"},"gp":{"S":"g"}})";
  EXPECT_EQ(verdict(kCancels + "expect reason 2 CONDITION_FAILED \"The conditional request\""), "");
  EXPECT_EQ(verdict(kCancels + "expect reason 2 item " + item), "");
  EXPECT_NE(verdict(kCancels + "expect reason 2 CONDITION_FAILED \"another text\""), "");
  EXPECT_NE(verdict(kCancels + "expect reason 2 INVALID \"\""), "");
  EXPECT_NE(verdict(kCancels + "expect reason 1 CONDITION_FAILED \"\""), "");
  EXPECT_NE(verdict(kCancels + "expect reason 3 CONDITION_FAILED \"\""), "");
  EXPECT_NE(verdict(kCancels + "expect reason 2 no item"), "");
  EXPECT_NE(verdict(kCancels + "expect reason 2 item " + kWholeItem), "");
  EXPECT_NE(verdict(kCancels + "expect reason 1 no item"), "");  // the action does not ask for it
}

TEST(Runner, NoticesWrongBatches) {
  const std::string write = "batch_write\n put {\"pk\":{\"S\":\"q\"},\"sk\":{\"N\":\"1\"}}\n";
  EXPECT_EQ(verdict(write + "expect ok"), "");
  EXPECT_NE(verdict(write + "expect error INVALID \"\""), "");
  EXPECT_NE(verdict(write + write.substr(write.find(' ')) + "expect ok"), "");
  EXPECT_NE(verdict(write + "expect canceled None"), "");
}

TEST(Runner, NoticesWrongLookups) {
  for (const std::string keyword : {"batch_get", "transact_get"}) {
    const std::string get = keyword + "\n repeat 3 get {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"$\"}}\n";
    const std::string first = R"({"pk":{"S":"p"},"sk":{"N":"1"},"gp":{"S":"g"}})";
    EXPECT_EQ(verdict(get + "expect items [" + first + "," + kWholeItem + ",null]"), "");
    EXPECT_NE(verdict(get + "expect items [" + first + "," + kWholeItem + "]"), "");
    EXPECT_NE(verdict(get + "expect items [" + kWholeItem + "," + first + ",null]"), "");
    EXPECT_NE(verdict(get + "expect items [" + first + ",null,null]"), "");
    EXPECT_NE(verdict(get + "expect items [" + first + "," + kWholeItem + "," + first + "]"), "");
    EXPECT_NE(verdict(get + "expect error INVALID \"\""), "");
  }
}

TEST(Runner, RunsACaseInItsWays) {
  const std::string too_many = "batch_write\n repeat 26 delete {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"$\"}}\n";
  const auto ways = [&](const std::string& head) { return parse(head + "scan\nexpect rows []").cases.front().ways; };
  using Ways = std::vector<Way>;
  EXPECT_EQ(ways(""), (Ways{Way::kEngine, Way::kDynamoDb, Way::kProtocol}));
  EXPECT_EQ(ways("native a reason\n"), (Ways{Way::kEngine, Way::kDynamoDb}));
  EXPECT_EQ(ways("mode dynamodb\n"), (Ways{Way::kDynamoDb, Way::kProtocol}));
  EXPECT_EQ(ways("mode dynamodb\nnative a reason\n"), Ways{Way::kDynamoDb});
  EXPECT_EQ(ways("mode engine\n"), Ways{Way::kEngine});
  EXPECT_EQ(ways("needs protocol a reason\n"), Ways{Way::kProtocol});

  const auto in_way = [&](Way way, const std::string& outcome) {
    return run(parse(too_many + outcome).cases.front(), way);
  };
  EXPECT_EQ(in_way(Way::kEngine, "expect ok"), "");
  EXPECT_EQ(in_way(Way::kDynamoDb, "expect error LIMIT \"\""), "");
  EXPECT_EQ(in_way(Way::kProtocol, "expect error LIMIT \"\""), "");
  const std::string wrong = in_way(Way::kDynamoDb, "expect ok");
  EXPECT_NE(wrong.find("in DynamoDB mode: made.test:7"), std::string::npos) << wrong;
  EXPECT_NE(in_way(Way::kProtocol, "expect ok").find("through the protocol: made.test:7"), std::string::npos);
  EXPECT_NE(run(parse(too_many + "expect ok").cases.front()), "");
}

TEST(Runner, OneWayIsOneOfTheCases) {
  std::set<Way> chosen;
  Case made = parse("scan\nexpect rows []").cases.front();
  for (const char* id : {"C001", "C002", "C003", "C004", "C005", "C006", "C007", "C008"}) {
    made.id = id;
    EXPECT_EQ(one_way(made), one_way(made));
    chosen.insert(one_way(made));
  }
  EXPECT_EQ(chosen.size(), 3u);
  made.ways = {Way::kProtocol};
  EXPECT_EQ(one_way(made), Way::kProtocol);
}

TEST(Runner, ComparesWholeResponses) {
  const std::string call = "needs protocol a reason\ncall Scan {\"TableName\":\"two\",\"Select\":\"COUNT\"}\n";
  EXPECT_EQ(verdict(call + R"(expect response {"ScannedCount":2,"Count":2})"), "");
  EXPECT_NE(verdict(call + R"(expect response {"Count":2,"ScannedCount":3})"), "");
  EXPECT_NE(verdict(call + R"(expect response {"Count":2})"), "");
  EXPECT_NE(verdict(call + "expect error INVALID \"\""), "");
  EXPECT_NE(verdict(call + "expect ok"), "");
}

TEST(Runner, ComparesStatusesThatDynamoDbHasOneNameForInNativeWaysOnly) {
  const Case made = parse("error INVALID \"Syntax error\" a ! b").cases.front();
  EXPECT_NE(run(made, Way::kEngine), "");
  EXPECT_EQ(run(made, Way::kProtocol), "");
}

TEST(Runner, ComparesTheNamesOfErrors) {
  const std::string call = "needs protocol a reason\ncall Scan {\"TableName\":5}\n";
  EXPECT_EQ(verdict(call + "expect error INVALID \"\" SerializationException"), "");
  EXPECT_NE(verdict(call + "expect error INVALID \"\""), "");
  EXPECT_NE(verdict(call + "expect error INVALID \"\" ResourceNotFoundException"), "");
  EXPECT_NE(verdict("scan\n filter a ! b\nexpect error SYNTAX \"\" ResourceNotFoundException"), "");
}

TEST(Runner, RequestsAndStoredItemsGoToTheTableThatTheyName) {
  const std::string text =
      "table one (pk S)\ntable two (pk S)\ncase X1 \"tables\"\non one\nstored in two {\"pk\":{\"S\":\"p\"}}\n"
      "get {\"pk\":{\"S\":\"p\"}}\nexpect no item\nget {\"pk\":{\"S\":\"p\"}}\n in two\nexpect item "
      "{\"pk\":{\"S\":\"p\"}}\n"
      "batch_write\n put {\"pk\":{\"S\":\"q\"}}\n  in two\n delete {\"pk\":{\"S\":\"q\"}}\nexpect ok\n"
      "scan\nexpect rows []\nscan\n in two\n count\nexpect counts 2 of 2 DONE\n";
  const Script script = parse_script("made.test", text);
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  EXPECT_EQ(run(script.cases.front()), "");
}

TEST(Runner, TheMessageSaysWhereAndWhat) {
  const std::string wrong = verdict(kQuery + R"(expect rows [{"sk":{"N":"7"}}])");
  EXPECT_NE(wrong.find("made.test:7: step 1"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find(R"({"sk":{"N":"7"}})"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find(R"({"sk":{"N":"1"}})"), std::string::npos) << wrong;
}

TEST(ScriptParser, CasesAndStepsKnowTheirLines) {
  const Script script = parse("scan\nexpect rows []\n\ncase X2 \"second\"\non two\ntrue a = b\n");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  EXPECT_EQ(script.cases[0].line, 3u);
  EXPECT_EQ(script.cases[0].steps[0].line, 7u);
  EXPECT_EQ(script.cases[1].line, 10u);
  EXPECT_EQ(script.cases[1].steps[0].line, 12u);
}

TEST(Runner, AConditionIsTriedOnItems) {
  const Script script =
      parse_script("made.test", "table one (pk S)\ncase X1 \"empty\"\non one\nfalse attribute_exists(a)\n");
  ASSERT_TRUE(script.errors.empty());
  EXPECT_NE(run(script.cases.front()), "");
}

TEST(Runner, ARequestHasOnlyOutcomesThatItCanHave) {
  EXPECT_NE(verdict("scan\nexpect item " + kWholeItem), "");
  EXPECT_NE(verdict("scan\n count\nexpect rows []"), "");
  EXPECT_NE(verdict("delete {\"pk\":{\"S\":\"q\"},\"sk\":{\"N\":\"1\"}}\n return ALL_OLD\nexpect ok"), "");
}

TEST(ScriptParser, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(is_well_formed("scan\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("scan\n filterr a\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("scan\n key pk = :p\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("scan\n limit 1\n limit 2\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("scan\nexpect row []"));
  EXPECT_FALSE(is_well_formed("scan\nexpect rows [{]"));
  EXPECT_FALSE(is_well_formed("scan\nexpect error WRONG \"x\""));
  EXPECT_FALSE(is_well_formed("scan\nexpect error PAGE \"x\""));
  EXPECT_FALSE(is_well_formed("scan\nexpect counts 1 of 2"));
  EXPECT_FALSE(is_well_formed("scan now\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("get pk\nexpect no item"));
  EXPECT_FALSE(is_well_formed("scan\n filter {{2 of x}}\nexpect rows []"));
}

TEST(ScriptParser, WritesRepeatedPartsOut) {
  const Script script = parse(
      "stored {\"pk\":{\"S\":\"x\"},\"sk\":{\"N\":\"1\"}}\nrepeat 2 stored "
      "{\"pk\":{\"S\":\"$\"},\"sk\":{\"N\":\"$\"}}\n"
      "transact_write\n token t\n repeat 2 put {\"pk\":{\"S\":\"k$\"}}\n  condition a$ = b\n delete "
      "{\"pk\":{\"S\":\"$\"}}\nexpect ok");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  const Case& made = script.cases.front();
  ASSERT_EQ(made.stored.size(), 5u);
  EXPECT_EQ(made.stored[4].json, R"({"pk":{"S":"2"},"sk":{"N":"2"}})");
  const Request& request = made.steps.front().request;
  EXPECT_EQ(request.text("token"), "t");
  ASSERT_EQ(request.parts.size(), 3u);
  EXPECT_EQ(request.parts[1].subject, R"({"pk":{"S":"k2"}})");
  EXPECT_EQ(request.parts[1].text("condition"), "a2 = b");
  EXPECT_EQ(request.parts[2].subject, R"({"pk":{"S":"$"}})");
}

TEST(ScriptParser, RefusesPartsThatTheirRequestDoesNotHave) {
  const std::string key = "{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"}}\n";
  EXPECT_TRUE(is_well_formed("transact_write\n delete " + key + " condition a = b\nexpect ok"));
  EXPECT_FALSE(is_well_formed("batch_write\n delete " + key + " condition a = b\nexpect ok"));
  EXPECT_FALSE(is_well_formed("batch_write\n check " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("batch_write\n get " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("transact_write\n put " + key + " return ALL_OLD\nexpect ok"));
  EXPECT_FALSE(is_well_formed("transact_write\n delete " + key + " expression SET a = b\nexpect ok"));
  EXPECT_FALSE(is_well_formed("batch_get\n get " + key + " in missing\nexpect items [null]"));
  EXPECT_FALSE(is_well_formed("check " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("repeat 3 put " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("batch_write\n repeat x put " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("batch_write\n repeat 0 put " + key + "expect ok"));
  EXPECT_FALSE(is_well_formed("mode fast\nscan\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("stored in missing " + key + "scan\nexpect rows []"));
}

TEST(ScriptParser, RefusesMalformedOutcomesOfMany) {
  const std::string write = "transact_write\n put {\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"}}\nexpect ";
  EXPECT_TRUE(is_well_formed(write + "canceled None"));
  EXPECT_FALSE(is_well_formed(write + "canceled"));
  EXPECT_FALSE(is_well_formed(write + "canceled None,None"));
  EXPECT_FALSE(is_well_formed(write + "canceled None, "));
  EXPECT_FALSE(is_well_formed(write + "canceled Conflict"));
  EXPECT_FALSE(is_well_formed(write + "reason 0 TYPE \"\""));
  EXPECT_FALSE(is_well_formed(write + "reason TYPE \"\""));
  EXPECT_FALSE(is_well_formed(write + "reason 1 TYPE"));
  EXPECT_FALSE(is_well_formed(write + "reason 1 item 5"));
  EXPECT_FALSE(is_well_formed("batch_get\nexpect items {}"));
  EXPECT_FALSE(is_well_formed("batch_get\nexpect items [5]"));
}

TEST(ScriptParser, RefusesRequestsAndCasesWithoutAnOutcome) {
  EXPECT_FALSE(is_well_formed(""));
  EXPECT_FALSE(is_well_formed("scan"));
  EXPECT_FALSE(is_well_formed("scan\nscan\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("expect rows []"));
}

TEST(ScriptParser, RefusesContradictingHeads) {
  const std::string scan = "scan\nexpect rows []";
  EXPECT_FALSE(is_well_formed("needs protocol a reason\nmode dynamodb\n" + scan));
  EXPECT_FALSE(is_well_formed("needs protocol a reason\nnative a reason\n" + scan));
  EXPECT_FALSE(is_well_formed("mode engine\nnative a reason\n" + scan));
  EXPECT_FALSE(is_well_formed("native\n" + scan));
  EXPECT_FALSE(is_well_formed("scan\n page_bytes 10\nexpect rows []"));
  EXPECT_TRUE(is_well_formed("native a reason\nscan\n page_bytes 10\nexpect rows []"));
  EXPECT_TRUE(is_well_formed("mode engine\nscan\n page_bytes 10\nexpect rows []"));
}

TEST(ScriptParser, RefusesMalformedErrors) {
  EXPECT_TRUE(is_well_formed("scan\nexpect error INVALID \"\" SerializationException"));
  EXPECT_FALSE(is_well_formed("scan\nexpect error INVALID \"\" Serialization"));
  EXPECT_FALSE(is_well_formed("scan\nexpect error INVALID \"\"x"));
}

TEST(ScriptParser, RefusesUnknownNeedsAndCallsWithoutOne) {
  EXPECT_FALSE(is_well_formed("needs time the clock\nscan\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("needs protocol\nscan\nexpect rows []"));
  EXPECT_FALSE(is_well_formed("call Scan {}\nexpect response {}"));
  const std::string head = "table one (pk S)\ncase X1 \"a\"\non one\n";
  EXPECT_TRUE(parse_script("a", head + "needs protocol a reason\ncall Scan {}\nexpect response {}\n").errors.empty());
}

TEST(ScriptParser, RefusesDuplicateIds) {
  const std::string second = "scan\nexpect rows []\ncase X2,X1 \"again\"\non two\nscan\nexpect rows []";
  EXPECT_FALSE(is_well_formed(second));
  const std::string text = kHead + std::string("scan\nexpect rows []\n");
  EXPECT_FALSE(joined({parse_script("a", text), parse_script("b", text)}).errors.empty());
}

TEST(ScriptParser, RefusesFilesWithoutCases) {
  EXPECT_FALSE(parse_script("a", "").errors.empty());
  EXPECT_FALSE(parse_script("a", "table one (pk S)\n").errors.empty());
  EXPECT_FALSE(read_scripts(SHEAF_TEST_DATA_DIR).errors.empty());
}

TEST(ScriptParser, RefusesMalformedTables) {
  const std::string rest = "\ncase X1 \"a\"\non one\nscan\nexpect rows []\n";
  EXPECT_TRUE(parse_script("a", "table one (pk S / sk B)" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "table one (pk X)" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "table one (pk)" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "table other (pk S)" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "table one (pk S)\nglobal by_g (gp S) SOME" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "table one (pk S)\nglobal by_g (gp S) INCLUDE" + rest).errors.empty());
  EXPECT_FALSE(parse_script("a", "global by_g (gp S) ALL\ntable one (pk S)" + rest).errors.empty());
}

TEST(ScriptParser, OneLineConditionsTakeTheNamesAndValuesThatTheyUse) {
  const Script script = parse("given_values {\":v\":{\"N\":\"1\"},\":vv\":{\"N\":\"2\"}}\ntrue a = :vv");
  ASSERT_TRUE(script.errors.empty());
  EXPECT_EQ(script.cases.front().steps.front().request.text("values"), R"({":vv":{"N":"2"}})");
  EXPECT_FALSE(script.cases.front().steps.front().request.has("names"));
}

TEST(CompactText, IsWrittenOut) {
  EXPECT_EQ(expand("a{{3 of \"bc\"}}d"), "abcbcbcd");
  EXPECT_EQ(expand("{{3 of \":v$\" by \", \"}}"), ":v1, :v2, :v3");
  EXPECT_EQ(expand("{{2 of '{\"M\":{'}}{{2 of '}}'}}"), "{\"M\":{{\"M\":{}}}}");
  EXPECT_EQ(expand("{{tab}}{{space}}{{newline}}{{return}}"), "\t \n\r");
  EXPECT_EQ(expand("{{0 of \"x\"}}"), "");
  EXPECT_EQ(expand("{{x}}"), std::nullopt);
  EXPECT_EQ(expand("{{2 of \"x\"}"), std::nullopt);
}

TEST(JsonForm, MakesEqualItemsEqual) {
  const auto form = [](const char* json) { return item_form(json, Numbers::kAnySpelling); };
  EXPECT_EQ(form(R"({"b":{"N":"1.0"},"a":{"SS":["y","x"]}})"), form(R"({"a":{"SS":["x","y"]},"b":{"N":"1"}})"));
  EXPECT_NE(form(R"({"a":{"L":[{"S":"x"},{"S":"y"}]}})"), form(R"({"a":{"L":[{"S":"y"},{"S":"x"}]}})"));
  EXPECT_NE(form(R"({"a":{"S":"1"}})"), form(R"({"a":{"N":"1"}})"));
  EXPECT_NE(item_form(R"({"a":{"N":"1.0"}})", Numbers::kAsGiven), form(R"({"a":{"N":"1.0"}})"));
  EXPECT_EQ(form(R"({"a":{"X":"1"}})"), std::nullopt);
  EXPECT_EQ(form(R"({"a":1})"), std::nullopt);
}

TEST(JsonForm, WritesNumbersInCanonicalForm) {
  EXPECT_EQ(canonical_number("1.50E+2"), "150");
  EXPECT_EQ(canonical_number("-0"), "0");
  EXPECT_EQ(canonical_number("+007.50"), "7.5");
  EXPECT_EQ(canonical_number(".5"), "0.5");
  EXPECT_EQ(canonical_number("5."), "5");
  EXPECT_EQ(canonical_number("-12e-4"), "-0.0012");
  EXPECT_EQ(canonical_number("1e3"), "1000");
}

TEST(JsonForm, MakesEqualDocumentsEqual) {
  const auto form = [](const char* json) { return document_form(json, Numbers::kAnySpelling); };
  EXPECT_EQ(form(R"({"Items":[{"a":{"SS":["y","x"]}}],"Count":1})"),
            form(R"({"Count":1,"Items":[{"a":{"SS":["x","y"]}}]})"));
  EXPECT_EQ(form(R"([{"n":{"N":"1.0"}},null])"), form(R"([{"n":{"N":"1"}},null])"));
  EXPECT_NE(form(R"({"a":[1,2]})"), form(R"({"a":[2,1]})"));
  EXPECT_NE(form(R"({"a":1})"), form(R"({"a":"1"})"));
  EXPECT_NE(document_form(R"({"N":"1.0"})", Numbers::kAsGiven), form(R"({"N":"1.0"})"));
  EXPECT_EQ(form("{"), std::nullopt);
}

}  // namespace
}  // namespace sheaf::conformance
