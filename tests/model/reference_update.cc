// How an update is applied here: what is in place first, then what is put behind the ends of lists, then what is taken out of lists,
// the last positions first; so every position means what it meant in the old item.
#include "tests/model/reference_update.h"

#include <algorithm>
#include <stdexcept>

#include "tests/model/reference_condition.h"
#include "tests/model/reference_number.h"
#include "tests/model/reference_project.h"

namespace sheaf::model {
namespace {

constexpr int kMostLevels = 32;
constexpr size_t kMostBytes = 409600;

bool is_set(Kind kind) { return kind >= Kind::kStringSet; }
bool takes_away(const Tree& action) { return action.op == TreeOp::kRemove || action.op == TreeOp::kDelete; }

// A value, nothing, or why there is none.
struct Outcome {
  std::optional<RefValue> value = {};
  Verdict verdict = {};
};

Outcome failed(Error error) { return {.verdict = {.errors = {error}}}; }

Outcome number_of(const Decimal& number) {
  RefValue value;
  value.kind = Kind::kNumber;
  value.number = number;
  return {value, verdict_of_number(number)};
}

// The right-hand side of a SET on the item as it was.
Outcome term_value(const Tree& term, const RefItem& old_item, const RefItem& values) {
  if (term.op == TreeOp::kValue) return {values.at(term.value)};
  if (term.op == TreeOp::kPath) {
    const RefValue* const found = find_value(old_item, term.path);
    return found == nullptr ? failed(Error::kUpdateMissesAttribute) : Outcome{*found};
  }
  const Outcome left = term_value(term.operands.at(0), old_item, values);
  if (term.op == TreeOp::kIfNotExists) {
    return left.value.has_value() ? left : term_value(term.operands.at(1), old_item, values);
  }
  const Outcome right = term_value(term.operands.at(1), old_item, values);
  const Kind wanted = term.op == TreeOp::kListAppend ? Kind::kList : Kind::kNumber;
  Outcome outcome;
  for (const Outcome* const operand : {&left, &right}) {
    outcome.verdict.add(operand->verdict);
    if (operand->value.has_value() && operand->value->kind != wanted) {
      outcome.verdict.errors.insert(Error::kUpdateOperandType);
    }
  }
  if (outcome.verdict.is_refusal()) return outcome;
  if (term.op == TreeOp::kPlus) return number_of(sum(left.value->number, right.value->number));
  if (term.op == TreeOp::kMinus) return number_of(sum(left.value->number, negated(right.value->number)));
  outcome.value = left.value;
  outcome.value->members.insert(outcome.value->members.end(), right.value->members.begin(), right.value->members.end());
  return outcome;
}

bool has_member(const RefValue& set, const RefValue& member) {
  return std::any_of(set.members.begin(), set.members.end(),
                     [&member](const RefValue& one) { return compare_keys(one, member) == 0; });
}

// ADD: `old` is null when nothing was there.
Outcome added(const RefValue* old, const RefValue& operand) {
  if (old == nullptr) return {operand};
  if (old->kind != operand.kind) return failed(Error::kUpdateOperandType);
  if (operand.kind == Kind::kNumber) return number_of(sum(old->number, operand.number));
  Outcome outcome{*old};
  for (const RefValue& member : operand.members) {
    if (!has_member(*old, member)) outcome.value->members.push_back(member);
  }
  return outcome;
}

// DELETE.
Outcome deleted(const RefValue* old, const RefValue& operand) {
  if (old == nullptr) return {};
  if (old->kind != operand.kind) return failed(Error::kUpdateOperandType);
  Outcome outcome{*old};
  std::erase_if(outcome.value->members, [&operand](const RefValue& member) { return has_member(operand, member); });
  if (outcome.value->members.empty()) outcome.value.reset();
  return outcome;
}

// Whether the target has a place: an attribute, or the map or list that it says.
bool has_place(const RefItem& item, const RefPath& target) {
  if (target.size() == 1) return true;
  const RefValue* const parent = find_value(item, RefPath(target.begin(), target.end() - 1));
  return parent != nullptr && parent->kind == (target.back().is_position ? Kind::kList : Kind::kMap);
}

// What becomes of one target.
struct Change {
  RefPath target;
  std::optional<RefValue> value;  // nothing: it goes
};

bool is_before(const RefPath& a, const RefPath& b) {
  const auto step_before = [](const RefStep& x, const RefStep& y) {
    return x.is_position && y.is_position ? x.position < y.position : x.name < y.name;
  };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), step_before);
}

// To be changed: the item is the caller's own.
RefValue* find_parent(RefItem* item, const RefPath& target) {
  return const_cast<RefValue*>(find_value(*item, RefPath(target.begin(), target.end() - 1)));
}

void change_named(RefItem* item, const Change& change) {
  const std::string& name = change.target.back().name;
  if (change.target.size() == 1) {
    item->erase(name);
    if (change.value.has_value()) item->emplace(name, *change.value);
    return;
  }
  RefValue& map = *find_parent(item, change.target);
  for (size_t i = 0; i < map.names.size(); ++i) {
    if (map.names[i] != name) continue;
    map.names.erase(map.names.begin() + static_cast<ptrdiff_t>(i));
    map.members.erase(map.members.begin() + static_cast<ptrdiff_t>(i));
    break;
  }
  if (!change.value.has_value()) return;
  map.names.push_back(name);
  map.members.push_back(*change.value);
}

