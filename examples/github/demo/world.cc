#include "github/demo/world.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>

namespace github {
namespace {

constexpr const char* kAdjectives[] = {"amber",  "ashen", "azure",  "brave",  "brisk",  "broad", "calm",    "clear",
                                       "coral",  "crisp", "dusky",  "early",  "fabled", "fleet", "frosty",  "gentle",
                                       "gilded", "grand", "hardy",  "hidden", "ivory",  "jolly", "keen",    "level",
                                       "light",  "lucid", "mellow", "misty",  "noble",  "olive", "patient", "plain",
                                       "quiet",  "rapid", "rustic", "silver", "steady", "sunny", "tidal",   "vivid"};
constexpr const char* kNouns[] = {"anchor", "anvil",   "arch",    "basin",   "beacon", "bellows", "bridge", "canvas",
                                  "chisel", "compass", "crane",   "dock",    "ferry",  "forge",   "garden", "hammer",
                                  "harbor", "kettle",  "kiln",    "lantern", "lathe",  "ledger",  "lever",  "loom",
                                  "mill",   "mortar",  "oven",    "paddle",  "pulley", "quarry",  "rudder", "sail",
                                  "scale",  "shovel",  "spindle", "stove",   "trowel", "valve",   "wagon",  "wheel"};
constexpr const char* kTroubles[] = {"fails on an empty list",
                                     "is slow on large input",
                                     "needs a better message",
                                     "breaks after a restart",
                                     "ignores the last option",
                                     "leaks a handle",
                                     "has no test",
                                     "is not documented"};
constexpr const char* kParts[] = {"The parser",    "Start-up",         "The cache",     "The export",
                                  "The scheduler", "The command line", "The installer", "The index"};

template <class T, size_t kSize>
const T& pick(const T (&list)[kSize], uint64_t number) {
  return list[number % kSize];
}

// "2024-01-01T00:00:00Z" and so many minutes.
std::string moment(uint64_t minutes) {
  using namespace std::chrono;
  const auto at = sys_days(year(2024) / 1 / 1) + std::chrono::minutes(minutes);
  const auto day = floor<days>(at);
  const year_month_day date(day);
  const auto of_day = duration_cast<std::chrono::minutes>(at - day).count();
  char text[48];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:00Z", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(of_day / 60),
                static_cast<int>(of_day % 60));
  return text;
}

std::string numbered(const char* format, uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, format, static_cast<unsigned long>(number));
  return text;
}

}  // namespace

std::string World::user(uint32_t number) { return numbered("user-%04lu", number); }

std::string World::organization(uint32_t number) { return numbered("org-%02lu", number); }

std::string World::role(uint32_t user) { return user < kOrganizations ? "owner" : "member"; }

World::World(uint64_t seed) : random_state_(seed) {
  make_repos();
  make_discussions();
  make_comments_and_stars();
}

// SplitMix64.
uint64_t World::draw() {
  uint64_t mixed = random_state_ += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

uint32_t World::popular_repo() {
  const double at = static_cast<double>(draw() >> 11) / 9007199254740992.0 * popularity_.back();
  const auto found = std::upper_bound(popularity_.begin(), popularity_.end(), at);
  return static_cast<uint32_t>(std::min<ptrdiff_t>(found - popularity_.begin(), std::ssize(popularity_) - 1));
}

void World::make_repos() {
  double sum = 0;
  for (uint32_t i = 0; i < kOriginals + kForks; ++i) {
    Repo repo;
    // 7919 has no divisor in common with 2,000, so no two repos are updated at the same moment.
    repo.updated_at = moment(i * 7919ul % 2000 * 131);
    if (i < kOriginals) {
      repo.owner = i % 4 == 0 ? organization(i / 4 % 50) : user(i % 900);
      repo.name = std::string(pick(kAdjectives, i)) + "-" + pick(kNouns, i / std::size(kAdjectives));
    } else {
      const uint32_t fork = i - kOriginals;
      Repo& original = repos[fork < kForks / 2 ? 0 : 1 + fork % 50];
      repo.owner = user(1000 + fork);
      repo.name = original.name;
      repo.original_owner = original.owner;
      ++original.forks;
    }
    repos.push_back(std::move(repo));
    popularity_.push_back(sum += 1.0 / (i + 1));
  }
}

void World::make_discussions() {
  for (uint32_t i = 0; i < kDiscussions; ++i) {
    Discussion made;
    made.repo = popular_repo();
    made.number = ++repos[made.repo].discussions;
    made.is_pull_request = draw() % 3 == 0;
    made.is_open = draw() % 4 == 0;
    made.author = static_cast<uint32_t>(draw() % kUsers);
    made.title = std::string(pick(kParts, draw())) + " " + pick(kTroubles, draw());
    made.created_at = moment(i * 11ul);
    discussions.push_back(std::move(made));
  }
}

void World::make_comments_and_stars() {
  for (uint32_t i = 0; i < kComments; ++i) {
    const auto discussion = static_cast<uint32_t>(draw() % kDiscussions);
    const auto author = static_cast<uint32_t>(draw() % kUsers);
    comments.push_back({discussion, author, numbered("%010lu", i + 1)});
  }
  for (uint32_t i = 0; i < kStars; ++i) {
    const uint32_t repo = popular_repo();
    // 7 and the number of users have no divisor in common, so nobody stars a repo twice.
    const auto user = static_cast<uint32_t>((repo + 7 * repos[repo].stars++) % kUsers);
    stars.push_back({repo, user});
  }
}

}  // namespace github
