#include "payloads.h"

#include <fstream>

namespace github {
namespace {

// Owned, because an item is changed while the names that came from it are in use.
struct Names {
  explicit Names(const Item& item)
      : type(text_at(item, "Type")),
        account(text_at(item, "Account")),
        owner(text_at(item, "Owner")),
        repo(text_at(item, "Repo")),
        original_owner(text_at(item, "Original.Owner")),
        organization(text_at(item, "Organization")),
        user(text_at(item, "User")),
        role(text_at(item, "Role")),
        comment_id(text_at(item, "CommentId")),
        updated_at(text_at(item, "UpdatedAt")),
        starred_at(text_at(item, "StarredAt")),
        number(number_at(item, "Number")) {}

  RepoName repo_name() const { return {owner, repo}; }

  std::string type;
  std::string account;
  std::string owner;
  std::string repo;
  std::string original_owner;
  std::string organization;
  std::string user;
  std::string role;
  std::string comment_id;
  std::string updated_at;
  std::string starred_at;
  uint64_t number;
};

Outcome expect_number(const Numbered& made, uint64_t number) {
  if (!made.outcome || made.number == number) return made.outcome;
  return {Code::kFailed, SHEAF_OK, "the repo's counter gave another number than the payload has"};
}

Outcome load(Table& table, Item item) {
  const Names names(item);
  const RepoName repo = names.repo_name();
  if (names.type == "User") return create_user(table, names.account, std::move(item));
  if (names.type == "Organization") return create_organization(table, names.account, std::move(item));
  if (names.type == "Repo") return create_repo(table, repo, names.updated_at, std::move(item));
  if (names.type == "Fork") {
    return fork_repo(table, {names.original_owner, repo.repo}, repo.owner, names.updated_at, std::move(item));
  }
  if (names.type == "Issue") return expect_number(create_issue(table, repo, std::move(item)), names.number);
  if (names.type == "PullRequest") {
    return expect_number(create_pull_request(table, repo, std::move(item)), names.number);
  }
  if (names.type == "IssueComment") {
    return comment_on_issue(table, {{repo, names.number}, names.comment_id}, std::move(item));
  }
  if (names.type == "PRComment") {
    return comment_on_pull_request(table, {{repo, names.number}, names.comment_id}, std::move(item));
  }
  if (names.type == "Star") return star_repo(table, repo, names.user, names.starred_at);
  if (names.type == "Membership") return add_member(table, names.organization, names.user, names.role);
  return {Code::kInvalid, SHEAF_OK, "no such Type: " + names.type};
}

}  // namespace

Outcome load_payloads(Table& table, const std::string& path, uint64_t* count) {
  *count = 0;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  while (std::getline(file, line)) {
    Item item;
    Outcome outcome = Item::parse(line, &item);
    if (outcome) outcome = load(table, std::move(item));
    if (!outcome) {
      outcome.message = path + ", line " + std::to_string(*count + 1) + ": " + outcome.message;
      return outcome;
    }
    ++*count;
  }
  if (!file.eof() || *count == 0) return {Code::kFailed, SHEAF_IO, "cannot read " + path};
  return {};
}

}  // namespace github
