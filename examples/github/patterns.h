// The 24 access patterns of the GitHub model, one function each. docs/github-model.md has the two charts that they
// follow.
//
// Items come with the attributes that the application wants (a title, a body, whatever a payload holds); the functions
// add what the model needs: keys, Type, names, and counters at 0. Names must not borrow from the item that they come
// with, for it is changed. One thread for each Table.
#pragma once

#include "table.h"

namespace github {

// The kinds of reactions, by the names that GitHub's payloads use.
enum class Emoji { kThumbsUp, kThumbsDown, kLaugh, kHooray, kConfused, kHeart, kRocket, kEyes };
std::string_view name_of(Emoji emoji);  // "+1", "-1", "laugh", ...

// What a request that takes a number gives back.
struct Numbered {
  Outcome outcome;
  uint64_t number = 0;
};

inline constexpr uint64_t kPageRows = 25;
inline constexpr uint64_t kMaxOrganizations = 40;  // of one user: they are a map in the user's item

// ---- repos: repos.cc ----

// 1. Code::kNotFound: there is no such account. Code::kExists: the owner has a repo of that name.
Outcome create_repo(Table& table, const RepoName& repo, std::string_view updated_at, Item item,
                    std::string_view token = {});
// 2.
Outcome get_repo(Table& table, const RepoName& repo, Item* out);
// 9. The fork has the original's name. Code::kNotFound: there is no such original.
Outcome fork_repo(Table& table, const RepoName& original, std::string_view owner, std::string_view updated_at,
                  Item item, std::string_view token = {});
// 10. The original, then its forks by owner.
Rows list_forks(Table& table, const RepoName& original, std::string_view token = {});
// 24. The account, then its repos, last updated first.
Rows list_repos(Table& table, std::string_view account, std::string_view token = {});

// No pattern of the chart, but what gives 24 its order: the repo moves in GSI3 by this write, and at once.
Outcome touch_repo(Table& table, const RepoName& repo, std::string_view updated_at);

// ---- issues and pull requests: issues.cc ----

// 3. The answer is the issue's number. Status is "Open" when the item has none.
Numbered create_issue(Table& table, const RepoName& repo, Item item);
// 4.
Outcome get_issue(Table& table, const IssueName& issue, Item* out);
// 5. The repo, then its issues, newest first, in pages of 25 rows; `status` "" is any.
Rows list_issues(Table& table, const RepoName& repo, std::string_view status = {}, std::string_view token = {});
// 6. The number comes from the same counter.
Numbered create_pull_request(Table& table, const RepoName& repo, Item item);
// 7.
Outcome get_pull_request(Table& table, const PullRequestName& pull_request, Item* out);
// 8. As 5.
Rows list_pull_requests(Table& table, const RepoName& repo, std::string_view status = {}, std::string_view token = {});

// ---- comments: comments.cc ----

// 11, 12. Code::kNotFound: what is commented on is not there.
Outcome comment_on_issue(Table& table, const IssueCommentName& comment, Item item, std::string_view token = {});
Outcome comment_on_pull_request(Table& table, const PRCommentName& comment, Item item, std::string_view token = {});
// 13. Oldest first.
Rows list_comments(Table& table, const IssueName& issue, std::string_view token = {});
Rows list_comments(Table& table, const PullRequestName& pull_request, std::string_view token = {});

// ---- reactions and stars: reactions.cc ----

// 14, 15, 16. Code::kExists: the user has given this one already. Code::kNotFound: there is no such target.
Outcome react_to_issue(Table& table, const IssueName& issue, std::string_view user, Emoji emoji,
                       std::string_view token = {});
Outcome react_to_pull_request(Table& table, const PullRequestName& pull_request, std::string_view user, Emoji emoji,
                              std::string_view token = {});
Outcome react_to_comment(Table& table, const IssueCommentName& comment, std::string_view user, Emoji emoji,
                         std::string_view token = {});
Outcome react_to_comment(Table& table, const PRCommentName& comment, std::string_view user, Emoji emoji,
                         std::string_view token = {});
// 17. Code::kExists: the user has starred it already.
Outcome star_repo(Table& table, const RepoName& repo, std::string_view user, std::string_view starred_at,
                  std::string_view token = {});
// 18. The repo, then its stars by user.
Rows list_stargazers(Table& table, const RepoName& repo, std::string_view token = {});

// ---- users and organizations: accounts.cc ----

// 19, 20. Both share one name space. PaymentPlan is {"Plan":"Free"} when the item has none.
Outcome create_user(Table& table, std::string_view name, Item item);
Outcome create_organization(Table& table, std::string_view name, Item item);
// 21. Code::kFull: the user is in 40 organizations. Code::kExists: the user is in this one.
Outcome add_member(Table& table, std::string_view organization, std::string_view user, std::string_view role,
                   std::string_view token = {});
// 22. The organization, then its memberships by user.
Rows list_members(Table& table, std::string_view organization, std::string_view token = {});
// 23. One item with the map Organizations, or none.
Rows list_organizations(Table& table, std::string_view user);

}  // namespace github
