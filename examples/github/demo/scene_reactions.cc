// Patterns 14 to 18, and requests that are sent again.
#include <algorithm>

#include "demo/text.h"
#include "github/demo/scenes.h"

namespace github {
namespace {

constexpr RepoName kHello = {"alice", "Hello-World"};
constexpr IssueName kIssue = {kHello, 1};

void show_reactions(Show& show, Table& table) {
  constexpr char kReact[] =
      "Transaction: Update the Reaction, ADD Reactions {emoji} if NOT contains(Reactions, emoji);\n"
      "      Update the target, ADD ReactionCounts.<emoji> 1 if it is there";
  show.write(
      {"14", "react_to_issue(alice, Hello-World, 1; carol, heart)", kReact},
      [&] { return react_to_issue(table, kIssue, "carol", Emoji::kHeart); }, Code::kDone);
  show.write(
      {"14", "react_to_issue(alice, Hello-World, 1; carol, heart)", kReact},
      [&] { return react_to_issue(table, kIssue, "carol", Emoji::kHeart); }, Code::kExists);
  show.write(
      {"14", "react_to_issue(alice, Hello-World, 1; carol, +1)", kReact},
      [&] { return react_to_issue(table, kIssue, "carol", Emoji::kThumbsUp); }, Code::kDone);
  show.count("the issue", issue_key(kIssue), "ReactionCounts.heart", 1);
  show.write(
      {"15", "react_to_pull_request(alice, Hello-World, 2; carol, rocket)", kReact},
      [&] {
        return react_to_pull_request(table, {kHello, 2}, "carol", Emoji::kRocket);
      },
      Code::kDone);
  show.write(
      {"16", "react_to_comment(alice, Hello-World, 1, c1; bob, eyes)", kReact},
      [&] {
        return react_to_comment(table, IssueCommentName{kIssue, "c1"}, "bob", Emoji::kEyes);
      },
      Code::kDone);
  show.write(
      {"16", "react_to_comment(alice, Hello-World, 1, c9; bob, eyes)", kReact},
      [&] {
        return react_to_comment(table, IssueCommentName{kIssue, "c9"}, "bob", Emoji::kEyes);
      },
      Code::kNotFound);
}

}  // namespace

void show_reactions_and_stars(Show& show, Table& table, const World& world) {
  show.chapter("Reactions and stars",
               "Both are counted in what they are about, and an item for each user guards against counting twice. The\n"
               "guard and the count are one transaction, so they cannot disagree.");
  show_reactions(show, table);

  constexpr char kStar[] = "Transaction: Put STAR#<user> if there is none; Update the Repo, ADD StarCount 1";
  show.write(
      {"17", "star_repo(alice, Hello-World; carol)", kStar},
      [&] { return star_repo(table, kHello, "carol", "2025-06-04T00:00:00Z"); }, Code::kDone);
  show.write(
      {"17", "star_repo(alice, Hello-World; carol)", kStar},
      [&] { return star_repo(table, kHello, "carol", "2025-06-05T00:00:00Z"); }, Code::kExists);
  // alice's own star came with the payloads.
  show.count("the repo", repo_key(kHello), "StarCount", 2);

  const World::Repo& popular = world.repos[0];
  std::vector<std::string> stars;
  for (const World::Star& star : world.stars) {
    if (star.repo == 0) stars.push_back("STAR#" + World::user(star.user));
  }
  std::sort(stars.begin(), stars.end());
  stars.insert(stars.begin(), repo_id(popular.full_name()));
  show.list({"18", "list_stargazers(" + popular.owner + ", " + popular.name + ")",
             "Query PK = REPO#.. AND SK >= \"REPO#..\": the repo, and \"STAR#\" behind it"},
            [&] { return list_stargazers(table, popular.full_name()); }, {stars.size(), stars.size(), "SK", stars},
            {"SK", "Type", "StarCount"});
}

void show_retries(Show& show, Table& table) {
  show.chapter("Counts under retry",
               "A client that got no answer sends its request again. With an idempotency token that is the same\n"
               "request: it is done once, and both times the answer is that it is done. (The first token of a\n"
               "database makes the column family that keeps them.)");
  // A client makes up a token for each request, not for each attempt; here it is another one in each run of the demo.
  const std::string token = "star-by-bob-" + std::to_string(now_nanoseconds());
  const auto star = [&] { return star_repo(table, kHello, "bob", "2025-06-06T00:00:00Z", token); };
  const std::string request = "The transaction of pattern 17, with the token \"" + token + "\"";
  show.write({"17", "star_repo(alice, Hello-World; bob)", request.c_str()}, star, Code::kDone);
  show.write({"17", "star_repo(alice, Hello-World; bob), again", request.c_str()}, star, Code::kDone);
  show.count("both answers were the same", repo_key(kHello), "StarCount", 3);
  show.write(
      {"17", "star_repo(alice, Hello-World; dave), with bob's token", request.c_str()},
      [&] { return star_repo(table, kHello, "dave", "2025-06-06T00:00:00Z", token); }, Code::kFailed);
}

}  // namespace github
