// Comments. Those of one issue or pull request are a collection of their own, apart from the repo's.
#include "items.h"
#include "patterns.h"

namespace github {
namespace {

constexpr Text kComments{.kind = SHEAF_STMT_QUERY, .key = "PK = :target"};

}  // namespace

// Pattern 11, comment on an issue. Transaction: Check that the issue is there; Put the comment if it is new.
Outcome comment_on_issue(Table& table, const IssueCommentName& comment, Item item, std::string_view token) {
  if (!is_name(comment.id)) return {Code::kInvalid, SHEAF_INVALID, "no id for a comment"};
  fill_comment(comment, &item);
  Transaction write(table);
  write.check(issue_key(comment.issue), kIsThere, {Code::kNotFound, "there is no such issue"});
  write.put(std::move(item), kIsNew, {Code::kExists, "there is a comment of that id"});
  return write.commit(token);
}

// Pattern 12, comment on a pull request. As pattern 11.
Outcome comment_on_pull_request(Table& table, const PRCommentName& comment, Item item, std::string_view token) {
  if (!is_name(comment.id)) return {Code::kInvalid, SHEAF_INVALID, "no id for a comment"};
  fill_comment(comment, &item);
  Transaction write(table);
  write.check(pull_request_key(comment.pull_request), kIsThere, {Code::kNotFound, "there is no such pull request"});
  write.put(std::move(item), kIsNew, {Code::kExists, "there is a comment of that id"});
  return write.commit(token);
}

// Pattern 13, list comments. Query: PK = ISSUECOMMENT#.. or PK = PRCOMMENT#...
Rows list_comments(Table& table, const IssueName& issue, std::string_view token) {
  return table.query(kComments, Item().set(":target", comments_id(issue)), token);
}

Rows list_comments(Table& table, const PullRequestName& pull_request, std::string_view token) {
  return table.query(kComments, Item().set(":target", comments_id(pull_request)), token);
}

}  // namespace github
