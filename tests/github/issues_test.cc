// Patterns 3 to 8.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

constexpr RepoName kKiln = {"ann", "kiln"};

class Issues : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    user("ann");
    repo(kKiln, "2024-03-01");
  }
};

TEST_F(Issues, P03And04ANewIssue) {
  const Numbered made = create_issue(*table_, kKiln, with("Title", "Too hot"));
  must(made.outcome);
  EXPECT_EQ(made.number, 1u);
  Item found;
  must(get_issue(*table_, {kKiln, 1}, &found));
  EXPECT_EQ(json_of(found), R"({"Number":1,"Owner":"ann","PK":"REPO#ann#kiln","ReactionCounts":{},"Repo":"kiln",)"
                            R"("SK":"ISSUE#0000001","Status":"Open","Title":"Too hot","Type":"Issue"})");
}

TEST_F(Issues, P06And07ANewPullRequest) {
  const Numbered made = create_pull_request(*table_, kKiln, with("Title", "A lid"));
  must(made.outcome);
  EXPECT_EQ(made.number, 1u);
  Item found;
  must(get_pull_request(*table_, {kKiln, 1}, &found));
  EXPECT_EQ(json_of(found),
            R"({"GSI1PK":"REPO#ann#kiln","GSI1SK":"PR#0000001","Number":1,"Owner":"ann",)"
            R"("PK":"PR#ann#kiln#0000001","ReactionCounts":{},"Repo":"kiln","SK":"PR#ann#kiln#0000001",)"
            R"("Status":"Open","Title":"A lid","Type":"PullRequest"})");
}

TEST_F(Issues, P03And06IssuesAndPullRequestsShareACounter) {
  EXPECT_EQ(issue(kKiln, "one"), 1u);
  EXPECT_EQ(pull_request(kKiln, "two"), 2u);
  EXPECT_EQ(issue(kKiln, "three"), 3u);
  EXPECT_EQ(item(repo_key(kKiln)),
            R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
            R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
            R"("IssuesAndPullRequestCount":3,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
            R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})");
  Item found;
  EXPECT_EQ(get_issue(*table_, {kKiln, 2}, &found).code, Code::kNotFound);
  EXPECT_EQ(get_pull_request(*table_, {kKiln, 3}, &found).code, Code::kNotFound);
}

TEST_F(Issues, P03And06EachRepoCountsForItself) {
  repo({"ann", "loom"}, "2024-03-01");
  EXPECT_EQ(issue(kKiln, "one"), 1u);
  EXPECT_EQ(pull_request({"ann", "loom"}, "one"), 1u);
}

