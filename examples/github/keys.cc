#include "keys.h"

#include <initializer_list>

namespace github {
namespace {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '#';
    out += part;
  }
  return out;
}

// Items that are alone in their partition have one text for both parts.
Key alone(std::string id) { return {id, id}; }

}  // namespace

bool is_name(std::string_view text) { return !text.empty() && text.find('#') == std::string_view::npos; }

std::string padded(uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 7) digits.insert(0, 7 - digits.size(), '0');
  return digits;
}

std::string repo_id(const RepoName& repo) { return joined({"REPO", repo.owner, repo.repo}); }

std::string account_id(std::string_view account) { return joined({"ACCOUNT", account}); }

Key repo_key(const RepoName& repo) { return alone(repo_id(repo)); }

Key issue_key(const IssueName& issue) { return {repo_id(issue.repo), joined({"ISSUE", padded(issue.number)})}; }

Key star_key(const RepoName& repo, std::string_view user) { return {repo_id(repo), joined({"STAR", user})}; }

Key pull_request_key(const PullRequestName& pull_request) {
  return alone(joined({"PR", pull_request.repo.owner, pull_request.repo.repo, padded(pull_request.number)}));
}

Key account_key(std::string_view account) { return alone(account_id(account)); }

Key membership_key(std::string_view organization, std::string_view user) {
  return {account_id(organization), joined({"MEMBERSHIP", user})};
}

std::string comments_id(const IssueName& issue) {
  return joined({"ISSUECOMMENT", issue.repo.owner, issue.repo.repo, padded(issue.number)});
}

std::string comments_id(const PullRequestName& pull_request) {
  return joined({"PRCOMMENT", pull_request.repo.owner, pull_request.repo.repo, padded(pull_request.number)});
}

Key comment_key(const IssueCommentName& comment) {
  return {comments_id(comment.issue), joined({"ISSUECOMMENT", comment.id})};
}

Key comment_key(const PRCommentName& comment) {
  return {comments_id(comment.pull_request), joined({"PRCOMMENT", comment.id})};
}

Key reaction_key(const IssueName& issue, std::string_view user) {
  return alone(joined({"ISSUEREACTION", issue.repo.owner, issue.repo.repo, padded(issue.number), user}));
}

Key reaction_key(const PullRequestName& pull_request, std::string_view user) {
  const RepoName& repo = pull_request.repo;
  return alone(joined({"PRREACTION", repo.owner, repo.repo, padded(pull_request.number), user}));
}

Key reaction_key(const IssueCommentName& comment, std::string_view user) {
  const RepoName& repo = comment.issue.repo;
  return alone(joined({"ISSUECOMMENTREACTION", repo.owner, repo.repo, comment.id, user}));
}

Key reaction_key(const PRCommentName& comment, std::string_view user) {
  const RepoName& repo = comment.pull_request.repo;
  return alone(joined({"PRCOMMENTREACTION", repo.owner, repo.repo, comment.id, user}));
}

}  // namespace github
