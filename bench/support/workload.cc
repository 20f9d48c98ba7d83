#include "bench/support/workload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <utility>

#include "engine/item/number.h"

namespace sheaf::bench {
namespace {

constexpr std::array<std::pair<Kind, uint32_t>, kKinds> kShares = {{{Kind::kIssue, 300},
                                                                    {Kind::kComment, 280},
                                                                    {Kind::kStar, 198},
                                                                    {Kind::kPullRequest, 150},
                                                                    {Kind::kUser, 30},
                                                                    {Kind::kRepo, 20},
                                                                    {Kind::kMembership, 20},
                                                                    {Kind::kOrganization, 2}}};

// How many of a thousand items are of that kind.
uint64_t share(Kind kind) { return kShares[static_cast<size_t>(kind)].second; }

constexpr uint64_t kZipfScale = uint64_t{1} << 63;
constexpr size_t kDictionaryWords = 2000;

// The last of every five repositories is a fork of an original before it.
constexpr uint64_t kForkEvery = 5;
bool is_fork(uint64_t ordinal) { return ordinal % kForkEvery == kForkEvery - 1; }

// Streams of random draws: each use has its own, so that a change of one leaves the others alone.
enum Stream : uint64_t {
  kSlots,
  kDictionary,
  kRepository,
  kOwner,
  kTarget,
  kTitle,
  kBody,
  kPerson,
  kTime,
  kStatus,
  kCounts,
  kReactions,
  kAssignees,
  kLabels,
  kPlan,
  kOrganizations
};

// splitmix64's finalizer.
uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::string join(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

// Decimal with leading zeros.
std::string padded(uint64_t value, size_t width) {
  std::string digits = std::to_string(value);
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

Field string_field(std::string_view name, std::string text) {
  return {std::string(name), Type::kString, std::move(text), {}, {}};
}

Field number_field(std::string_view name, uint64_t value) {
  return {std::string(name),
          Type::kNumber,
          Number::from_int64(static_cast<int64_t>(value)).encode(),
          std::to_string(value),
          {}};
}

Field container_field(std::string_view name, Type type, std::vector<Field> members) {
  return {std::string(name), type, {}, {}, std::move(members)};
}

}  // namespace

const Field* Document::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

Workload::Workload(uint64_t seed, uint64_t items)
    : seed_(seed), items_((items + kBlockItems - 1) / kBlockItems * kBlockItems) {
  std::vector<Kind> kinds;
  for (const auto& [kind, count] : kShares) kinds.insert(kinds.end(), count, kind);
  for (uint64_t i = kinds.size() - 1; i > 0; --i) std::swap(kinds[i], kinds[draw(i, kSlots) % (i + 1)]);
  std::array<uint32_t, kKinds> seen = {};
  for (const Kind kind : kinds) slots_.push_back({kind, seen[static_cast<size_t>(kind)]++});

  std::vector<double> weights;
  for (uint64_t rank = 1; rank <= repositories(); ++rank) {
    weights.push_back(std::pow(static_cast<double>(rank), -0.99));
  }
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double sum = 0;
  for (const double weight : weights) {
    sum += weight;
    zipf_.push_back(static_cast<uint64_t>(sum / total * static_cast<double>(kZipfScale)));
  }

  const std::string_view consonants = "bdfgklmnprstvz";
  const std::string_view vowels = "aeiou";
  for (uint64_t i = 0; i < kDictionaryWords; ++i) {
    uint64_t bits = draw(i, kDictionary);
    std::string word;
    for (uint64_t syllables = 1 + i % 3; syllables > 0; --syllables) {
      word += consonants[bits % consonants.size()];
      word += vowels[bits / 16 % vowels.size()];
      bits /= 128;
    }
    if (bits % 2 == 0) word += consonants[bits / 2 % consonants.size()];
    dictionary_.push_back(std::move(word));
  }
}

uint64_t Workload::draw(uint64_t index, uint64_t stream) const {
  return mix(mix(seed_ * 0x9E3779B97F4A7C15 + stream) + index * 0x9E3779B97F4A7C15);
}

uint64_t Workload::count_of(Kind kind) const { return items_ / kBlockItems * share(kind); }

uint64_t Workload::ordinal(uint64_t index) const {
  const Slot slot = slots_[index % kBlockItems];
  return index / kBlockItems * share(slot.kind) + slot.rank;
}

uint64_t Workload::index_of(Kind kind, uint64_t ordinal) const {
  const uint64_t rank = ordinal % share(kind);
  const auto slot =
      std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.kind == kind && s.rank == rank; });
  return ordinal / share(kind) * kBlockItems + static_cast<uint64_t>(slot - slots_.begin());
}

uint64_t Workload::repository_of(uint64_t index) const {
  const uint64_t point = draw(index, kRepository) / 2;
  const auto found = std::upper_bound(zipf_.begin(), zipf_.end(), point);
  return std::min<uint64_t>(static_cast<uint64_t>(found - zipf_.begin()), repositories() - 1);
}

uint64_t Workload::original_of(uint64_t fork) const {
  constexpr uint64_t kOriginals = kForkEvery - 1;
  const uint64_t original = draw(fork, kTarget) % ((fork / kForkEvery + 1) * kOriginals);
  return original / kOriginals * kForkEvery + original % kOriginals;
}

// Two repositories never share a name: an original's ends with its ordinal, and the owners of forks (20 of 30 users, one fork
// each) own no originals (the other 10 do).
Workload::RepositoryName Workload::repository_name(uint64_t ordinal) const {
  const uint64_t users = share(Kind::kUser);
  const uint64_t block = ordinal / share(Kind::kRepo);
  if (is_fork(ordinal)) {
    return {user_name(block * users + ordinal % share(Kind::kRepo)), repository_name(original_of(ordinal)).name};
  }
  return {user_name(block * users + 20 + draw(ordinal, kOwner) % 10),
          join({words(ordinal, kRepository, 1), "-", std::to_string(ordinal)})};
}

std::string Workload::user_name(uint64_t ordinal) const {
  return join({words(ordinal, kPerson, 1), std::to_string(ordinal)});
}

std::string Workload::organization_name(uint64_t ordinal) const {
  return join({words(ordinal, kOrganizations, 1), "-labs-", std::to_string(ordinal)});
}

std::string Workload::words(uint64_t index, uint64_t stream, uint64_t count) const {
  std::string out;
  uint64_t state = draw(index, stream);
  for (uint64_t i = 0; i < count; ++i) {
    if (i > 0) out += ' ';
    out += dictionary_[state % kDictionaryWords];
    state = mix(state + 1);
  }
  return out;
}

std::string Workload::timestamp(uint64_t draw) const {
  const auto take = [&draw](uint64_t range) { return std::exchange(draw, draw / range) % range; };
  std::string out = join({"20", padded(20 + take(6), 2), "-", padded(1 + take(12), 2), "-", padded(1 + take(28), 2)});
  out += join({"T", padded(take(24), 2), ":", padded(take(60), 2), ":", padded(take(60), 2), "Z"});
  return out;
}

std::string Workload::repository_key(uint64_t ordinal) const {
  const RepositoryName repo = repository_name(ordinal);
  return join({"REPO#", repo.owner, "#", repo.name});
}

Document Workload::item(uint64_t index) const {
  switch (kind(index)) {
    case Kind::kIssue:
      return issue(index);
    case Kind::kComment:
      return comment(index);
    case Kind::kStar:
      return star(index);
    case Kind::kPullRequest:
      return pull_request(index);
    case Kind::kUser:
      return user(index);
    case Kind::kRepo:
      return repository(ordinal(index));
    case Kind::kMembership:
      return membership(index);
    case Kind::kOrganization:
      break;
  }
  return organization(index);
}

Field Workload::reaction_counts(uint64_t index) const {
  static constexpr std::string_view kEmoji[] = {"+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"};
  const uint64_t bits = draw(index, kReactions);
  std::vector<Field> counts;
  for (uint64_t i = 0; i < 2 + bits % 3; ++i) {
    counts.push_back(number_field(kEmoji[(bits / 8 + i * 3) % std::size(kEmoji)], bits >> (10 + 7 * i) & 0x7F));
  }
  return container_field("ReactionCounts", Type::kMap, std::move(counts));
}

Field Workload::assignees(uint64_t index) const {
  const uint64_t bits = draw(index, kAssignees);
  std::vector<Field> people;
  for (uint64_t i = 0; i < 1 + bits % 3; ++i)
    people.push_back(string_field("", user_name((bits >> 8 * i) % count_of(Kind::kUser))));
  return container_field("Assignees", Type::kList, std::move(people));
}

Field Workload::labels(uint64_t index) const {
  const uint64_t bits = draw(index, kLabels);
  std::vector<std::string> names;
  for (uint64_t i = 0; i < 2 + bits % 3; ++i) names.push_back(words((bits >> 8 * i) % 40, kLabels, 1));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<Field> members;
  for (std::string& name : names) members.push_back(string_field("", std::move(name)));
  return container_field("Labels", Type::kStringSet, std::move(members));
}

Document Workload::issue(uint64_t index) const {
  const RepositoryName repo = repository_name(repository_of(index));
  const uint64_t status = draw(index, kStatus);
  return {Kind::kIssue,
          {string_field("PK", join({"REPO#", repo.owner, "#", repo.name})),
           string_field("SK", join({"ISSUE#", padded(index, 7)})), string_field("Type", "Issue"),
           string_field("RepoOwner", repo.owner), string_field("RepoName", repo.name),
           number_field("IssueNumber", index), string_field("Title", words(index, kTitle, 3 + status / 8 % 6)),
           string_field("Body", words(index, kBody, 18 + status / 64 % 24)),
           string_field("Status", status % 4 == 0 ? "open" : "closed"),
           string_field("Creator", user_name(draw(index, kPerson) % count_of(Kind::kUser))),
           string_field("CreatedAt", timestamp(draw(index, kTime))), reaction_counts(index), assignees(index),
           labels(index)}};
}

Document Workload::pull_request(uint64_t index) const {
  const RepositoryName repo = repository_name(repository_of(index));
  const std::string number = padded(index, 7);
  const std::string key = join({"PR#", repo.owner, "#", repo.name, "#", number});
  const uint64_t status = draw(index, kStatus);
  return {Kind::kPullRequest,
          {string_field("PK", key), string_field("SK", key),
           string_field("GSI1PK", join({"REPO#", repo.owner, "#", repo.name})),
           string_field("GSI1SK", join({"PR#", number})), string_field("Type", "PullRequest"),
           number_field("PullRequestNumber", index), string_field("Title", words(index, kTitle, 3 + status / 8 % 6)),
           string_field("Body", words(index, kBody, 18 + status / 64 % 24)),
           string_field("Status", status % 4 == 0 ? "open" : "merged"),
           string_field("Creator", user_name(draw(index, kPerson) % count_of(Kind::kUser))),
           string_field("CreatedAt", timestamp(draw(index, kTime))), reaction_counts(index), assignees(index),
           labels(index)}};
}

// Two comments in three are on an issue, the others on a pull request.
Document Workload::comment(uint64_t index) const {
  const uint64_t bits = draw(index, kTarget);
  const Kind target_kind = bits % 3 < 2 ? Kind::kIssue : Kind::kPullRequest;
  const uint64_t target = index_of(target_kind, bits / 3 % count_of(target_kind));
  const RepositoryName repo = repository_name(repository_of(target));
  const std::string_view type = target_kind == Kind::kIssue ? "IssueComment" : "PRComment";
  const std::string_view prefix = target_kind == Kind::kIssue ? "ISSUECOMMENT#" : "PRCOMMENT#";
  return {Kind::kComment,
          {string_field("PK", join({prefix, repo.owner, "#", repo.name, "#", padded(target, 7)})),
           string_field("SK", join({prefix, padded(index, 7)})), string_field("Type", std::string(type)),
           string_field("RepoOwner", repo.owner), string_field("RepoName", repo.name),
           string_field("Creator", user_name(draw(index, kPerson) % count_of(Kind::kUser))),
           string_field("Body", words(index, kBody, 20 + bits / 1024 % 32)),
           string_field("CreatedAt", timestamp(draw(index, kTime))), reaction_counts(index)}};
}

// The stars of one repository must come from different users, so each star has a user of its own.
Document Workload::star(uint64_t index) const {
  const RepositoryName repo = repository_name(repository_of(index));
  const std::string person = user_name(ordinal(index));
  return {Kind::kStar,
          {string_field("PK", join({"REPO#", repo.owner, "#", repo.name})), string_field("SK", join({"STAR#", person})),
           string_field("Type", "Star"), string_field("RepoOwner", repo.owner), string_field("RepoName", repo.name),
           string_field("User", person), string_field("StarredAt", timestamp(draw(index, kTime)))}};
}

Document Workload::repository(uint64_t ordinal) const {
  const RepositoryName repo = repository_name(ordinal);
  const std::string key = join({"REPO#", repo.owner, "#", repo.name});
  const std::string origin = is_fork(ordinal) ? repository_key(original_of(ordinal)) : key;
  const std::string updated = timestamp(draw(ordinal, kTime));
  const uint64_t counts = draw(ordinal, kCounts);
  return {Kind::kRepo,
          {string_field("PK", key), string_field("SK", key), string_field("GSI1PK", key), string_field("GSI1SK", key),
           string_field("GSI2PK", origin),
           string_field("GSI2SK", is_fork(ordinal) ? join({"FORK#", repo.owner}) : join({"#REPO#", repo.name})),
           string_field("GSI3PK", join({"ACCOUNT#", repo.owner})), string_field("GSI3SK", join({"#", updated})),
           string_field("Type", "Repo"), string_field("RepoOwner", repo.owner), string_field("RepoName", repo.name),
           number_field("StarCount", counts % 5000), number_field("IssuesAndPullRequestCount", counts / 8192 % 9000),
           string_field("UpdatedAt", updated)}};
}

Document Workload::user(uint64_t index) const {
  const std::string person = user_name(ordinal(index));
  const std::string key = join({"ACCOUNT#", person});
  const uint64_t bits = draw(index, kPlan);
  std::vector<Field> organizations;
  const uint64_t known = count_of(Kind::kOrganization);
  for (uint64_t i = 0; i < std::min(bits % 4, known); ++i) {
    organizations.push_back(string_field(organization_name((bits / 4 + i) % known), i == 0 ? "Owner" : "Member"));
  }
  return {
      Kind::kUser,
      {string_field("PK", key), string_field("SK", key), string_field("GSI3PK", key), string_field("GSI3SK", key),
       string_field("Type", "User"), string_field("UserName", person),
       string_field("Email", join({person, "@example.com"})), string_field("CreatedAt", timestamp(draw(index, kTime))),
       container_field("Organizations", Type::kMap, std::move(organizations)),
       container_field(
           "PaymentPlan", Type::kMap,
           {string_field("PlanType", bits % 5 == 0 ? "Pro" : "Free"), string_field("StartedAt", timestamp(bits))})}};
}

Document Workload::membership(uint64_t index) const {
  const std::string organization = organization_name(draw(index, kOrganizations) % count_of(Kind::kOrganization));
  const std::string person = user_name(ordinal(index));
  return {Kind::kMembership,
          {string_field("PK", join({"ACCOUNT#", organization})), string_field("SK", join({"MEMBERSHIP#", person})),
           string_field("Type", "Membership"), string_field("Organization", organization), string_field("User", person),
           string_field("MemberSince", timestamp(draw(index, kTime)))}};
}

Document Workload::organization(uint64_t index) const {
  const std::string name = organization_name(ordinal(index));
  const std::string key = join({"ACCOUNT#", name});
  const uint64_t bits = draw(index, kPlan);
  return {
      Kind::kOrganization,
      {string_field("PK", key), string_field("SK", key), string_field("GSI3PK", key), string_field("GSI3SK", key),
       string_field("Type", "Organization"), string_field("OrganizationName", name),
       string_field("Description", words(index, kBody, 12)), string_field("CreatedAt", timestamp(draw(index, kTime))),
       container_field("PaymentPlan", Type::kMap,
                       {string_field("PlanType", "Enterprise"), number_field("Seats", bits % 1000)})}};
}

}  // namespace sheaf::bench
