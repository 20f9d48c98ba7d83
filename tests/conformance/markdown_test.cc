// The reader of documents is judged here: its lines are the document's, and what is no case must not pass as one.
#include "tests/conformance/markdown.h"

#include <gtest/gtest.h>

#include "tests/conformance/runner.h"

namespace sheaf::conformance {
namespace {

constexpr const char* kHead = R"(# A document
```sheaf
table one (pk S)
stored {"pk":{"S":"p"},"n":{"N":"5"}}
table other (pk S)
stored {"pk":{"S":"x"}}
stored {"pk":{"S":"y"}}
```
Prose with a word: stored {"pk":{"S":"q"}}
)";

Script parse(const std::string& rest) { return parse_document("made.md", kHead + rest); }

TEST(Documents, CasesBeginWithWhatIsStoredAtTheTop) {
  const Script script = parse(R"(
```sheaf D1 one the only item
scan
expect rows [{"pk":{"S":"p"},"n":{"N":"5"}}]
```

```sheaf D2 other one item more
stored {"pk":{"S":"z"}}
scan
expect unordered rows [{"pk":{"S":"x"}},{"pk":{"S":"y"}},{"pk":{"S":"z"}}]
```
)");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  ASSERT_EQ(script.cases.size(), 2u);
  EXPECT_EQ(script.cases[0].id, "D1");
  EXPECT_EQ(script.cases[0].title, "the only item");
  EXPECT_EQ(script.cases[1].stored.size(), 3u);
  EXPECT_EQ(run(script.cases[0]), "");
  EXPECT_EQ(run(script.cases[1]), "");
}

TEST(Documents, LinesAreTheDocuments) {
  const Script script = parse(R"(
```sheaf D1 one a wrong outcome
scan
expect rows []
```
)");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  EXPECT_EQ(script.cases[0].line, 10u);
  EXPECT_EQ(script.cases[0].steps[0].outcomes[0].line, 13u);
  EXPECT_NE(run(script.cases[0]).find("made.md:12"), std::string::npos) << run(script.cases[0]);
}

TEST(Documents, ABlockWithoutAnIdGoesOnWithTheCase) {
  const Script script = parse(R"(
```sheaf D1 one counting
update {"pk":{"S":"p"}}
  expression ADD n :one
  values {":one":{"N":"1"}}
expect ok
```
Now it is counted:
```sheaf
get {"pk":{"S":"p"}}
expect item {"pk":{"S":"p"},"n":{"N":"6"}}
```
)");
  ASSERT_TRUE(script.errors.empty()) << script.errors.front();
  ASSERT_EQ(script.cases.size(), 1u);
  EXPECT_EQ(script.cases[0].steps.size(), 2u);
  EXPECT_EQ(run(script.cases[0]), "");
}

TEST(Documents, OtherBlocksAreProse) {
  const Script script = parse(R"(
```c
scan
```

```sheaf D1 one the item
scan
expect rows [{"pk":{"S":"p"},"n":{"N":"5"}}]
```
)");
  EXPECT_TRUE(script.errors.empty()) << script.errors.front();
  EXPECT_EQ(script.cases.size(), 1u);
}

TEST(Documents, MistakesAreErrors) {
  const std::string scan = "scan\nexpect rows [{\"pk\":{\"S\":\"p\"},\"n\":{\"N\":\"5\"}}]\n";
  ASSERT_TRUE(parse("\n```sheaf D1 one a case\n" + scan + "```\n").errors.empty());
  EXPECT_FALSE(parse("no case\n").errors.empty());
  EXPECT_FALSE(parse("text above\n```sheaf D1 one a case\n" + scan + "```\n").errors.empty());
  EXPECT_FALSE(parse("\n```sheaf D1 one a case\n" + scan).errors.empty()) << "the block does not end";
  EXPECT_FALSE(parse("\n```sheaf D1 none a case\n" + scan + "```\n").errors.empty()) << "no such table";
  EXPECT_FALSE(parse("\n```sheaf D1 one\n" + scan + "```\n").errors.empty()) << "no title";
  EXPECT_FALSE(
      parse("\n```sheaf D1 one a case\n" + scan + "```\n\n```sheaf D1 one again\n" + scan + "```\n").errors.empty());
  EXPECT_FALSE(parse_document("made.md", "```sheaf\nstored {\"pk\":{\"S\":\"p\"}}\n```\n").errors.empty());
  EXPECT_FALSE(read_document(SHEAF_TEST_DATA_DIR "/no_such_document.md").errors.empty());
}

}  // namespace
}  // namespace sheaf::conformance
