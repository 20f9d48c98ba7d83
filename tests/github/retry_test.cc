// Counts under retry: a client that got no answer sends the same request again. With an idempotency token it happens
// once.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

constexpr RepoName kKiln = {"ann", "kiln"};

class Retry : public GitHubTest {
 protected:
  void SetUp() override {
    GitHubTest::SetUp();
    user("ann");
    user("bea");
    repo(kKiln, "2024-03-01");
    issue(kKiln, "one");
  }

  uint64_t count(const Key& key, const char* path) {
    Item found;
    must(table_->get(key, &found));
    return number_at(found, path);
  }
};

TEST_F(Retry, AStarWithItsTokenCountsOnce) {
  must(star_repo(*table_, kKiln, "bea", "2024-03-05", "star-1"));
  const auto before = everything();
  must(star_repo(*table_, kKiln, "bea", "2024-03-05", "star-1"));
  must(star_repo(*table_, kKiln, "bea", "2024-03-05", "star-1"));
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(count(repo_key(kKiln), "StarCount"), 1u);
}

TEST_F(Retry, WithoutATokenTheGuardStillKeepsTheCount) {
  must(star_repo(*table_, kKiln, "bea", "2024-03-05"));
  EXPECT_EQ(star_repo(*table_, kKiln, "bea", "2024-03-05").code, Code::kExists);
  EXPECT_EQ(count(repo_key(kKiln), "StarCount"), 1u);
}

TEST_F(Retry, ATokenDoesNotServeAnotherRequest) {
  must(star_repo(*table_, kKiln, "bea", "2024-03-05", "star-1"));
  const auto before = everything();
  const Outcome outcome = star_repo(*table_, kKiln, "ann", "2024-03-05", "star-1");
  EXPECT_EQ(outcome.code, Code::kFailed);
  EXPECT_EQ(outcome.status, SHEAF_TOKEN_MISMATCH);
  EXPECT_EQ(everything(), before);
}

TEST_F(Retry, ARequestThatWasRefusedMayBeSentAgain) {
  EXPECT_EQ(star_repo(*table_, {"ann", "loom"}, "bea", "2024-03-05", "star-1").code, Code::kNotFound);
  repo({"ann", "loom"}, "2024-03-02");
  must(star_repo(*table_, {"ann", "loom"}, "bea", "2024-03-05", "star-1"));
  EXPECT_EQ(count(repo_key({"ann", "loom"}), "StarCount"), 1u);
}

TEST_F(Retry, AReactionAForkAndACommentCountOnce) {
  const auto send = [this] {
    must(react_to_issue(*table_, {kKiln, 1}, "bea", Emoji::kHeart, "react-1"));
    must(fork_repo(*table_, kKiln, "bea", "2024-03-05", {}, "fork-1"));
    must(comment_on_issue(*table_, {{kKiln, 1}, "0417"}, with("Body", "Yes"), "comment-1"));
  };
  send();
  const auto before = everything();
  send();
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(count(repo_key(kKiln), "ForkCount"), 1u);
  EXPECT_EQ(count(issue_key({kKiln, 1}), "ReactionCounts.heart"), 1u);
}

}  // namespace
}  // namespace github
