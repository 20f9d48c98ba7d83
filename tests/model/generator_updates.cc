// Updates, and what queries and scans have beside conditions.
#include <algorithm>

#include "tests/model/generator_terms.h"
#include "tests/model/reference_project.h"

namespace sheaf::model {
namespace {

constexpr size_t kMostLevels = 32;
constexpr size_t kMostTargets = 4;

const std::vector<Kind> kSets{Kind::kStringSet, Kind::kNumberSet, Kind::kBinarySet};
const std::vector<Kind> kAddable{Kind::kNumber, Kind::kStringSet, Kind::kNumberSet, Kind::kBinarySet};

bool has_part(const RefKey& key, const std::string& name) {
  const std::vector<RefPart> parts = key.parts();
  return std::any_of(parts.begin(), parts.end(), [&name](const RefPart& part) { return part.name == name; });
}

bool clashes(const std::vector<RefPath>& paths, const RefPath& path) {
  std::vector<RefPath> all = paths;
  all.push_back(path);
  return verdict_of_paths(all).is_refusal();
}

TreeOp tree_op(RefOp op) {
  constexpr TreeOp kOps[] = {TreeOp::kEqual,   TreeOp::kEqual,        TreeOp::kLess,    TreeOp::kLessEqual,
                             TreeOp::kGreater, TreeOp::kGreaterEqual, TreeOp::kBetween, TreeOp::kBeginsWith};
  return kOps[static_cast<size_t>(op)];
}

TreeOp turned(TreeOp op) {
  if (op == TreeOp::kLess) return TreeOp::kGreater;
  if (op == TreeOp::kLessEqual) return TreeOp::kGreaterEqual;
  if (op == TreeOp::kGreater) return TreeOp::kLess;
  return op == TreeOp::kGreaterEqual ? TreeOp::kLessEqual : op;
}

}  // namespace

Tree TermsGenerator::number_term(int levels) {
  const size_t dice = random_.below(levels > 0 ? 5 : 3);
  if (dice < 2) return tree_of(path_to({Kind::kNumber}));
  if (dice == 2) return literal(random_.one_in(40) ? random_.value(2) : of_kinds({Kind::kNumber}));
  if (dice == 3) {
    return {.op = TreeOp::kIfNotExists, .operands = {tree_of(path()), literal(of_kinds({Kind::kNumber}))}};
  }
  const TreeOp op = random_.one_in(2) ? TreeOp::kPlus : TreeOp::kMinus;
  return {.op = op, .operands = {number_term(levels - 1), number_term(levels - 1)}};
}

// What list_append takes; no list_append is within another.
Tree TermsGenerator::list_term(int levels) {
  const size_t dice = random_.below(levels > 0 ? 3 : 2);
  if (dice == 0) return tree_of(path_to({Kind::kList}));
  if (dice == 1) return literal(random_.one_in(40) ? random_.value(2) : of_kinds({Kind::kList}));
  return {.op = TreeOp::kIfNotExists, .operands = {tree_of(path()), list_term(levels - 1)}};
}

Tree TermsGenerator::term(int levels) {
  const size_t dice = random_.below(levels > 0 ? 10 : 4);
  if (dice < 2) return literal(random_.value(3));
  if (dice < 4) return tree_of(path());
  if (dice < 6) return {.op = TreeOp::kIfNotExists, .operands = {tree_of(path()), term(levels - 1)}};
  if (dice < 8) return {.op = TreeOp::kListAppend, .operands = {list_term(2), list_term(2)}};
  return {.op = random_.one_in(2) ? TreeOp::kPlus : TreeOp::kMinus, .operands = {number_term(1), number_term(1)}};
}

// Legal where an index has the target as its key, but for now and then.
RefValue TermsGenerator::value_for(const RefPath& target) {
  for (const RefIndex& index : table_.definition().indexes) {
    for (const RefPart& part : index.key.parts()) {
      if (part.name != target[0].name || target.size() > 1) continue;
      if (random_.one_in(12)) return random_.value(2);
      const RefItem* const other = random_.any_item(table_);
      const bool shares = other != nullptr && other->contains(part.name) && random_.one_in(2);
      return shares ? other->at(part.name) : random_.key_value(part.kind);
    }
  }
  // What just fits there by its levels, or just not.
  if (target.size() > 1 && random_.one_in(4)) return random_.nested(kMostLevels + random_.below(2) + 1 - target.size());
  return random_.value(3);
}

Tree TermsGenerator::action(const RefPath& target) {
  const RefValue* const there = at(target);
  const size_t dice = random_.below(8);
  const bool is_index_key = target.size() == 1 && is_key(target[0].name);
  if (dice < 2 || (target.back().is_position && random_.one_in(3)))
    return {.op = TreeOp::kRemove, .operands = {tree_of(target)}};
  const bool has_set = there != nullptr && there->kind >= Kind::kStringSet;
  const bool can_add = there == nullptr || has_set || there->kind == Kind::kNumber;
  if (dice < 4 && (can_add || random_.one_in(12))) {
    const Kinds kinds = there != nullptr && can_add && !random_.one_in(15) ? Kinds{there->kind} : kAddable;
    RefValue operand = random_.one_in(60) ? random_.value(2) : of_kinds(kinds);
    if (there != nullptr && can_add && random_.one_in(6)) operand = *there;
    return {.op = TreeOp::kAdd, .operands = {tree_of(target), literal(operand)}};
  }
  if (dice < 6 && (there == nullptr || has_set || random_.one_in(12))) {
    RefValue operand = has_set ? *there : of_kinds(kSets);
    while (has_set && operand.members.size() > 1 && random_.one_in(2)) operand.members.pop_back();
    if (random_.one_in(15)) operand = of_kinds(kSets);
    if (random_.one_in(60)) operand = random_.value(2);
    return {.op = TreeOp::kDelete, .operands = {tree_of(target), literal(operand)}};
  }
  const bool is_plain = random_.one_in(3) || (is_index_key && !random_.one_in(8));
  return {.op = TreeOp::kSet, .operands = {tree_of(target), is_plain ? literal(value_for(target)) : term(2)}};
}

// Of a list, or just behind its end.
RefPath TermsGenerator::position_of(RefPath list) {
  const RefValue* const there = at(list);
  list.push_back({true, random_.below((there != nullptr ? there->members.size() : 0) + 2), {}});
  return list;
}

void TermsGenerator::add_update() {
  std::vector<RefPath> targets;
  std::vector<Tree> actions;
  actions.reserve(kMostTargets);
  wants_ = [this](const std::string& name) { return !has_part(table_.definition().key, name) || random_.one_in(80); };
  for (size_t left = 1 + random_.below(kMostTargets); left > 0; --left) {
    RefPath target = random_.one_in(4) ? path_to({Kind::kNumber, Kind::kStringSet, Kind::kNumberSet}) : path();
    if (random_.one_in(4)) target = position_of(path_to({Kind::kList}));
    // Several positions of one list; now and then a member where another target takes a position.
    const bool goes_on = !targets.empty() && targets.back().back().is_position && !random_.one_in(4);
    if (goes_on) target = position_of({targets.back().begin(), targets.back().end() - 1});
    if (goes_on && random_.one_in(12)) target.back() = {false, 0, "n1"};
    const bool conflicts = goes_on && !target.back().is_position;
    if (clashes(targets, target) && !conflicts && !random_.one_in(40)) continue;
    targets.push_back(target);
  }
  wants_ = nullptr;
  for (const RefPath& target : targets) actions.push_back(action(target));
  terms_.update = writer_.update(actions);
}

Tree TermsGenerator::key_comparison(const std::string& attribute, TreeOp op, const RefKeyValues& values) {
  Tree tree{.op = random_.one_in(100) ? TreeOp::kNotEqual : op, .operands = {tree_of({{false, 0, attribute}})}};
  for (const RefValue& value : values) tree.operands.push_back(literal(value));
  if (op != tree.op) tree.operands.resize(2);
  if (is_comparison(tree.op) && random_.one_in(4)) {
    std::swap(tree.operands[0], tree.operands[1]);
    tree.op = turned(tree.op);
  }
  return tree;
}

void TermsGenerator::add_key(const RefQuery& query) {
  const bool has_index = table_.definition().find_index(query.index) != nullptr;
  const RefKey& key = table_.key_of(has_index ? query.index : "");
  std::vector<Tree> comparisons;
  for (size_t i = 0; i < std::min(query.partition.size(), key.partition.size()); ++i) {
    const TreeOp op = random_.one_in(100) ? TreeOp::kLess : TreeOp::kEqual;
    comparisons.push_back(key_comparison(key.partition[i].name, op, {query.partition[i]}));
  }
  const size_t operands = query.sort_op == RefOp::kBetween ? 2 : 1;
  const size_t leading = query.sort.size() >= operands ? query.sort.size() - operands : 0;
  for (size_t i = 0; query.sort_op != RefOp::kAll && i <= leading && i < query.sort.size(); ++i) {
    const std::string name = i < key.sort.size() ? key.sort[i].name : "n1";
    const auto from = query.sort.begin() + static_cast<ptrdiff_t>(i);
    const bool is_last = i == leading;
    const RefKeyValues values(from, is_last ? query.sort.end() : from + 1);
    const bool is_whole = !is_last || values.size() == operands;
    comparisons.push_back(key_comparison(name, is_last && is_whole ? tree_op(query.sort_op) : TreeOp::kEqual, values));
  }
  if (comparisons.empty()) return;
  if (random_.one_in(60)) comparisons.push_back(random_.pick(comparisons));
  if (random_.one_in(80)) comparisons.erase(comparisons.begin());
  for (size_t i = comparisons.size(); i > 1; --i) std::swap(comparisons[i - 1], comparisons[random_.below(i)]);
  if (!comparisons.empty()) terms_.key = writer_.key(comparisons);
}

void TermsGenerator::add_projection() {
  std::vector<RefPath> paths;
  std::vector<Tree> trees;
  for (size_t left = 1 + random_.below(4); left > 0; --left) {
    const RefPath path = this->path();
    if (clashes(paths, path) && !random_.one_in(40)) continue;
    paths.push_back(path);
    trees.push_back(tree_of(path));
  }
  terms_.projection = writer_.projection(trees);
}

void TermsGenerator::add_walk() {
  const RefQuery query = random_.query(table_);
  terms_.index = query.index;
  terms_.is_backward = query.is_backward;
  terms_.content = query.content;
  const RefIndex* const index = table_.definition().find_index(query.index);
  const RefKey& key = table_.key_of(index != nullptr ? query.index : "");
  if (query.partition_op == RefOp::kEqual) add_key(query);
  const bool is_held_only = index != nullptr && !index->is_local && index->projection != RefProjection::kAll &&
                            query.content != RefContent::kFullItem;
  const auto is_held = [&, index](const std::string& name) {
    return !is_held_only || has_part(key, name) || has_part(table_.definition().key, name) ||
           std::find(index->included.begin(), index->included.end(), name) != index->included.end();
  };
  if (random_.one_in(2)) {
    wants_ = [&](const std::string& name) {
      const bool is_fit = is_held(name) && (!terms_.key.has_value() || !has_part(key, name));
      return is_fit || random_.one_in(is_held(name) ? 200 : 8);
    };
    terms_.filter = writer_.condition(condition(1));
  }
  terms_.counts_only = random_.one_in(6);
  const bool may_project = !terms_.counts_only && query.content != RefContent::kKeysOnly;
  if (may_project && random_.one_in(2)) {
    wants_ = [&](const std::string& name) { return is_held(name) || random_.one_in(60); };
    add_projection();
  }
  wants_ = nullptr;
  if (random_.one_in(2)) terms_.row_limit = 1 + random_.below(5);
  if (query.content != RefContent::kKeysOnly && random_.one_in(3)) terms_.page_bytes = 1 + random_.below(400);
}

}  // namespace sheaf::model
