#include "items.h"

namespace github {
namespace {

// Only the last name of a nested ADD or SET is made by it, so the maps that it goes into are there from the start.
constexpr char kEmptyMap[] = R"({"M":{}})";

void fill_key(const Key& key, std::string_view type, Item* item) {
  item->set("PK", key.partition).set("SK", key.sort).set("Type", type);
}

// What repos and forks have in common: everything but GSI2.
void fill_any_repo(const RepoName& repo, std::string_view updated_at, Item* item) {
  const std::string id = repo_id(repo);
  fill_key(repo_key(repo), "Repo", item);
  item->set("GSI1PK", id).set("GSI1SK", id);
  item->set("GSI3PK", account_id(repo.owner)).set("GSI3SK", updated_sort(updated_at));
  item->set("Owner", repo.owner).set("Repo", repo.repo).set("UpdatedAt", updated_at);
  item->set("IssuesAndPullRequestCount", 0).set("ForkCount", 0).set("StarCount", 0);
}

void fill_numbered(const RepoName& repo, uint64_t number, Item* item) {
  item->set("Owner", repo.owner).set("Repo", repo.repo).set("Number", number);
  item->set_json("ReactionCounts", kEmptyMap);
}

void fill_account(std::string_view name, std::string_view type, Item* item) {
  const std::string id = account_id(name);
  fill_key(account_key(name), type, item);
  item->set("GSI3PK", id).set("GSI3SK", id).set("Name", name);
  if (!item->has("PaymentPlan")) item->set_json("PaymentPlan", R"({"M":{"Plan":{"S":"Free"}}})");
}

}  // namespace

std::string updated_sort(std::string_view updated_at) { return "#" + std::string(updated_at); }

void fill_repo(const RepoName& repo, std::string_view updated_at, Item* item) {
  fill_any_repo(repo, updated_at, item);
  item->set("GSI2PK", repo_id(repo)).set("GSI2SK", "#REPO#" + std::string(repo.repo));
}

void fill_fork(const RepoName& original, std::string_view owner, std::string_view updated_at, Item* item) {
  fill_any_repo({owner, original.repo}, updated_at, item);
  item->set("GSI2PK", repo_id(original)).set("GSI2SK", "FORK#" + std::string(owner));
  item->set("OriginalOwner", original.owner);
}

void fill_issue(const IssueName& issue, Item* item) {
  fill_key(issue_key(issue), "Issue", item);
  fill_numbered(issue.repo, issue.number, item);
  if (!item->has("Status")) item->set("Status", "Open");
}

void fill_pull_request(const PullRequestName& pull_request, Item* item) {
  fill_key(pull_request_key(pull_request), "PullRequest", item);
  item->set("GSI1PK", repo_id(pull_request.repo)).set("GSI1SK", "PR#" + padded(pull_request.number));
  fill_numbered(pull_request.repo, pull_request.number, item);
  if (!item->has("Status")) item->set("Status", "Open");
}

void fill_comment(const IssueCommentName& comment, Item* item) {
  fill_key(comment_key(comment), "IssueComment", item);
  fill_numbered(comment.issue.repo, comment.issue.number, item);
  item->set("CommentId", comment.id);
}

void fill_comment(const PRCommentName& comment, Item* item) {
  fill_key(comment_key(comment), "PRComment", item);
  fill_numbered(comment.pull_request.repo, comment.pull_request.number, item);
  item->set("CommentId", comment.id);
}

void fill_star(const RepoName& repo, std::string_view user, std::string_view starred_at, Item* item) {
  fill_key(star_key(repo, user), "Star", item);
  item->set("Owner", repo.owner).set("Repo", repo.repo).set("User", user).set("StarredAt", starred_at);
}

void fill_user(std::string_view name, Item* item) {
  fill_account(name, "User", item);
  if (!item->has("Organizations")) item->set_json("Organizations", kEmptyMap);
}

void fill_organization(std::string_view name, Item* item) { fill_account(name, "Organization", item); }

void fill_membership(std::string_view organization, std::string_view user, std::string_view role, Item* item) {
  fill_key(membership_key(organization, user), "Membership", item);
  item->set("Organization", organization).set("User", user).set("Role", role);
}

}  // namespace github
