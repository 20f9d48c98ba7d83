#include "tests/model/reference_table.h"

#include <algorithm>

namespace sheaf::model {
namespace {

int compare_positions(const RefKeyValues& a, const RefKeyValues& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (const int order = compare_keys(a[i], b[i]); order != 0) return order;
  }
  return 0;
}

std::optional<StatusCode> fault_of(const RefPart& part, const RefValue& value, size_t max_bytes) {
  if (value.kind != part.kind) return StatusCode::kTYPE;
  if (value.kind == Kind::kNumber) return std::nullopt;
  if (value.bytes.empty()) return StatusCode::kINVALID;
  if (value.bytes.size() > max_bytes) return StatusCode::kLIMIT;
  return std::nullopt;
}

void add_faults(const RefKey& key, const RefItem& item, bool is_sparse, std::set<StatusCode>* faults) {
  for (size_t i = 0; i < key.size(); ++i) {
    const auto found = item.find(key[i].name);
    if (found == item.end()) {
      if (!is_sparse) faults->insert(StatusCode::kINVALID);
    } else if (const auto fault = fault_of(key[i], found->second, i == 0 ? 2048 : 1024); fault.has_value()) {
      faults->insert(*fault);
    }
  }
}

bool has_all(const RefItem& item, const RefKey& key) {
  return std::all_of(key.begin(), key.end(), [&item](const RefPart& part) { return item.contains(part.name); });
}

bool begins_with(const RefValue& value, const RefValue& prefix) {
  return value.bytes.compare(0, prefix.bytes.size(), prefix.bytes) == 0;
}

bool holds(RefOp op, const RefValue& value, const std::vector<RefValue>& operands) {
  switch (op) {
    case RefOp::kAll:
      return true;
    case RefOp::kEqual:
      return compare_keys(value, operands[0]) == 0;
    case RefOp::kLess:
      return compare_keys(value, operands[0]) < 0;
    case RefOp::kLessEqual:
      return compare_keys(value, operands[0]) <= 0;
    case RefOp::kGreater:
      return compare_keys(value, operands[0]) > 0;
    case RefOp::kGreaterEqual:
      return compare_keys(value, operands[0]) >= 0;
    case RefOp::kBetween:
      return compare_keys(value, operands[0]) >= 0 && compare_keys(value, operands[1]) <= 0;
    case RefOp::kBeginsWith:
      return begins_with(value, operands[0]);
  }
  return false;
}

void append_values(const RefItem& item, const RefKey& key, RefKeyValues* values) {
  for (const RefPart& part : key) values->push_back(item.at(part.name));
}

}  // namespace

std::set<StatusCode> RefTable::faults_of(const RefItem& item) const {
  std::set<StatusCode> faults;
  add_faults(key_, item, false, &faults);
  for (const RefIndex& index : indexes_) add_faults(index.key, item, true, &faults);
  return faults;
}

RefKeyValues RefTable::key_of(const RefItem& item) const {
  RefKeyValues values;
  append_values(item, key_, &values);
  return values;
}

const RefItem* RefTable::find(const RefKeyValues& key) const {
  for (const RefItem& item : items_) {
    if (compare_positions(key_of(item), key) == 0) return &item;
  }
  return nullptr;
}

std::optional<RefItem> RefTable::put(const RefItem& item) {
  std::optional<RefItem> old_item = erase(key_of(item));
  items_.push_back(item);
  return old_item;
}

std::optional<RefItem> RefTable::erase(const RefKeyValues& key) {
  for (auto item = items_.begin(); item != items_.end(); ++item) {
    if (compare_positions(key_of(*item), key) != 0) continue;
    RefItem old_item = std::move(*item);
    items_.erase(item);
    return old_item;
  }
  return std::nullopt;
}

bool RefTable::refuses(const RefQuery& query) const {
  const RefKey& key = query.index < 0 ? key_ : indexes_[static_cast<size_t>(query.index)].key;
  if (query.partition_op == RefOp::kBeginsWith) return key[0].kind == Kind::kNumber || query.sort_op != RefOp::kAll;
  if (query.sort_op == RefOp::kAll) return false;
  if (!query.partition.has_value() || key.size() < 2) return true;
  if (query.sort_op == RefOp::kBeginsWith) return key[1].kind == Kind::kNumber;
  return query.sort_op == RefOp::kBetween && compare_keys(query.sort[1], query.sort[0]) < 0;
}

RefRow RefTable::row_of(const RefQuery& query, const RefItem& item) const {
  RefRow row;
  RefItem shown;
  const RefIndex* index = query.index < 0 ? nullptr : &indexes_[static_cast<size_t>(query.index)];
  const auto show = [&](const std::string& name) {
    if (const auto found = item.find(name); found != item.end()) shown.insert(*found);
  };
  if (index != nullptr) {
    append_values(item, index->key, &row.position);
    for (const RefPart& part : index->key) show(part.name);
  }
  append_values(item, key_, &row.position);
  for (const RefPart& part : key_) show(part.name);
  const bool shows_all =
      query.content == RefContent::kFullItem ||
      (query.content == RefContent::kStored && (index == nullptr || index->projection == RefProjection::kAll));
  if (shows_all) {
    shown = item;
  } else if (query.content == RefContent::kStored && index->projection == RefProjection::kInclude) {
    for (const std::string& name : index->included) show(name);
  }
  row.json = canonical_json(shown);
  return row;
}

std::vector<RefRow> RefTable::rows(const RefQuery& query, const std::optional<RefKeyValues>& after) const {
  const RefKey& key = query.index < 0 ? key_ : indexes_[static_cast<size_t>(query.index)].key;
  std::vector<RefRow> rows;
  for (const RefItem& item : items_) {
    if (!has_all(item, key)) continue;
    if (query.partition.has_value() && !holds(query.partition_op, item.at(key[0].name), {*query.partition})) continue;
    if (query.sort_op != RefOp::kAll && !holds(query.sort_op, item.at(key[1].name), query.sort)) continue;
    rows.push_back(row_of(query, item));
  }
  const auto comes_first = [&query](const RefKeyValues& a, const RefKeyValues& b) {
    const int order = compare_positions(a, b);
    return query.is_backward ? order > 0 : order < 0;
  };
  std::sort(rows.begin(), rows.end(),
            [&](const RefRow& a, const RefRow& b) { return comes_first(a.position, b.position); });
  if (after.has_value()) std::erase_if(rows, [&](const RefRow& row) { return !comes_first(*after, row.position); });
  return rows;
}

}  // namespace sheaf::model
