// The seeded "GitHub mix" that all benchmarks run on (PERFORMANCE.md, "The workload"): item i of N is computed from the seed
// and i alone, so that any part of the set can be made again without the rest.
//
// Shares of a thousand items, exact in every block of a thousand: Issue 300, Comment 280, Star 198, PullRequest 150, User 30,
// Repo 20, Membership 20, Organization 2. So there are N/50 repositories; issues, pull requests and stars choose theirs by a
// Zipf law with exponent 0.99, comments choose an issue or a pull request. Keys follow the GitHub model (PK, SK, GSI1PK, ...):
// a repository carries three index keys, a pull request GSI1, users and organizations GSI3. 6 to 14 attributes an item;
// issues and pull requests hold one map, one list and one string set. One item in five of the repositories is a fork.
//
// Differences from the model: the counter of issues and pull requests is the item's place in the set, and a star may come
// from a user who has no item of his own. Immutable after construction; any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/item/type.h"

namespace sheaf::bench {

enum class Kind : uint8_t { kIssue, kComment, kStar, kPullRequest, kUser, kRepo, kMembership, kOrganization };
inline constexpr size_t kKinds = 8;

// One attribute, or one member of a container: a tree that favours no encoding.
struct Field {
  std::string name;  // "" for members of lists and sets
  Type type = Type::kNone;
  std::string data;            // S: the text; N: the stored form of number.h; containers: empty
  std::string text;            // N: the decimal text; else empty
  std::vector<Field> members;  // L: in order; M: as the application writes them; SS: sorted
};

struct Document {
  Kind kind = Kind::kIssue;
  std::vector<Field> fields;  // PK and SK first, then as the application writes them

  // The attribute, or nullptr.
  const Field* find(std::string_view name) const;
};

class Workload {
 public:
  // `items` is rounded up to whole blocks of 1,000.
  Workload(uint64_t seed, uint64_t items);

  uint64_t items() const { return items_; }
  uint64_t repositories() const { return items_ / 50; }

  Kind kind(uint64_t index) const { return slots_[index % kBlockItems].kind; }
  Document item(uint64_t index) const;

  // The Repo item of repository 0 to repositories() - 1; what it gets beyond that is a new repository with its own key.
  Document repository(uint64_t ordinal) const;

  // The repository's collection in the table and in GSI1: "REPO#<owner>#<repo>".
  std::string repository_key(uint64_t ordinal) const;

 private:
  static constexpr uint64_t kBlockItems = 1000;

  // A place in a block: the kind that stands there, and how many of its kind stand before it.
  struct Slot {
    Kind kind;
    uint32_t rank;
  };

  struct RepositoryName {
    std::string owner;
    std::string name;
  };

  uint64_t count_of(Kind kind) const;
  uint64_t ordinal(uint64_t index) const;
  uint64_t index_of(Kind kind, uint64_t ordinal) const;
  uint64_t repository_of(uint64_t index) const;
  uint64_t draw(uint64_t index, uint64_t stream) const;
  uint64_t original_of(uint64_t fork) const;
  RepositoryName repository_name(uint64_t ordinal) const;
  std::string user_name(uint64_t ordinal) const;
  std::string organization_name(uint64_t ordinal) const;
  std::string words(uint64_t index, uint64_t stream, uint64_t count) const;
  std::string timestamp(uint64_t draw) const;

  Document issue(uint64_t index) const;
  Document pull_request(uint64_t index) const;
  Document comment(uint64_t index) const;
  Document star(uint64_t index) const;
  Document user(uint64_t index) const;
  Document membership(uint64_t index) const;
  Document organization(uint64_t index) const;
  Field reaction_counts(uint64_t index) const;
  Field assignees(uint64_t index) const;
  Field labels(uint64_t index) const;

  uint64_t seed_;
  uint64_t items_;
  std::vector<Slot> slots_;
  std::vector<uint64_t> zipf_;  // cumulated shares of the repositories, scaled to 2^63
  std::vector<std::string> dictionary_;
};

}  // namespace sheaf::bench
