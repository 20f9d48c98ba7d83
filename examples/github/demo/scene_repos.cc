// Patterns 1, 2, 9, 10 and 24.
#include <algorithm>

#include "github/demo/scenes.h"

namespace github {
namespace {

// The repos of an account, last updated first.
std::vector<const World::Repo*> repos_of(const World& world, const std::string& owner) {
  std::vector<const World::Repo*> out;
  for (const World::Repo& repo : world.repos) {
    if (repo.owner == owner) out.push_back(&repo);
  }
  std::sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return a->updated_at > b->updated_at; });
  return out;
}

void show_lists(Show& show, Table& table, const World& world) {
  const World::Repo& popular = world.repos[0];
  const std::string name = popular.owner + ", " + popular.name;
  show.list(
      {"10", "list_forks(" + name + ")", "Query GSI2, GSI2PK = REPO#..: \"#REPO#\" sorts before \"FORK#\""},
      [&] { return list_forks(table, popular.full_name()); },
      {popular.forks + 1, popular.forks + 1, "GSI2SK", {"#REPO#" + popular.name, "FORK#user-1000", "FORK#user-1001"}},
      {"GSI2SK", "Owner", "ForkCount"});

  const std::vector<const World::Repo*> newest = repos_of(world, popular.owner);
  const std::string account = "ACCOUNT#" + popular.owner;
  const Step repos = {"24", "list_repos(" + popular.owner + ")",
                      "Query GSI3 backwards, GSI3PK = ACCOUNT#..: \"ACCOUNT#\" sorts behind \"#<UpdatedAt>\""};
  show.list(repos, [&] { return list_repos(table, popular.owner); },
            {newest.size() + 1,
             newest.size() + 1,
             "GSI3SK",
             {account, "#" + newest[0]->updated_at, "#" + newest[1]->updated_at}},
            {"SK", "UpdatedAt"});
  // The last of them is changed, and is the first of the next answer.
  const World::Repo& oldest = *newest.back();
  show.write(
      {"", "touch_repo(" + oldest.owner + ", " + oldest.name + ")", "Update: SET UpdatedAt, and GSI3SK with it"},
      [&] { return touch_repo(table, oldest.full_name(), "2026-01-01T00:00:00Z"); }, Code::kDone);
  show.list(
      repos, [&] { return list_repos(table, popular.owner); },
      {newest.size() + 1, newest.size() + 1, "GSI3SK", {account, "#2026-01-01T00:00:00Z", "#" + newest[0]->updated_at}},
      {"SK", "UpdatedAt"});
}

}  // namespace

void show_repos(Show& show, Table& table, const World& world) {
  show.chapter("Repos and forks",
               "A repo is one item in four places: between its issues and its stars in the table, behind its pull\n"
               "requests in GSI1, before its forks in GSI2, among the repos of its account in GSI3.");
  constexpr char kCreate[] = "Transaction: Check that the account is there; Put the Repo if there is none";
  show.write(
      {"1", "create_repo(carol, kiln)", kCreate},
      [&] {
        return create_repo(table, {"carol", "kiln"}, "2025-06-01T00:00:00Z", {});
      },
      Code::kDone);
  show.write(
      {"1", "create_repo(carol, kiln)", kCreate},
      [&] {
        return create_repo(table, {"carol", "kiln"}, "2025-06-01T00:00:00Z", {});
      },
      Code::kExists);
  show.write(
      {"1", "create_repo(nobody, kiln)", kCreate},
      [&] {
        return create_repo(table, {"nobody", "kiln"}, "2025-06-01T00:00:00Z", {});
      },
      Code::kNotFound);
  show.get({"2", "get_repo(alice, Hello-World)", "Get PK = SK = REPO#alice#Hello-World"},
           [&](Item* out) {
             return get_repo(table, {"alice", "Hello-World"}, out);
           },
           {"SK", "language", "owner", "private"});

  constexpr char kFork[] = "Transaction: Put the fork if there is none; Update the original, ADD ForkCount 1";
  show.write(
      {"9", "fork_repo(alice, Hello-World; by carol)", kFork},
      [&] {
        return fork_repo(table, {"alice", "Hello-World"}, "carol", "2025-06-02T00:00:00Z", {});
      },
      Code::kDone);
  show.write(
      {"9", "fork_repo(alice, Hello-World; by carol)", kFork},
      [&] {
        return fork_repo(table, {"alice", "Hello-World"}, "carol", "2025-06-03T00:00:00Z", {});
      },
      Code::kExists);
  // One fork came with the payloads.
  show.count("the refused one left nothing", repo_key({"alice", "Hello-World"}), "ForkCount", 2);
  show_lists(show, table, world);
}

}  // namespace github
