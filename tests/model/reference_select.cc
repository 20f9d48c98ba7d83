#include "tests/model/reference_select.h"

#include <algorithm>
#include <set>

#include "tests/model/reference_condition.h"
#include "tests/model/reference_project.h"
#include "tests/model/reference_update.h"

namespace sheaf::model {
namespace {

constexpr uint64_t kDefaultPageBytes = 1u << 20;

bool has_part(const std::vector<RefPart>& parts, const std::string& name) {
  return std::any_of(parts.begin(), parts.end(), [&name](const RefPart& part) { return part.name == name; });
}

const std::vector<Tree>& trees_of(const std::optional<Written>& written) {
  static const std::vector<Tree> kNone;
  return written.has_value() ? written->trees : kNone;
}

// Every list of trees that the terms have.
std::vector<const std::vector<Tree>*> all_trees(const Terms& terms) {
  return {&trees_of(terms.condition), &trees_of(terms.update), &trees_of(terms.key), &trees_of(terms.filter),
          &trees_of(terms.projection)};
}

// One comparison of a key condition, the attribute on the left.
struct KeyComparison {
  std::string attribute;
  TreeOp op = TreeOp::kEqual;
  std::vector<std::string> values;
};

KeyComparison read_comparison(const Tree& tree) {
  const bool is_turned = tree.operands.at(0).op != TreeOp::kPath;
  KeyComparison comparison{tree.operands.at(is_turned ? 1 : 0).path.at(0).name, tree.op, {}};
  for (const Tree& operand : tree.operands) {
    if (operand.op == TreeOp::kValue) comparison.values.push_back(operand.value);
  }
  if (!is_turned) return comparison;
  switch (tree.op) {
    case TreeOp::kLess:
      comparison.op = TreeOp::kGreater;
      break;
    case TreeOp::kLessEqual:
      comparison.op = TreeOp::kGreaterEqual;
      break;
    case TreeOp::kGreater:
      comparison.op = TreeOp::kLess;
      break;
    case TreeOp::kGreaterEqual:
      comparison.op = TreeOp::kLessEqual;
      break;
    default:
      break;
  }
  return comparison;
}

RefOp key_op(TreeOp op) {
  switch (op) {
    case TreeOp::kEqual:
      return RefOp::kEqual;
    case TreeOp::kLess:
      return RefOp::kLess;
    case TreeOp::kLessEqual:
      return RefOp::kLessEqual;
    case TreeOp::kGreater:
      return RefOp::kGreater;
    case TreeOp::kGreaterEqual:
      return RefOp::kGreaterEqual;
    case TreeOp::kBetween:
      return RefOp::kBetween;
    case TreeOp::kBeginsWith:
      return RefOp::kBeginsWith;
    default:
      return RefOp::kAll;
  }
}

// What the key condition asks of the key; nothing when it is no condition that this key can have. Without values only that is told.
std::optional<RefQuery> read_key_condition(const RefKey& key, const std::vector<Tree>& trees, const RefItem* values) {
  std::vector<KeyComparison> left;
  left.reserve(trees.size());
  for (const Tree& tree : trees) left.push_back(read_comparison(tree));
  const auto take = [&left](const std::string& attribute) {
    std::optional<KeyComparison> taken;
    const auto found =
        std::find_if(left.begin(), left.end(), [&](const KeyComparison& one) { return one.attribute == attribute; });
    if (found == left.end()) return taken;
    taken = *found;
    left.erase(found);
    return taken;
  };
  RefQuery query;
  const auto append = [values](const KeyComparison& comparison, RefKeyValues* operands) {
    for (const std::string& placeholder : comparison.values) {
      if (values != nullptr) operands->push_back(values->at(placeholder));
    }
  };
  for (const RefPart& part : key.partition) {
    const std::optional<KeyComparison> comparison = take(part.name);
    if (!comparison.has_value() || comparison->op != TreeOp::kEqual) return std::nullopt;
    query.partition_op = RefOp::kEqual;
    append(*comparison, &query.partition);
  }
  for (const RefPart& part : key.sort) {
    const std::optional<KeyComparison> comparison = take(part.name);
    if (!comparison.has_value()) break;
    const bool is_first = query.sort_op == RefOp::kAll;
    const RefOp op = key_op(comparison->op);
    if ((!is_first && query.sort_op != RefOp::kEqual) || op == RefOp::kAll) return std::nullopt;
    if (op == RefOp::kBeginsWith && part.kind == Kind::kNumber) return std::nullopt;
    query.sort_op = op;
    append(*comparison, &query.sort);
  }
  return left.empty() ? std::optional(query) : std::nullopt;
}

RefQuery query_of(const RefTable& table, const Terms& terms) {
  RefQuery query;
  if (terms.key.has_value()) {
    query = *read_key_condition(table.key_of(terms.index), terms.key->trees, &terms.values);
  }
  query.index = terms.index;
  query.is_backward = terms.is_backward;
  return query;
}

// Paths that go into a key attribute of the table or of an index.
Verdict verdict_of_key_paths(const RefTable& table, const std::vector<RefPath>& paths) {
  Verdict verdict;
  for (const RefPath& path : paths) {
    bool is_key = has_part(table.definition().key.parts(), path[0].name);
    for (const RefIndex& index : table.definition().indexes) is_key |= has_part(index.key.parts(), path[0].name);
    if (is_key && path.size() > 1) verdict.errors.insert(Error::kKeyNotScalar);
  }
  return verdict;
}

// Whether the rows that are walked hold the attribute.
bool is_held(const RefTable& table, const Terms& terms, const std::string& name) {
  const RefIndex* const index = table.definition().find_index(terms.index);
  if (index == nullptr || index->projection == RefProjection::kAll) return true;
  return has_part(table.definition().key.parts(), name) || has_part(index->key.parts(), name) ||
         std::find(index->included.begin(), index->included.end(), name) != index->included.end();
}

bool all_held(const RefTable& table, const Terms& terms, const std::optional<Written>& written) {
  const std::vector<RefPath> paths = paths_of(trees_of(written));
  return std::all_of(paths.begin(), paths.end(),
                     [&](const RefPath& path) { return is_held(table, terms, path[0].name); });
}

// Whether no key takes the condition: it has another operator, or two comparisons of one attribute.
bool is_never_key_condition(const std::vector<Tree>& trees) {
  std::set<std::string> attributes;
  return std::any_of(trees.begin(), trees.end(), [&attributes](const Tree& tree) {
    const KeyComparison comparison = read_comparison(tree);
    return key_op(comparison.op) == RefOp::kAll || !attributes.insert(comparison.attribute).second;
  });
}

Verdict verdict_of_walk(const RefTable& table, const Terms& terms) {
  Verdict verdict;
  if (is_never_key_condition(trees_of(terms.key))) verdict.codes.insert(StatusCode::kINVALID);
  if (!terms.index.empty() && table.definition().find_index(terms.index) == nullptr) {
    verdict.errors.insert(Error::kNoIndex);
    return verdict;
  }
  const RefKey& key = table.key_of(terms.index);
  if (terms.key.has_value() && !read_key_condition(key, terms.key->trees, nullptr).has_value()) {
    verdict.codes.insert(StatusCode::kINVALID);
  }
  for (const RefPath& path : paths_of(trees_of(terms.filter))) {
    if (terms.key.has_value() && has_part(key.parts(), path[0].name)) verdict.errors.insert(Error::kFilterOnKey);
  }
  const RefIndex* const index = table.definition().find_index(terms.index);
  const bool needs_rows = index != nullptr && !index->is_local && terms.content != RefContent::kFullItem;
  if (needs_rows && !all_held(table, terms, terms.projection)) verdict.errors.insert(Error::kNotProjected);
  return verdict;
}

Verdict verdict_of_update(const RefTable& table, const std::vector<Tree>& actions) {
  const std::vector<RefPath> targets = targets_of(actions);
  Verdict verdict = verdict_of_paths(targets);
  for (const RefPath& target : targets) {
    if (has_part(table.definition().key.parts(), target[0].name)) verdict.errors.insert(Error::kUpdateOfKey);
  }
  return verdict;
}

}  // namespace

Verdict verdict_of_form(const RefTable& table, const Terms& terms) {
  Verdict verdict = verdict_of_update(table, trees_of(terms.update));
  for (const std::vector<Tree>* const trees : all_trees(terms)) {
    for (const Tree& tree : *trees) verdict.add(verdict_of_form(tree));
    if (trees != &trees_of(terms.key)) verdict.add(verdict_of_key_paths(table, paths_of(*trees)));
  }
  verdict.add(verdict_of_paths(paths_of(trees_of(terms.projection))));
  verdict.add(verdict_of_walk(table, terms));
  return verdict;
}

Verdict verdict_of_values(const RefTable& table, const Terms& terms) {
  Verdict verdict;
  for (const std::vector<Tree>* const trees : all_trees(terms)) {
    for (const std::string& placeholder : values_of(*trees)) {
      if (!terms.values.contains(placeholder)) verdict.errors.insert(Error::kValueUndefined);
    }
  }
  const bool has_all = !verdict.is_refusal();
  for (const std::optional<Written>* const written : {&terms.condition, &terms.filter, &terms.key}) {
    for (const Tree& tree : trees_of(*written)) verdict.add(verdict_of_values(tree, terms.values));
  }
  verdict.add(verdict_of_actions(trees_of(terms.update), terms.values));
  if (!terms.key.has_value()) return verdict;
  // What a value that is missing hides of the key condition is not worked out.
  if (!has_all) verdict.codes = {StatusCode::kINVALID, StatusCode::kTYPE, StatusCode::kLIMIT};
  if (!has_all) return verdict;
  const RefQuery query = query_of(table, terms);
  verdict.add({.codes = table.refusals_of_query(query)});
  const bool has_empty_prefix =
      query.sort_op == RefOp::kBeginsWith && query.sort.back().kind != Kind::kNumber && query.sort.back().bytes.empty();
  if (has_empty_prefix) verdict.codes.insert(StatusCode::kINVALID);
  return verdict;
}

RefPage page_of(const RefTable& table, const Terms& terms, uint64_t most, const std::optional<RefKeyValues>& after) {
  RefQuery query = query_of(table, terms);
  const RefIndex* const index = table.definition().find_index(terms.index);
  const bool is_global = index != nullptr && !index->is_local;
  const bool reads_item =
      terms.content == RefContent::kFullItem ||
      (!is_global && !(all_held(table, terms, terms.filter) && all_held(table, terms, terms.projection)));
  const uint64_t most_bytes = terms.page_bytes != 0 ? terms.page_bytes : kDefaultPageBytes;
  uint64_t bytes = 0;
  RefPage page;
  for (RefPlace& place : table.walk(query, after)) {
    query.content = reads_item ? RefContent::kFullItem : RefContent::kStored;
    const RefItem read = table.shown(query, *place.item);
    ++page.scanned;
    bytes += size_bytes(read);
    page.last = std::move(place.position);
    if (!terms.filter.has_value() || holds(terms.filter->trees.at(0), read, terms.values)) {
      ++page.returned;
      query.content = terms.content;
      const RefItem row = terms.projection.has_value() ? projected(read, paths_of(terms.projection->trees))
                                                       : table.shown(query, *place.item);
      if (!terms.counts_only) page.rows.push_back(canonical_json(row));
    }
    if (page.scanned == most) page.stops.insert(RefPage::Stop::kRows);
    if (bytes >= most_bytes) page.stops.insert(RefPage::Stop::kBytes);
    if (!page.stops.empty()) return page;
  }
  page.stops.insert(RefPage::Stop::kEnd);
  return page;
}

}  // namespace sheaf::model
