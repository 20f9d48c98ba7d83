// Patterns 1, 2, 9, 10 and 24.
#include <gmock/gmock.h>

#include "tests/github/github_test_base.h"

namespace github {
namespace {

using ::testing::ElementsAre;

constexpr RepoName kKiln = {"ann", "kiln"};

class Repos : public GitHubTest {};

TEST_F(Repos, P01And02ANewRepoStandsInItsFourPlaces) {
  user("ann");
  must(create_repo(*table_, kKiln, "2024-03-01", with("Description", "Pots")));
  Item found;
  must(get_repo(*table_, kKiln, &found));
  EXPECT_EQ(json_of(found),
            R"({"Description":"Pots","ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
            R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
            R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
            R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})");
}

TEST_F(Repos, P01ARepoNeedsItsAccount) {
  user("ann");
  const auto before = everything();
  EXPECT_EQ(create_repo(*table_, {"bea", "kiln"}, "2024-03-01", {}).code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

TEST_F(Repos, P01ARepoIsNotReplaced) {
  user("ann");
  repo(kKiln, "2024-03-01");
  const auto before = everything();
  EXPECT_EQ(create_repo(*table_, kKiln, "2024-04-01", with("Description", "Other")).code, Code::kExists);
  EXPECT_EQ(everything(), before);
}

TEST_F(Repos, P01ANameWithTheSeparatorIsRefused) {
  user("ann");
  const auto before = everything();
  EXPECT_EQ(create_repo(*table_, {"ann", "ki#ln"}, "2024-03-01", {}).code, Code::kInvalid);
  EXPECT_EQ(create_repo(*table_, {"ann", ""}, "2024-03-01", {}).code, Code::kInvalid);
  EXPECT_EQ(everything(), before);
}

TEST_F(Repos, P02ARepoThatIsNotThere) {
  Item found;
  EXPECT_EQ(get_repo(*table_, kKiln, &found).code, Code::kNotFound);
}

TEST_F(Repos, P09AForkIsARepoAndIsCounted) {
  user("ann");
  user("bea");
  repo(kKiln, "2024-03-01");
  must(fork_repo(*table_, kKiln, "bea", "2024-03-02", with("Description", "My pots")));
  EXPECT_EQ(item(repo_key({"bea", "kiln"})),
            R"({"Description":"My pots","ForkCount":0,"GSI1PK":"REPO#bea#kiln","GSI1SK":"REPO#bea#kiln",)"
            R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"FORK#bea","GSI3PK":"ACCOUNT#bea","GSI3SK":"#2024-03-02",)"
            R"("IssuesAndPullRequestCount":0,"OriginalOwner":"ann","Owner":"bea","PK":"REPO#bea#kiln","Repo":"kiln",)"
            R"("SK":"REPO#bea#kiln","StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-02"})");
  EXPECT_EQ(item(repo_key(kKiln)),
            R"({"ForkCount":1,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
            R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
            R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
            R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})");
}

TEST_F(Repos, P09AForkThatIsRefusedLeavesNothing) {
  user("ann");
  user("bea");
  repo(kKiln, "2024-03-01");
  must(fork_repo(*table_, kKiln, "bea", "2024-03-02", {}));
  const auto before = everything();
  EXPECT_EQ(fork_repo(*table_, kKiln, "bea", "2024-03-03", {}).code, Code::kExists);
  EXPECT_EQ(fork_repo(*table_, kKiln, "ann", "2024-03-03", {}).code, Code::kExists);
  EXPECT_EQ(fork_repo(*table_, {"ann", "loom"}, "bea", "2024-03-03", {}).code, Code::kNotFound);
  EXPECT_EQ(everything(), before);
}

TEST_F(Repos, P10TheOriginalThenItsForksByOwner) {
  for (const char* name : {"ann", "bea", "cem", "dot"}) user(name);
  repo(kKiln, "2024-03-01");
  repo({"ann", "loom"}, "2024-03-01");
  for (const char* owner : {"dot", "bea", "cem"}) must(fork_repo(*table_, kKiln, owner, "2024-03-02", {}));
  must(fork_repo(*table_, {"ann", "loom"}, "bea", "2024-03-02", {}));
  const Listed forks = listed(list_forks(*table_, kKiln));
  EXPECT_THAT(
      forks.items,
      ElementsAre(
          R"({"ForkCount":3,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
          R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
          R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#bea#kiln","GSI1SK":"REPO#bea#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"FORK#bea","GSI3PK":"ACCOUNT#bea","GSI3SK":"#2024-03-02",)"
          R"("IssuesAndPullRequestCount":0,"OriginalOwner":"ann","Owner":"bea","PK":"REPO#bea#kiln","Repo":"kiln",)"
          R"("SK":"REPO#bea#kiln","StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-02"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#cem#kiln","GSI1SK":"REPO#cem#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"FORK#cem","GSI3PK":"ACCOUNT#cem","GSI3SK":"#2024-03-02",)"
          R"("IssuesAndPullRequestCount":0,"OriginalOwner":"ann","Owner":"cem","PK":"REPO#cem#kiln","Repo":"kiln",)"
          R"("SK":"REPO#cem#kiln","StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-02"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#dot#kiln","GSI1SK":"REPO#dot#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"FORK#dot","GSI3PK":"ACCOUNT#dot","GSI3SK":"#2024-03-02",)"
          R"("IssuesAndPullRequestCount":0,"OriginalOwner":"ann","Owner":"dot","PK":"REPO#dot#kiln","Repo":"kiln",)"
          R"("SK":"REPO#dot#kiln","StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-02"})"));
  EXPECT_EQ(forks.read, 4u);
}

TEST_F(Repos, P24TheAccountThenItsReposLastUpdatedFirst) {
  user("ann");
  user("bea");
  repo({"ann", "anvil"}, "2024-03-02");
  repo({"ann", "kiln"}, "2024-03-03");
  repo({"ann", "loom"}, "2024-03-01");
  repo({"bea", "loom"}, "2024-03-09");
  const Listed repos = listed(list_repos(*table_, "ann"));
  EXPECT_THAT(
      repos.items,
      ElementsAre(
          R"({"GSI3PK":"ACCOUNT#ann","GSI3SK":"ACCOUNT#ann","Name":"ann","Organizations":{},"PK":"ACCOUNT#ann",)"
          R"("PaymentPlan":{"Plan":"Free"},"SK":"ACCOUNT#ann","Type":"User"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#kiln","GSI1SK":"REPO#ann#kiln",)"
          R"("GSI2PK":"REPO#ann#kiln","GSI2SK":"#REPO#kiln","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-03",)"
          R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#kiln","Repo":"kiln","SK":"REPO#ann#kiln",)"
          R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-03"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#anvil","GSI1SK":"REPO#ann#anvil",)"
          R"("GSI2PK":"REPO#ann#anvil","GSI2SK":"#REPO#anvil","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-02",)"
          R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#anvil","Repo":"anvil","SK":"REPO#ann#anvil",)"
          R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-02"})",
          R"({"ForkCount":0,"GSI1PK":"REPO#ann#loom","GSI1SK":"REPO#ann#loom",)"
          R"("GSI2PK":"REPO#ann#loom","GSI2SK":"#REPO#loom","GSI3PK":"ACCOUNT#ann","GSI3SK":"#2024-03-01",)"
          R"("IssuesAndPullRequestCount":0,"Owner":"ann","PK":"REPO#ann#loom","Repo":"loom","SK":"REPO#ann#loom",)"
          R"("StarCount":0,"Type":"Repo","UpdatedAt":"2024-03-01"})"));
}

TEST_F(Repos, P24AnUpdateMovesARepoToTheFront) {
  user("ann");
  repo({"ann", "anvil"}, "2024-03-01");
  repo({"ann", "kiln"}, "2024-03-02");
  must(touch_repo(*table_, {"ann", "anvil"}, "2024-03-03"));
  EXPECT_THAT(column(list_repos(*table_, "ann"), "GSI3SK").items,
              ElementsAre("ACCOUNT#ann", "#2024-03-03", "#2024-03-02"));
  EXPECT_THAT(column(list_repos(*table_, "ann"), "Repo").items, ElementsAre("", "anvil", "kiln"));
  EXPECT_EQ(touch_repo(*table_, {"ann", "loom"}, "2024-03-04").code, Code::kNotFound);
}

TEST_F(Repos, P24ReposOfOneMomentAreAllListed) {
  user("ann");
  repo({"ann", "anvil"}, "2024-03-01");
  repo({"ann", "kiln"}, "2024-03-01");
  EXPECT_THAT(column(list_repos(*table_, "ann"), "Repo").items, ElementsAre("", "kiln", "anvil"));
}

TEST_F(Repos, P24AForkIsAmongTheReposOfItsOwner) {
  user("ann");
  user("bea");
  repo(kKiln, "2024-03-01");
  must(fork_repo(*table_, kKiln, "bea", "2024-03-02", {}));
  EXPECT_THAT(column(list_repos(*table_, "bea"), "SK").items, ElementsAre("ACCOUNT#bea", "REPO#bea#kiln"));
}

}  // namespace
}  // namespace github
