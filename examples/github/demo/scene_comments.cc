// Patterns 11, 12 and 13.
#include <algorithm>

#include "github/demo/scenes.h"

namespace github {
namespace {

constexpr RepoName kHello = {"alice", "Hello-World"};

// The issue or pull request with the most comments, and their sort keys.
struct Talk {
  uint32_t discussion = 0;
  std::vector<std::string> sorts;
};

Talk longest_talk(const World& world, bool of_pull_requests) {
  std::vector<uint32_t> counts(world.discussions.size());
  for (const World::Comment& comment : world.comments) {
    if (world.discussions[comment.discussion].is_pull_request == of_pull_requests) ++counts[comment.discussion];
  }
  Talk talk;
  talk.discussion = static_cast<uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  for (const World::Comment& comment : world.comments) {
    if (comment.discussion != talk.discussion) continue;
    talk.sorts.push_back((of_pull_requests ? "PRCOMMENT#" : "ISSUECOMMENT#") + comment.id);
  }
  return talk;
}

Item saying(std::string_view body) {
  Item item;
  item.set("Body", body);
  return item;
}

}  // namespace

void show_comments(Show& show, Table& table, const World& world) {
  show.chapter("Comments",
               "The comments of one issue or pull request are a collection. A comment is written only together with\n"
               "the check that what it is about is there.");
  constexpr char kComment[] = "Transaction: Check that the target is there; Put the comment if there is none";
  show.write(
      {"11", "comment_on_issue(alice, Hello-World, 1; c1)", kComment},
      [&] {
        return comment_on_issue(table, {{kHello, 1}, "c1"}, saying("I will look at it."));
      },
      Code::kDone);
  show.write(
      {"11", "comment_on_issue(alice, Hello-World, 2; c1): 2 is a pull request", kComment},
      [&] {
        return comment_on_issue(table, {{kHello, 2}, "c1"}, saying("Hello?"));
      },
      Code::kNotFound);
  show.write(
      {"12", "comment_on_pull_request(alice, Hello-World, 2; c1)", kComment},
      [&] {
        return comment_on_pull_request(table, {{kHello, 2}, "c1"}, saying("Well done."));
      },
      Code::kDone);

  const Talk issue = longest_talk(world, false);
  const World::Discussion& of_issue = world.discussions[issue.discussion];
  show.list({"13", "list_comments(the issue with the most)", "Query PK = ISSUECOMMENT#<owner>#<repo>#<number>"},
            [&] {
              return list_comments(table, IssueName{world.repos[of_issue.repo].full_name(), of_issue.number});
            },
            {issue.sorts.size(), issue.sorts.size(), "SK", issue.sorts}, {"SK", "Creator"});
  const Talk pull_request = longest_talk(world, true);
  const World::Discussion& of_pull_request = world.discussions[pull_request.discussion];
  show.list({"13", "list_comments(the pull request with the most)", "Query PK = PRCOMMENT#<owner>#<repo>#<number>"},
            [&] {
              const RepoName repo = world.repos[of_pull_request.repo].full_name();
              return list_comments(table, PullRequestName{repo, of_pull_request.number});
            },
            {pull_request.sorts.size(), pull_request.sorts.size(), "SK", pull_request.sorts}, {"SK", "Creator"});
}

}  // namespace github
