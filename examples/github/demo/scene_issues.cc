// Patterns 3 to 8.
#include <algorithm>

#include "github/demo/scenes.h"

namespace github {
namespace {

constexpr RepoName kHello = {"alice", "Hello-World"};

// Of the most popular repo, newest first: the first page of a list, and what is left of it when only those of a status
// count.
struct Page {
  std::vector<std::string> sorts;       // up to 24, behind the repo
  std::vector<std::string> open_sorts;  // those of them that are open
};

Page first_page(const World& world, bool of_pull_requests) {
  Page page;
  for (auto made = world.discussions.rbegin(); made != world.discussions.rend(); ++made) {
    if (made->repo != 0 || made->is_pull_request != of_pull_requests) continue;
    if (page.sorts.size() == kPageRows - 1) break;
    page.sorts.push_back((of_pull_requests ? "PR#" : "ISSUE#") + padded(made->number));
    if (made->is_open) page.open_sorts.push_back(page.sorts.back());
  }
  return page;
}

Item titled(std::string_view title) {
  Item item;
  item.set("Title", title);
  return item;
}

void show_creation(Show& show, Table& table) {
  constexpr char kCreate[] = "Update the Repo, ADD IssuesAndPullRequestCount 1, giving the number; then Put";
  // The payloads have made number 1, an issue, and 2, a pull request.
  show.create(
      {"3", "create_issue(alice, Hello-World)", kCreate},
      [&] { return create_issue(table, kHello, titled("It says hello once only")); }, 3);
  show.create(
      {"6", "create_pull_request(alice, Hello-World)", kCreate},
      [&] { return create_pull_request(table, kHello, titled("Say hello twice")); }, 4);
  show.create(
      {"3", "create_issue(alice, Hello-World)", kCreate},
      [&] { return create_issue(table, kHello, titled("Now it says hello too often")); }, 5);
  show.get({"4", "get_issue(alice, Hello-World, 1), a payload", "Get PK = REPO#alice#Hello-World, SK = ISSUE#0000001"},
           [&](Item* out) {
             return get_issue(table, {kHello, 1}, out);
           },
           {"SK", "Title", "labels"});
  show.get({"7", "get_pull_request(alice, Hello-World, 2), a payload", "Get PK = SK = PR#alice#Hello-World#0000002"},
           [&](Item* out) {
             return get_pull_request(table, {kHello, 2}, out);
           },
           {"SK", "Title", "author_association"});
}

void show_list(Show& show, const Step& step, const std::function<Rows()>& ask, const char* attribute,
               const std::string& repo, const std::vector<std::string>& sorts) {
  Expected expected = {sorts.size() + 1, kPageRows, attribute, {repo}};
  expected.first.insert(expected.first.end(), sorts.begin(), sorts.end());
  show.list(step, ask, expected, {attribute, "Status", "Title"});
}

}  // namespace

void show_issues_and_pull_requests(Show& show, Table& table, const World& world) {
  show.chapter("Issues and pull requests",
               "They share a counter in their repo, whose new value an update hands back. ISSUE# < REPO# < STAR#:\n"
               "the repo stands in the middle of its collection, its newest issues before it, its stars behind it.");
  show_creation(show, table);

  const RepoName popular = world.repos[0].full_name();
  const std::string name = world.repos[0].owner + ", " + world.repos[0].name;
  const std::string id = repo_id(popular);
  const Page issues = first_page(world, false);
  show_list(
      show,
      {"5", "list_issues(" + name + ")",
       "Query backwards, PK = REPO#.. AND SK BETWEEN \"ISSUE#\" AND \"REPO#..\", limit 25"},
      [&] { return list_issues(table, popular); }, "SK", id, issues.sorts);
  show_list(
      show,
      {"5", "list_issues(" + name + ", Open)",
       "The same, filter attribute_not_exists(Status) OR Status = \"Open\": the limit counts before it"},
      [&] { return list_issues(table, popular, "Open"); }, "SK", id, issues.open_sorts);
  const Page pull_requests = first_page(world, true);
  show_list(
      show, {"8", "list_pull_requests(" + name + ")", "Query GSI1 backwards, GSI1PK = REPO#.., limit 25"},
      [&] { return list_pull_requests(table, popular); }, "GSI1SK", id, pull_requests.sorts);
  show_list(
      show, {"8", "list_pull_requests(" + name + ", Open)", "The same, filtered"},
      [&] { return list_pull_requests(table, popular, "Open"); }, "GSI1SK", id, pull_requests.open_sorts);
}

}  // namespace github
