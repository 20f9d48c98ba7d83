#include "github/demo/load_world.h"

#include <vector>

#include "github/items.h"

namespace github {
namespace {

constexpr size_t kChunkItems = 1000;

// Collects items and writes them a thousand at a time. The first failure ends it.
class BatchPut {
 public:
  explicit BatchPut(Table& table) : table_(table), items_(kChunkItems) {}

  // An empty item to fill; it is written with those that come after it.
  Item& next() {
    if (used_ == kChunkItems) flush();
    Item& item = items_[used_++];
    item.clear();
    return item;
  }

  Outcome flush() {
    std::vector<sheaf_action> actions(used_);
    for (size_t i = 0; i < used_; ++i) {
      if (outcome_) outcome_ = items_[i].outcome();
      actions[i].kind = SHEAF_ACTION_PUT;
      actions[i].table = table_.table();
      actions[i].item = items_[i];
    }
    used_ = 0;
    if (!outcome_ || actions.empty()) return outcome_;
    const sheaf_status status =
        sheaf_write_each(table_.db(), actions.data(), actions.size(), nullptr, nullptr, table_.error());
    return outcome_ = outcome_of(status, table_.error());
  }

 private:
  Table& table_;
  std::vector<Item> items_;
  size_t used_ = 0;
  Outcome outcome_;
};

void put_accounts(BatchPut& out) {
  for (uint32_t i = 0; i < World::kOrganizations; ++i) fill_organization(World::organization(i), &out.next());
  for (uint32_t i = 0; i < World::kUsers; ++i) {
    Item& item = out.next();
    if (i < World::kMemberships) {
      const std::string organization = World::organization(i % World::kOrganizations);
      item.set_json("Organizations", R"({"M":{")" + organization + R"(":{"S":")" + World::role(i) + R"("}}})");
    }
    fill_user(World::user(i), &item);
  }
  for (uint32_t i = 0; i < World::kMemberships; ++i) {
    fill_membership(World::organization(i % World::kOrganizations), World::user(i), World::role(i), &out.next());
  }
}

void put_repos(const World& world, BatchPut& out) {
  for (const World::Repo& repo : world.repos) {
    Item& item = out.next();
    if (repo.original_owner.empty()) {
      fill_repo(repo.full_name(), repo.updated_at, &item);
    } else {
      fill_fork({repo.original_owner, repo.name}, repo.owner, repo.updated_at, &item);
    }
    item.set("IssuesAndPullRequestCount", repo.discussions).set("ForkCount", repo.forks).set("StarCount", repo.stars);
  }
}

void put_discussions(const World& world, BatchPut& out) {
  for (const World::Discussion& made : world.discussions) {
    Item& item = out.next();
    const RepoName repo = world.repos[made.repo].full_name();
    item.set("Title", made.title).set("Creator", World::user(made.author)).set("CreatedAt", made.created_at);
    item.set("Status", made.is_open ? "Open" : "Closed");
    item.set(
        "Body",
        "It happens each time, with the newest version too. What I did, what I saw and what I had hoped for is below.");
    if (made.is_pull_request) {
      fill_pull_request({repo, made.number}, &item);
    } else {
      fill_issue({repo, made.number}, &item);
    }
  }
}

void put_comments_and_stars(const World& world, BatchPut& out) {
  for (const World::Comment& comment : world.comments) {
    Item& item = out.next();
    const World::Discussion& target = world.discussions[comment.discussion];
    const RepoName repo = world.repos[target.repo].full_name();
    item.set("Creator", World::user(comment.author))
        .set("Body", "I see this as well, and a smaller example is easy to make.");
    if (target.is_pull_request) {
      fill_comment(PRCommentName{{repo, target.number}, comment.id}, &item);
    } else {
      fill_comment(IssueCommentName{{repo, target.number}, comment.id}, &item);
    }
  }
  for (const World::Star& star : world.stars) {
    fill_star(world.repos[star.repo].full_name(), World::user(star.user), "2024-12-01T00:00:00Z", &out.next());
  }
}

}  // namespace

Outcome load_world(Table& table, const World& world) {
  BatchPut out(table);
  put_accounts(out);
  put_repos(world, out);
  put_discussions(world, out);
  put_comments_and_stars(world, out);
  return out.flush();
}

}  // namespace github
