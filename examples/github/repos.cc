// Repos and forks. A repo stands in four places: in the table between its issues and its stars, in GSI1 behind its pull
// requests, in GSI2 before its forks (or as one), and in GSI3 among the repos of its account.
#include "items.h"
#include "patterns.h"

namespace github {
namespace {

constexpr Text kCountFork{
    .kind = SHEAF_STMT_UPDATE, .update = "ADD ForkCount :one", .condition = "attribute_exists(PK)"};
constexpr Text kTouch{
    .kind = SHEAF_STMT_UPDATE, .update = "SET UpdatedAt = :at, GSI3SK = :sort", .condition = "attribute_exists(PK)"};
constexpr Text kForks{.kind = SHEAF_STMT_QUERY, .index = "GSI2", .key = "GSI2PK = :repo"};
constexpr Text kReposOfAccount{
    .kind = SHEAF_STMT_QUERY, .flags = SHEAF_REVERSE, .index = "GSI3", .key = "GSI3PK = :account"};

}  // namespace

// Pattern 1, create repo. Transaction: Check that the account is there; Put the Repo if it is new.
Outcome create_repo(Table& table, const RepoName& repo, std::string_view updated_at, Item item,
                    std::string_view token) {
  if (!is_name(repo.repo)) return {Code::kInvalid, SHEAF_INVALID, "no name for a repo"};
  fill_repo(repo, updated_at, &item);
  Transaction create(table);
  create.check(account_key(repo.owner), kIsThere, {Code::kNotFound, "there is no such account"});
  create.put(std::move(item), kIsNew, {Code::kExists, "the account has a repo of that name"});
  return create.commit(token);
}

// Pattern 2, get repo. Get.
Outcome get_repo(Table& table, const RepoName& repo, Item* out) { return table.get(repo_key(repo), out); }

// Pattern 9, fork a repo. Transaction: Put the fork if it is new; Update the original: ADD ForkCount :one.
Outcome fork_repo(Table& table, const RepoName& original, std::string_view owner, std::string_view updated_at,
                  Item item, std::string_view token) {
  if (!is_name(owner)) return {Code::kInvalid, SHEAF_INVALID, "no name for an account"};
  if (owner == original.owner) return {Code::kExists, SHEAF_OK, "the account owns the original"};
  fill_fork(original, owner, updated_at, &item);
  Transaction create(table);
  create.put(std::move(item), kIsNew, {Code::kExists, "the account has a repo of that name"});
  create.update(repo_key(original), kCountFork, one(), {Code::kNotFound, "there is no such original"});
  return create.commit(token);
}

// Pattern 10, list forks. Query GSI2: GSI2PK = REPO#..; "#REPO#" sorts before "FORK#".
Rows list_forks(Table& table, const RepoName& original, std::string_view token) {
  return table.query(kForks, Item().set(":repo", repo_id(original)), token);
}

// Pattern 24, list the repos of an account. Query GSI3 backwards: GSI3PK = ACCOUNT#...
Rows list_repos(Table& table, std::string_view account, std::string_view token) {
  return table.query(kReposOfAccount, Item().set(":account", account_id(account)), token);
}

// Update: SET UpdatedAt, and the sort key of GSI3 with it.
Outcome touch_repo(Table& table, const RepoName& repo, std::string_view updated_at) {
  Item values;
  Item updated;
  values.set(":at", updated_at).set(":sort", updated_sort(updated_at));
  return table.update(repo_key(repo), kTouch, values, {Code::kNotFound, "there is no such repo"}, &updated);
}

}  // namespace github
