// The real payloads of examples/data/github.ndjson, sent through the patterns.
#include "examples/github/payloads.h"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

constexpr RepoName kHello = {"alice", "Hello-World"};

class Payloads : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    must(load_payloads(*table_, std::string(SHEAF_TEST_DATA_DIR) + "/../../examples/data/github.ndjson", &count_));
  }

  Outcome load_line(const std::string& line) {
    const std::string path = ::testing::TempDir() + "/sheaf_github_payload.ndjson";
    std::ofstream(path) << line << "\n";
    uint64_t count = 0;
    return load_payloads(*table_, path, &count);
  }

  uint64_t count_ = 0;
};

TEST_F(Payloads, EachDocumentBecomesItsItem) {
  EXPECT_EQ(count_, 14u);
  EXPECT_THAT(column(list_issues(*table_, kHello), "SK").items, ElementsAre("REPO#alice#Hello-World", "ISSUE#0000001"));
  EXPECT_THAT(column(list_pull_requests(*table_, kHello), "GSI1SK").items,
              ElementsAre("REPO#alice#Hello-World", "PR#0000002"));
  EXPECT_THAT(column(list_forks(*table_, kHello), "GSI2SK").items, ElementsAre("#REPO#Hello-World", "FORK#acme"));
  EXPECT_THAT(column(list_stargazers(*table_, kHello), "SK").items,
              ElementsAre("REPO#alice#Hello-World", "STAR#alice"));
  EXPECT_THAT(column(list_members(*table_, "acme"), "SK").items, ElementsAre("ACCOUNT#acme", "MEMBERSHIP#bob"));
  EXPECT_THAT(listed(list_organizations(*table_, "bob")).items, ElementsAre(R"({"Organizations":{"acme":"member"}})"));
}

TEST_F(Payloads, CountersAreThoseOfThePatterns) {
  Item found;
  must(get_repo(*table_, kHello, &found));
  EXPECT_EQ(number_at(found, "IssuesAndPullRequestCount"), 2u);
  EXPECT_EQ(number_at(found, "ForkCount"), 1u);
  EXPECT_EQ(number_at(found, "StarCount"), 1u);
}

TEST_F(Payloads, NestedDocumentsStayWhole) {
  Item found;
  must(get_repo(*table_, kHello, &found));
  EXPECT_EQ(text_at(found, "owner.login"), "alice");
  must(get_issue(*table_, {kHello, 1}, &found));
  EXPECT_EQ(text_at(found, "labels[0].name"), "bug");
  EXPECT_EQ(text_at(found, "milestone.creator.login"), "alice");
  EXPECT_EQ(text_at(found, "body"), "It looks like you accidently spelled 'commit' with two 't's.");
  must(get_pull_request(*table_, {kHello, 2}, &found));
  EXPECT_EQ(text_at(found, "head.repo.owner.login"), "alice");
  EXPECT_THAT(column(list_comments(*table_, IssueName{kHello, 1}), "body").items,
              ElementsAre("You are totally right! I'll get this fixed right away."));
}

TEST_F(Payloads, AMistakeInTheFileIsTold) {
  EXPECT_EQ(load_line("{\"Type\":\"Gist\"}").code, Code::kInvalid);
  EXPECT_EQ(load_line("{").status, SHEAF_SYNTAX);
  EXPECT_EQ(load_line(R"({"Type":"User","Account":"alice"})").code, Code::kExists);
  // The counter stands at 2, so that the next number is 3.
  EXPECT_EQ(load_line(R"({"Type":"Issue","Owner":"alice","Repo":"Hello-World","Number":7})").code, Code::kFailed);
  uint64_t count = 0;
  EXPECT_EQ(load_payloads(*table_, "/nowhere/github.ndjson", &count).status, SHEAF_IO);
}

}  // namespace
}  // namespace github
