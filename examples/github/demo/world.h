// A made-up GitHub: 100,000 items, each computed from the seed, so that every run has the same ones and can say what a
// query has to answer without asking the database. Repos are popular by a Zipf law: the first has an eighth of
// everything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "github/keys.h"

namespace github {

struct World {
  explicit World(uint64_t seed);

  static constexpr uint32_t kUsers = 3100;
  static constexpr uint32_t kOrganizations = 100;
  static constexpr uint32_t kMemberships = 3000;  // user i is a member of organization i % 100
  static constexpr uint32_t kOriginals = 1600;
  static constexpr uint32_t kForks = 400;  // half of them of repo 0
  static constexpr uint32_t kDiscussions = 45000;
  static constexpr uint32_t kComments = 28000;
  static constexpr uint32_t kStars = 18800;
  static constexpr uint32_t kItems =
      kUsers + kOrganizations + kMemberships + kOriginals + kForks + kDiscussions + kComments + kStars;
  static_assert(kItems == 100000);

  struct Repo {
    std::string owner;
    std::string name;
    std::string original_owner;  // of a fork; else ""
    std::string updated_at;
    uint64_t discussions = 0;
    uint64_t forks = 0;
    uint64_t stars = 0;

    RepoName full_name() const { return {owner, name}; }
  };

  // An issue or a pull request.
  struct Discussion {
    uint32_t repo;
    uint64_t number;
    bool is_pull_request;
    bool is_open;
    uint32_t author;
    std::string title;
    std::string created_at;
  };

  struct Comment {
    uint32_t discussion;
    uint32_t author;
    std::string id;
  };

  struct Star {
    uint32_t repo;
    uint32_t user;
  };

  static std::string user(uint32_t number);          // "user-0042"
  static std::string organization(uint32_t number);  // "org-07"
  static std::string role(uint32_t user);            // of the user in the one organization

  std::vector<Repo> repos;  // originals first
  std::vector<Discussion> discussions;
  std::vector<Comment> comments;
  std::vector<Star> stars;

 private:
  uint64_t draw();
  uint32_t popular_repo();
  void make_repos();
  void make_discussions();
  void make_comments_and_stars();

  uint64_t random_state_;
  std::vector<double> popularity_;  // sums of the repos' weights
};

}  // namespace github
