// Reactions and stars: both are counted in what they are about, and an item for each user guards against counting
// twice.
#include "items.h"
#include "patterns.h"

namespace github {
namespace {

// A user's reactions to one target are a set in one item. Nobody queries it: it is there to refuse the second heart.
constexpr Text kReact{.kind = SHEAF_STMT_UPDATE,
                      .update = "SET #type = :type ADD Reactions :emojis",
                      .condition = "NOT contains(Reactions, :emoji)",
                      .placeholder = "#type",
                      .attribute = "Type"};
constexpr Text kCountReaction{.kind = SHEAF_STMT_UPDATE,
                              .update = "ADD ReactionCounts.#emoji :one",
                              .condition = "attribute_exists(PK)",
                              .placeholder = "#emoji"};
constexpr Text kCountStar{
    .kind = SHEAF_STMT_UPDATE, .update = "ADD StarCount :one", .condition = "attribute_exists(PK)"};
constexpr Text kStargazers{.kind = SHEAF_STMT_QUERY, .key = "PK = :repo AND SK >= :repo"};

// Who gives it, and what it is about.
struct Reacting {
  std::string_view user;
  Key reaction;
  Key target;
};

Outcome react(Table& table, const Reacting& what, Emoji emoji, std::string_view token) {
  if (!is_name(what.user)) return {Code::kInvalid, SHEAF_INVALID, "no name for a user"};
  const std::string name(name_of(emoji));
  Item values;
  values.set(":type", "Reaction").set(":emoji", name).set_json(":emojis", R"({"SS":[")" + name + R"("]})");
  Transaction write(table);
  write.update(what.reaction, kReact, std::move(values), {Code::kExists, "this reaction was given before"});
  write.update(what.target, kCountReaction, one(), {Code::kNotFound, "what it is about is not there"}, name);
  return write.commit(token);
}

}  // namespace

std::string_view name_of(Emoji emoji) {
  constexpr std::string_view kNames[] = {"+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"};
  return kNames[static_cast<size_t>(emoji)];
}

// Patterns 14, 15 and 16, react to an issue, a pull request, a comment. Transaction: Update the Reaction: ADD Reactions
// {emoji} if NOT contains(Reactions, emoji); Update the target: ADD ReactionCounts.<emoji> :one if it is there.
Outcome react_to_issue(Table& table, const IssueName& issue, std::string_view user, Emoji emoji,
                       std::string_view token) {
  return react(table, {user, reaction_key(issue, user), issue_key(issue)}, emoji, token);
}

Outcome react_to_pull_request(Table& table, const PullRequestName& pull_request, std::string_view user, Emoji emoji,
                              std::string_view token) {
  return react(table, {user, reaction_key(pull_request, user), pull_request_key(pull_request)}, emoji, token);
}

Outcome react_to_comment(Table& table, const IssueCommentName& comment, std::string_view user, Emoji emoji,
                         std::string_view token) {
  return react(table, {user, reaction_key(comment, user), comment_key(comment)}, emoji, token);
}

Outcome react_to_comment(Table& table, const PRCommentName& comment, std::string_view user, Emoji emoji,
                         std::string_view token) {
  return react(table, {user, reaction_key(comment, user), comment_key(comment)}, emoji, token);
}

// Pattern 17, star a repo. Transaction: Put the Star if it is new; Update the Repo: ADD StarCount :one if it is there.
Outcome star_repo(Table& table, const RepoName& repo, std::string_view user, std::string_view starred_at,
                  std::string_view token) {
  if (!is_name(user)) return {Code::kInvalid, SHEAF_INVALID, "no name for a user"};
  Item star;
  fill_star(repo, user, starred_at, &star);
  Transaction write(table);
  write.put(std::move(star), kIsNew, {Code::kExists, "the user has starred it before"});
  write.update(repo_key(repo), kCountStar, one(), {Code::kNotFound, "there is no such repo"});
  return write.commit(token);
}

// Pattern 18, list stargazers. Query: PK = REPO#.. AND SK >= REPO#..: the repo, and "STAR#" behind it.
Rows list_stargazers(Table& table, const RepoName& repo, std::string_view token) {
  return table.query(kStargazers, Item().set(":repo", repo_id(repo)), token);
}

}  // namespace github
