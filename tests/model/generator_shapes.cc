// Tables of every key shape, and queries on them.
#include <algorithm>

#include "tests/model/generator.h"

namespace sheaf::model {
namespace {

const std::vector<Kind> kKeyKinds{Kind::kString, Kind::kNumber, Kind::kBinary};

constexpr size_t kMostLocalIndexes = 5;
constexpr size_t kMostGlobalIndexes = 4;  // a table may have 20, but each is a family to make
constexpr size_t kMostParts = 4;

}  // namespace

RefDefinition Generator::table(const std::string& name) {
  RefDefinition table{name, {{{"h", pick(kKeyKinds)}}, {}}, {}};
  if (!one_in(4)) table.key.sort.push_back({"r", pick(kKeyKinds)});
  // What indexes may take as keys; one attribute has one kind in all of them, and serves several.
  std::vector<RefPart> attributes = table.key.parts();
  for (const char* const attribute : {"a", "b.c", "\xC3\xBC", "d", "e", "f g", "@"}) {
    attributes.push_back({attribute, pick(kKeyKinds)});
  }
  size_t made = 0;
  for (size_t left = below(kMostGlobalIndexes + 1); left > 0; --left) {
    table.indexes.push_back(global_index("index-" + std::to_string(++made), attributes));
  }
  if (table.key.sort.empty()) return table;
  for (size_t left = one_in(3) ? below(kMostLocalIndexes + 1) : below(3); left > 0; --left) {
    table.indexes.push_back(local_index("index-" + std::to_string(++made), table.key, attributes));
  }
  return table;
}

RefIndex Generator::local_index(const std::string& name, const RefKey& key, const std::vector<RefPart>& attributes) {
  RefIndex index{.name = name, .is_local = true, .key = {key.partition, {}}};
  do {
    index.key.sort = {pick(attributes)};
  } while (index.key.sort[0].name == key.partition[0].name);
  choose_projection(&index);
  return index;
}

RefIndex Generator::global_index(const std::string& name, std::vector<RefPart> attributes) {
  RefIndex index{.name = name};
  std::shuffle(attributes.begin(), attributes.end(), random_);
  const auto take = [&attributes] {
    RefPart part = attributes.back();
    attributes.pop_back();
    return part;
  };
  for (size_t left = one_in(2) ? 1 : 1 + below(kMostParts); left > 0; --left) index.key.partition.push_back(take());
  const size_t sort_parts = one_in(2) ? below(2) : below(kMostParts + 1);
  while (index.key.sort.size() < sort_parts && !attributes.empty()) index.key.sort.push_back(take());
  choose_projection(&index);
  return index;
}

void Generator::choose_projection(RefIndex* index) {
  index->projection = pick(std::vector{RefProjection::kAll, RefProjection::kKeysOnly, RefProjection::kInclude});
  if (index->projection != RefProjection::kInclude) return;
  for (const char* const name : {"v", "w", "a", "r"}) {
    if (one_in(2)) index->included.emplace_back(name);
  }
  if (index->included.empty()) index->included.emplace_back("v");
}

RefQuery Generator::query(const RefTable& table) {
  const std::vector<RefIndex>& indexes = table.definition().indexes;
  const size_t which = below(indexes.size() + 1);
  const RefKey& key = which == indexes.size() ? table.definition().key : indexes[which].key;
  RefQuery query;
  if (which < indexes.size()) query.index = indexes[which].name;
  query.is_backward = one_in(2);
  query.content = pick(std::vector{RefContent::kStored, RefContent::kKeysOnly, RefContent::kFullItem});
  if (one_in(60)) query.index = "no-index";
  if (one_in(6)) return query;
  const RefItem* const example = any_item(table, key);
  query.partition = partition_values(key, example);
  if (one_in(key.partition.size() == 1 ? 6 : 40)) {
    query.partition_op = RefOp::kBeginsWith;
    std::string& prefix = query.partition[0].bytes;
    if (key.partition[0].kind == Kind::kBinary) prefix.resize(below(prefix.size() + 1));
    if (key.partition[0].kind == Kind::kString && one_in(4)) prefix.clear();
    return query;
  }
  query.partition_op = RefOp::kEqual;
  if (!one_in(4) && (!key.sort.empty() || one_in(10))) choose_sort(key, example, &query);
  if (one_in(15)) spoil(&query);
  return query;
}

RefKeyValues Generator::partition_values(const RefKey& key, const RefItem* example) {
  RefKeyValues values;
  for (const RefPart& part : key.partition) {
    const auto found = example == nullptr ? RefItem::const_iterator() : example->find(part.name);
    const bool takes_it = example != nullptr && found != example->end() && !one_in(5 * key.partition.size());
    values.push_back(takes_it ? found->second : key_value(part.kind));
  }
  return values;
}

void Generator::choose_sort(const RefKey& key, const RefItem* example, RefQuery* query) {
  query->sort_op = static_cast<RefOp>(1 + below(7));
  const size_t leading = key.sort.empty() ? 0 : below(key.sort.size());
  for (size_t i = 0; i < leading; ++i) {
    const auto found = example == nullptr ? RefItem::const_iterator() : example->find(key.sort[i].name);
    const bool takes_it = example != nullptr && found != example->end() && !one_in(12);
    query->sort.push_back(takes_it ? found->second : key_value(key.sort[i].kind));
  }
  const RefPart last = key.sort.empty() ? RefPart{"none", Kind::kString} : key.sort[leading];
  query->sort.push_back(value_like(last, example));
  if (query->sort_op == RefOp::kBeginsWith && one_in(8)) query->sort.back().bytes.clear();
  if (query->sort_op != RefOp::kBetween) return;
  query->sort.push_back(value_like(last, example));
  RefValue& low = query->sort[leading];
  RefValue& high = query->sort[leading + 1];
  if (low.kind == high.kind && !one_in(10) && compare_keys(high, low) < 0) std::swap(low, high);
}

// Makes the query one that is mostly refused.
void Generator::spoil(RefQuery* query) {
  RefKeyValues& values = query->sort_op == RefOp::kAll || one_in(2) ? query->partition : query->sort;
  switch (below(3)) {
    case 0:
      values.pop_back();
      return;
    case 1:
      values.push_back(key_value(pick(kKeyKinds)));
      return;
    default:
      RefValue& value = values[below(values.size())];
      value = forbidden_value(value.kind);
  }
}

}  // namespace sheaf::model
