// Patterns 14 to 18.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

constexpr RepoName kKiln = {"ann", "kiln"};
constexpr IssueName kIssue = {kKiln, 1};
constexpr PullRequestName kPullRequest = {kKiln, 2};
constexpr IssueCommentName kIssueComment = {kIssue, "0417"};
constexpr PRCommentName kPRComment = {kPullRequest, "0417"};

class Reactions : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    user("ann");
    repo(kKiln, "2024-03-01");
    issue(kKiln, "one");
    pull_request(kKiln, "two");
    must(comment_on_issue(*table_, kIssueComment, {}));
    must(comment_on_pull_request(*table_, kPRComment, {}));
  }
};

TEST_F(Reactions, P14AReactionToAnIssueIsKeptAndCounted) {
  must(react_to_issue(*table_, kIssue, "bea", Emoji::kHeart));
  EXPECT_EQ(item(reaction_key(kIssue, "bea"), SHEAF_JSON_DYNAMODB),
            R"({"PK":{"S":"ISSUEREACTION#ann#kiln#0000001#bea"},"Reactions":{"SS":["heart"]},)"
            R"("SK":{"S":"ISSUEREACTION#ann#kiln#0000001#bea"},"Type":{"S":"Reaction"}})");
  EXPECT_EQ(item(issue_key(kIssue)),
            R"({"Number":1,"Owner":"ann","PK":"REPO#ann#kiln","ReactionCounts":{"heart":1},"Repo":"kiln",)"
            R"("SK":"ISSUE#0000001","Status":"Open","Title":"one","Type":"Issue"})");
}

TEST_F(Reactions, P15AReactionToAPullRequest) {
  must(react_to_pull_request(*table_, kPullRequest, "bea", Emoji::kThumbsUp));
  EXPECT_EQ(item(reaction_key(kPullRequest, "bea"), SHEAF_JSON_DYNAMODB),
            R"({"PK":{"S":"PRREACTION#ann#kiln#0000002#bea"},"Reactions":{"SS":["+1"]},)"
            R"("SK":{"S":"PRREACTION#ann#kiln#0000002#bea"},"Type":{"S":"Reaction"}})");
  EXPECT_EQ(item(pull_request_key(kPullRequest)),
            R"({"GSI1PK":"REPO#ann#kiln","GSI1SK":"PR#0000002","Number":2,"Owner":"ann",)"
            R"("PK":"PR#ann#kiln#0000002","ReactionCounts":{"+1":1},"Repo":"kiln","SK":"PR#ann#kiln#0000002",)"
            R"("Status":"Open","Title":"two","Type":"PullRequest"})");
}

TEST_F(Reactions, P16AReactionToACommentOfEitherKind) {
  must(react_to_comment(*table_, kIssueComment, "bea", Emoji::kRocket));
  must(react_to_comment(*table_, kPRComment, "bea", Emoji::kEyes));
  EXPECT_EQ(item(reaction_key(kIssueComment, "bea"), SHEAF_JSON_DYNAMODB),
            R"({"PK":{"S":"ISSUECOMMENTREACTION#ann#kiln#0417#bea"},"Reactions":{"SS":["rocket"]},)"
            R"("SK":{"S":"ISSUECOMMENTREACTION#ann#kiln#0417#bea"},"Type":{"S":"Reaction"}})");
  EXPECT_EQ(item(reaction_key(kPRComment, "bea"), SHEAF_JSON_DYNAMODB),
            R"({"PK":{"S":"PRCOMMENTREACTION#ann#kiln#0417#bea"},"Reactions":{"SS":["eyes"]},)"
            R"("SK":{"S":"PRCOMMENTREACTION#ann#kiln#0417#bea"},"Type":{"S":"Reaction"}})");
  EXPECT_EQ(item(comment_key(kIssueComment)),
            R"({"CommentId":"0417","Number":1,"Owner":"ann","PK":"ISSUECOMMENT#ann#kiln#0000001",)"
            R"("ReactionCounts":{"rocket":1},"Repo":"kiln","SK":"ISSUECOMMENT#0417","Type":"IssueComment"})");
  EXPECT_EQ(item(comment_key(kPRComment)),
            R"({"CommentId":"0417","Number":2,"Owner":"ann","PK":"PRCOMMENT#ann#kiln#0000002",)"
            R"("ReactionCounts":{"eyes":1},"Repo":"kiln","SK":"PRCOMMENT#0417","Type":"PRComment"})");
}

TEST_F(Reactions, P14To16TheSameReactionTwiceIsRefused) {
  must(react_to_issue(*table_, kIssue, "bea", Emoji::kHeart));
  must(react_to_pull_request(*table_, kPullRequest, "bea", Emoji::kHeart));
  must(react_to_comment(*table_, kIssueComment, "bea", Emoji::kHeart));
  must(react_to_comment(*table_, kPRComment, "bea", Emoji::kHeart));
  const auto before = everything();
  EXPECT_EQ(react_to_issue(*table_, kIssue, "bea", Emoji::kHeart).code, Code::kExists);
  EXPECT_EQ(react_to_pull_request(*table_, kPullRequest, "bea", Emoji::kHeart).code, Code::kExists);
  EXPECT_EQ(react_to_comment(*table_, kIssueComment, "bea", Emoji::kHeart).code, Code::kExists);
  EXPECT_EQ(react_to_comment(*table_, kPRComment, "bea", Emoji::kHeart).code, Code::kExists);
  EXPECT_EQ(everything(), before);
}

TEST_F(Reactions, P14AnotherEmojiAndAnotherUserCount) {
  must(react_to_issue(*table_, kIssue, "bea", Emoji::kHeart));
  must(react_to_issue(*table_, kIssue, "bea", Emoji::kThumbsUp));
  must(react_to_issue(*table_, kIssue, "cem", Emoji::kHeart));
  EXPECT_EQ(item(reaction_key(kIssue, "bea"), SHEAF_JSON_DYNAMODB),
            R"({"PK":{"S":"ISSUEREACTION#ann#kiln#0000001#bea"},"Reactions":{"SS":["+1","heart"]},)"
            R"("SK":{"S":"ISSUEREACTION#ann#kiln#0000001#bea"},"Type":{"S":"Reaction"}})");
  EXPECT_EQ(item(issue_key(kIssue)),
            R"({"Number":1,"Owner":"ann","PK":"REPO#ann#kiln","ReactionCounts":{"+1":1,"heart":2},"Repo":"kiln",)"
            R"("SK":"ISSUE#0000001","Status":"Open","Title":"one","Type":"Issue"})");
}

TEST_F(Reactions, P14To16AReactionToWhatIsNotThereLeavesNothing) {
  const auto before = everything();
  EXPECT_EQ(react_to_issue(*table_, {kKiln, 9}, "bea", Emoji::kHeart).code, Code::kNotFound);
  EXPECT_EQ(react_to_pull_request(*table_, {kKiln, 1}, "bea", Emoji::kHeart).code, Code::kNotFound);
  EXPECT_EQ(react_to_comment(*table_, IssueCommentName{kIssue, "0418"}, "bea", Emoji::kHeart).code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

TEST_F(Reactions, P17AStarIsKeptAndCounted) {
  must(star_repo(*table_, kKiln, "bea", "2024-03-05"));
  EXPECT_EQ(item(star_key(kKiln, "bea")),
            R"({"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"STAR#bea","StarredAt":"2024-03-05",)"
            R"("Type":"Star","User":"bea"})");
  EXPECT_EQ(item(repo_key(kKiln)),
            R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
            R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
            R"("IssuesAndPullRequestCount":2,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
            R"("StarCount":1,"Type":"Repo","UpdatedAt":"2024-03-01"})");
}

TEST_F(Reactions, P17AStarThatIsRefusedLeavesNothing) {
  must(star_repo(*table_, kKiln, "bea", "2024-03-05"));
  const auto before = everything();
  EXPECT_EQ(star_repo(*table_, kKiln, "bea", "2024-03-06").code, Code::kExists);
  EXPECT_EQ(star_repo(*table_, {"ann", "loom"}, "bea", "2024-03-06").code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

// ISSUE# < REPO# < STAR#: forwards from the repo there are its stars, and nothing else.
TEST_F(Reactions, P18TheRepoThenItsStargazers) {
  must(star_repo(*table_, kKiln, "dot", "2024-03-05"));
  must(star_repo(*table_, kKiln, "bea", "2024-03-06"));
  const Listed stars = listed(list_stargazers(*table_, kKiln));
  EXPECT_THAT(
      stars.items,
      ElementsAre(
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
          R"("IssuesAndPullRequestCount":2,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
          R"("StarCount":2,"Type":"Repo","UpdatedAt":"2024-03-01"})",
          R"({"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"STAR#bea","StarredAt":"2024-03-06",)"
          R"("Type":"Star","User":"bea"})",
          R"({"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"STAR#dot","StarredAt":"2024-03-05",)"
          R"("Type":"Star","User":"dot"})"));
  EXPECT_EQ(stars.read, 3u);
}

}  // namespace
}  // namespace github