TEST_F(Issues, P03And06NoRepoNoNumber) {
  const auto before = everything();
  EXPECT_EQ(create_issue(*table_, {"ann", "loom"}, {}).outcome.code, Code::kNotFound);
  EXPECT_EQ(create_pull_request(*table_, {"ann", "loom"}, {}).outcome.code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

// ISSUE# < REPO# < STAR#: backwards from the repo there are its issues, and nothing else.
TEST_F(Issues, P05TheRepoThenItsIssuesNewestFirst) {
  issue(kKiln, "one");
  pull_request(kKiln, "two");
  issue(kKiln, "three", "Closed");
  must(star_repo(*table_, kKiln, "bea", "2024-03-02"));
  const Listed issues = listed(list_issues(*table_, kKiln));
  EXPECT_THAT(
      issues.items,
      ElementsAre(
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
          R"("IssuesAndPullRequestCount":3,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
          R"("StarCount":1,"Type":"Repo","UpdatedAt":"2024-03-01"})",
          R"({"Number":3,"Owner":"ann","PK":"REPO#ann#kiln","ReactionCounts":{},"Repo":"kiln",)"
          R"("SK":"ISSUE#0000003","Status":"Closed","Title":"three","Type":"Issue"})",
          R"({"Number":1,"Owner":"ann","PK":"REPO#ann#kiln","ReactionCounts":{},"Repo":"kiln",)"
          R"("SK":"ISSUE#0000001","Status":"Open","Title":"one","Type":"Issue"})"));
  EXPECT_EQ(issues.read, 3u);
  EXPECT_EQ(issues.token, "");
}

TEST_F(Issues, P05TenComesAfterNine) {
  for (int i = 1; i <= 11; ++i) issue(kKiln, "any");
  EXPECT_THAT(column(list_issues(*table_, kKiln), "SK").items,
              ElementsAre("REPO#ann#kiln", "ISSUE#0000011", "ISSUE#0000010", "ISSUE#0000009", "ISSUE#0000008",
                          "ISSUE#0000007", "ISSUE#0000006", "ISSUE#0000005", "ISSUE#0000004", "ISSUE#0000003",
                          "ISSUE#0000002", "ISSUE#0000001"));
}

TEST(Keys, NumbersHaveSevenDigits) {
  EXPECT_EQ(padded(1), "0000001");
  EXPECT_EQ(padded(1234567), "1234567");
}

TEST_F(Issues, P05OfOneStatus) {
  issue(kKiln, "one", "Open");
  issue(kKiln, "two", "Closed");
  issue(kKiln, "three", "Open");
  const Listed open = column(list_issues(*table_, kKiln, "Open"), "SK");
  EXPECT_THAT(open.items, ElementsAre("REPO#ann#kiln", "ISSUE#0000003", "ISSUE#0000001"));
  EXPECT_EQ(open.read, 4u);
  const Listed closed = column(list_issues(*table_, kKiln, "Closed"), "SK");
  EXPECT_THAT(closed.items, ElementsAre("REPO#ann#kiln", "ISSUE#0000002"));
  EXPECT_EQ(closed.read, 4u);
}

TEST_F(Issues, P05PagesOf25Rows) {
  for (int i = 1; i <= 30; ++i) issue(kKiln, "any");
  const Listed first = column(list_issues(*table_, kKiln), "SK");
  ASSERT_EQ(first.items.size(), 25u);
  EXPECT_EQ(first.items[0], "REPO#ann#kiln");
  EXPECT_EQ(first.items[1], "ISSUE#0000030");
  EXPECT_EQ(first.items[24], "ISSUE#0000007");
  ASSERT_NE(first.token, "");
  const Listed second = column(list_issues(*table_, kKiln, {}, first.token), "SK");
  EXPECT_THAT(second.items, ElementsAre("ISSUE#0000006", "ISSUE#0000005", "ISSUE#0000004", "ISSUE#0000003",
                                        "ISSUE#0000002", "ISSUE#0000001"));
  EXPECT_EQ(second.token, "");
}

// The limit comes before the filter: a page may hold nothing that was looked for, and is not the end.
TEST_F(Issues, P05APageOfAFilterMayHoldTheRepoAlone) {
  issue(kKiln, "one", "Open");
  for (int i = 2; i <= 30; ++i) issue(kKiln, "any", "Closed");
  const Listed first = column(list_issues(*table_, kKiln, "Open"), "SK");
  EXPECT_THAT(first.items, ElementsAre("REPO#ann#kiln"));
  EXPECT_EQ(first.read, 25u);
  ASSERT_NE(first.token, "");
  const Listed second = column(list_issues(*table_, kKiln, "Open", first.token), "SK");
  EXPECT_THAT(second.items, ElementsAre("ISSUE#0000001"));
  EXPECT_EQ(second.read, 6u);
  EXPECT_EQ(second.token, "");
}

TEST_F(Issues, P08TheRepoThenItsPullRequestsNewestFirst) {
  pull_request(kKiln, "one");
  issue(kKiln, "two");
  pull_request(kKiln, "three", "Merged");
  repo({"ann", "loom"}, "2024-03-01");
  pull_request({"ann", "loom"}, "of another repo");
  const Listed pull_requests = listed(list_pull_requests(*table_, kKiln));
  EXPECT_THAT(
      pull_requests.items,
      ElementsAre(
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
          R"("IssuesAndPullRequestCount":3,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
          R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})",
          R"({"GSI1PK":"REPO#ann#kiln","GSI1SK":"PR#0000003","Number":3,"Owner":"ann",)"
          R"("PK":"PR#ann#kiln#0000003","ReactionCounts":{},"Repo":"kiln","SK":"PR#ann#kiln#0000003",)"
          R"("Status":"Merged","Title":"three","Type":"PullRequest"})",
          R"({"GSI1PK":"REPO#ann#kiln","GSI1SK":"PR#0000001","Number":1,"Owner":"ann",)"
          R"("PK":"PR#ann#kiln#0000001","ReactionCounts":{},"Repo":"kiln","SK":"PR#ann#kiln#0000001",)"
          R"("Status":"Open","Title":"one","Type":"PullRequest"})"));
  EXPECT_EQ(pull_requests.read, 3u);
}

TEST_F(Issues, P08PagesOf25Rows) {
  for (int i = 1; i <= 26; ++i) pull_request(kKiln, "any");
  const Listed first = column(list_pull_requests(*table_, kKiln), "GSI1SK");
  ASSERT_EQ(first.items.size(), 25u);
  EXPECT_EQ(first.items[0], "REPO#ann#kiln");
  EXPECT_EQ(first.items[24], "PR#0000003");
  const Listed second = column(list_pull_requests(*table_, kKiln, {}, first.token), "GSI1SK");
  EXPECT_THAT(second.items, ElementsAre("PR#0000002", "PR#0000001"));
  EXPECT_EQ(second.token, "");
}

TEST_F(Issues, P08OfOneStatusAndPagesOf25Rows) {
  for (int i = 1; i <= 30; ++i) pull_request(kKiln, "any", i == 2 || i == 29 ? "Open" : "Merged");
  const Listed first = column(list_pull_requests(*table_, kKiln, "Open"), "GSI1SK");
  EXPECT_THAT(first.items, ElementsAre("REPO#ann#kiln", "PR#0000029"));
  EXPECT_EQ(first.read, 25u);
  const Listed second = column(list_pull_requests(*table_, kKiln, "Open", first.token), "GSI1SK");
  EXPECT_THAT(second.items, ElementsAre("PR#0000002"));
  EXPECT_EQ(second.read, 6u);
}

}  // namespace
}  // namespace github
