#include "engine/base/find_twice.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace sheaf {
namespace {

bool same(const OwnedKey& a, const OwnedKey& b) { return a.owner == b.owner && a.state == b.state && a.key == b.key; }

}  // namespace

// Sorted by a hash, so that the keys themselves are compared for few.
Twice find_twice(std::span<const OwnedKey> keys) {
  struct Entry {
    size_t hash;
    size_t number;
  };
  std::vector<Entry> entries;
  entries.reserve(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    if (!keys[i].key.empty()) entries.push_back({std::hash<std::string_view>{}(keys[i].key), i});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.hash != b.hash ? a.hash < b.hash : a.number < b.number; });
  Twice twice{keys.size(), keys.size()};
  for (size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    for (end = begin; end < entries.size() && entries[end].hash == entries[begin].hash; ++end) {
      const size_t later = entries[end].number;
      // The first that is the same ends the search, or a key that stands a thousand times would be compared a million times.
      for (size_t i = begin; i < end; ++i) {
        if (!same(keys[entries[i].number], keys[later])) continue;
        if (later < twice.second) twice = {entries[i].number, later};
        break;
      }
    }
  }
  return twice;
}

}  // namespace sheaf
