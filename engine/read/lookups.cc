#include "engine/read/lookups.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sheaf {
namespace {

// What of the limits is used up.
struct Progress {
  uint64_t bytes = 0;
  bool has_item = false;
  bool has_ended = false;
};

// What was read of an item, judged. One that the limits keep back is as if it had not been read.
void settle(Store::Lookup* read, const LookupLimits& limits, Progress* progress, Lookup* lookup) {
  const auto leave = [lookup](Lookup::Outcome outcome, Status&& status) {
    lookup->item->clear();
    lookup->outcome = outcome;
    lookup->status = std::move(status);
  };
  if (!read->status.ok()) return leave(Lookup::Outcome::kFailed, std::move(read->status));
  if (!read->is_found) return leave(Lookup::Outcome::kAbsent, {});
  auto view = ItemView::open(lookup->item->view());
  if (!view.ok()) return leave(Lookup::Outcome::kFailed, std::move(view).status());
  progress->bytes += view->size_bytes();
  progress->has_ended = limits.max_bytes != 0 && progress->bytes > limits.max_bytes && progress->has_item;
  if (progress->has_ended) return leave(Lookup::Outcome::kNotRead, {});
  progress->has_item = true;
  lookup->outcome = Lookup::Outcome::kFound;
}

// Requires some. The lookups from the first on that are read together: of one snapshot, and no more than the store takes.
std::span<Lookup> next_group(std::span<Lookup> lookups) {
  size_t count = 1;
  const size_t most = std::min(lookups.size(), Store::kMostLookups);
  while (count < most && lookups[count].snapshot == lookups.front().snapshot) ++count;
  return lookups.first(count);
}

void read_group(const Store& store, std::span<Lookup> group, const Snapshot* newest, Progress* progress,
                const LookupLimits& limits) {
  std::array<Store::Lookup, Store::kMostLookups> reads;
  for (size_t i = 0; i < group.size(); ++i) reads[i] = {&group[i].table->base(), group[i].base_key, group[i].item};
  const Snapshot* const snapshot = group.front().snapshot != nullptr ? group.front().snapshot : newest;
  store.get_many({reads.data(), group.size()}, snapshot);
  for (size_t i = 0; i < group.size(); ++i) {
    if (progress->has_ended) {
      group[i].item->clear();
    } else {
      settle(&reads[i], limits, progress, &group[i]);
    }
  }
}

// A group of one table is read from one state by itself.
bool need_snapshot(std::span<Lookup> lookups) {
  return std::any_of(lookups.begin(), lookups.end(),
                     [&](const Lookup& lookup) { return lookup.table != lookups.front().table; }) ||
         next_group(lookups).size() != lookups.size();
}

}  // namespace

Status look_up_all(Store& store, std::span<Lookup> lookups, const LookupLimits& limits) {
  for (const Lookup& lookup : lookups) lookup.item->clear();
  std::optional<Snapshot> newest;
  if (need_snapshot(lookups)) newest.emplace(store);
  Progress progress;
  while (true) {
    const std::span<Lookup> group = next_group(lookups);
    read_group(store, group, newest.has_value() ? &*newest : nullptr, &progress, limits);
    lookups = lookups.subspan(group.size());
    if (lookups.empty() || progress.has_ended || limits.call.deadline().has_passed()) return {};
    if (limits.call.is_interrupted()) return Status(Error::kInterrupted);
  }
}

}  // namespace sheaf
