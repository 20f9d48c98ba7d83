// Patterns 11, 12 and 13.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

constexpr RepoName kKiln = {"ann", "kiln"};

class Comments : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    user("ann");
    repo(kKiln, "2024-03-01");
    issue(kKiln, "one");
    pull_request(kKiln, "two");
  }
};

TEST_F(Comments, P11And13CommentsOfAnIssueOldestFirst) {
  must(comment_on_issue(*table_, {{kKiln, 1}, "0502"}, with("Body", "Me too")));
  must(comment_on_issue(*table_, {{kKiln, 1}, "0417"}, with("Body", "Yes")));
  const Listed comments = listed(list_comments(*table_, IssueName{kKiln, 1}));
  EXPECT_THAT(comments.items, ElementsAre(R"({"Body":"Yes","CommentId":"0417","Number":1,"Owner":"ann",)"
                                          R"("PK":"ISSUECOMMENT#ann#kiln#0000001","ReactionCounts":{},"Repo":"kiln",)"
                                          R"("SK":"ISSUECOMMENT#0417","Type":"IssueComment"})",
                                          R"({"Body":"Me too","CommentId":"0502","Number":1,"Owner":"ann",)"
                                          R"("PK":"ISSUECOMMENT#ann#kiln#0000001","ReactionCounts":{},"Repo":"kiln",)"
                                          R"("SK":"ISSUECOMMENT#0502","Type":"IssueComment"})"));
}

TEST_F(Comments, P12And13CommentsOfAPullRequest) {
  must(comment_on_pull_request(*table_, {{kKiln, 2}, "0417"}, with("Body", "Nice")));
  const Listed comments = listed(list_comments(*table_, PullRequestName{kKiln, 2}));
  EXPECT_THAT(comments.items, ElementsAre(R"({"Body":"Nice","CommentId":"0417","Number":2,"Owner":"ann",)"
                                          R"("PK":"PRCOMMENT#ann#kiln#0000002","ReactionCounts":{},"Repo":"kiln",)"
                                          R"("SK":"PRCOMMENT#0417","Type":"PRComment"})"));
}

// Issue 2 is not there: number 2 is a pull request.
TEST_F(Comments, P11And12ACommentOnWhatIsNotThereLeavesNothing) {
  const auto before = everything();
  EXPECT_EQ(comment_on_issue(*table_, {{kKiln, 2}, "0417"}, {}).code, Code::kNotFound);
  EXPECT_EQ(comment_on_pull_request(*table_, {{kKiln, 1}, "0417"}, {}).code, Code::kNotFound);
  EXPECT_EQ(comment_on_issue(*table_, {{{"ann", "loom"}, 1}, "0417"}, {}).code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

TEST_F(Comments, P11And12ACommentIsNotReplaced) {
  must(comment_on_issue(*table_, {{kKiln, 1}, "0417"}, with("Body", "Yes")));
  must(comment_on_pull_request(*table_, {{kKiln, 2}, "0417"}, with("Body", "Nice")));
  const auto before = everything();
  EXPECT_EQ(comment_on_issue(*table_, {{kKiln, 1}, "0417"}, with("Body", "No")).code, Code::kExists);
  EXPECT_EQ(comment_on_pull_request(*table_, {{kKiln, 2}, "0417"}, with("Body", "No")).code, Code::kExists);
  EXPECT_EQ(everything(), before);
}

TEST_F(Comments, P13IssuesOneAndTenAreTwoCollections) {
  for (int i = 3; i <= 10; ++i) issue(kKiln, "any");
  must(comment_on_issue(*table_, {{kKiln, 1}, "0417"}, {}));
  must(comment_on_issue(*table_, {{kKiln, 10}, "0418"}, {}));
  EXPECT_THAT(column(list_comments(*table_, IssueName{kKiln, 1}), "CommentId").items, ElementsAre("0417"));
  EXPECT_THAT(column(list_comments(*table_, IssueName{kKiln, 10}), "CommentId").items, ElementsAre("0418"));
  EXPECT_THAT(column(list_comments(*table_, PullRequestName{kKiln, 2}), "CommentId").items, ElementsAre());
}

}  // namespace
}  // namespace github