void apply(std::vector<Change> changes, RefItem* item) {
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return is_before(a.target, b.target); });
  const RefItem before = *item;
  const auto is_there = [&before](const Change& change) { return find_value(before, change.target) != nullptr; };
  for (const Change& change : changes) {
    const RefStep& last = change.target.back();
    if (!last.is_position) {
      change_named(item, change);
    } else if (is_there(change) && change.value.has_value()) {
      find_parent(item, change.target)->members[last.position] = *change.value;
    }
  }
  for (const Change& change : changes) {
    const bool appends = change.target.back().is_position && !is_there(change) && change.value.has_value();
    if (appends) find_parent(item, change.target)->members.push_back(*change.value);
  }
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (!change->target.back().is_position || !is_there(*change) || change->value.has_value()) continue;
    std::vector<RefValue>& members = find_parent(item, change->target)->members;
    members.erase(members.begin() + static_cast<ptrdiff_t>(change->target.back().position));
  }
}

// What the action makes of its target; `term` is the value of a SET.
Outcome result_of(const Tree& action, const RefItem& start, const Outcome& term, const RefItem& values) {
  if (action.op == TreeOp::kRemove) return {};
  if (action.op == TreeOp::kSet) return term;
  const RefValue* const old = find_value(start, action.operands.at(0).path);
  const RefValue& operand = values.at(action.operands.at(1).value);
  return action.op == TreeOp::kAdd ? added(old, operand) : deleted(old, operand);
}

Verdict verdict_of_terms(const Tree& tree, const RefItem& values) {
  Verdict verdict;
  for (const Tree& operand : tree.operands) {
    verdict.add(verdict_of_terms(operand, values));
    const RefValue* const value = find_literal(values, operand);
    if (value == nullptr) continue;
    const Kind kind = value->kind;
    const bool is_wrong = ((tree.op == TreeOp::kPlus || tree.op == TreeOp::kMinus) && kind != Kind::kNumber) ||
                          (tree.op == TreeOp::kListAppend && kind != Kind::kList);
    if (is_wrong) verdict.errors.insert(Error::kFunctionOperandType);
    const bool cannot_add = tree.op == TreeOp::kAdd && kind != Kind::kNumber && !is_set(kind);
    if (cannot_add || (tree.op == TreeOp::kDelete && !is_set(kind))) {
      verdict.errors.insert(Error::kOperatorOperandType);
    }
  }
  return verdict;
}

}  // namespace

UpdateOutcome updated(const std::vector<Tree>& actions, const RefItem* old_item, const RefItem& key,
                      const RefItem& values) {
  UpdateOutcome outcome;
  const bool makes_none = !actions.empty() && std::all_of(actions.begin(), actions.end(), takes_away);
  if (old_item == nullptr && makes_none) return outcome;
  std::vector<Outcome> terms(actions.size());
  for (size_t i = 0; i < actions.size(); ++i) {
    if (actions[i].op != TreeOp::kSet) continue;
    terms[i] = term_value(actions[i].operands.at(1), old_item != nullptr ? *old_item : RefItem(), values);
    outcome.verdict.add(terms[i].verdict);
  }
  if (outcome.verdict.is_refusal()) return outcome;
  RefItem item = old_item != nullptr ? *old_item : key;
  std::vector<Change> changes;
  for (size_t i = 0; i < actions.size(); ++i) {
    const RefPath& target = actions[i].operands.at(0).path;
    if (!has_place(item, target)) {
      // Where there is no item there is nothing to take away.
      if (old_item == nullptr && takes_away(actions[i])) continue;
      outcome.verdict.errors.insert(Error::kUpdatePathInvalid);
      continue;
    }
    const Outcome result = result_of(actions[i], item, terms[i], values);
    outcome.verdict.add(result.verdict);
    const bool is_too_deep =
        result.value.has_value() && static_cast<int>(target.size()) - 1 + levels_of(*result.value) > kMostLevels;
    if (is_too_deep) outcome.verdict.errors.insert(Error::kTooDeep);
    changes.push_back({target, result.value});
  }
  if (outcome.verdict.is_refusal()) return outcome;
  apply(changes, &item);
  if (size_bytes(item) > kMostBytes) outcome.verdict.errors.insert(Error::kUpdateTooLarge);
  outcome.item = std::move(item);
  return outcome;
}

Verdict verdict_of_actions(const std::vector<Tree>& actions, const RefItem& values) {
  Verdict verdict;
  for (const Tree& action : actions) verdict.add(verdict_of_terms(action, values));
  return verdict;
}

std::vector<RefPath> targets_of(const std::vector<Tree>& actions) {
  std::vector<RefPath> targets;
  targets.reserve(actions.size());
  for (const Tree& action : actions) targets.push_back(action.operands.at(0).path);
  return targets;
}

}  // namespace sheaf::model
