// Issues and pull requests. They share a counter, which is in their repo. Issues are in the repo's collection of the
// table, before the repo; pull requests would double that collection, so they are in the repo's collection of GSI1.
#include "items.h"
#include "patterns.h"

namespace github {
namespace {

constexpr Text kNextNumber{
    .kind = SHEAF_STMT_UPDATE, .update = "ADD IssuesAndPullRequestCount :one", .condition = "attribute_exists(PK)"};
// The Repo has no Status: the filter lets it through.
constexpr char kOfStatus[] = "attribute_not_exists(#status) OR #status = :status";
constexpr char kIssuesKey[] = "PK = :repo AND SK BETWEEN :first AND :repo";
constexpr Text kIssues{.kind = SHEAF_STMT_QUERY, .flags = SHEAF_REVERSE, .key = kIssuesKey, .row_limit = kPageRows};
constexpr Text kIssuesOfStatus{.kind = SHEAF_STMT_QUERY,
                               .flags = SHEAF_REVERSE,
                               .key = kIssuesKey,
                               .filter = kOfStatus,
                               .placeholder = "#status",
                               .attribute = "Status",
                               .row_limit = kPageRows};
constexpr Text kPullRequests{
    .kind = SHEAF_STMT_QUERY, .flags = SHEAF_REVERSE, .index = "GSI1", .key = "GSI1PK = :repo", .row_limit = kPageRows};
constexpr Text kPullRequestsOfStatus{.kind = SHEAF_STMT_QUERY,
                                     .flags = SHEAF_REVERSE,
                                     .index = "GSI1",
                                     .key = "GSI1PK = :repo",
                                     .filter = kOfStatus,
                                     .placeholder = "#status",
                                     .attribute = "Status",
                                     .row_limit = kPageRows};

// Counts and takes the number in one step, so no two callers get the same one. A caller that dies before its Put leaves
// a gap in the numbers, as a deleted issue does.
Numbered next_number(Table& table, const RepoName& repo) {
  Item updated;
  Numbered next;
  next.outcome = table.update(repo_key(repo), kNextNumber, one(), {Code::kNotFound, "there is no such repo"}, &updated);
  next.number = number_at(updated, "IssuesAndPullRequestCount");
  return next;
}

}  // namespace

// Pattern 3, create issue. Update the Repo: ADD IssuesAndPullRequestCount :one, which gives the number; then Put if
// new.
Numbered create_issue(Table& table, const RepoName& repo, Item item) {
  Numbered issue = next_number(table, repo);
  if (!issue.outcome) return issue;
  fill_issue({repo, issue.number}, &item);
  issue.outcome = table.put(item, kIsNew, {Code::kExists, "there is an issue of that number"});
  return issue;
}

// Pattern 4, get issue. Get.
Outcome get_issue(Table& table, const IssueName& issue, Item* out) { return table.get(issue_key(issue), out); }

// Pattern 5, list issues. Query backwards: PK = REPO#.. AND SK BETWEEN ISSUE# AND REPO#.., limit 25, filter on Status.
Rows list_issues(Table& table, const RepoName& repo, std::string_view status, std::string_view token) {
  Item values;
  values.set(":repo", repo_id(repo)).set(":first", "ISSUE#");
  if (status.empty()) return table.query(kIssues, values, token);
  return table.query(kIssuesOfStatus, values.set(":status", status), token);
}

// Pattern 6, create pull request. As pattern 3.
Numbered create_pull_request(Table& table, const RepoName& repo, Item item) {
  Numbered pull_request = next_number(table, repo);
  if (!pull_request.outcome) return pull_request;
  fill_pull_request({repo, pull_request.number}, &item);
  pull_request.outcome = table.put(item, kIsNew, {Code::kExists, "there is a pull request of that number"});
  return pull_request;
}

// Pattern 7, get pull request. Get.
Outcome get_pull_request(Table& table, const PullRequestName& pull_request, Item* out) {
  return table.get(pull_request_key(pull_request), out);
}

// Pattern 8, list pull requests. Query GSI1 backwards: GSI1PK = REPO#.., limit 25, filter on Status. "REPO#" sorts
// behind "PR#", so the repo comes first.
Rows list_pull_requests(Table& table, const RepoName& repo, std::string_view status, std::string_view token) {
  Item values;
  values.set(":repo", repo_id(repo));
  if (status.empty()) return table.query(kPullRequests, values, token);
  return table.query(kPullRequestsOfStatus, values.set(":status", status), token);
}

}  // namespace github
