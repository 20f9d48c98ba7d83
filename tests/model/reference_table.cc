#include "tests/model/reference_table.h"

#include <algorithm>

namespace sheaf::model {
namespace {

constexpr size_t kPartitionBytes = 2048;
constexpr size_t kSortBytes = 1024;

enum class Use { kValue, kPrefix };  // a prefix may be empty

void add_refusals(const RefPart& part, const RefValue& value, size_t max_bytes, Use use, Refusals* refusals) {
  if (value.kind != part.kind) {
    refusals->insert(StatusCode::kTYPE);
  } else if (value.kind != Kind::kNumber) {
    if (value.bytes.empty() && use == Use::kValue) refusals->insert(StatusCode::kINVALID);
    if (value.bytes.size() > max_bytes) refusals->insert(StatusCode::kLIMIT);
  }
}

void add_refusals_of_item(const RefKey& key, const RefItem& item, bool is_sparse, Refusals* refusals) {
  const auto add = [&](const std::vector<RefPart>& parts, size_t max_bytes) {
    for (const RefPart& part : parts) {
      const auto found = item.find(part.name);
      if (found != item.end()) add_refusals(part, found->second, max_bytes, Use::kValue, refusals);
      if (found == item.end() && !is_sparse) refusals->insert(StatusCode::kINVALID);
    }
  };
  add(key.partition, kPartitionBytes);
  add(key.sort, kSortBytes);
}

bool holds(RefOp op, const RefValue& value, const RefValue* operands) {
  const auto order = [&](int which) { return compare_keys(value, operands[which]); };
  switch (op) {
    case RefOp::kAll:
      return true;
    case RefOp::kEqual:
      return order(0) == 0;
    case RefOp::kLess:
      return order(0) < 0;
    case RefOp::kLessEqual:
      return order(0) <= 0;
    case RefOp::kGreater:
      return order(0) > 0;
    case RefOp::kGreaterEqual:
      return order(0) >= 0;
    case RefOp::kBetween:
      return order(0) >= 0 && order(1) <= 0;
    case RefOp::kBeginsWith:
      return value.bytes.starts_with(operands[0].bytes);
  }
  return false;
}

// The values of those parts; nothing when one is missing.
std::optional<RefKeyValues> values_of(const std::vector<RefPart>& parts, const RefItem& item) {
  RefKeyValues values;
  for (const RefPart& part : parts) {
    const auto found = item.find(part.name);
    if (found == item.end()) return std::nullopt;
    values.push_back(found->second);
  }
  return values;
}

bool matches(const RefQuery& query, const RefKey& key, const RefKeyValues& values) {
  for (size_t i = 0; i < query.partition.size(); ++i) {
    const RefOp op = query.partition_op == RefOp::kBeginsWith ? RefOp::kBeginsWith : RefOp::kEqual;
    if (!holds(op, values[i], &query.partition[i])) return false;
  }
  if (query.sort_op == RefOp::kAll) return true;
  const size_t leading = query.sort.size() - (query.sort_op == RefOp::kBetween ? 2 : 1);
  for (size_t i = 0; i <= leading; ++i) {
    const RefOp op = i < leading ? RefOp::kEqual : query.sort_op;
    if (!holds(op, values[key.partition.size() + i], &query.sort[i])) return false;
  }
  return true;
}

void add_refusals_of_sort(const RefKey& key, const RefQuery& query, Refusals* refusals) {
  const size_t operands = query.sort_op == RefOp::kBetween ? 2 : 1;
  const bool fits = query.sort.size() >= operands && query.sort.size() - operands < key.sort.size();
  if (query.sort_op == RefOp::kAll ? !query.sort.empty() : !fits) refusals->insert(StatusCode::kINVALID);
  if (query.sort_op == RefOp::kAll || !fits) return;
  const size_t leading = query.sort.size() - operands;
  for (size_t i = 0; i < query.sort.size(); ++i) {
    const Use use = i == leading && query.sort_op == RefOp::kBeginsWith ? Use::kPrefix : Use::kValue;
    add_refusals(key.sort[std::min(i, leading)], query.sort[i], kSortBytes, use, refusals);
  }
  if (query.sort_op == RefOp::kBeginsWith && key.sort[leading].kind == Kind::kNumber) {
    refusals->insert(StatusCode::kINVALID);
  }
  if (query.sort_op != RefOp::kBetween || !refusals->empty()) return;
  if (compare_keys(query.sort[leading + 1], query.sort[leading]) < 0) refusals->insert(StatusCode::kINVALID);
}

}  // namespace

bool RefTable::KeyLess::operator()(const RefKeyValues& a, const RefKeyValues& b) const {
  for (size_t i = 0; i < a.size(); ++i) {
    if (const int order = compare_keys(a[i], b[i]); order != 0) return order < 0;
  }
  return false;
}

Refusals RefTable::refusals_of_item(const RefItem& item) const {
  Refusals refusals;
  add_refusals_of_item(definition_->key, item, false, &refusals);
  for (const RefIndex& index : definition_->indexes) add_refusals_of_item(index.key, item, true, &refusals);
  return refusals;
}

Refusals RefTable::refusals_of_key(const RefKeyValues& key) const {
  const std::vector<RefPart> parts = definition_->key.parts();
  if (key.size() != parts.size()) return {StatusCode::kINVALID};
  Refusals refusals;
  for (size_t i = 0; i < parts.size(); ++i) {
    add_refusals(parts[i], key[i], i == 0 ? kPartitionBytes : kSortBytes, Use::kValue, &refusals);
  }
  return refusals;
}

const RefKey& RefTable::key_of(const std::string& index) const {
  return index.empty() ? definition_->key : definition_->find_index(index)->key;
}

Refusals RefTable::refusals_of_query(const RefQuery& query) const {
  if (!query.index.empty() && definition_->find_index(query.index) == nullptr) return {StatusCode::kNO_INDEX};
  const RefKey& key = key_of(query.index);
  Refusals refusals;
  const bool has_sort = query.sort_op != RefOp::kAll || !query.sort.empty();
  if (query.partition.empty()) {
    if (query.partition_op != RefOp::kAll || has_sort) refusals.insert(StatusCode::kINVALID);
    return refusals;
  }
  const bool is_prefix = query.partition_op == RefOp::kBeginsWith;
  if (query.partition.size() != key.partition.size()) return {StatusCode::kINVALID};
  for (size_t i = 0; i < key.partition.size(); ++i) {
    const Use use = is_prefix ? Use::kPrefix : Use::kValue;
    add_refusals(key.partition[i], query.partition[i], kPartitionBytes, use, &refusals);
  }
  if (!is_prefix) {
    add_refusals_of_sort(key, query, &refusals);
  } else if (has_sort || key.partition.size() != 1 || key.partition[0].kind == Kind::kNumber) {
    refusals.insert(StatusCode::kINVALID);
  }
  return refusals;
}

RefKeyValues RefTable::key_of(const RefItem& item) const { return *values_of(definition_->key.parts(), item); }

std::shared_ptr<const RefItem> RefTable::find(const RefKeyValues& key) const {
  const auto found = items_.find(key);
  return found == items_.end() ? nullptr : found->second;
}

std::shared_ptr<const RefItem> RefTable::put(const RefItem& item) {
  const RefKeyValues key = key_of(item);
  std::shared_ptr<const RefItem> old_item = erase(key);
  items_.emplace(key, std::make_shared<const RefItem>(item));
  return old_item;
}

std::shared_ptr<const RefItem> RefTable::erase(const RefKeyValues& key) {
  const auto found = items_.find(key);
  if (found == items_.end()) return nullptr;
  std::shared_ptr<const RefItem> old_item = found->second;
  items_.erase(found);
  return old_item;
}

RefItem RefTable::shown(const RefQuery& query, const RefItem& item) const {
  const RefIndex* const index = query.index.empty() ? nullptr : definition_->find_index(query.index);
  const bool is_stored = query.content == RefContent::kStored;
  const bool is_whole = query.content == RefContent::kFullItem ||
                        (is_stored && (index == nullptr || index->projection == RefProjection::kAll));
  if (is_whole) return item;
  RefItem row;
  const auto show = [&](const std::string& name) {
    if (const auto found = item.find(name); found != item.end()) row.insert(*found);
  };
  for (const RefPart& part : definition_->key.parts()) show(part.name);
  if (index != nullptr) {
    for (const RefPart& part : index->key.parts()) show(part.name);
    for (const std::string& name : index->included) {
      if (is_stored) show(name);
    }
  }
  return row;
}

std::vector<RefRow> RefTable::rows(const RefQuery& query, const std::optional<RefKeyValues>& after) const {
  std::vector<RefRow> rows;
  for (RefPlace& place : walk(query, after)) {
    rows.push_back({std::move(place.position), canonical_json(shown(query, *place.item))});
  }
  return rows;
}

std::vector<RefPlace> RefTable::walk(const RefQuery& query, const std::optional<RefKeyValues>& after) const {
  const RefKey& key = key_of(query.index);
  const std::vector<RefPart> parts = key.parts();
  const auto comes_first = [&query](const RefKeyValues& a, const RefKeyValues& b) {
    return query.is_backward ? KeyLess()(b, a) : KeyLess()(a, b);
  };
  std::vector<RefPlace> places;
  for (const auto& [base_key, item] : items_) {
    std::optional<RefKeyValues> position = query.index.empty() ? base_key : values_of(parts, *item);
    if (!position.has_value() || !matches(query, key, *position)) continue;
    if (!query.index.empty()) position->insert(position->end(), base_key.begin(), base_key.end());
    if (after.has_value() && !comes_first(*after, *position)) continue;
    places.push_back({*std::move(position), item});
  }
  std::sort(places.begin(), places.end(),
            [&](const RefPlace& a, const RefPlace& b) { return comes_first(a.position, b.position); });
  return places;
}

size_t RefTable::count_rows(const RefIndex& index) const {
  size_t count = 0;
  for (const auto& [key, item] : items_) count += values_of(index.key.parts(), *item).has_value() ? 1 : 0;
  return count;
}

}  // namespace sheaf::model
