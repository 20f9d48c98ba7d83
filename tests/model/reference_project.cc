#include "tests/model/reference_project.h"

#include <algorithm>
#include <map>
#include <optional>

namespace sheaf::model {
namespace {

// Paths that go on from one place, by their next step: positions ascending, then names.
struct StepLess {
  bool operator()(const RefStep& a, const RefStep& b) const {
    if (a.is_position != b.is_position) return a.is_position;
    return a.is_position ? a.position < b.position : a.name < b.name;
  }
};
using Branches = std::map<RefStep, std::vector<RefPath>, StepLess>;

Branches branches_of(const std::vector<RefPath>& paths) {
  Branches branches;
  for (const RefPath& path : paths) branches[path[0]].emplace_back(path.begin() + 1, path.end());
  return branches;
}

std::optional<RefValue> picked(const RefValue& value, const std::vector<RefPath>& paths) {
  if (std::any_of(paths.begin(), paths.end(), [](const RefPath& path) { return path.empty(); })) return value;
  RefValue parts;
  parts.kind = value.kind;
  for (const auto& [step, rest] : branches_of(paths)) {
    for (size_t i = 0; i < value.members.size(); ++i) {
      const bool is_there = step.is_position ? value.kind == Kind::kList && step.position == i
                                             : value.kind == Kind::kMap && step.name == value.names[i];
      if (!is_there) continue;
      std::optional<RefValue> part = picked(value.members[i], rest);
      if (!part.has_value()) continue;
      parts.members.push_back(*std::move(part));
      if (value.kind == Kind::kMap) parts.names.push_back(value.names[i]);
    }
  }
  return parts.members.empty() ? std::nullopt : std::optional(parts);
}

bool is_start_of(const RefPath& start, const RefPath& path) {
  return start.size() <= path.size() && std::equal(start.begin(), start.end(), path.begin());
}

size_t significant_bytes(const Decimal& number) {
  std::string_view whole = number.whole;
  std::string_view fraction = number.fraction;
  if (fraction.empty()) whole = whole.substr(0, whole.find_last_not_of('0') + 1);
  if (whole.empty()) fraction = fraction.substr(std::min(fraction.find_first_not_of('0'), fraction.size()));
  return (whole.size() + 1) / 2 + (fraction.size() + 1) / 2;
}

size_t value_bytes(const RefValue& value) {
  switch (value.kind) {
    case Kind::kNull:
    case Kind::kBool:
      return 1;
    case Kind::kNumber:
      return 1 + significant_bytes(value.number) + (value.number.is_negative ? 1 : 0);
    case Kind::kString:
    case Kind::kBinary:
      return value.bytes.size();
    default:
      break;
  }
  const bool is_document = value.kind == Kind::kList || value.kind == Kind::kMap;
  size_t bytes = is_document ? 3 : 0;
  for (const RefValue& member : value.members) bytes += (is_document ? 1 : 0) + value_bytes(member);
  for (const std::string& name : value.names) bytes += name.size();
  return bytes;
}

}  // namespace

RefItem projected(const RefItem& item, const std::vector<RefPath>& paths) {
  RefItem parts;
  for (const auto& [step, rest] : branches_of(paths)) {
    const auto attribute = item.find(step.name);
    if (attribute == item.end()) continue;
    const std::optional<RefValue> part = picked(attribute->second, rest);
    if (part.has_value()) parts.emplace(step.name, *part);
  }
  return parts;
}

Verdict verdict_of_paths(const std::vector<RefPath>& paths) {
  Verdict verdict;
  for (size_t i = 0; i < paths.size(); ++i) {
    for (size_t j = i + 1; j < paths.size(); ++j) {
      const RefPath& a = paths[i];
      const RefPath& b = paths[j];
      if (is_start_of(a, b) || is_start_of(b, a)) {
        verdict.errors.insert(Error::kPathsOverlap);
        continue;
      }
      const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
      if (differs.first->is_position != differs.second->is_position) verdict.errors.insert(Error::kPathsConflict);
    }
  }
  return verdict;
}

size_t size_bytes(const RefItem& item) {
  size_t bytes = 0;
  for (const auto& [name, value] : item) bytes += name.size() + value_bytes(value);
  return bytes;
}

int levels_of(const RefValue& value) {
  int below = 0;
  if (value.kind == Kind::kList || value.kind == Kind::kMap) {
    for (const RefValue& member : value.members) below = std::max(below, levels_of(member));
  }
  return 1 + below;
}

}  // namespace sheaf::model
